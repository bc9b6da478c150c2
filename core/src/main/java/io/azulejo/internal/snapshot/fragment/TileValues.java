package io.azulejo.internal.snapshot.fragment;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.TileBounds;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;

/** One value of each tile, as it is stored. */
interface TileValues {
  /**
   * The value of a number: whole ones and characters with the sign or zeros before them,
   * floating-point ones by their bits.
   */
  long bits(int tile);

  /** The value of a string. */
  Slice text(int tile);

  /** The value of a string as far as writers look at it: up to the first NUL. */
  default Slice upToNul(int tile) {
    Slice text = text(tile);
    int end = 0;
    while (end < text.length() && text.getByte(end) != 0) {
      end++;
    }
    return text.slice(0, end);
  }

  /**
   * The values of a section; null if it is empty.
   *
   * @param type the type of a value
   * @param size the bytes of a cell of fixed size; 0 for cells of variable size
   * @throws CorruptDataException if they are not one value a tile
   */
  static TileValues of(MetadataTable table, TileBounds bounds, Datatype type, int size, int tiles) {
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
          "%d bytes for %d tiles, which need %d".formatted(fixed.length(), tiles, expected));
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
            "%s is not within %d..%d, the value before and the end of all"
                .formatted(Long.toUnsignedString(offset), last, var.length()));
      }
      last = offset;
    }
    return new Var(fixed, var, tiles);
  }

  /** Values of fixed size one after another. */
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

  /** Values of variable size, and where each begins. */
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

  /** Integers, and floating-point ones by their bits. */
  record Numbers(long[] values) implements TileValues {
    /** Floating-point numbers of a type. */
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
      throw new UnsupportedOperationException("a number is no string");
    }
  }

  /** Strings. */
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
