/**
 * Splits rows into cells and parses the cells. {@link io.azulejo.text.read.RowReader} and the
 * schema inference of the import module are built on this package, which is exported only to that
 * module. Begin with {@link io.azulejo.text.row.RowFeed}.
 */
package io.azulejo.text.row;
