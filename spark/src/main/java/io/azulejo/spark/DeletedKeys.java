package io.azulejo.spark;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Condition;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import java.io.Serializable;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * The set of cells or tiles that a job deletes, identified by coordinates in the encoding of {@link
 * RowKeyBytes}. The format can only delete by condition. The set is therefore converted to a
 * condition, and its size is limited.
 */
final class DeletedKeys implements Serializable {
  private static final long serialVersionUID = 1;

  /**
   * Maximum number of keys. It is low, because every later read evaluates the condition made from
   * them.
   */
  static final int MAX_KEYS = 10_000;

  private final Set<Key> keys = new HashSet<>();
  private final boolean tiles;

  /** A byte array that is equal to any array with the same content. */
  private record Key(byte[] bytes) implements Serializable {
    @Override
    public boolean equals(Object other) {
      return other instanceof Key that && Arrays.equals(bytes, that.bytes);
    }

    @Override
    public int hashCode() {
      return Arrays.hashCode(bytes);
    }
  }

  /** A range of consecutive values of one dimension, with inclusive bounds. */
  private record Run(BigInteger low, BigInteger high) {}

  /**
   * Creates an empty set.
   *
   * @param tiles whether the keys are the lowest coordinates of tiles rather than the coordinates
   *     of cells
   */
  DeletedKeys(boolean tiles) {
    this.tiles = tiles;
  }

  /**
   * Adds a key.
   *
   * @param key the coordinates, which are copied; the position of the buffer does not change
   * @throws InvalidRequestException if the set exceeds {@link #MAX_KEYS}
   */
  void add(ByteBuffer key) {
    byte[] bytes = new byte[key.remaining()];
    key.get(key.position(), bytes);
    keys.add(new Key(bytes));
    requireLimit();
  }

  /**
   * Adds all keys of another set.
   *
   * @throws InvalidRequestException if the set exceeds {@link #MAX_KEYS}
   */
  void addAll(DeletedKeys others) {
    keys.addAll(others.keys);
    requireLimit();
  }

  /** Removes all keys of another set. */
  void removeAll(DeletedKeys others) {
    others.keys.forEach(keys::remove);
  }

  private void requireLimit() {
    if (keys.size() > MAX_KEYS) {
      throw new InvalidRequestException(
          tiles
              ? ("cannot overwrite more than %d tiles at once; overwrite by a condition "
                      + "instead: df.writeTo(t).overwrite(...)")
                  .formatted(MAX_KEYS)
              : ("cannot delete more than %d rows one by one, because the format deletes by "
                      + "conditions; use a condition on columns only, or several steps")
                  .formatted(MAX_KEYS));
    }
  }

  boolean isEmpty() {
    return keys.isEmpty();
  }

  /**
   * Returns a condition that matches exactly these cells, or exactly the cells of these tiles. The
   * set must not be empty.
   *
   * @param dimensions all dimensions of the array
   */
  Condition condition(List<Dimension> dimensions) {
    Map<List<Object>, TreeSet<BigInteger>> runs = new LinkedHashMap<>();
    Map<List<Object>, List<Object>> others = new LinkedHashMap<>();
    int last = dimensions.size() - 1;
    boolean counted = isCounted(dimensions.get(last).type());
    for (Key key : keys) {
      ByteBuffer bytes = ByteBuffer.wrap(key.bytes).order(ByteOrder.LITTLE_ENDIAN);
      List<Object> first = new ArrayList<>();
      for (Dimension dimension : dimensions.subList(0, last)) {
        first.add(value(bytes, dimension));
      }
      Object value = value(bytes, dimensions.get(last));
      if (counted) {
        runs.computeIfAbsent(first, any -> new TreeSet<>()).add((BigInteger) value);
      } else {
        others.computeIfAbsent(first, any -> new ArrayList<>()).add(value);
      }
    }
    List<Condition> parts = new ArrayList<>();
    runs.forEach((first, values) -> parts.add(all(dimensions, first, runs(dimensions, values))));
    others.forEach(
        (first, values) -> parts.add(all(dimensions, first, any(dimensions.get(last), values))));
    return any(parts);
  }

