package io.azulejo;

import io.azulejo.internal.format.ReadRequestFormat;
import io.azulejo.internal.format.SchemaBytesFormat;
import io.azulejo.internal.format.SplitFormat;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Split;
import io.azulejo.schema.ArraySchema;

/**
 * Encodes schemas, requests and splits as bytes for other processes, and decodes them. Together
 * with the bytes of a {@link SnapshotToken}, an encoded request describes a read completely.
 * Conditions are encoded as text.
 *
 * <p>The encoding is as stable as the file format: later releases can decode it. All decoding
 * methods throw {@link io.azulejo.error.CorruptDataException} if the bytes are damaged or encode
 * something else. They throw {@link io.azulejo.error.UnsupportedFormatException} if a newer release
 * encoded them.
 */
public final class SerialForms {
  private SerialForms() {}

  /**
   * Encodes a read request, without its progress listener.
   *
   * @throws io.azulejo.error.InvalidRequestException if the condition is nested too deeply to be
   *     parsed from its text
   */
  public static byte[] of(ReadRequest request) {
    return ReadRequestFormat.encode(request);
  }

  /** Decodes a read request. */
  public static ReadRequest readRequest(byte[] bytes) {
    return ReadRequestFormat.decode(bytes);
  }

  /**
   * Encodes a schema. The bytes contain everything needed to create an array with it, including
   * filters, the values of enumerations as far as they are known, and the tile extents of labels.
   */
  public static byte[] of(ArraySchema schema) {
    return SchemaBytesFormat.encode(schema);
  }

  /** Decodes a schema. It is not checked against the rules for new schemas. */
  public static ArraySchema schema(byte[] bytes) {
    return SchemaBytesFormat.decode(bytes);
  }

  /**
   * Encodes a split.
   *
   * @throws io.azulejo.error.InvalidRequestException if the condition is nested too deeply to be
   *     parsed from its text
   */
  public static byte[] of(Split split) {
    return SplitFormat.encode(split);
  }

  /** Decodes a split. */
  public static Split split(byte[] bytes) {
    return SplitFormat.decode(bytes);
  }
}
