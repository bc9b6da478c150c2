/** The engine for TileDB arrays and its public API. */
module io.azulejo.core {
  requires com.github.luben.zstd_jni;
  requires org.lz4.java;
  requires static aircompressor;
  requires static com.fasterxml.jackson.core;
  requires static jdk.jfr;
  requires static org.apache.commons.compress;
  requires static transitive org.jspecify;

  exports io.azulejo;
  exports io.azulejo.error;
  exports io.azulejo.maintenance;
  exports io.azulejo.query;
  exports io.azulejo.schema;
  exports io.azulejo.storage;
  exports io.azulejo.storage.objects;
  exports io.azulejo.internal.format to
      io.azulejo.cli;
  exports io.azulejo.internal.order to
      io.azulejo.table;

  uses io.azulejo.schema.WebpCodec;
  uses io.azulejo.storage.StorageProvider;
}
