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
 * Requests, their parts and ranges as JSON, for other processes and other languages, and for
 * configuration that people write. It says the same as {@link io.azulejo.SerialForms}, and is as
 * stable: the same request has the same text, and a later release reads what an earlier one wrote.
 * {@code docs/engines.md} describes the form.
 *
 * <p>Texts are read strictly: a key that is not known, a value of another kind, a number out of
 * bounds is an {@link io.azulejo.error.InvalidRequestException} that names the place, such as
 * {@code subarray[0].integers[1]}.
 */
public final class RequestJson {
  /** Greater ones are halves of pairs, or stand after them: halves alone are no UTF-8. */
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
      throw new UncheckedIOException(e); // to a string there is none
    }
    return text.toString();
  }

  /**
   * A request as JSON. Who listens to its progress is not part of it.
   *
   * @throws io.azulejo.error.InvalidRequestException if its condition is too deep to be read again
   *     from its text
   */
  public static String of(ReadRequest request) {
    return text(json -> new RequestJsonWriter(json).write(request));
  }

  /**
   * The request that a text says.
   *
   * @throws io.azulejo.error.InvalidRequestException if it says none
   */
  public static ReadRequest readRequest(String json) {
    return RequestJsonReader.request(JsonValue.read(json));
  }

  /** A part of a read as JSON; see {@link #of(ReadRequest)}. */
  public static String of(Split split) {
    return text(json -> new RequestJsonWriter(json).write(split));
  }

  /**
   * The part of a read that a text says.
   *
   * @throws io.azulejo.error.InvalidRequestException if it says none
   */
  public static Split split(String json) {
    return RequestJsonReader.split(JsonValue.read(json));
  }

  /** Ranges of dimensions and labels as JSON. */
  public static String of(Subarray subarray) {
    return text(json -> new RequestJsonWriter(json).write(subarray));
  }

  /**
   * The ranges that a text says.
   *
   * @throws io.azulejo.error.InvalidRequestException if it says none
   */
  public static Subarray subarray(String json) {
    return RequestJsonReader.subarray(JsonValue.read(json));
  }
}
