/**
 * Splits rows into cells and parses the cells: the implementation of {@link
 * io.azulejo.text.read.RowReader}, which profiles of rows share. Exported only to the import
 * module. Begin with {@link io.azulejo.text.row.RowFeed}.
 */
package io.azulejo.text.row;
