package io.azulejo.schema;

import io.azulejo.error.InvalidRequestException;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.LongStream;
import org.jspecify.annotations.Nullable;

/** A list of values that the cells of an attribute refer to by index, from 0. Immutable. */
public final class Enumeration {
  private final String name;
  private final Datatype type;
  private final int cellValNum;
  private final boolean ordered;
  private final byte[] data;
  private final long[] offsets;

  /** Finds values; created on first use. */
  private volatile @Nullable EnumerationIndex index;

  private Enumeration(
      String name, Datatype type, int cellValNum, boolean ordered, byte[] data, long[] offsets) {
    this.name = Objects.requireNonNull(name, "name");
    this.type = Objects.requireNonNull(type, "type");
    this.cellValNum = cellValNum;
    this.ordered = ordered;
    this.data = data;
    this.offsets = offsets;
  }

  /**
   * Returns an enumeration of fixed-size values.
   *
   * @param cellValNum number of type values in one enumeration value, at least 1
   * @param ordered whether the order of the values has a meaning, so that they can be compared
   * @param data the values one after another, little-endian; copied
   * @throws InvalidRequestException if the length of the data is not a multiple of a value's size
   */
  public static Enumeration fixed(
      String name, Datatype type, int cellValNum, boolean ordered, byte[] data) {
    long size = (long) type.size() * cellValNum;
    if (cellValNum < 1 || data.length % size != 0) {
      throw new InvalidRequestException(
          "enumeration \"%s\": %d bytes are not a multiple of the value size of %d bytes"
              .formatted(name, data.length, size));
    }
    return new Enumeration(name, type, cellValNum, ordered, data.clone(), new long[0]);
  }

  /**
   * Returns an enumeration of variable-size values.
   *
   * @param ordered whether the order of the values has a meaning, so that they can be compared
   * @param data the values one after another; copied
   * @param offsets start of each value in data (bytes), never decreasing, the first 0; copied
   * @throws InvalidRequestException if the offsets are invalid
   */
  public static Enumeration var(
      String name, Datatype type, boolean ordered, byte[] data, long[] offsets) {
    long last = 0;
    for (int i = 0; i < offsets.length; i++) {
      if (offsets[i] < last || offsets[i] > data.length || (i == 0 && offsets[i] != 0)) {
        throw new InvalidRequestException(
            "enumeration \"%s\": offset %d is %d (expected %d..%d)"
                .formatted(name, i, offsets[i], last, i == 0 ? 0 : data.length));
      }
      last = offsets[i];
    }
    return new Enumeration(name, type, Attribute.VAR, ordered, data.clone(), offsets.clone());
  }

