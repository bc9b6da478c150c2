package io.azulejo.internal.write.fragment;

import java.util.List;

/**
 * Encoded tiles of a source, ready to be written to files.
 *
 * @param source provided the tiles
 * @param from first tile
 * @param to the tile after the last one
 * @param fields the fields of the first tile, in the order of {@link FragmentLayout#fields}, then
 *     the fields of the next tile, and so on
 */
public record EncodedTiles(TileSource source, int from, int to, List<EncodedField> fields) {
  /** Returns the size of a tile in all files, in bytes. */
  public long bytes(int tile) {
    return sum(fieldsOf(tile, tile + 1));
  }

  /** Returns the size of all tiles in all files, in bytes. */
  public long bytes() {
    return sum(fields);
  }

  private static long sum(List<EncodedField> fields) {
    long bytes = 0;
    for (EncodedField field : fields) {
      bytes += field.bytes();
    }
    return bytes;
  }

  /** Returns the tiles from {@code first} to {@code end} (exclusive). */
  public EncodedTiles part(int first, int end) {
    return first == from && end == to
        ? this
        : new EncodedTiles(source, first, end, fieldsOf(first, end));
  }

  private List<EncodedField> fieldsOf(int first, int end) {
    int perTile = fields.size() / (to - from);
    return fields.subList((first - from) * perTile, (end - from) * perTile);
  }
}
