package io.azulejo.internal.read.dense;

import io.azulejo.internal.filter.Chunks;
import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.filter.TileCodec;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.tile.FieldReader;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.StoredTile;
import io.azulejo.internal.read.tile.TilePart;
import io.azulejo.internal.read.tile.TileParts;
import io.azulejo.internal.snapshot.fragment.TileGrid;
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

  /** Decodes what a region needs of a field of fixed size, and copies it. */
  public void copy(
      int field, Region region, RegionCopy regionCopy, ScratchPool.TaskBuffers buffers) {
    TileGrid grid = query.grid();
    FieldReader reader = source.output(field);
    int first = region.firstCell();
    int last = region.lastCell();
    regionCopy.cells(region, decode(reader.codec(), parts[field].fixed(), first, last, buffers));
    if (reader.storage().nullable()) {
      regionCopy.validity(
          region, decode(reader.validityCodec(), parts[field].validity(), first, last, buffers));
    }
  }

  /** Decodes the chunks that hold some cells, each to where it belongs in the tile. */
  private byte[] decode(
      TileCodec codec, TilePart part, int first, int last, ScratchPool.TaskBuffers buffers) {
    int cellSize = codec.spec().cellSize();
    long size = (long) query.grid().cellsPerTile() * cellSize;
    FieldReader.checkSize(part, size);
    return FieldReader.located(
        part,
        () -> {
          Chunks chunks = codec.chunks(part.bytes(), size);
          byte[] buffer = buffers.buffer((int) size);
          long from = (long) first * cellSize;
          long until = (last + 1L) * cellSize;
          for (int i = 0; i < chunks.count(); i++) {
            if (chunks.start(i) < until && chunks.start(i + 1) > from) {
              codec.decodeChunk(chunks, i, buffer, (int) chunks.start(i), buffers.scratch());
            }
          }
          return buffer;
        });
  }
}
