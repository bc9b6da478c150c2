package io.azulejo.internal.read.condition;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.condition.Literal;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Finds the index of an enumeration value. */
final class EnumerationLookup {
  private final Enumeration enumeration;
  private final FieldLiterals literals;
  private final boolean numbers;
  private final Map<Object, Integer> indexes = new HashMap<>();

  EnumerationLookup(Enumeration enumeration) {
    this.enumeration = enumeration;
    literals =
        new FieldLiterals(
            "a value of enumeration \"" + enumeration.name() + "\"",
            enumeration.type(),
            enumeration.cellValNum());
    numbers = literals.areComparable() && !literals.areTexts();
    int count = enumeration.size();
    byte[] data = enumeration.data();
    long[] offsets = enumeration.offsets();
    if (numbers) {
      long[] keys = new long[count];
      CoordinateKeys.decode(enumeration.type(), data, 0, count, keys);
      for (int i = 0; i < count; i++) {
        indexes.putIfAbsent(keys[i], i);
      }
      return;
    }
    boolean var = enumeration.cellValNum() == Attribute.VAR;
    int size = var || count == 0 ? 0 : data.length / count;
    for (int i = 0; i < count; i++) {
      int start = var ? (int) offsets[i] : i * size;
      int end = !var ? start + size : i + 1 < count ? (int) offsets[i + 1] : data.length;
      indexes.putIfAbsent(Slice.of(data, start, end - start), i);
    }
  }

  /** Returns the enumeration's name. */
  String name() {
    return enumeration.name();
  }

  /** Returns whether the order of the values is meaningful. */
  boolean ordered() {
    return enumeration.ordered();
  }

  /** Returns the indexes of the values that start with a string, ascending. */
  List<Integer> startingWith(Literal prefix) {
    if (numbers) {
      throw new InvalidRequestException(
          "the values of enumeration \"%s\" are numbers, but starts with applies only to strings"
              .formatted(enumeration.name()));
    }
    Slice start = literals.text(prefix);
    return indexes.entrySet().stream()
        .filter(entry -> startsWith((Slice) entry.getKey(), start))
        .map(Map.Entry::getValue)
        .sorted()
        .toList();
  }

  /** Returns whether the values are numbers. */
  boolean areNumbers() {
    return numbers;
  }

  /** Returns the indexes of the values that match a pattern, ascending. */
  List<Integer> matching(LikePattern pattern) {
    return indexes.entrySet().stream()
        .filter(
            entry -> {
              byte[] value = ((Slice) entry.getKey()).toBytes();
              return pattern.matches(value, 0, value.length);
            })
        .map(Map.Entry::getValue)
        .sorted()
        .toList();
  }

  private static boolean startsWith(Slice value, Slice start) {
    return value.length() >= start.length() && value.slice(0, start.length()).equals(start);
  }

  /** Returns the index of a value; empty if the enumeration does not contain it. */
  Optional<Integer> index(Literal value) {
    return Optional.ofNullable(indexes.get(numbers ? literals.key(value) : literals.text(value)));
  }
}
