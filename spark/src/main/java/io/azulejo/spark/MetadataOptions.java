package io.azulejo.spark;

import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Datatype;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Parses the write options that set array metadata. The option {@code metadata_value.KEY} holds a
 * value, and {@code metadata_type.KEY} its type (default: a string). Types have TileDB's names,
 * with or without the prefix {@code TILEDB_}.
 */
final class MetadataOptions {
  /** Prefix of the options that hold values. */
  static final String VALUE = "metadata_value.";

  /** Prefix of the options that hold the types of values. */
  static final String TYPE = "metadata_type.";

  private MetadataOptions() {}

  /**
   * Returns the metadata change that the options describe; empty if they do not set metadata.
   *
   * @param options the options by name, in lower case
   * @throws InvalidRequestException if a type is not valid, or if a value does not match its type
   */
  static Optional<MetadataChange> of(Map<String, String> options) {
    MetadataChange.Builder change = MetadataChange.builder();
    boolean any = false;
    for (Map.Entry<String, String> option : options.entrySet()) {
      if (option.getKey().startsWith(VALUE)) {
        String key = option.getKey().substring(VALUE.length());
        change.put(key, value(key, option.getValue(), options.get(TYPE + key)));
        any = true;
      }
    }
    return any ? Optional.of(change.build()) : Optional.empty();
  }

  private static MetadataValue value(String key, String text, @Nullable String typeName) {
    if (typeName == null) {
      return MetadataValue.ofString(text);
    }
    String name = typeName.strip().toUpperCase(Locale.ROOT).replaceFirst("^TILEDB_", "");
    try {
      Datatype type = Datatype.valueOf(name);
      if (type.isFloatingPoint()) {
        return MetadataValue.ofDoubles(type, Double.parseDouble(text));
      }
      if (type.isIntegerValued()) {
        BigInteger number = new BigInteger(text.strip());
        return MetadataValue.ofLongs(
            type, type == Datatype.UINT64 ? unsigned(number) : number.longValueExact());
      }
      byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
      if (type.size() == 1) {
        return MetadataValue.of(type, bytes.length, bytes);
      }
    } catch (IllegalArgumentException | ArithmeticException | InvalidRequestException e) {
      throw wrong(key, text, typeName);
    }
    throw wrong(key, text, typeName);
  }

  private static long unsigned(BigInteger number) {
    if (number.signum() < 0 || number.bitLength() > Long.SIZE) {
      throw new ArithmeticException(number + " is out of range");
    }
    return number.longValue();
  }

  private static InvalidRequestException wrong(String key, String text, String type) {
    return new InvalidRequestException(
        ("metadata_value.%s: \"%s\" is not a value of %s, or the type is not valid (valid: "
                + "INT8 to UINT64, FLOAT32, FLOAT64, BOOL, STRING_ASCII and STRING_UTF8)")
            .formatted(key, text, type));
  }
}
