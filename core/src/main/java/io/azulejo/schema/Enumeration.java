package io.azulejo.schema;

import java.util.Arrays;
import java.util.Objects;

/** The values that the indexes of an attribute stand for. */
public final class Enumeration {
  private final String name;
  private final Datatype type;
  private final int cellValNum;
  private final boolean ordered;
  private final byte[] data;
  private final long[] offsets;

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
   * An enumeration of values of fixed size.
   *
   * @param cellValNum values of the type that make one value of the enumeration
   * @param data the values one after another, little-endian; a multiple of a value's size
   */
  public static Enumeration fixed(
      String name, Datatype type, int cellValNum, boolean ordered, byte[] data) {
    long size = (long) type.size() * cellValNum;
    if (cellValNum < 1 || data.length % size != 0) {
      throw new IllegalArgumentException(
          "enumeration \"%s\": %d bytes are no multiple of a value's %d bytes"
              .formatted(name, data.length, size));
    }
    return new Enumeration(name, type, cellValNum, ordered, data.clone(), new long[0]);
  }

  /**
   * An enumeration of values of variable size.
   *
   * @param data the values one after another
   * @param offsets where each value begins in data: never falling, the first 0
   */
  public static Enumeration var(
      String name, Datatype type, boolean ordered, byte[] data, long[] offsets) {
    long last = 0;
    for (int i = 0; i < offsets.length; i++) {
      if (offsets[i] < last || offsets[i] > data.length || (i == 0 && offsets[i] != 0)) {
        throw new IllegalArgumentException(
            "enumeration \"%s\": offset %d is %d, not within %d..%d"
                .formatted(name, i, offsets[i], last, i == 0 ? 0 : data.length));
      }
      last = offsets[i];
    }
    return new Enumeration(name, type, Attribute.VAR, ordered, data.clone(), offsets.clone());
  }

  /** The name. */
  public String name() {
    return name;
  }

  /** The type of the values. */
  public Datatype type() {
    return type;
  }

  /**
   * Values of the type that make one value of the enumeration; {@link Attribute#VAR} if varying.
   */
  public int cellValNum() {
    return cellValNum;
  }

  /** Whether the order of the values has a meaning. */
  public boolean ordered() {
    return ordered;
  }

  /** The number of values. */
  public int size() {
    return cellValNum == Attribute.VAR ? offsets.length : data.length / (type.size() * cellValNum);
  }

  /** The bytes of a value (a copy), counted from 0. */
  public byte[] value(int index) {
    Objects.checkIndex(index, size());
    if (cellValNum == Attribute.VAR) {
      long end = index + 1 < offsets.length ? offsets[index + 1] : data.length;
      return Arrays.copyOfRange(data, (int) offsets[index], (int) end);
    }
    int size = type.size() * cellValNum;
    return Arrays.copyOfRange(data, index * size, (index + 1) * size);
  }

  /** All values one after another (a copy). */
  public byte[] data() {
    return data.clone();
  }

  /** Where each value begins (a copy); empty where values are of fixed size. */
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
