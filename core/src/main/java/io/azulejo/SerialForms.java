package io.azulejo;

import io.azulejo.internal.format.ReadRequestFormat;
import io.azulejo.internal.format.SchemaBytesFormat;
import io.azulejo.internal.format.SplitFormat;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Split;
import io.azulejo.schema.ArraySchema;

/**
 * Encodes and decodes schemas, requests and their parts as bytes, for other processes. Together
 * with the bytes of a {@link SnapshotToken} they describe a read completely. Conditions are encoded
 * as text.
 *
 * <p>The bytes are as stable as files: later releases decode them. All methods that decode throw
 * {@link io.azulejo.error.CorruptDataException} for other or damaged bytes, and {@link
 * io.azulejo.error.UnsupportedFormatException} for bytes of a newer release.
 */
public final class SerialForms {
  private SerialForms() {}

  /**
   * Encodes a request. Its progress listener is not included.
   *
   * @throws io.azulejo.error.InvalidRequestException if its condition is nested too deep to be
   *     parsed from its text
   */
  public static byte[] of(ReadRequest request) {
    return ReadRequestFormat.encode(request);
  }

  /** Decodes a request. */
  public static ReadRequest readRequest(byte[] bytes) {
    return ReadRequestFormat.decode(bytes);
  }

  /**
   * Encodes a schema with everything that is needed to create an array from it, including known
   * values of enumerations, filters, and extents of labels.
   */
  public static byte[] of(ArraySchema schema) {
    return SchemaBytesFormat.encode(schema);
  }

  /** Decodes a schema, without checking the rules for new schemas. */
  public static ArraySchema schema(byte[] bytes) {
    return SchemaBytesFormat.decode(bytes);
  }

  /** Encodes a part of a read; see {@link #of(ReadRequest)}. */
  public static byte[] of(Split split) {
    return SplitFormat.encode(split);
  }

  /** Decodes a part of a read. */
  public static Split split(byte[] bytes) {
    return SplitFormat.decode(bytes);
  }
}
