package io.azulejo.text.request;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Split;
import io.azulejo.query.Subarray;
import io.azulejo.text.json.JsonValue;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;

/**
 * Converts requests, splits and ranges to and from JSON, for other processes, other languages, and
 * configuration files. The content is the same as in {@link io.azulejo.SerialForms} and equally
 * stable: equal requests have equal texts, and later releases read the texts of earlier ones.
 * {@code docs/engines.md} describes the format.
 *
 * <p>Parsing is strict. An unknown key, a value of the wrong kind, or a number out of range causes
 * an {@link io.azulejo.error.InvalidRequestException}. Its message names the path, such as {@code
 * subarray[0].integers[1]}.
 */
public final class RequestJson {
  /**
   * The last character that is not escaped. Unpaired surrogates must be escaped because they are
   * not valid UTF-8.
   */
  private static final int LAST_BEFORE_SURROGATES = 0xd7ff;

  private static final JsonFactory FACTORY = new JsonFactory();

  private RequestJson() {}

  private interface Content {
    void write(JsonGenerator json) throws IOException;
  }

  private static String text(Content content) {
    StringWriter text = new StringWriter();
    try (JsonGenerator json = FACTORY.createGenerator(text)) {
      json.setHighestNonEscapedChar(LAST_BEFORE_SURROGATES);
      content.write(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // cannot happen for a string
    }
    return text.toString();
  }

  /**
   * Returns a request as JSON. The progress listener of the request is left out.
   *
   * @throws io.azulejo.error.InvalidRequestException if its condition is nested too deeply to be
   *     parsed again
   */
  public static String of(ReadRequest request) {
    return text(json -> new RequestJsonWriter(json).write(request));
  }

  /**
   * Parses a request.
   *
   * @throws io.azulejo.error.InvalidRequestException if the text is not a valid request
   */
  public static ReadRequest readRequest(String json) {
    return RequestJsonReader.request(JsonValue.read(json));
  }

  /** Returns a split of a read as JSON. The same limits apply as to {@link #of(ReadRequest)}. */
  public static String of(Split split) {
    return text(json -> new RequestJsonWriter(json).write(split));
  }

  /**
   * Parses a split of a read.
   *
   * @throws io.azulejo.error.InvalidRequestException if the text is not a valid split
   */
  public static Split split(String json) {
    return RequestJsonReader.split(JsonValue.read(json));
  }

  /** Returns the ranges of a subarray as JSON. */
  public static String of(Subarray subarray) {
    return text(json -> new RequestJsonWriter(json).write(subarray));
  }

  /**
   * Parses the ranges of a subarray.
   *
   * @throws io.azulejo.error.InvalidRequestException if the text is not a valid subarray
   */
  public static Subarray subarray(String json) {
    return RequestJsonReader.subarray(JsonValue.read(json));
  }
}
