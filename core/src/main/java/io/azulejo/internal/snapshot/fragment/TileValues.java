package io.azulejo.internal.snapshot.fragment;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.TileBounds;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;

/** One stored value per tile, for example the minimum of each tile. */
interface TileValues {
  /**
   * Returns the value of a tile of numbers. Signed integers are sign-extended, unsigned integers
   * and characters are zero-extended. Floating-point numbers are the bits of their type.
   */
  long bits(int tile);

  /** Returns the bytes of a tile's value. */
  Slice text(int tile);

  /** Returns the part of a string that writers compare, which ends at the first NUL. */
  default Slice upToNul(int tile) {
    Slice text = text(tile);
    int end = 0;
    while (end < text.length() && text.getByte(end) != 0) {
      end++;
    }
    return text.slice(0, end);
  }

  /**
   * Decodes the values of a section. Returns null if the section is empty.
   *
   * @param table the table that the section belongs to, for messages
   * @param type the type of a value
   * @param size the size of a fixed-size cell in bytes; 0 for variable-size cells
   * @param tiles the number of tiles
   * @throws CorruptDataException if there is not exactly one value per tile
   */
  static TileValues of(TableKind table, TileBounds bounds, Datatype type, int size, int tiles) {
    Slice fixed = bounds.fixed();
    Slice var = bounds.var();
    if (fixed.length() == 0 && var.length() == 0) {
      return null;
    }
    long expected = (long) tiles * (size == 0 ? Long.BYTES : size);
    if (fixed.length() != expected) {
      throw CorruptDataException.of(
          table.structure(),
          "fixed_length",
          0,
          "%d bytes for %d tiles (expected %d)".formatted(fixed.length(), tiles, expected));
    }
    if (size > 0) {
      return new Fixed(fixed, type, size);
    }
    long last = 0;
    for (int tile = 0; tile < tiles; tile++) {
      long offset = fixed.getLong(tile * Long.BYTES);
      if (offset < last || offset > var.length()) {
        throw CorruptDataException.of(
            table.structure(),
            "fixed[" + tile + "]",
            (2L + tile) * Long.BYTES,
            "%s is not within %d..%d (previous offset to total size)"
                .formatted(Long.toUnsignedString(offset), last, var.length()));
      }
      last = offset;
    }
    return new Var(fixed, var, tiles);
  }

  /** Fixed-size values, stored consecutively. */
  record Fixed(Slice values, Datatype type, int size) implements TileValues {
    @Override
    public long bits(int tile) {
      boolean signed = type.isInteger() && !type.isUnsigned();
      return values.getInteger(tile * size, type.size(), !signed);
    }

    @Override
    public Slice text(int tile) {
      return values.slice(tile * size, size);
    }
  }

  /** Variable-size values, and the start position of each value. */
  record Var(Slice offsets, Slice values, int tiles) implements TileValues {
    @Override
    public long bits(int tile) {
      throw new UnsupportedOperationException("a string has no bits");
    }

    @Override
    public Slice text(int tile) {
      int start = (int) offsets.getLong(tile * Long.BYTES);
      int end = tile + 1 < tiles ? (int) offsets.getLong((tile + 1) * Long.BYTES) : values.length();
      return values.slice(start, end - start);
    }
  }

  /** Integers, or floating-point numbers as the bits of their type. */
  record Numbers(long[] values) implements TileValues {
    /** Converts floating-point numbers to the bits of a type. */
    static Numbers ofFloatingPoint(Datatype type, double[] values) {
      long[] bits = new long[values.length];
      for (int i = 0; i < bits.length; i++) {
        bits[i] =
            type == Datatype.FLOAT32
                ? Float.floatToRawIntBits((float) values[i]) & 0xffffffffL
                : Double.doubleToRawLongBits(values[i]);
      }
      return new Numbers(bits);
    }

    @Override
    public long bits(int tile) {
      return values[tile];
    }

    @Override
    public Slice text(int tile) {
      throw new UnsupportedOperationException("a number is not a string");
    }
  }

  /** String values. */
  record Texts(Slice[] values) implements TileValues {
    @Override
    public long bits(int tile) {
      throw new UnsupportedOperationException("a string has no bits");
    }

    @Override
    public Slice text(int tile) {
      return values[tile];
    }
  }
}
