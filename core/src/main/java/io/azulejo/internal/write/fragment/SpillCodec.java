package io.azulejo.internal.write.fragment;

import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.filter.TileCodec;
import io.azulejo.internal.filter.TileSpec;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import java.util.Arrays;
import java.util.Optional;

/**
 * Encodes cells of one field for a file of work in progress, and decodes them: values, lengths of
 * cells of variable size, validity. Uses the array's key if it has one, so that no cell of an
 * encrypted array reaches the disk in plain. Safe for use by many threads.
 */
public final class SpillCodec {
  private static final Filter LZ4 = Filter.lz4();

  private final boolean var;
  private final boolean nullable;
  private final TileCodec codec;

  private SpillCodec(boolean var, boolean nullable, TileSpec spec, Optional<EncryptionKey> key) {
    this.var = var;
    this.nullable = nullable;
    this.codec = TileCodec.of(spec, key);
  }

  /** A codec that does not compress. */
  public static SpillCodec plain(boolean var, boolean nullable, Optional<EncryptionKey> key) {
    TileSpec bytes = new TileSpec(FilterPipeline.EMPTY, Datatype.UINT8, 1, false);
    return new SpillCodec(var, nullable, bytes, key);
  }

  /** A codec that compresses a little, fast. */
  public static SpillCodec compressed(
      Datatype type, boolean var, boolean nullable, Optional<EncryptionKey> key) {
    FilterPipeline pipeline =
        type.size() == 1 ? FilterPipeline.of(LZ4) : FilterPipeline.of(Filter.byteShuffle(), LZ4);
    return new SpillCodec(var, nullable, new TileSpec(pipeline, type, type.size(), false), key);
  }

  /** The bytes of cells before they are filtered, given those of their values. */
  public long size(int rows, long valueBytes) {
    return valueBytes + (long) rows * ((var ? Integer.BYTES : 0) + (nullable ? 1 : 0));
  }

  /**
   * Begins to encode cells.
   *
   * @param target holds at least {@link #size} bytes; lent until the encoder has finished
   * @param rows how many cells will be added
   * @param valueBytes the bytes of their values
   */
  public Encoder encoder(byte[] target, int rows, int valueBytes) {
    return new Encoder(target, rows, valueBytes);
  }

  /** Gathers cells that lie in several places. */
  public final class Encoder {
    private final byte[] target;
    private final int size;
    private int value;
    private int length;
    private int valid;

    private Encoder(byte[] target, int rows, int valueBytes) {
      this.target = target;
      this.length = valueBytes;
      this.valid = length + (var ? rows * Integer.BYTES : 0);
      this.size = valid + (nullable ? rows : 0);
    }

    /**
     * Adds cells that lie one after another.
     *
     * @param data holds the values
     * @param start where the first of these values begins in data
     * @param bytes the bytes of these values
     * @param offsets differ from cell to cell by the cells' lengths; null for cells of fixed size
     * @param validity a byte a cell; null if the field is not nullable
     * @param row the first cell's place in offsets and validity
     * @param count the number of cells
     */
    public void add(
        byte[] data, int start, int bytes, int[] offsets, byte[] validity, int row, int count) {
      System.arraycopy(data, start, target, value, bytes);
      value += bytes;
      for (int i = row; var && i < row + count; i++) {
        LittleEndian.putInt(target, length, offsets[i + 1] - offsets[i]);
        length += Integer.BYTES;
      }
      if (nullable) {
        System.arraycopy(validity, row, target, valid, count);
        valid += count;
      }
    }

    /** Filters the cells that were added. */
    public Slice finish(Scratch scratch) {
      return codec.encode(Slice.of(target, 0, size), scratch);
    }
  }

  /**
   * Decodes cells.
   *
   * @param stored what an encoder returned
   * @param rows how many cells they are
   * @param size their bytes before they were filtered
   */
  public CellColumn decode(Slice stored, int rows, int size, Scratch scratch) {
    byte[] bytes = new byte[size];
    codec.decode(stored, bytes, 0, size, scratch);
    int valid = size - (nullable ? rows : 0);
    int[] offsets = null;
    if (var) {
      offsets = new int[rows + 1];
      int lengths = valid - rows * Integer.BYTES;
      for (int i = 0; i < rows; i++) {
        offsets[i + 1] = offsets[i] + LittleEndian.getInt(bytes, lengths + i * Integer.BYTES);
      }
    }
    byte[] validity = nullable ? Arrays.copyOfRange(bytes, valid, size) : null;
    return new CellColumn(bytes, 0, offsets, validity);
  }
}
