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
import java.util.function.ToLongFunction;

/** A tile of a dense fragment: fetched as a whole, decoded as far as it is needed. */
public final class DenseTile {
  private final DenseQuery query;
  private final DenseSource source;
  private final int position;
  private final TileParts[] parts;

  DenseTile(DenseQuery query, DenseSource source, int position) {
    this.query = query;
    this.source = source;
    this.position = position;
    this.parts = new TileParts[query.fields().size()];
  }

  /** Whether a field was fetched. */
  public boolean has(int field) {
    return parts[field] != null;
  }

  /** The bytes that are fetched of it. */
  public long storedBytes() {
    return sum(reader -> reader.storedBytes(position));
  }

  /** The bytes that are fetched of its fields of variable size. */
  long storedVarBytes() {
    return sum(reader -> reader.storage().isVar() ? reader.storedBytes(position) : 0);
  }

  /** The bytes of the buffers that a thread needs to copy one of its fields of fixed size. */
  long taskBytes() {
    long max = 0;
    for (int f = 0; f < parts.length; f++) {
      FieldReader reader = source.output(f);
      if (reader != null && !reader.storage().isVar()) {
        long size = (long) query.grid().cellsPerTile() * reader.codec().spec().cellSize();
        long chunk = reader.codec().chunkSize(size);
        long fetched = Math.min(reader.storedBytes(position), Math.max(chunk, ChunkCopy.WINDOW));
        max = Math.max(max, fetched + chunk);
      }
    }
    return max;
  }

  /** The bytes that its cells of variable size take once they are decoded. */
  long decodedVarBytes() {
    int cells = query.grid().cellsPerTile();
    return sum(reader -> reader.storage().isVar() ? reader.decodedBytes(position, cells) : 0);
  }

  /** The bytes of its values of variable size. */
  long varBytes() {
    return sum(reader -> reader.varSize(position));
  }

  /** The bytes that a field takes once it is decoded; 0 where the fragment lacks it. */
  public long decodedBytes(int field) {
    FieldReader reader = source.output(field);
    return reader == null ? 0 : reader.decodedBytes(position, query.grid().cellsPerTile());
  }

  /** The bytes of a field's values of variable size. */
  public long varSize(int field) {
    FieldReader reader = source.output(field);
    return reader == null ? 0 : reader.varSize(position);
  }

  /** As {@link FieldReader#checkSizes}, of all fields. */
  void checkSizes(ReadScope scope) {
    for (int f = 0; f < parts.length; f++) {
      FieldReader reader = source.output(f);
      if (reader != null) {
        reader.checkSizes(position, query.grid().cellsPerTile(), scope);
      }
    }
  }

  private long sum(ToLongFunction<FieldReader> bytesOf) {
    long bytes = 0;
    for (int f = 0; f < parts.length; f++) {
      FieldReader reader = source.output(f);
      bytes += reader == null ? 0 : bytesOf.applyAsLong(reader);
    }
    return bytes;
  }

  /** Forgets what was fetched. */
  public void release() {
    Arrays.fill(parts, null);
  }

  /**
   * Adds some fields to what is to be fetched, as far as the fragment has them and they are not
   * wanted already; returns the bytes that these are.
   */
  public long want(boolean[] fields, List<TilePart> wanted) {
    long bytes = 0;
    for (int f = 0; f < parts.length; f++) {
      FieldReader reader = source.output(f);
      if (fields[f] && reader != null && parts[f] == null) {
        parts[f] = reader.parts(position);
        parts[f].addTo(wanted);
        bytes += reader.storedBytes(position);
      }
    }
    return bytes;
  }

  /** Whether the fragment has one of some fields, dimensions aside. */
  boolean hasAny(boolean[] fields) {
    for (int f = 0; f < fields.length; f++) {
      if (fields[f] && source.output(f) != null) {
        return true;
      }
    }
    return false;
  }

  /**
   * As {@link #want(boolean[], List)}, for a region alone: of fields that no filter changes just
   * the bytes from its first cell to its last are fetched, unless another region needs the tile,
   * too.
   */
  long want(boolean[] fields, TileRegion region, List<TilePart> wanted) {
    int cells = query.grid().cellsPerTile();
    long bytes = 0;
    for (int f = 0; f < parts.length; f++) {
      FieldReader reader = source.output(f);
      if (!fields[f] || reader == null) {
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

  /** Wants the bytes of a part from the first cell of a region to its last; see TilePart. */
  static void narrow(TilePart part, TileCodec codec, TileRegion region, int maxSkipped) {
    long cellSize = codec.spec().cellSize();
    part.narrow(region.firstCell() * cellSize, (region.lastCell() + 1L) * cellSize, maxSkipped);
  }

  /** Fetches the whole of a field of fixed size of which a range was fetched. */
  void refetch(int field, ReadScope scope) {
    List<TilePart> wanted = new ArrayList<>();
    parts[field].widen();
    parts[field].addTo(wanted);
    scope.fetch(wanted);
  }

  /** A field that was fetched, as it is stored. */
  public StoredTile stored(int field) {
    return source.output(field).stored(position, parts[field]);
  }

  /** Decodes a field as a whole. */
  public CellColumn decode(int field, Scratch scratch) {
    return source
        .output(field)
        .decode(position, query.grid().cellsPerTile(), parts[field], scratch);
  }

  /**
   * Copies what a region needs of a field of fixed size that was fetched.
   *
   * @return false where just a range was fetched and this is not enough: all is to be fetched
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
    byte[] inPlace = to.target().bytes();
    boolean done =
        new ChunkCopy(reader.codec(), cells, region, to.target()::copy, inPlace, buffers)
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
