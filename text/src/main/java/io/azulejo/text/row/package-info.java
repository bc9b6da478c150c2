/**
 * Rows divided into cells, and cells understood: what {@link io.azulejo.text.read.RowReader} is
 * made of, and what profiles of rows need of it. Exported to the module of importers alone. Begin
 * with {@link io.azulejo.text.row.RowFeed}.
 */
package io.azulejo.text.row;
