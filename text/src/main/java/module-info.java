/** Reads and writes array rows as tables, CSV, TSV and JSON, and schemas and requests as JSON. */
module io.azulejo.text {
  requires transitive io.azulejo.core;
  requires transitive com.fasterxml.jackson.core;
  requires com.github.luben.zstd_jni;
  requires de.siegmar.fastcsv;
  requires static org.apache.commons.compress;

  exports io.azulejo.text.input;
  exports io.azulejo.text.json;
  exports io.azulejo.text.output;
  exports io.azulejo.text.read;
  exports io.azulejo.text.request;
  exports io.azulejo.text.row to
      io.azulejo.imports;
  exports io.azulejo.text.schema;
  exports io.azulejo.text.value;
  exports io.azulejo.text.work to
      io.azulejo.imports;
}
