package io.azulejo.view;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/** JSON for the page. */
final class Json {
  private static final JsonFactory FACTORY = new JsonFactory();

  private Json() {}

  /** What writes the members of an object. */
  interface Members {
    void write(JsonGenerator json) throws IOException;
  }

  /** The bytes of one object. */
  static byte[] object(Members members) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = FACTORY.createGenerator(bytes)) {
      json.writeStartObject();
      members.write(json);
      json.writeEndObject();
    }
    return bytes.toByteArray();
  }

  /** Numbers as the base 64 of their bits, four little-endian bytes each. */
  static void floats(JsonGenerator json, String name, double[] values) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Float.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (double value : values) {
      bytes.putFloat((float) value);
    }
    json.writeBinaryField(name, bytes.array());
  }

  /** Numbers as the base 64 of their bits, eight little-endian bytes each. */
  static void doubles(JsonGenerator json, String name, double[] values) throws IOException {
    ByteBuffer bytes =
        ByteBuffer.allocate(values.length * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    bytes.asDoubleBuffer().put(values);
    json.writeBinaryField(name, bytes.array());
  }
}
