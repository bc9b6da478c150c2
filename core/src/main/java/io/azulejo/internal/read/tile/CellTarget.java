package io.azulejo.internal.read.tile;

import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.internal.runtime.StridedCopy;
import io.azulejo.schema.Datatype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Where the values of a field of fixed size are copied to: the bytes of a column, or an array or a
 * buffer of the caller. Places are counted in cells. Different places may be written by different
 * threads.
 */
public abstract class CellTarget {
  final int cellSize;

  private CellTarget(int cellSize) {
    this.cellSize = cellSize;
  }

  /** Cells one after another in an array of bytes. */
  static CellTarget of(byte[] bytes, int cellSize) {
    return new Bytes(bytes, cellSize);
  }

  /**
   * Cells one after another in an array of {@code byte}, {@code short}, {@code int}, {@code long},
   * {@code float} or {@code double}, or in a buffer from its position on, little-endian whatever
   * its order.
   */
  public static CellTarget of(Object values, int cellSize) {
    if (values instanceof byte[] bytes) {
      return new Bytes(bytes, cellSize);
    } else if (values instanceof short[] shorts) {
      return new Shorts(shorts, cellSize);
    } else if (values instanceof int[] ints) {
      return new Ints(ints, cellSize);
    } else if (values instanceof long[] longs) {
      return new Longs(longs, cellSize);
    } else if (values instanceof float[] floats) {
      return new Floats(floats, cellSize);
    } else if (values instanceof double[] doubles) {
      return new Doubles(doubles, cellSize);
    }
    return new Buffer((ByteBuffer) values, cellSize);
  }

  /** The array of Java that values of a type fit, such as {@code double[]}. */
  public static String arrayType(Datatype type) {
    if (type.isFloatingPoint()) {
      return type.size() == Double.BYTES ? "double[]" : "float[]";
    }
    return switch (type.size()) {
      case 1 -> "byte[]";
      case 2 -> "short[]";
      case 4 -> "int[]";
      default -> "long[]";
    };
  }

  /**
   * Copies cells at even distances.
   *
   * @param from where the first one begins in source, in bytes
   * @param fromStep from one cell to the next in source, in cells
   * @param place where the first one goes, in cells
   * @param step from one to the next here, in cells
   */
  public abstract void copy(byte[] source, int from, int fromStep, int place, int step, int count);

  /**
   * The array in which cells are as tiles have them, one after another from its first byte on, so
   * that they can be decoded into it; null where there is none.
   */
  public byte[] bytes() {
    return null;
  }

  private static final class Bytes extends CellTarget {
    private final byte[] bytes;

    Bytes(byte[] bytes, int cellSize) {
      super(cellSize);
      this.bytes = bytes;
    }

    @Override
    public void copy(byte[] source, int from, int fromStep, int place, int step, int count) {
      StridedCopy.cells(source, from, fromStep, bytes, place * cellSize, step, count, cellSize);
    }

    @Override
    public byte[] bytes() {
      return bytes;
    }
  }

  /** Any buffer; those that are not on the heap have no array. */
  private static final class Buffer extends CellTarget {
    private final ByteBuffer buffer;

    Buffer(ByteBuffer buffer, int cellSize) {
      super(cellSize);
      this.buffer = buffer.slice();
    }

    @Override
    public void copy(byte[] source, int from, int fromStep, int place, int step, int count) {
      int to = place * cellSize;
      if (fromStep == 1 && step == 1) {
        buffer.put(to, source, from, count * cellSize);
        return;
      }
      for (int i = 0; i < count; i++) {
        buffer.put(to + i * step * cellSize, source, from + i * fromStep * cellSize, cellSize);
      }
    }
  }

  /**
   * An array of numbers. Long runs are copied as a whole, through a view of the bytes; the loops of
   * the others are twins on purpose: each is compiled for its type.
   */
  private abstract static class Numbers extends CellTarget {
    /** Values from which on a view pays. */
    private static final int VIEW = 16;

    private final int valuesPerCell;

