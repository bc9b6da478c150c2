package io.azulejo.cli.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Formats indented JSON that ends with a line feed. */
public final class JsonText {
  private JsonText() {}

  /** Writes the content of a JSON document. */
  public interface Body {
    /** Writes exactly one JSON value. */
    void write(JsonGenerator json) throws IOException;
  }

  /**
   * Returns a JSON document as UTF-8 bytes.
   *
   * @param body writes the document's only value
   */
  public static byte[] of(Body body) throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (JsonGenerator json = new JsonFactory().createGenerator(bytes)) {
      json.useDefaultPrettyPrinter();
      body.write(json);
    }
    bytes.write('\n');
    return bytes.toByteArray();
  }
}
