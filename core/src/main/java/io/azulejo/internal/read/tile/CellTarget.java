package io.azulejo.internal.read.tile;

import io.azulejo.internal.filter.BytePlanes;
import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.internal.runtime.StridedCopy;
import io.azulejo.schema.Datatype;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Receives the cells of a fixed-size field. The target is the byte array of a column, or an array
 * or buffer of the caller. Positions are counted in cells. Several threads may write to different
 * positions at the same time.
 */
public abstract class CellTarget {
  final int cellSize;

  private CellTarget(int cellSize) {
    this.cellSize = cellSize;
  }

  /** Returns a target that stores cells consecutively in a byte array. */
  static CellTarget of(byte[] bytes, int cellSize) {
    return new Bytes(bytes, cellSize);
  }

  /**
   * Returns a target that stores cells consecutively in an array or a buffer.
   *
   * @param values an array of {@code byte}, {@code short}, {@code int}, {@code long}, {@code float}
   *     or {@code double}, or a {@link ByteBuffer}, which is written in little-endian order from
   *     its current position, whatever its byte order
   * @param cellSize the size of a cell in bytes
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

  /** Returns the Java array type for values of a type, such as {@code double[]}. */
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
   * Copies cells with constant strides.
   *
   * @param source the array to copy from
   * @param from offset of the first cell in {@code source}, in bytes
   * @param fromStep distance between cells in {@code source}, in cells
   * @param place position of the first cell in this target, in cells
   * @param step distance between cells in this target, in cells
   * @param count number of cells
   */
  public abstract void copy(byte[] source, int from, int fromStep, int place, int step, int count);

  /**
   * Restores consecutive cells from transposed values and stores them consecutively.
   *
   * @param source the values of the cells
   * @param from index of the first cell in {@code source}
   * @param place position of the first cell in this target, in cells
   * @param count number of cells
   * @return false if this target cannot do this; nothing is stored then
   */
  public boolean restore(BytePlanes source, int from, int place, int count) {
    return false;
  }

  /**
   * Returns the byte array that tiles can be decoded into directly, because it stores cells in tile
   * format from its first byte. Returns null if this target does not have such an array.
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
    public boolean restore(BytePlanes source, int from, int place, int count) {
      int values = cellSize / source.size();
      source.bytes(from * values, count * values, bytes, place * cellSize);
      return true;
    }

    @Override
    public byte[] bytes() {
      return bytes;
    }
  }

  /** A buffer of any kind. Off-heap buffers do not have an array. */
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
   * An array of numbers. Long runs are copied at once through a view of the bytes. The loops for
   * other copies are deliberately duplicated per type, so that the JIT compiles each one
   * separately.
   */
  private abstract static class Numbers extends CellTarget {
    /** Minimum number of values for which a view is faster. */
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

    @Override
    public boolean restore(BytePlanes source, int from, int place, int count) {
      if (source.size() * valuesPerCell != cellSize) {
        return false;
      }
      restoreValues(source, from * valuesPerCell, count * valuesPerCell, place * valuesPerCell);
      return true;
    }

    /** Restores consecutive values. */
    abstract void restoreValues(BytePlanes source, int first, int count, int index);

    /** Copies consecutive values. */
    abstract void view(ByteBuffer source, int index, int count);

    /**
     * Copies values with constant strides. The stride of the source is in bytes, the step of the
     * target in values.
     */
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
    void restoreValues(BytePlanes source, int first, int count, int index) {
      source.shorts(first, count, values, index);
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
    void restoreValues(BytePlanes source, int first, int count, int index) {
      source.ints(first, count, values, index);
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
    void restoreValues(BytePlanes source, int first, int count, int index) {
      source.longs(first, count, values, index);
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
    void restoreValues(BytePlanes source, int first, int count, int index) {
      source.floats(first, count, values, index);
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
    void restoreValues(BytePlanes source, int first, int count, int index) {
      source.doubles(first, count, values, index);
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
