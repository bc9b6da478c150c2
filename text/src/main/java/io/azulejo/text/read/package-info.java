/**
 * Reads CSV, TSV and JSON files as batches of cells. Begin with {@link
 * io.azulejo.text.read.RowReader}.
 */
package io.azulejo.text.read;
