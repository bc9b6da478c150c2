package io.azulejo.view;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** Writes JSON for the page. */
final class Json {
  private static final JsonFactory FACTORY = new JsonFactory();

  private Json() {}

  /** Writes the members of a JSON object. */
  interface Members {
    void write(JsonGenerator json) throws IOException;
  }

  /** Returns a JSON object as UTF-8. */
  static byte[] object(Members members) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
      json.writeStartObject();
      members.write(json);
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }

  /** Writes numbers as a base64 string of little-endian 32-bit floats. */
  static void floats(JsonGenerator json, String name, double[] values) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (double value : values) {
      bytes.putFloat((float) value);
    }
    json.writeBinaryField(name, bytes.array());
  }

  /** Writes numbers as a base64 string of little-endian 64-bit floats. */
  static void doubles(JsonGenerator json, String name, double[] values) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asDoubleBuffer().put(values);
    json.writeBinaryField(name, bytes.array());
  }
}
