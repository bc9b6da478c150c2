/** Rows of CSV, TSV and JSON as batches of cells: {@link io.azulejo.text.read.RowReader}. */
package io.azulejo.text.read;
