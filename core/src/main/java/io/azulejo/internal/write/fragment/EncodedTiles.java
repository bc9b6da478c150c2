package io.azulejo.internal.write.fragment;

import java.util.List;

/**
 * Some tiles of a source as they go to files.
 *
 * @param source where the tiles come from
 * @param from the first tile
 * @param to the tile after the last one
 * @param fields for each tile, in order, each of its fields, as in {@link FragmentLayout#fields}
 */
public record EncodedTiles(TileSource source, int from, int to, List<EncodedField> fields) {
  /** The bytes of a tile in all files. */
  public long bytes(int tile) {
    return sum(fieldsOf(tile, tile + 1));
  }

  /** The bytes of all tiles in all files. */
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

  /** Some of the tiles: from one to another, without that. */
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
