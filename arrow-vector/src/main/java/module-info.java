/** Reads as vectors of Arrow's Java library and as C streams, and vectors as batches of cells. */
module io.azulejo.arrow.vector {
  requires transitive io.azulejo.core;
  requires transitive io.azulejo.arrow;
  requires transitive org.apache.arrow.memory.core;
  requires transitive org.apache.arrow.vector;
  requires transitive org.apache.arrow.c;
  requires org.apache.arrow.format;
  requires static org.jspecify;

  exports io.azulejo.arrow.vector;
}
