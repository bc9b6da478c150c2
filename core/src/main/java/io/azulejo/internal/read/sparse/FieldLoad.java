package io.azulejo.internal.read.sparse;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.condition.FragmentCondition;
import io.azulejo.internal.read.tile.CoordinateReader;
import io.azulejo.internal.read.tile.FieldReader;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.TileParts;
import io.azulejo.internal.runtime.ArrayPool;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.function.Consumer;

/**
 * Loads fields of the rows of a selected tile: fields that tests need, columns of the result, or
 * all fields. Fields that were loaded before are not loaded again.
 */
public final class FieldLoad {
  private final SparseQuery query;
  private final TileLoad load;
  private final LoadedTile before;
  private final SparseTile tile;
  private final ArrayPool arrays;
  private final CellColumn[] columns;
  private long[] times;
  private long[] deletions;
  private long[] deletionConditions;
  private boolean decoded;

  private FieldLoad(SparseQuery query, TileLoad load, LoadedTile before, ArrayPool arrays) {
    this.query = query;
    this.load = load;
    this.before = before;
    this.tile = before.tile();
    this.arrays = arrays;
    this.columns = before.fields().columns().clone();
    this.times = before.fields().times();
    this.deletions = before.fields().deletions();
    this.deletionConditions = before.fields().deletionConditions();
    this.decoded = before.fields().decoded();
  }

  /** Loads the fields that are needed to test the cells of tiles, in one step. */
  static List<LoadedTile> tests(SparseQuery query, List<LoadedTile> tiles, ReadScope scope) {
    return run(query, tiles, new BitSet(), FieldLoad::addTests, scope);
  }

  /**
   * Loads the columns of the result, in steps. Columns of strings may be coded, except in tiles
   * that are handed out.
   *
   * @param stepBytes size limit of the tiles in one step, in bytes
   * @param pooled the indexes of the tiles whose columns are handed out; their arrays come from the
   *     pool of the read
   */
  static List<LoadedTile> outputs(
      SparseQuery query, List<LoadedTile> tiles, BitSet pooled, long stepBytes, ReadScope scope) {
    return inSteps(query, tiles, pooled, stepBytes, one -> one.addOutputs(true), scope);
  }

  /**
   * Loads all columns of the result, the cell times, and the times and conditions of deletions, in
   * steps.
   *
   * @param stepBytes size limit of the tiles in one step, in bytes
   * @param fills columns of fill values for the attributes that a fragment lacks, with at least as
   *     many cells as any of the tiles
   * @return a modifiable list
   */
  public static List<LoadedTile> all(
      SparseQuery query,
      List<LoadedTile> tiles,
      CellColumn[] fills,
      long stepBytes,
      ReadScope scope) {
    return inSteps(query, tiles, new BitSet(), stepBytes, one -> one.addAll(fills), scope);
  }

  private static List<LoadedTile> inSteps(
      SparseQuery query,
      List<LoadedTile> tiles,
      BitSet pooled,
      long stepBytes,
      Consumer<FieldLoad> choice,
      ReadScope scope) {
    List<LoadedTile> loaded = new ArrayList<>(tiles.size());
    for (List<LoadedTile> step : TileLoad.runs(tiles, each -> each.tile().bytes(), stepBytes)) {
      int from = loaded.size();
      BitSet pooledHere = pooled.get(from, from + step.size());
      loaded.addAll(run(query, step, pooledHere, choice, scope));
    }
    return loaded;
  }

  private static List<LoadedTile> run(
      SparseQuery query,
      List<LoadedTile> tiles,
      BitSet pooled,
      Consumer<FieldLoad> choice,
      ReadScope scope) {
    TileLoad load = new TileLoad();
    List<FieldLoad> each = new ArrayList<>(tiles.size());
    for (int t = 0; t < tiles.size(); t++) {
      ArrayPool arrays = pooled.get(t) ? scope.arrays() : ArrayPool.NONE;
      FieldLoad one = new FieldLoad(query, load, tiles.get(t), arrays);
      choice.accept(one);
      each.add(one);
    }
    load.run(scope);
    return each.stream().map(FieldLoad::loaded).toList();
  }

  private LoadedTile loaded() {
    return new LoadedTile(
        before.cells(),
        new LoadedTile.Fields(columns, times, deletions, deletionConditions, decoded));
  }

  private void addTests() {
    boolean[] needed = new boolean[columns.length];
    boolean needsTimes = false;
    for (FragmentCondition condition : tile.conditions()) {
      condition.addTo(needed);
      needsTimes |= condition.sparesNewer();
    }
    for (int i = 0; i < needed.length; i++) {
      needsTimes |= needed[i] && query.columns().get(i).isTimestamps();
      if (needed[i] && tile.owner().column(i) != null) {
        addAttribute(i, true);
      }
    }
    if (needsTimes) {
      addTimes();
    }
    addDeletions();
    addCoordinates(needed);
  }

