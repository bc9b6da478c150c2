package io.azulejo.schema;

import static io.azulejo.schema.Rule.require;

import io.azulejo.error.InvalidRequestException;
import java.nio.ByteBuffer;
import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The rules for enumerations to be stored. */
final class EnumerationRules {
  private static final long MAX_BYTES = 10L << 20;
  private static final long MAX_BYTES_IN_ALL = 50L << 20;

  private EnumerationRules() {}

  /** Returns the enumeration after checking that its values are distinct. */
  static Enumeration unique(Enumeration enumeration) {
    Map<ByteBuffer, Integer> seen = new HashMap<>();
    for (int i = 0; i < enumeration.size(); i++) {
      Integer before = seen.put(ByteBuffer.wrap(enumeration.value(i)), i);
      if (before != null) {
        throw new InvalidRequestException(
            "enumeration \"%s\": the values %d and %d are equal: give each value once"
                .formatted(enumeration.name(), before, i));
      }
    }
    return enumeration;
  }

  /** Checks an enumeration to be stored. */
  static void check(Enumeration enumeration) {
    require(
        !enumeration.name().isEmpty(), "an enumeration without a name: no attribute could name it");
    require(
        bytes(enumeration) <= MAX_BYTES,
        "enumeration \"%s\" has %d bytes: at most %d (10 MiB) can be stored: take fewer values, or"
            + " the values themselves as an attribute",
        enumeration.name(),
        bytes(enumeration),
        MAX_BYTES);
    unique(enumeration);
  }

  /** Checks the total size of an array's enumerations, as far as they are known. */
  static void checkTogether(Collection<Enumeration> enumerations) {
    long all = 0;
    for (Enumeration enumeration : enumerations) {
      all += bytes(enumeration);
    }
    require(
        all <= MAX_BYTES_IN_ALL,
        "enumerations of %d bytes together: at most %d (50 MiB) can be stored: take fewer values",
        all,
        MAX_BYTES_IN_ALL);
  }

  /** Checks that {@code after} starts with all values of {@code before} and adds more. */
  static void checkExtension(Enumeration before, Enumeration after) {
    checkSameType(before, after);
    require(
        before.ordered() == after.ordered(),
        "enumeration \"%s\" is %s: whether the order of the values has a meaning cannot change",
        before.name(),
        before.ordered() ? "ordered" : "not ordered");
    for (int i = 0; i < before.size(); i++) {
      require(
          i < after.size() && Arrays.equals(before.value(i), after.value(i)),
          "enumeration \"%s\": an extension has all the values that were there in their places, but"
              + " value %d is another one: put new values after the %d old ones",
          before.name(),
          i,
          before.size());
    }
    require(
        after.size() > before.size(),
        "enumeration \"%s\": the extension adds no value to the %d that are there: leave it out",
        before.name(),
        before.size());
  }

  private static long bytes(Enumeration enumeration) {
    return enumeration.byteCount();
  }

  /** Checks that both have values of the same type and size. */
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
