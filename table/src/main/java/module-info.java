/** Presents arrays as tables to query engines: columns, rows, predicates and aggregates. */
module io.azulejo.table {
  requires transitive io.azulejo.core;
  requires static org.jspecify;

  exports io.azulejo.table;
}
