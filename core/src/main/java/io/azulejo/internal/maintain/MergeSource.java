package io.azulejo.internal.maintain;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.tile.StoredTile;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.write.fragment.EncodedField;
import io.azulejo.internal.write.fragment.FieldCells;
import io.azulejo.internal.write.fragment.FieldSummary;
import io.azulejo.internal.write.fragment.TileSource;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A source of tiles for the fragment that a merge writes. Fields with unchanged filters are copied
 * from the stored tile with their statistics and without decoding. All other fields are decoded and
 * encoded again.
 */
abstract class MergeSource implements TileSource {
  private final FormatVersion version;
  private final Tasks tasks;

  /** Stored fields of each prepared tile. An element is null if the field must be encoded. */
  private final Map<Integer, EncodedField[]> copies = new HashMap<>();

  private long copied;

  /**
   * Creates a tile source.
   *
   * @param version the format version of the new fragment
   */
  MergeSource(FormatVersion version, Tasks tasks) {
    this.version = version;
    this.tasks = tasks;
  }

  /** Returns the number of fields. */
  abstract int fields();

  /** Returns how the new fragment stores a field. */
  abstract FieldStorage storage(int field);

  /** Returns a field of a fetched tile in stored form, or null if it must be decoded. */
  abstract StoredTile stored(int tile, int field);

  /**
   * Returns a stored field for the new fragment.
   *
   * @param summary the statistics of the field, or null if they must be computed
   */
  abstract EncodedField copy(StoredTile part, FieldSummary summary, int tile, int field);

  /** Returns the decoded values of a field in a fetched tile. */
  abstract CellColumn decoded(int tile, int field, ScratchPool.TaskBuffers buffers);

  /** Returns whether a tile counts as copied only if this field is copied with its statistics. */
  boolean isEssential(int field) {
    return true;
  }

  /**
   * Returns whether the stored bytes of a field's tiles can be copied from one fragment to another.
   *
   * @param from format version of the source fragment
   * @param stored how the source fragment stores the field
   * @param kept how the new fragment stores the field
   * @param version format version of the new fragment
   */
  static boolean isCopyable(
      FormatVersion from, FieldStorage stored, FieldStorage kept, FormatVersion version) {
    boolean sameChunks = !kept.isVar() || from.endsChunksAtCells() == version.endsChunksAtCells();
    return sameChunks && stored.hasCopyableTiles(kept);
  }

  /**
   * Prepares the fields of fetched tiles that are copied. Releases the fields of earlier tiles.
   *
   * @param from first tile
   * @param to the tile after the last one
   */
  final void copyFields(int from, int to) {
    copies.clear();
    StoredTile[][] parts = new StoredTile[to - from][fields()];
    Map<Fragment, Set<FieldStorage>> summarized = new LinkedHashMap<>();
    for (int tile = from; tile < to; tile++) {
      for (int field = 0; field < fields(); field++) {
        StoredTile part = stored(tile, field);
        if (part != null
            && isCopyable(part.fragment().version(), part.storage(), storage(field), version)) {
          parts[tile - from][field] = part;
          summarized
              .computeIfAbsent(part.fragment(), fragment -> new LinkedHashSet<>())
              .add(part.storage());
        }
      }
    }
    tasks.io(
        List.copyOf(summarized.entrySet()),
        entry -> {
          StoredSummary.load(entry.getKey(), List.copyOf(entry.getValue()), version);
          return null;
        });
    for (int tile = from; tile < to; tile++) {
      copies.put(tile, copies(tile, parts[tile - from]));
    }
  }

  private EncodedField[] copies(int tile, StoredTile[] parts) {
    EncodedField[] fields = new EncodedField[parts.length];
    boolean all = true;
    for (int field = 0; field < fields.length; field++) {
      StoredTile part = parts[field];
      if (part != null) {
        FieldSummary summary =
            StoredSummary.of(part.fragment(), part.storage(), part.position(), version);
        fields[field] = copy(part, summary, tile, field);
      }
      all &= !isEssential(field) || (fields[field] != null && fields[field].summary() != null);
    }
    copied += all ? 1 : 0;
    return fields;
  }

  @Override
  public final EncodedField encoded(int tile, int field) {
    return copies.get(tile)[field];
  }

  @Override
  public FieldCells cells(int tile, int field, ScratchPool.TaskBuffers buffers) {
    CellColumn cells = decoded(tile, field, buffers);
    int count = cells(tile);
    int length =
        cells.offsets() == null ? count * storage(field).spec().cellSize() : cells.offsets()[count];
    return new FieldCells(
        count, cells.data(), cells.start(), length, cells.offsets(), cells.validity());
  }

  /** Returns the number of tiles whose essential fields were all copied with their statistics. */
  final long copied() {
    return copied;
  }
}
