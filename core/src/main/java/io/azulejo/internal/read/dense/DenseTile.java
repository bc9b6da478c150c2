package io.azulejo.internal.read.dense;

import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.tile.FieldReader;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.StoredTile;
import io.azulejo.internal.read.tile.TilePart;
import io.azulejo.internal.read.tile.TileParts;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * A tile of a dense fragment. Holds the fetched parts of its fields until they are copied or
 * decoded.
 */
public final class DenseTile {
  private final FieldReader[] readers;
  private final int position;
  private final int cells;

  /** The fetched parts of each field; null until the tile is added to those that must be read. */
  private TileParts[] parts;

  /** The number of the group that fetches this tile, or 0 if none does. */
  int group;

  /** Number of the decoded column of the variable-size field that is copied now. */
  int column;

  /**
   * Creates a tile.
   *
   * @param readers the fragment's reader of each field of the query; null if it lacks the field
   * @param position the index of the tile in the fragment
   * @param cells the number of cells in the tile
   */
  DenseTile(FieldReader[] readers, int position, int cells) {
    this.readers = readers;
    this.position = position;
    this.cells = cells;
  }

  /** Returns whether a part of a field is fetched, or added to the parts to fetch. */
  public boolean has(int field) {
    return parts[field] != null;
  }

  /** Returns the decoded size of a field in bytes, or 0 if the fragment lacks the field. */
  public long decodedBytes(int field) {
    FieldReader reader = readers[field];
    return reader == null ? 0 : reader.decodedBytes(position, cells);
  }

  /**
   * Returns the size in bytes of a variable-size field's values, or 0 if the fragment lacks the
   * field.
   */
  public long varSize(int field) {
    FieldReader reader = readers[field];
    return reader == null ? 0 : reader.varSize(position);
  }

  /** Checks the sizes of all fields; see {@link FieldReader#checkSizes}. */
  void checkSizes(ReadScope scope) {
    for (int f = 0; f < parts.length; f++) {
      FieldReader reader = readers[f];
      if (reader != null) {
        reader.checkSizes(position, cells, scope);
      }
    }
  }

  /** Returns the stored size of all fields in bytes. */
  long storedBytes() {
    long bytes = 0;
    for (FieldReader reader : readers) {
      bytes += reader == null ? 0 : reader.storedBytes(position);
    }
    return bytes;
  }

  /** Adds this tile to the tiles that must be read, unless it was added before. */
  void addTo(List<DenseTile> tiles) {
    if (parts == null) {
      parts = new TileParts[readers.length];
      tiles.add(this);
    }
  }

  /** Returns the reader of each field; null if the fragment lacks the field. */
  FieldReader[] readers() {
    return readers;
  }

  /** Returns the fetched parts of a field, or null if no part is fetched. */
  TileParts parts(int field) {
    return parts[field];
  }

  /** Returns the index of the tile in its fragment. */
  int position() {
    return position;
  }

  /** Releases the fetched parts. */
  public void release() {
    Arrays.fill(parts, null);
    group = 0;
  }

  /**
   * Adds the parts of all fields to the parts to fetch.
   *
   * @param wanted the list to add the parts to
   * @return the stored size of the added fields in bytes
   */
  public long want(List<TilePart> wanted) {
    long bytes = 0;
    for (int f = 0; f < parts.length; f++) {
      FieldReader reader = readers[f];
      if (reader != null && parts[f] == null) {
        parts[f] = reader.parts(position);
        parts[f].addTo(wanted);
        bytes += reader.storedBytes(position);
      }
    }
    return bytes;
  }

  /** Returns whether the fragment contains any of the given fields. Dimensions do not count. */
  boolean hasAny(int[] fields) {
    for (int f : fields) {
      if (readers[f] != null) {
        return true;
      }
    }
    return false;
  }

  /**
   * Adds the parts of some fields to the parts to fetch, for one region. Skips fields that the
   * fragment lacks. If the filters leave a field unchanged, only the bytes from the region's first
   * to its last cell are fetched. If another region also needs the tile, the whole field is
   * fetched.
   *
   * @return the stored size of the added fields in bytes
   */
  long want(int[] fields, TileRegion region, List<TilePart> wanted) {
    long bytes = 0;
    for (int f : fields) {
      FieldReader reader = readers[f];
      if (reader == null) {
        continue;
      }
      if (parts[f] != null) {
        parts[f].widen();
        continue;
      }
      if (reader.storage().isVar() || reader.isChecked()) {
        parts[f] = reader.parts(position);
      } else {
        TilePart values = reader.cells(position, cells);
        region.narrow(values, reader.codec(), Integer.MAX_VALUE);
        TilePart validity = reader.validity(position, cells);
        if (validity != null) {
          region.narrow(validity, reader.validityCodec(), Integer.MAX_VALUE);
        }
        parts[f] = new TileParts(values, null, validity);
      }
      parts[f].addTo(wanted);
      bytes += reader.storedBytes(position);
    }
    return bytes;
  }

  /** Fetches a fixed-size field again, this time as a whole. */
  void refetch(int field, ReadScope scope) {
    List<TilePart> wanted = new ArrayList<>();
    parts[field].widen();
    parts[field].addTo(wanted);
    scope.fetch(wanted);
  }

  /** Returns the stored form of a fetched field. */
  public StoredTile stored(int field) {
    return readers[field].stored(position, parts[field]);
  }

  /** Decodes all cells of a fetched field, as codes if possible; see {@link FieldReader}. */
  CellColumn decodeCoded(int field, ScratchPool.TaskBuffers buffers) {
    return readers[field].decodeCoded(position, cells, null, parts[field], buffers);
  }

  /** Decodes all cells of a fetched field. */
  public CellColumn decode(int field, Scratch scratch) {
    return readers[field].decode(position, cells, parts[field], scratch);
  }
}