  private static boolean isCounted(Datatype type) {
    return type.isIntegerValued();
  }

  private static Object value(ByteBuffer bytes, Dimension dimension) {
    Datatype type = dimension.type();
    if (dimension.isVar()) {
      byte[] text = new byte[bytes.getInt()];
      bytes.get(text);
      return ByteBuffer.wrap(text);
    }
    if (type.isFloatingPoint()) {
      return type.size() == Float.BYTES ? (double) bytes.getFloat() : bytes.getDouble();
    }
    long number = RowKeyBytes.number(bytes, type);
    return type == Datatype.UINT64
        ? new BigInteger(Long.toUnsignedString(number))
        : BigInteger.valueOf(number);
  }

  /**
   * Returns a condition that the last dimension has one of the values. Merges consecutive values
   * into ranges, because adjacent cells need far fewer ranges than values.
   */
  private Condition runs(List<Dimension> dimensions, TreeSet<BigInteger> values) {
    Dimension last = dimensions.get(dimensions.size() - 1);
    BigInteger length = length(last);
    List<Run> runs = new ArrayList<>();
    for (BigInteger value : values) {
      BigInteger end = value.add(length).subtract(BigInteger.ONE);
      Run before = runs.isEmpty() ? null : runs.get(runs.size() - 1);
      if (before != null && before.high().add(BigInteger.ONE).equals(value)) {
        runs.set(runs.size() - 1, new Run(before.low(), end));
      } else {
        runs.add(new Run(value, end));
      }
    }
    Condition.Field field = Condition.field(last.name());
    List<Condition> parts = new ArrayList<>();
    List<Object> single = new ArrayList<>();
    for (Run run : runs) {
      if (run.low().equals(run.high())) {
        single.add(run.low());
      } else {
        parts.add(between(last, run));
      }
    }
    if (!single.isEmpty()) {
      parts.add(field.in(single.toArray()));
    }
    return any(parts);
  }

  private BigInteger length(Dimension dimension) {
    return tiles ? new BigInteger(Long.toUnsignedString(dimension.tileLength())) : BigInteger.ONE;
  }

  /**
   * Returns a range condition. It is clipped to the type, because the last tile may extend beyond
   * the type.
   */
  private static Condition between(Dimension dimension, Run run) {
    Datatype type = dimension.type();
    int bits = type.size() * Byte.SIZE - (type.isUnsigned() ? 0 : 1);
    BigInteger greatest = BigInteger.TWO.pow(bits).subtract(BigInteger.ONE);
    return Condition.field(dimension.name()).between(run.low(), run.high().min(greatest));
  }

  /**
   * Returns a condition that combines the values of the leading dimensions with AND.
   *
   * @param first one value for each leading dimension
   * @param last the condition on the last dimension
   */
  private Condition all(List<Dimension> dimensions, List<Object> first, Condition last) {
    Condition all = last;
    for (int i = first.size() - 1; i >= 0; i--) {
      Dimension dimension = dimensions.get(i);
      Condition one =
          isCounted(dimension.type())
              ? runs(List.of(dimension), new TreeSet<>(Set.of((BigInteger) first.get(i))))
              : any(dimension, List.of(first.get(i)));
      all = one.and(all);
    }
    return all;
  }

  private static Condition any(Dimension dimension, List<Object> values) {
    Condition.Field field = Condition.field(dimension.name());
    if (dimension.type().isFloatingPoint()) {
      return any(values.stream().map(field::equalTo).toList()); // 0.0 equals -0.0, but not in sets
    }
    return field.in(values.stream().map(value -> ((ByteBuffer) value).array()).toArray());
  }

  /** Combines conditions with OR. Builds a balanced tree to limit the nesting depth. */
  private static Condition any(List<Condition> parts) {
    int count = parts.size();
    return count == 1
        ? parts.get(0)
        : any(parts.subList(0, count / 2)).or(any(parts.subList(count / 2, count)));
  }
}
