/**
 * Rows as text. In: batches of cells, as reads of an array return them. Out: a table fitted to a
 * width, CSV, TSV or JSON on a stream. Begin with {@link io.azulejo.text.output.RowWriter}; {@link
 * io.azulejo.text.output.CellText} decides how one cell looks, the writers beside it put cells into
 * rows.
 */
package io.azulejo.text.output;
