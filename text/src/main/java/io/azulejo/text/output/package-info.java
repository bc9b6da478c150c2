/**
 * Formats batches of cells as a table that fits a terminal, or as CSV, TSV or JSON. Begin with
 * {@link io.azulejo.text.output.RowWriter}. {@link io.azulejo.text.output.CellText} formats a
 * single cell, and the writers combine cells into rows.
 */
package io.azulejo.text.output;
