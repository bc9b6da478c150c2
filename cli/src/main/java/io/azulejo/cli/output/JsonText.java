package io.azulejo.cli.output;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;

/** Formats JSON over several lines, with a line feed at the end. */
public final class JsonText {
  private JsonText() {}

  /** Writes the body of a document. */
  public interface Body {
    /** Writes one value. */
    void write(JsonGenerator json) throws IOException;
  }

  /** Returns the bytes of one value. */
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
