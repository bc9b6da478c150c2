package io.azulejo.schema;

import static io.azulejo.schema.Rule.require;

import io.azulejo.error.InvalidRequestException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** Validation rules for enumerations that are stored or extended. */
final class EnumerationRules {
  private static final long MAX_BYTES = 10L << 20;
  private static final long MAX_BYTES_IN_ALL = 50L << 20;

  private EnumerationRules() {}

  /**
   * Returns the given enumeration if its values are distinct.
   *
   * @throws InvalidRequestException if two values are equal
   */
  static Enumeration unique(Enumeration enumeration) {
    Map<ByteBuffer, Integer> seen = new HashMap<>();
    for (int i = 0; i < enumeration.size(); i++) {
      Integer before = seen.put(ByteBuffer.wrap(enumeration.value(i)), i);
      if (before != null) {
        throw new InvalidRequestException(
            "enumeration \"%s\": values %d and %d are equal; values must be unique"
                .formatted(enumeration.name(), before, i));
      }
    }
    return enumeration;
  }

  /** Checks the name, the size and the uniqueness of an enumeration that is about to be stored. */
  static void check(Enumeration enumeration) {
    require(
        !enumeration.name().isEmpty(),
        "an enumeration has an empty name, so attributes cannot refer to it");
    require(
        bytes(enumeration) <= MAX_BYTES,
        "enumeration \"%s\" has %d bytes, more than the limit of %d (10 MiB); use fewer"
            + " values, or store the values themselves in an attribute",
        enumeration.name(),
        bytes(enumeration),
        MAX_BYTES);
    unique(enumeration);
  }

  /** Checks the total size of the known enumerations of an array. */
  static void checkTogether(Collection<Enumeration> enumerations) {
    long all = 0;
    for (Enumeration enumeration : enumerations) {
      all += bytes(enumeration);
    }
    require(
        all <= MAX_BYTES_IN_ALL,
        "the enumerations have %d bytes together, more than the limit of %d (50 MiB); use"
            + " fewer values",
        all,
        MAX_BYTES_IN_ALL);
  }

  /**
   * Checks that {@code after} consists of all values of {@code before} and at least one new value.
   */
  static void checkExtension(Enumeration before, Enumeration after) {
    checkSameType(before, after);
    require(
        before.ordered() == after.ordered(),
        "enumeration \"%s\" is %s; an extension cannot change that",
        before.name(),
        before.ordered() ? "ordered" : "not ordered");
    for (int i = 0; i < before.size(); i++) {
      require(
          i < after.size() && Arrays.equals(before.value(i), after.value(i)),
          "enumeration \"%s\": an extension must keep all values in place, but value %d"
              + " differs; add new values after the %d existing ones",
          before.name(),
          i,
          before.size());
    }
    require(
        after.size() > before.size(),
        "enumeration \"%s\": the extension does not add to the %d existing values; omit it",
        before.name(),
        before.size());
  }

  private static long bytes(Enumeration enumeration) {
    return enumeration.byteCount();
  }

  /** Checks that two enumerations have the same type and number of values per enumeration value. */
  static void checkSameType(Enumeration one, Enumeration other) {
    if (one.type() != other.type() || one.cellValNum() != other.cellValNum()) {
      throw new InvalidRequestException(
          "enumeration \"%s\" has values of %s, not of %s"
              .formatted(one.name(), kind(one), kind(other)));
    }
  }

  private static String kind(Enumeration enumeration) {
    return enumeration.cellValNum() == Attribute.VAR
        ? enumeration.type() + " of variable size"
        : enumeration.cellValNum() + " x " + enumeration.type();
  }
}