    Numbers(int cellSize, int valueSize) {
      super(cellSize);
      this.valuesPerCell = cellSize / valueSize;
    }

    @Override
    public void copy(byte[] source, int from, int fromStep, int place, int step, int count) {
      int stride = fromStep * cellSize;
      if (fromStep == 1 && step == 1 && count * valuesPerCell >= VIEW) {
        ByteBuffer bytes = ByteBuffer.wrap(source, from, count * cellSize);
        view(bytes.order(ByteOrder.LITTLE_ENDIAN), place * valuesPerCell, count * valuesPerCell);
      } else if (valuesPerCell == 1) {
        loop(source, from, stride, place, step, count);
      } else {
        int valueSize = cellSize / valuesPerCell;
        for (int i = 0; i < count; i++) {
          int index = (place + i * step) * valuesPerCell;
          loop(source, from + i * stride, valueSize, index, 1, valuesPerCell);
        }
      }
    }

    /** Copies values that lie side by side. */
    abstract void view(ByteBuffer source, int index, int count);

    /** Copies values; strides of the source are in bytes, steps of the target in values. */
    abstract void loop(byte[] source, int from, int stride, int index, int step, int count);
  }

  private static final class Shorts extends Numbers {
    private final short[] values;

    Shorts(short[] values, int cellSize) {
      super(cellSize, Short.BYTES);
      this.values = values;
    }

    @Override
    void view(ByteBuffer source, int index, int count) {
      source.asShortBuffer().get(values, index, count);
    }

    @Override
    void loop(byte[] source, int from, int stride, int index, int step, int count) {
      for (int i = 0; i < count; i++) {
        values[index + i * step] = LittleEndian.getShort(source, from + i * stride);
      }
    }
  }

  private static final class Ints extends Numbers {
    private final int[] values;

    Ints(int[] values, int cellSize) {
      super(cellSize, Integer.BYTES);
      this.values = values;
    }

    @Override
    void view(ByteBuffer source, int index, int count) {
      source.asIntBuffer().get(values, index, count);
    }

    @Override
    void loop(byte[] source, int from, int stride, int index, int step, int count) {
      for (int i = 0; i < count; i++) {
        values[index + i * step] = LittleEndian.getInt(source, from + i * stride);
      }
    }
  }

  private static final class Longs extends Numbers {
    private final long[] values;

    Longs(long[] values, int cellSize) {
      super(cellSize, Long.BYTES);
      this.values = values;
    }

    @Override
    void view(ByteBuffer source, int index, int count) {
      source.asLongBuffer().get(values, index, count);
    }

    @Override
    void loop(byte[] source, int from, int stride, int index, int step, int count) {
      for (int i = 0; i < count; i++) {
        values[index + i * step] = LittleEndian.getLong(source, from + i * stride);
      }
    }
  }

  private static final class Floats extends Numbers {
    private final float[] values;

    Floats(float[] values, int cellSize) {
      super(cellSize, Float.BYTES);
      this.values = values;
    }

    @Override
    void view(ByteBuffer source, int index, int count) {
      source.asFloatBuffer().get(values, index, count);
    }

    @Override
    void loop(byte[] source, int from, int stride, int index, int step, int count) {
      for (int i = 0; i < count; i++) {
        values[index + i * step] =
            Float.intBitsToFloat(LittleEndian.getInt(source, from + i * stride));
      }
    }
  }

  private static final class Doubles extends Numbers {
    private final double[] values;

    Doubles(double[] values, int cellSize) {
      super(cellSize, Double.BYTES);
      this.values = values;
    }

    @Override
    void view(ByteBuffer source, int index, int count) {
      source.asDoubleBuffer().get(values, index, count);
    }

    @Override
    void loop(byte[] source, int from, int stride, int index, int step, int count) {
      for (int i = 0; i < count; i++) {
        values[index + i * step] =
            Double.longBitsToDouble(LittleEndian.getLong(source, from + i * stride));
      }
    }
  }
}
