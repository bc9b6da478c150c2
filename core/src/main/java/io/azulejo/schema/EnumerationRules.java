package io.azulejo.schema;

import io.azulejo.error.InvalidRequestException;
import java.nio.ByteBuffer;
import java.util.HashMap;
import java.util.Map;

/** What enumerations have to be that are stored. */
final class EnumerationRules {
  private EnumerationRules() {}

  /** The enumeration, if no two of its values are equal. */
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

  /** Checks that values of one can stand in the other. */
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
