/**
 * Rows from text. In: a stream of CSV, TSV or JSON, compressed with gzip or not. Out: batches of
 * the fields of an array, or a profile of what the columns hold. Begin with {@link
 * io.azulejo.text.input.RowReader}. A row parser finds rows and cells, a handler takes them:
 * columns of a batch, or a profile. Rows that cannot be used are counted and named, not skipped.
 */
package io.azulejo.text.input;
