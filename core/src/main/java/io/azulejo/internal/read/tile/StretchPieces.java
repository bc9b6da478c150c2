package io.azulejo.internal.read.tile;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.storage.InputFile;
import java.util.ArrayList;
import java.util.List;

/**
 * Holds the bytes of tile parts that are read together from one file. All parts share one array
 * without the gaps between them. Bytes that belong to several parts are stored once.
 */
final class StretchPieces {
  private static final int LARGEST = Integer.MAX_VALUE - 8;

  private final List<TilePart> parts;
  private final int[] offsets;
  private final List<InputFile.Piece> pieces = new ArrayList<>();
  private final byte[] bytes;

  /**
   * Plans where the bytes of each part go.
   *
   * @param parts the parts in ascending order of position
   * @throws CorruptDataException if they are too large for an array
   */
  StretchPieces(List<TilePart> parts) {
    this.parts = parts;
    offsets = new int[parts.size()];
    List<long[]> runs = new ArrayList<>();
    long length = 0;
    long end = -1;
    for (int i = 0; i < offsets.length; i++) {
      TilePart part = parts.get(i);
      long position = part.wantedPosition();
      if (position > end) {
        runs.add(new long[] {position, length, 0});
        end = position;
      }
      long[] run = runs.get(runs.size() - 1);
      offsets[i] = (int) (run[1] + position - run[0]);
      long partEnd = position + part.wantedLength();
      end = Math.max(end, partEnd);
      run[2] = end - run[0];
      length = run[1] + run[2];
      if (length > LARGEST || partEnd < position) {
        throw CorruptDataException.of(
                "data file", null, position, "a tile has %d bytes".formatted(part.wantedLength()))
            .at(part.file().toString());
      }
    }
    bytes = new byte[(int) length];
    for (long[] run : runs) {
      pieces.add(new InputFile.Piece(run[0], bytes, (int) run[1], (int) run[2]));
    }
  }

  /** Returns the pieces of the file to read. */
  List<InputFile.Piece> pieces() {
    return pieces;
  }

  /** Returns the bytes of a part by its index. The pieces must have been read. */
  Slice bytes(int part) {
    return Slice.of(bytes, offsets[part], (int) parts.get(part).wantedLength());
  }
}
