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
 * Encodes and decodes cells of one field for temporary files: values, lengths of variable-size
 * cells, validity. If the array has an encryption key, the cells are encrypted, so that they never
 * reach the disk as plain text. Thread-safe.
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

  /** Returns a codec that does not compress. */
  public static SpillCodec plain(boolean var, boolean nullable, Optional<EncryptionKey> key) {
    TileSpec bytes = new TileSpec(FilterPipeline.EMPTY, Datatype.UINT8, 1, false);
    return new SpillCodec(var, nullable, bytes, key);
  }

  /** Returns a codec with fast, light compression. */
  public static SpillCodec compressed(
      Datatype type, boolean var, boolean nullable, Optional<EncryptionKey> key) {
    FilterPipeline pipeline =
        type.size() == 1 ? FilterPipeline.of(LZ4) : FilterPipeline.of(Filter.byteShuffle(), LZ4);
    return new SpillCodec(var, nullable, new TileSpec(pipeline, type, type.size(), false), key);
  }

  /**
   * Returns the size of cells before filtering in bytes.
   *
   * @param rows number of cells
   * @param valueBytes size of their values in bytes
   */
  public long size(int rows, long valueBytes) {
    return valueBytes + (long) rows * ((var ? Integer.BYTES : 0) + (nullable ? 1 : 0));
  }

  /**
   * Begins to encode cells.
   *
   * @param target buffer of at least {@link #size} bytes, lent until the encoder has finished
   * @param rows number of cells that will be added
   * @param valueBytes total size of their values in bytes
   */
  public Encoder encoder(byte[] target, int rows, int valueBytes) {
    return new Encoder(target, rows, valueBytes);
  }

  /** Gathers cells from several places and encodes them. */
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
     * Adds consecutive cells.
     *
     * @param data array that holds the values
     * @param start start of the first value in data
     * @param bytes total size of the values in bytes
     * @param offsets array whose differences are the cell lengths in bytes; ignored for fixed-size
     *     cells
     * @param validity one byte per cell; null if the field is not nullable
     * @param row index of the first cell in offsets and validity
     * @param count number of cells
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

    /** Filters the added cells and returns the result. */
    public Slice finish(Scratch scratch) {
      return codec.encode(Slice.of(target, 0, size), scratch);
    }
  }

  /**
   * Decodes cells.
   *
   * @param stored the result of {@link Encoder#finish}
   * @param rows number of cells
   * @param size size of the cells before filtering in bytes
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
