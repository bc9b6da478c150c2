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

/**
 * A named list of values to which the cells of an attribute refer by index. Indexes start at 0.
 * Immutable.
 */
public final class Enumeration {
  private final String name;
  private final Datatype type;
  private final int cellValNum;
  private final boolean ordered;
  private final byte[] data;
  private final long[] offsets;

  /** Finds values by their bytes; null until the first lookup. */
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
   * Creates an enumeration of fixed-size values.
   *
   * @param name the name by which attributes refer to the enumeration
   * @param type the type of the values
   * @param cellValNum number of values of {@code type} in one enumeration value, at least 1
   * @param ordered whether the order of the values is meaningful, so that they can be compared
   * @param data the values without gaps, little-endian; copied
   * @throws InvalidRequestException if {@code cellValNum} is less than 1, or if the length of the
   *     data is not a multiple of a value's size
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
   * Creates an enumeration of variable-size values.
   *
   * @param name the name by which attributes refer to the enumeration
   * @param type the type of the values
   * @param ordered whether the order of the values is meaningful, so that they can be compared
   * @param data the values without gaps; copied
   * @param offsets start of each value in {@code data} in bytes, in ascending order, the first 0;
   *     copied
   * @throws InvalidRequestException if an offset is out of range or less than its predecessor, or
   *     if the first is not 0
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
   * Creates an enumeration of strings of type STRING_UTF8.
   *
   * @param name the name by which attributes refer to the enumeration
   * @param ordered whether the order of the values is meaningful, so that they can be compared
   * @param values the distinct strings, in index order
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
   * Creates an enumeration of integers, datetimes or times.
   *
   * @param name the name by which attributes refer to the enumeration
   * @param type an integer, datetime or time type
   * @param ordered whether the order of the values is meaningful, so that they can be compared
   * @param values the distinct values, in index order
   * @throws InvalidRequestException if a number is not a value of the type, or if two values are
   *     equal
   */
  public static Enumeration ofLongs(String name, Datatype type, boolean ordered, long... values) {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    for (long value : values) {
      data.writeBytes(ValueBytes.of(type, value));
    }
    return EnumerationRules.unique(fixed(name, type, 1, ordered, data.toByteArray()));
  }

  /**
   * Creates an enumeration of floating-point numbers.
   *
   * @param name the name by which attributes refer to the enumeration
   * @param type {@link Datatype#FLOAT32} or {@link Datatype#FLOAT64}
   * @param ordered whether the order of the values is meaningful, so that they can be compared
   * @param values the distinct values, in index order; rounded to the type
   * @throws InvalidRequestException if the type is not a floating-point type, or if two values are
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
   * Returns a copy of this enumeration with the values of another one appended. The name and the
   * ordered flag of this enumeration are kept.
   *
   * @throws io.azulejo.error.InvalidRequestException if the values differ in type or size, or if
   *     two values are equal
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
   * Returns a copy of this enumeration with the missing values of another one appended, in the
   * order of {@code others}. The name and the ordered flag of this enumeration are kept. Returns
   * this enumeration if no value is missing.
   *
   * @throws io.azulejo.error.InvalidRequestException if the values differ in type or size
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

  /**
   * Returns the number of values of {@link #type} per enumeration value, or {@link Attribute#VAR}.
   */
  public int cellValNum() {
    return cellValNum;
  }

  /** Returns whether the order of the values is meaningful, so that they can be compared. */
  public boolean ordered() {
    return ordered;
  }

  /** Returns the number of values. */
  public int size() {
    return cellValNum == Attribute.VAR ? offsets.length : data.length / (type.size() * cellValNum);
  }

  /**
   * Returns a copy of a value's bytes.
   *
   * @param index zero-based index of the value
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
   * Finds a string. The first lookup sorts the values; later lookups take logarithmic time.
   *
   * @return the index of the string, or empty if no value equals it
   * @throws InvalidRequestException if the values are not strings
   */
  public OptionalInt indexOf(String text) {
    require(type.isString() || type == Datatype.CHAR || type == Datatype.GEOM_WKT, "strings");
    return indexOf(ValueBytes.of(type, text));
  }

  /**
   * Finds a number among integers, datetimes, times or floating-point values.
   *
   * @param number the number; in the type's unit for datetimes and times, the same 64 bits for
   *     UINT64
   * @return the index of the number, or empty if no value equals it
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
   * Finds a floating-point number. The number is rounded to the type and compared by its bits: 0.0
   * and -0.0 differ, and NaN is found.
   *
   * @return the index of the number, or empty if no value equals it
   * @throws InvalidRequestException if the values are not single floating-point numbers
   */
  public OptionalInt indexOf(double number) {
    require(cellValNum == 1 && type.isFloatingPoint(), "floating-point numbers");
    return indexOf(ValueBytes.of(type, number));
  }

  /** Returns the index of the value with these bytes, or empty if there is none. */
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

  /**
   * Returns the start of a value in {@code data}; for index {@link #size()}, the end of the data.
   */
  private int start(int index) {
    if (cellValNum != Attribute.VAR) {
      return index * type.size() * cellValNum;
    }
    return index < offsets.length ? (int) offsets[index] : data.length;
  }

  /** Returns the total size of the values and their offsets in bytes. */
  long byteCount() {
    return data.length + (long) Long.BYTES * offsets.length;
  }

  /** Returns a copy of all values without gaps, in index order. */
  public byte[] data() {
    return data.clone();
  }

  /**
   * Returns a copy of the start of each value in {@link #data} in bytes; empty for fixed-size
   * values.
   */
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
