package io.azulejo.internal.write.dense;

import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.filter.TileCodec;
import io.azulejo.internal.filter.TileSpec;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.write.fragment.FieldEncoder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.FilterPipeline;
import java.util.Optional;

/**
 * How the cells of a field are kept in a file of our own for a while: validity, the lengths of
 * cells of variable size, values; encrypted where the array is.
 */
final class SpillFormat {
  private static final TileSpec BYTES =
      new TileSpec(FilterPipeline.EMPTY, Datatype.UINT8, 1, false);

  private final TileCodec codec;

  SpillFormat(Optional<EncryptionKey> key) {
    codec = TileCodec.of(BYTES, key);
  }

  /** The bytes of a part before they are encrypted. */
  static long size(FieldEncoder field, long rows, long varBytes) {
    return rows * CellChunk.rowBytes(field) + varBytes;
  }

  /** The cells that a cursor is yet to pass: their number and bytes. */
  Slice encode(FieldEncoder field, ArrivalCursor from, int rows, byte[] bytes, Scratch scratch) {
    boolean nullable = field.storage().nullable();
    boolean var = field.storage().isVar();
    int size = field.cellSize();
    int lengths = nullable ? rows : 0;
    int at = lengths + (var ? rows * Integer.BYTES : 0);
    int row = 0;
    while (from.next()) {
      CellColumn column = from.column();
      int count = from.length();
      if (nullable) {
        System.arraycopy(column.validity(), from.row(), bytes, row, count);
      }
      int first = column.start() + from.row() * size;
      int length = count * size;
      if (var) {
        int[] offsets = column.offsets();
        first = offsets[from.row()];
        length = offsets[from.row() + count] - first;
        for (int i = 0; i < count; i++) {
          int own = offsets[from.row() + i + 1] - offsets[from.row() + i];
          LittleEndian.putInt(bytes, lengths + (row + i) * Integer.BYTES, own);
        }
      }
      System.arraycopy(column.data(), first, bytes, at, length);
      at += length;
      row += count;
    }
    return codec.encode(Slice.of(bytes, 0, at), scratch);
  }

  /** The cells of a part. */
  CellColumn decode(FieldEncoder field, Slice stored, int rows, int size, Scratch scratch) {
    byte[] bytes = new byte[size];
    codec.decode(stored, bytes, 0, size, scratch);
    boolean nullable = field.storage().nullable();
    int start = nullable ? rows : 0;
    int[] offsets = null;
    if (field.storage().isVar()) {
      offsets = new int[rows + 1];
      int lengths = start;
      start += rows * Integer.BYTES;
      offsets[0] = start;
      for (int i = 0; i < rows; i++) {
        offsets[i + 1] = offsets[i] + LittleEndian.getInt(bytes, lengths + i * Integer.BYTES);
      }
    }
    return new CellColumn(bytes, start, offsets, nullable ? bytes : null);
  }
}
