/** Converts between cells and vectors of Arrow's Java library, and exports reads as C streams. */
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
