package io.azulejo.internal.read.sparse;

import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.read.tile.CoordinateReader;
import io.azulejo.internal.read.tile.FieldReader;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.TilePart;
import io.azulejo.internal.read.tile.TileParts;
import io.azulejo.schema.Dimension;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.Consumer;

/** What is loaded of some tiles in one go: all of it fetched at once, then decoded. */
public final class TileLoad {
  private final SparseQuery query;
  private final List<TilePart> wanted = new ArrayList<>();
  private final List<SparseTile> touched = new ArrayList<>();
  private final List<Consumer<Scratch>> decodings = new ArrayList<>();

  TileLoad(SparseQuery query) {
    this.query = query;
  }

  /**
   * Adds coordinates.
   *
   * @param needed of which dimensions; those that the tile has already are left out
   * @param withKeys whether keys are made of those that are numbers
   */
  void coordinates(SparseTile tile, boolean[] needed, boolean withKeys) {
    boolean[] missing = needed.clone();
    boolean any = false;
    for (int d = 0; d < missing.length; d++) {
      missing[d] &= tile.coordinates[d] == null;
      any |= missing[d];
    }
    if (!any) {
      return;
    }
    touched.add(tile);
    CoordinateReader reader = tile.owner().coordinates();
    TileParts[] parts = reader.parts(tile.number(), missing);
    for (TileParts some : parts) {
      if (some != null) {
        some.addTo(wanted);
      }
    }
    decodings.add(
        scratch -> {
          tile.take(reader.decode(tile.number(), tile.cells(), parts, scratch), query.dimensions());
          for (int d = 0; withKeys && d < missing.length; d++) {
            if (missing[d] && !tile.owner().isText(d)) {
              tile.keys[d] = keys(tile, d);
            }
          }
        });
  }

  private long[] keys(SparseTile tile, int d) {
    Dimension dimension = query.dimensions().get(d);
    long[] keys = new long[tile.size()];
    CellColumn column = tile.coordinates[d];
    CoordinateKeys.decode(dimension.type(), column.data(), column.start(), keys.length, keys);
    if (query.merging() && dimension.type().isFloatingPoint()) {
      for (int i = 0; i < keys.length; i++) {
        long place = CoordinateKeys.place(dimension.type(), keys[i]);
        tile.hasNegativeZero |= place != keys[i];
        keys[i] = place;
      }
    }
    return keys;
  }

  /** Adds the times of the cells, where the fragment has them. */
  void times(SparseTile tile) {
    if (tile.owner().times() != null && tile.times == null) {
      longs(tile, tile.owner().times(), times -> tile.times = times);
    }
  }

  /** Adds the times of the cells' deletions, where the fragment has them. */
  private void deletions(SparseTile tile) {
    if (tile.owner().deletions() != null) {
      longs(tile, tile.owner().deletions(), deletions -> tile.deletions = deletions);
    }
  }

  /** Adds all columns of the query, and what is known of deletions. */
  public void all(SparseTile tile) {
    outputs(tile);
    times(tile);
    deletions(tile);
    if (tile.owner().deletionConditions() != null) {
      longs(tile, tile.owner().deletionConditions(), numbers -> tile.deletionConditions = numbers);
    }
  }

  private void longs(SparseTile tile, FieldReader reader, Consumer<long[]> taker) {
    touched.add(tile);
    TileParts parts = reader.parts(tile.number());
    parts.addTo(wanted);
    decodings.add(
        scratch -> {
          CellColumn column =
              tile.rowsOf(reader.decode(tile.number(), tile.cells(), parts, scratch), Long.BYTES);
          long[] values = new long[tile.size()];
          ByteBuffer.wrap(column.data()).order(ByteOrder.LITTLE_ENDIAN).asLongBuffer().get(values);
          taker.accept(values);
        });
  }

  /** Adds a column of the query that is an attribute; fill values where the fragment lacks it. */
  void attribute(SparseTile tile, int column) {
    OutputField field = query.columns().get(column);
    FieldReader reader = tile.owner().column(column);
    if (tile.columns[column] != null) {
      return;
    }
    if (reader == null) {
      decodings.add(scratch -> tile.columns[column] = FieldReader.fill(field, tile.size()));
      return;
    }
    touched.add(tile);
    TileParts parts = reader.parts(tile.number());
    parts.addTo(wanted);
    decodings.add(
        scratch ->
            tile.columns[column] =
                tile.rowsOf(
                    reader.decode(tile.number(), tile.cells(), parts, scratch), field.cellSize()));
  }

  /** Adds what the cells of a tile are tested by. */
  void tests(SparseTile tile) {
    boolean[] needed = new boolean[query.columns().size()];
    boolean needsTimes = false;
    for (FragmentCondition condition : tile.conditions()) {
      condition.addTo(needed);
      needsTimes |= condition.sparesNewer();
    }
    for (int i = 0; i < needed.length; i++) {
      needsTimes |= needed[i] && query.columns().get(i).isTimestamps();
      if (needed[i] && tile.owner().column(i) != null) {
        attribute(tile, i);
      }
    }
    if (needsTimes) {
      times(tile);
    }
    deletions(tile);
    coordinates(tile, dimensions(needed), false);
  }

  /** Adds the columns of the answer. */
  void outputs(SparseTile tile) {
    boolean[] needed = new boolean[query.columns().size()];
    Arrays.fill(needed, 0, query.outputs(), true);
    boolean needsTimes = false;
    for (int i = 0; i < query.outputs(); i++) {
      OutputField field = query.columns().get(i);
      needsTimes |= field.isTimestamps();
      if (!field.isDimension() && !field.isTimestamps()) {
        attribute(tile, i);
      }
    }
    if (needsTimes) {
      times(tile);
    }
    coordinates(tile, dimensions(needed), false);
  }

  private boolean[] dimensions(boolean[] needed) {
    boolean[] dimensions = new boolean[query.dimensions().size()];
    for (int i = 0; i < needed.length; i++) {
      int d = query.columns().get(i).dimension();
      if (needed[i] && d >= 0) {
        dimensions[d] = true;
      }
    }
    return dimensions;
  }

  /** Loads all. */
  void run(ReadScope scope) {
    for (SparseTile tile : touched) {
      if (!tile.touched) {
        tile.touched = true;
        scope.counters().decoded(1, tile.cells());
      }
    }
    scope.fetch(wanted);
    scope.unfilter(
        decodings,
        decoding -> {
          scope.with(buffers -> decoding.accept(buffers.scratch()));
          return null;
        });
  }

  /** A column of the query, once it is loaded. */
  public static CellColumn column(SparseTile tile, OutputField field, int index) {
    if (field.isDimension()) {
      return tile.coordinates[field.dimension()];
    }
    return field.isTimestamps() ? timesOf(tile) : tile.columns[index];
  }

  private static CellColumn timesOf(SparseTile tile) {
    long[] values = tile.times;
    if (values == null) {
      values = new long[tile.size()];
      Arrays.fill(values, tile.owner().fragment().name().t1());
    }
    return CellColumn.of(values);
  }
}
