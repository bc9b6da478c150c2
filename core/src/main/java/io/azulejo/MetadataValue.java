package io.azulejo;

import io.azulejo.schema.Datatype;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Objects;

/** A value of array or group metadata: a type and some values of it. */
public final class MetadataValue {
  private final Datatype type;
  private final int count;
  private final byte[] bytes;

  private MetadataValue(Datatype type, int count, byte[] bytes) {
    this.type = type;
    this.count = count;
    this.bytes = bytes;
  }

  /**
   * A value.
   *
   * @param count the number of values of the type; 0 for the empty value
   * @param bytes the values, little-endian: count × size of the type
   */
  public static MetadataValue of(Datatype type, int count, byte[] bytes) {
    Objects.requireNonNull(type, "type");
    if (bytes.length != (long) count * type.size()) {
      throw new IllegalArgumentException(
          "%d bytes are not %d values of %s".formatted(bytes.length, count, type));
    }
    return new MetadataValue(type, count, bytes.clone());
  }

  /** The type of a value. */
  public Datatype type() {
    return type;
  }

  /** The number of values of the type; 0 for the empty value. */
  public int count() {
    return count;
  }

  /** The values, little-endian (a copy). */
  public byte[] bytes() {
    return bytes.clone();
  }

  /** The bytes as UTF-8 text. */
  public String asText() {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof MetadataValue that
        && type == that.type
        && count == that.count
        && Arrays.equals(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return 31 * type.hashCode() + Arrays.hashCode(bytes);
  }

  @Override
  public String toString() {
    return "MetadataValue[" + type + " x " + count + "]";
  }
}
