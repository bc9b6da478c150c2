/** Reads and writes Arrow IPC streams and files as batches of cells. */
module io.azulejo.arrow {
  requires transitive io.azulejo.core;
  requires org.apache.arrow.format;
  requires flatbuffers.java;
  requires com.github.luben.zstd_jni;
  requires org.lz4.java;
  requires static org.jspecify;

  exports io.azulejo.arrow;
}
