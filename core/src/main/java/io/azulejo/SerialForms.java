package io.azulejo;

import io.azulejo.internal.format.ReadRequestFormat;
import io.azulejo.internal.format.SchemaBytesFormat;
import io.azulejo.internal.format.SplitFormat;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Split;
import io.azulejo.schema.ArraySchema;

/**
 * Schemas, requests and their parts as bytes, for other processes: with the bytes of a {@link
 * SnapshotToken} beside them they say all that a read takes. They are as stable as files: a later
 * release reads what an earlier one made, and damaged ones are refused. Conditions have their text.
 */
public final class SerialForms {
  private SerialForms() {}

  /**
   * A request as bytes. Who listens to its progress is not part of these.
   *
   * @throws io.azulejo.error.InvalidRequestException if its condition is too deep to be read again
   *     from its text
   */
  public static byte[] of(ReadRequest request) {
    return ReadRequestFormat.encode(request);
  }

  /**
   * The request of such bytes.
   *
   * @throws io.azulejo.error.CorruptDataException if they are none, or were damaged
   * @throws io.azulejo.error.UnsupportedFormatException if a newer release made them
   */
  public static ReadRequest readRequest(byte[] bytes) {
    return ReadRequestFormat.decode(bytes);
  }

  /**
   * A schema as bytes, with all that creating an array with it takes: enumerations that are known
   * by value, filters and extents of labels.
   */
  public static byte[] of(ArraySchema schema) {
    return SchemaBytesFormat.encode(schema);
  }

  /**
   * The schema of such bytes, which is not checked by the rules for new ones; see {@link
   * #readRequest}.
   */
  public static ArraySchema schema(byte[] bytes) {
    return SchemaBytesFormat.decode(bytes);
  }

  /** A part of a read as bytes; see {@link #of(ReadRequest)}. */
  public static byte[] of(Split split) {
    return SplitFormat.encode(split);
  }

  /** The part of a read of such bytes; see {@link #readRequest}. */
  public static Split split(byte[] bytes) {
    return SplitFormat.decode(bytes);
  }
}