  /**
   * Returns an enumeration of strings, as STRING_UTF8.
   *
   * @param ordered whether the order of the values has a meaning, so that they can be compared
   * @throws io.azulejo.error.InvalidRequestException if two values are equal
   */
  public static Enumeration ofStrings(String name, boolean ordered, List<String> values) {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    long[] offsets = new long[values.size()];
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = data.size();
      data.writeBytes(values.get(i).getBytes(StandardCharsets.UTF_8));
    }
    return EnumerationRules.unique(
        var(name, Datatype.STRING_UTF8, ordered, data.toByteArray(), offsets));
  }

  /**
   * Returns an enumeration of integers, datetimes or times.
   *
   * @param ordered whether the order of the values has a meaning, so that they can be compared
   * @throws InvalidRequestException if a number is not a value of the type, or two values are equal
   */
  public static Enumeration ofLongs(String name, Datatype type, boolean ordered, long... values) {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    for (long value : values) {
      data.writeBytes(ValueBytes.of(type, value));
    }
    return EnumerationRules.unique(fixed(name, type, 1, ordered, data.toByteArray()));
  }

  /**
   * Returns an enumeration of floating-point numbers.
   *
   * @param ordered whether the order of the values has a meaning, so that they can be compared
   * @throws InvalidRequestException if the type is not a floating-point type, or two values are
   *     equal
   */
  public static Enumeration ofDoubles(
      String name, Datatype type, boolean ordered, double... values) {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    for (double value : values) {
      data.writeBytes(ValueBytes.of(type, value));
    }
    return EnumerationRules.unique(fixed(name, type, 1, ordered, data.toByteArray()));
  }

  /**
   * Returns this enumeration followed by the values of another; name and order stay.
   *
   * @throws io.azulejo.error.InvalidRequestException if the types of the values differ, or two
   *     values are equal
   */
  public Enumeration extendedBy(Enumeration more) {
    EnumerationRules.checkSameType(this, more);
    byte[] allData = Arrays.copyOf(data, data.length + more.data.length);
    System.arraycopy(more.data, 0, allData, data.length, more.data.length);
    long[] allOffsets = Arrays.copyOf(offsets, offsets.length + more.offsets.length);
    for (int i = 0; i < more.offsets.length; i++) {
      allOffsets[offsets.length + i] = data.length + more.offsets[i];
    }
    return EnumerationRules.unique(
        new Enumeration(name, type, cellValNum, ordered, allData, allOffsets));
  }

  /**
   * Returns this enumeration followed by the values of {@code others} that it lacks, in their
   * order; name and order stay. Returns this enumeration if it lacks none.
   *
   * @throws io.azulejo.error.InvalidRequestException if the types of the values differ
   */
  public Enumeration including(Enumeration others) {
    EnumerationRules.checkSameType(this, others);
    Set<ByteBuffer> known = new HashSet<>();
    for (int i = 0; i < size(); i++) {
      known.add(ByteBuffer.wrap(value(i)));
    }
    ByteArrayOutputStream allData = new ByteArrayOutputStream();
    allData.writeBytes(data);
    LongStream.Builder starts = LongStream.builder();
    int before = known.size();
    for (int i = 0; i < others.size(); i++) {
      byte[] value = others.value(i);
      if (known.add(ByteBuffer.wrap(value))) {
        starts.add(allData.size());
        allData.writeBytes(value);
      }
    }
    if (known.size() == before) {
      return this;
    }
    long[] allOffsets =
        cellValNum == Attribute.VAR
            ? LongStream.concat(Arrays.stream(offsets), starts.build()).toArray()
            : offsets;
    return new Enumeration(name, type, cellValNum, ordered, allData.toByteArray(), allOffsets);
  }

  /** Returns the name by which attributes refer to the enumeration. */
  public String name() {
    return name;
  }

  /** Returns the type of the values. */
  public Datatype type() {
    return type;
  }

  /** Returns the number of type values in one enumeration value, or {@link Attribute#VAR}. */
  public int cellValNum() {
    return cellValNum;
  }

  /** Returns whether the order of the values has a meaning. */
  public boolean ordered() {
    return ordered;
  }

  /** Returns the number of values. */
  public int size() {
    return cellValNum == Attribute.VAR ? offsets.length : data.length / (type.size() * cellValNum);
  }

  /**
   * Returns a copy of the bytes of a value.
   *
   * @param index from 0
   * @throws InvalidRequestException if the index is not from 0 to {@link #size()} - 1
   */
  public byte[] value(int index) {
    if (index < 0 || index >= size()) {
      throw new InvalidRequestException(
          "enumeration \"%s\" does not have a value %d: it has %d values, counted from 0"
              .formatted(name, index, size()));
    }
    return Arrays.copyOfRange(data, start(index), start(index + 1));
  }

  /**
   * Returns the index of a string; empty if no value equals it. The first lookup sorts the values;
   * lookups then take logarithmic time.
   *
   * @throws InvalidRequestException if the values are not strings
   */
  public OptionalInt indexOf(String text) {
    require(type.isString() || type == Datatype.CHAR || type == Datatype.GEOM_WKT, "strings");
    return indexOf(ValueBytes.of(type, text));
  }

  /**
   * Returns the index of a number; empty if no value equals it. Works for integers, datetimes and
   * times (in their units) and floating-point values. For UINT64 pass the same 64 bits.
   *
   * @throws InvalidRequestException if the values are not single numbers
   */
  public OptionalInt indexOf(long number) {
    require(cellValNum == 1 && (type.isIntegerValued() || type.isFloatingPoint()), "numbers");
    if (type.isIntegerValued()) {
      return DimensionNumbers.narrow(type, number) == number
          ? indexOf(ValueBytes.of(type, number))
          : OptionalInt.empty();
    }
    double value = type == Datatype.FLOAT32 ? (float) number : (double) number;
    return new BigDecimal(value).equals(new BigDecimal(number))
        ? indexOf(value)
        : OptionalInt.empty();
  }

  /**
   * Returns the index of a floating-point number; empty if no value equals it. The number is
   * rounded to the type and compared by its bits: 0.0 and -0.0 differ, and NaN is found.
   *
   * @throws InvalidRequestException if the values are not single floating-point numbers
   */
  public OptionalInt indexOf(double number) {
    require(cellValNum == 1 && type.isFloatingPoint(), "floating-point numbers");
    return indexOf(ValueBytes.of(type, number));
  }

  /** Returns the index of the value with these bytes; empty if there is none. */
  public OptionalInt indexOf(byte[] value) {
    EnumerationIndex known = index;
    if (known == null) {
      known = new EnumerationIndex(size(), this::start, data);
      index = known;
    }
    return known.find(value);
  }

  private void require(boolean fits, String kind) {
    if (!fits) {
      throw new InvalidRequestException(
          "the values of enumeration \"%s\" are not %s but %s%s; look up values of that type"
              .formatted(
                  name, kind, type, cellValNum > 1 ? " (%d each)".formatted(cellValNum) : ""));
    }
  }

  /** Returns the start of a value in data; for the index after the last one, the end of data. */
  private int start(int index) {
    if (cellValNum != Attribute.VAR) {
      return index * type.size() * cellValNum;
    }
    return index < offsets.length ? (int) offsets[index] : data.length;
  }

  /** Returns the size of the values and their offsets in bytes. */
  long byteCount() {
    return data.length + (long) Long.BYTES * offsets.length;
  }

  /** Returns a copy of all values, one after another. */
  public byte[] data() {
    return data.clone();
  }

  /** Returns a copy of the start of each value (bytes); empty for fixed-size values. */
  public long[] offsets() {
    return offsets.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof Enumeration that
        && name.equals(that.name)
        && type == that.type
        && cellValNum == that.cellValNum
        && ordered == that.ordered
        && Arrays.equals(data, that.data)
        && Arrays.equals(offsets, that.offsets);
  }

  @Override
  public int hashCode() {
    return Objects.hash(name, type, cellValNum, ordered, Arrays.hashCode(data));
  }

  @Override
  public String toString() {
    return "Enumeration[" + name + " " + type + ", " + size() + " values]";
  }
}
