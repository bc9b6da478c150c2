/**
 * Formats rows as text. In: batches of cells from reads of an array. Out: a table fitted to a
 * width, CSV, TSV or JSON on a stream. Begin with {@link io.azulejo.text.output.RowWriter}. {@link
 * io.azulejo.text.output.CellText} formats a cell; the writers combine cells to rows.
 */
package io.azulejo.text.output;
