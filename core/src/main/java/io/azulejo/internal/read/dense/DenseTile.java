package io.azulejo.internal.read.dense;

import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.filter.TileCodec;
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
  private final DenseQuery query;
  private final DenseSource source;
  private final int position;

  /** The fetched parts of each field; null until the tile is added to those that must be read. */
  private TileParts[] parts;

  private int group;

  /** Number of the decoded column of the variable-size field that is copied now. */
  private int column;

  DenseTile(DenseQuery query, DenseSource source, int position) {
    this.query = query;
    this.source = source;
    this.position = position;
  }

  /** Returns whether a part of a field is fetched, or added to the parts to fetch. */
  public boolean has(int field) {
    return parts[field] != null;
  }

  /** Returns the decoded size of a field in bytes, or 0 if the fragment lacks the field. */
  public long decodedBytes(int field) {
    FieldReader reader = source.output(field);
    return reader == null ? 0 : reader.decodedBytes(position, query.grid().cellsPerTile());
  }

  /**
   * Returns the size in bytes of a variable-size field's values, or 0 if the fragment lacks the
   * field.
   */
  public long varSize(int field) {
    FieldReader reader = source.output(field);
    return reader == null ? 0 : reader.varSize(position);
  }

  /** Checks the sizes of all fields; see {@link FieldReader#checkSizes}. */
  void checkSizes(ReadScope scope) {
    for (int f = 0; f < parts.length; f++) {
      FieldReader reader = source.output(f);
      if (reader != null) {
        reader.checkSizes(position, query.grid().cellsPerTile(), scope);
      }
    }
  }

  /**
   * Adds this tile to the tiles that must be read, unless it was added before.
   *
   * @return whether it was not added before
   */
  boolean addTo(List<DenseTile> tiles) {
    boolean first = parts == null;
    if (first) {
      parts = new TileParts[query.fields().size()];
      tiles.add(this);
    }
    return first;
  }

  /** Returns the index of the tile in its fragment. */
  int position() {
    return position;
  }

  /** Returns the number of the group that fetches this tile, or 0 if none does. */
  int group() {
    return group;
  }

  /** Sets the number of the group that fetches this tile. */
  void group(int number) {
    group = number;
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
      FieldReader reader = source.output(f);
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
      if (source.output(f) != null) {
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
    int cells = query.grid().cellsPerTile();
    long bytes = 0;
    for (int f : fields) {
      FieldReader reader = source.output(f);
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
        narrow(values, reader.codec(), region, Integer.MAX_VALUE);
        TilePart validity = reader.validity(position, cells);
        if (validity != null) {
          narrow(validity, reader.validityCodec(), region, Integer.MAX_VALUE);
        }
        parts[f] = new TileParts(values, null, validity);
      }
      parts[f].addTo(wanted);
      bytes += reader.storedBytes(position);
    }
    return bytes;
  }

  /**
   * Narrows a part to the bytes from the first to the last cell of a region; see {@link TilePart}.
   */
  static void narrow(TilePart part, TileCodec codec, TileRegion region, int maxSkipped) {
    long cellSize = codec.spec().cellSize();
    part.narrow(region.firstCell() * cellSize, (region.lastCell() + 1L) * cellSize, maxSkipped);
  }

  /** Returns the number that {@link #column(int)} has set. */
  int column() {
    return column;
  }

  /** Sets the number of the tile's column in the variable-size field that is copied now. */
  void column(int number) {
    column = number;
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
    return source.output(field).stored(position, parts[field]);
  }

  /** Decodes all cells of a fetched field. */
  public CellColumn decode(int field, Scratch scratch) {
    return source
        .output(field)
        .decode(position, query.grid().cellsPerTile(), parts[field], scratch);
  }

  /**
   * Copies the cells of a region in a fetched fixed-size field.
   *
   * @return false if only a range of the field was fetched and this is not enough; the caller must
   *     then fetch the whole field
   */
  public boolean copy(
      int field, TileRegion region, RegionCopy to, ScratchPool.TaskBuffers buffers) {
    FieldReader reader = source.output(field);
    int cells = query.grid().cellsPerTile();
    TileParts stored = parts[field];
    if (reader.isChecked()) {
      copy(decode(field, buffers.scratch()), reader.codec().spec().cellSize(), region, to);
      return true;
    }
    boolean done =
        new ChunkCopy(reader.codec(), cells, region, to.target()::copy, to.target(), buffers)
            .copy(stored.fixed());
    if (done && reader.storage().nullable()) {
      done =
          new ChunkCopy(reader.validityCodec(), cells, region, to::validity, null, buffers)
              .copy(stored.validity());
    }
    return done;
  }

  private static void copy(CellColumn tile, int cellSize, TileRegion region, RegionCopy to) {
    byte[] validity = tile.validity();
    for (Runs runs = region.runs(); runs.next(); ) {
      int from = tile.start() + runs.cell * cellSize;
      to.target().copy(tile.data(), from, runs.cellStep, runs.place, runs.step, runs.count);
      if (validity != null) {
        to.validity(validity, runs.cell, runs.cellStep, runs.place, runs.step, runs.count);
      }
    }
  }
}