  /**
   * Adds the columns of the result.
   *
   * @param coded whether columns of strings may be coded
   */
  private void addOutputs(boolean coded) {
    boolean[] needed = new boolean[columns.length];
    boolean needsTimes = false;
    for (int i = 0; i < query.outputs(); i++) {
      OutputField field = query.columns().get(i);
      needed[i] = true;
      needsTimes |= field.isTimestamps();
      if (!field.isDimension() && !field.isTimestamps()) {
        // Codes save work only if they are known from tests, or become numbers.
        boolean codesHelp = columns[i] != null || field.numbers() != null;
        addAttribute(i, coded && arrays == ArrayPool.NONE && codesHelp);
      }
    }
    if (needsTimes) {
      addTimes();
    }
    addCoordinates(needed);
  }

  private void addAll(CellColumn[] fills) {
    for (int i = 0; i < fills.length; i++) {
      columns[i] = tile.owner().column(i) == null ? fills[i] : columns[i];
    }
    addOutputs(false);
    addTimes();
    addDeletions();
    if (tile.owner().deletionConditions() != null) {
      addLongs(tile.owner().deletionConditions(), numbers -> deletionConditions = numbers);
    }
  }

  /** Adds an attribute. If the fragment lacks it, the column consists of fill values. */
  private void addAttribute(int column, boolean coded) {
    CellColumn known = columns[column];
    if (known != null) {
      if (known.codes() != null && !coded) {
        load.onceFetched(buffers -> columns[column] = known.expanded());
      }
      return;
    }
    FieldReader reader = tile.owner().column(column);
    if (reader == null) {
      OutputField field = query.columns().get(column);
      load.onceFetched(buffers -> columns[column] = FieldReader.fill(field, before.cells().size()));
      return;
    }
    TileParts parts = fetch(reader);
    load.onceFetched(
        buffers ->
            columns[column] =
                coded
                    ? reader.decodeCoded(
                        tile.number(), tile.cells(), before.cells().kept(), parts, buffers)
                    : decode(reader, parts, buffers));
  }

  /** Adds the coordinates of the needed dimensions. */
  private void addCoordinates(boolean[] needed) {
    boolean[] missing = new boolean[query.dimensions().size()];
    boolean any = false;
    for (int i = 0; i < needed.length; i++) {
      if (needed[i] && !before.has(i) && query.columns().get(i).isDimension()) {
        missing[query.columns().get(i).dimension()] = true;
        any = true;
      }
    }
    if (!any) {
      return;
    }
    count();
    CoordinateReader reader = tile.owner().coordinates();
    TileParts[] parts = reader.parts(tile.number(), missing);
    load.fetch(parts);
    if (reader.isZipped()) {
      load.onceFetched(buffers -> unzip(reader, parts, buffers));
      return;
    }
    for (int i = 0; i < needed.length; i++) {
      int d = query.columns().get(i).dimension();
      if (d >= 0 && missing[d]) {
        int column = i;
        load.onceFetched(buffers -> columns[column] = decode(reader.reader(d), parts[d], buffers));
      }
    }
  }

  /** Decodes all dimensions at once, including those that a later step needs. */
  private void unzip(CoordinateReader reader, TileParts[] parts, ScratchPool.TaskBuffers buffers) {
    CellColumn[] all = reader.decode(tile.number(), tile.cells(), parts, buffers.scratch());
    int[] kept = before.cells().kept();
    for (int i = 0; i < columns.length; i++) {
      int d = query.columns().get(i).dimension();
      if (d >= 0 && !before.has(i)) {
        columns[i] = kept == null ? all[d] : all[d].take(kept, tile.owner().coordinateSize(d));
      }
    }
  }

  /** Adds the cell times, if the fragment has them. */
  private void addTimes() {
    if (tile.owner().times() != null && before.times() == null) {
      addLongs(tile.owner().times(), decodedTimes -> times = decodedTimes);
    }
  }

  /** Adds the deletion times, if the fragment has them. */
  private void addDeletions() {
    if (tile.owner().deletions() != null) {
      addLongs(tile.owner().deletions(), decodedTimes -> deletions = decodedTimes);
    }
  }

  private void addLongs(FieldReader reader, Consumer<long[]> taker) {
    TileParts parts = fetch(reader);
    SelectedTile cells = before.cells();
    load.onceFetched(
        buffers ->
            taker.accept(
                reader
                    .decode(tile.number(), tile.cells(), cells.kept(), parts, buffers)
                    .toLongs(cells.size())));
  }

  /** Decodes a field of the rows. If the tile is handed out, its arrays come from the pool. */
  private CellColumn decode(FieldReader reader, TileParts parts, ScratchPool.TaskBuffers buffers) {
    return arrays == ArrayPool.NONE
        ? reader.decode(tile.number(), tile.cells(), before.cells().kept(), parts, buffers)
        : reader.decode(tile.number(), tile.cells(), parts, buffers.scratch(), arrays);
  }

  private TileParts fetch(FieldReader reader) {
    count();
    TileParts parts = reader.parts(tile.number());
    load.fetch(parts);
    return parts;
  }

  /** Counts the tile as decoded, unless an earlier step has counted it. */
  private void count() {
    if (!decoded) {
      decoded = true;
      load.count(tile);
    }
  }
}
