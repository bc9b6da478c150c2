package io.azulejo.internal.read.dense;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.tile.ColumnWriter;
import io.azulejo.internal.read.tile.FetchQueue;
import io.azulejo.internal.read.tile.OpenFiles;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.TilePart;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * Builds the columns of a batch of a dense read. Copies the cells of each region from its
 * fragments, the oldest first, and writes fill values where no fragment has a cell.
 */
final class DenseColumns {
  private final DenseQuery query;
  private final DecodedTiles tiles;
  private final int cells;
  private final ReadScope scope;

  /** Maximum number of tasks that copy at the same time. */
  private final int lanes;

  /** Targets of the fixed-size fields, by field; null for a field that is not needed. */
  private final FieldTarget[] targets;

  /** Columns of the fixed-size fields, by field; null if the caller supplied the target. */
  private final ColumnWriter[] writers;

  /** Columns of the variable-size fields, by field; null for a field that is not needed. */
  private final VarCells[] vars;

  /**
   * A region with the cells to copy.
   *
   * @param sources the fragments to copy from, the oldest first
   * @param gaps whether some cells may be in no fragment and get fill values
   * @param fields for each field of the query, whether to copy it
   */
  record Work(TileRegion region, List<DenseSource> sources, boolean gaps, boolean[] fields) {}

  /**
   * Creates empty columns.
   *
   * @param cells the number of cells in the batch
   * @param fields for each field of the query, whether it needs a column
   */
  DenseColumns(DenseQuery query, DecodedTiles tiles, int cells, boolean[] fields, ReadScope scope) {
    this.query = query;
    this.tiles = tiles;
    this.cells = cells;
    this.scope = scope;
    lanes = tiles.taskLanes(scope);
    targets = new FieldTarget[fields.length];
    writers = new ColumnWriter[fields.length];
    vars = new VarCells[fields.length];
    for (int f = 0; f < fields.length; f++) {
      OutputField field = query.fields().get(f);
      if (fields[f] && field.isVar()) {
        vars[f] = new VarCells(field, cells, scope.arrays());
      } else if (fields[f]) {
        writers[f] = new ColumnWriter(field, cells, scope.arrays());
        targets[f] = FieldTarget.of(writers[f]);
      }
    }
  }

  /**
   * Creates an instance that copies into targets of the caller instead of columns.
   *
   * @param targets the targets, one for each field of the query; all fields have fixed size
   */
  DenseColumns(DenseQuery query, DecodedTiles tiles, List<FieldTarget> targets, ReadScope scope) {
    this.query = query;
    this.tiles = tiles;
    this.cells = 0;
    this.scope = scope;
    this.lanes = tiles.taskLanes(scope);
    this.targets = targets.toArray(FieldTarget[]::new);
    this.writers = new ColumnWriter[this.targets.length];
    this.vars = new VarCells[this.targets.length];
  }

  /**
   * Regions that are fetched and copied together.
   *
   * @param works the regions
   * @param tiles the tiles that they need
   * @param wanted the tile parts to fetch
   * @param bytes the stored size of these parts in bytes
   */
  private record Group(List<Work> works, Set<DenseTile> tiles, List<TilePart> wanted, long bytes) {}

  /**
   * Fetches, decodes and copies regions, group by group. If reads wait for a network, later groups
   * are fetched while earlier ones are decoded.
   */
  void copy(List<Work> works) {
    FetchQueue<Group> queue = new FetchQueue<>(scope);
    Set<DenseTile> busy = new HashSet<>();
    int planned = 0;
    try {
      while (planned < works.size() || !queue.isEmpty()) {
        planned = fetchAhead(works, planned, queue, busy);
        Group group = queue.take();
        long cells = (long) group.tiles.size() * query.grid().cellsPerTile();
        scope.counters().decoded(group.tiles.size(), cells);
        copy(group.works, group.tiles);
        busy.removeAll(group.tiles);
        queue.release();
      }
    } catch (RuntimeException | Error e) {
      queue.stop(e);
      throw e;
    }
  }

  /**
   * Starts to fetch as many groups as the queue has room for.
   *
   * @param first the index of the first region that is not yet in a group
   * @param busy the tiles of the groups in progress; tiles of new groups are added
   * @return the index of the first region that is not in a group afterwards
   */
  private int fetchAhead(
      List<Work> works, int first, FetchQueue<Group> queue, Set<DenseTile> busy) {
    int next = first;
    while (next < works.size()) {
      Group group = group(works, next, busy);
      if (group.works.isEmpty()) {
        return next;
      }
      if (!queue.hasRoom(group.bytes)) {
        group.tiles.forEach(DenseTile::release);
        return next;
      }
      queue.add(group, group.wanted, group.bytes);
      busy.addAll(group.tiles);
      next += group.works.size();
    }
    return next;
  }

  private void copy(List<Work> works, Set<DenseTile> fetched) {
    copyFixed(works);
    for (int f = 0; f < vars.length; f++) {
      if (vars[f] != null) {
        decodeVar(f, works, fetched);
      }
    }
    fetched.forEach(DenseTile::release);
  }

  /**
   * Returns the next group of regions.
   *
   * @param busy the tiles of other groups; the group ends before the first region that needs one of
   *     them, so it may be empty
   */
  private Group group(List<Work> works, int first, Set<DenseTile> busy) {
    Set<DenseTile> needed = new LinkedHashSet<>();
    List<TilePart> wanted = new ArrayList<>();
    long bytes = 0;
    int end = first;
    while (end < works.size()
        && (end == first || bytes < scope.groupBytes())
        && !needsAny(works.get(end), busy)) {
      Work work = works.get(end);
      boolean[] ahead = ahead(work.fields());
      for (DenseSource source : work.sources()) {
        if (source.dense()) {
          DenseTile tile = tiles.dense(source, work.region());
          bytes += tile.want(ahead, source.within(work.region()), wanted);
          if (tile.hasAny(work.fields())) {
            needed.add(tile);
          }
        }
      }
      end++;
    }
    return new Group(works.subList(first, end), needed, wanted, bytes);
  }

  private boolean needsAny(Work work, Set<DenseTile> busy) {
    return !busy.isEmpty()
        && work.sources().stream()
            .anyMatch(
                source -> source.dense() && busy.contains(tiles.dense(source, work.region())));
  }

  /**
   * Returns which fields to fetch ahead of decoding. If reads are fast, copy tasks read the
   * fixed-size fields themselves.
   */
  private boolean[] ahead(boolean[] fields) {
    if (!scope.readsFast()) {
      return fields;
    }
    boolean[] ahead = new boolean[fields.length];
    for (int f = 0; f < fields.length; f++) {
      ahead[f] = fields[f] && vars[f] != null;
    }
    return ahead;
  }

  /** A unit of work for one thread. */
  private interface Task {
    void run(OpenFiles files, ScratchPool.TaskBuffers buffers);
  }

  private void copyFixed(List<Work> works) {
    List<Task> tasks = new ArrayList<>();
    for (int f = 0; f < targets.length; f++) {
      if (targets[f] != null) {
        addTasks(f, works, tasks);
      }
    }
    try (OpenFiles files = scope.openFiles()) {
      scope.unfilter(tasks, lanes, task -> scope.with(buffers -> task.run(files, buffers)));
    }
    scope.showProgress();
  }

  /** Adds the copy tasks of a field. Regions that can be read together share a task. */
  private void addTasks(int field, List<Work> works, List<Task> tasks) {
    OutputField output = query.fields().get(field);
    DenseSource readFrom = null;
    CopyTask open = null;
    for (Work work : works) {
      if (!work.fields()[field]) {
        continue;
      }
      boolean single =
          scope.readsFast() && !output.isDimension() && !work.gaps() && work.sources().size() == 1;
      DenseSource source = single ? work.sources().get(0) : null;
      if (source == null || !source.dense() || source.output(field) == null) {
        tasks.add((files, buffers) -> copy(work, field, files, buffers));
        continue;
      }
      TileRegion region = source.within(work.region());
      int tile = source.position(region);
      if (open == null || source != readFrom || !open.add(region, tile)) {
        CopyTask task = copyTask(source, field);
        task.add(region, tile);
        tasks.add((files, buffers) -> task.run(scope, files, buffers));
        open = task;
        readFrom = source;
      }
    }
  }

  private CopyTask copyTask(DenseSource source, int field) {
    return new CopyTask(source.output(field), query.grid().cellsPerTile(), regionCopy(field));
  }

  private void copy(Work work, int field, OpenFiles files, ScratchPool.TaskBuffers buffers) {
    TileRegion region = work.region();
    RegionCopy regionCopy = regionCopy(field);
    OutputField output = query.fields().get(field);
    if (output.isDimension()) {
      regionCopy.coordinates(region, output.dimension());
      return;
    }
    if (work.gaps()) {
      regionCopy.fill(region);
    }
    for (DenseSource source : work.sources()) {
      if (!source.dense()) {
        tiles.sparse(source).copy(field, region, targets[field]);
      } else if (source.output(field) == null) {
        regionCopy.fill(source.within(region));
      } else if (scope.readsFast()) {
        CopyTask task = copyTask(source, field);
        task.add(source.within(region), source.position(region));
        task.run(scope, files, buffers);
      } else {
        copyFetched(tiles.dense(source, region), field, source.within(region), regionCopy, buffers);
      }
    }
  }

  private void copyFetched(
      DenseTile tile,
      int field,
      TileRegion region,
      RegionCopy regionCopy,
      ScratchPool.TaskBuffers buffers) {
    if (!tile.copy(field, region, regionCopy, buffers)) {
      tile.refetch(field, scope);
      tile.copy(field, region, regionCopy, buffers);
    }
  }

  private RegionCopy regionCopy(int field) {
    return new RegionCopy(query.grid(), query.fields().get(field), targets[field]);
  }

  /** Decodes the tiles of a variable-size field and records the source of each cell. */
  private void decodeVar(int field, List<Work> works, Set<DenseTile> fetched) {
    VarCells var = vars[field];
    Map<DenseTile, Integer> places = new IdentityHashMap<>();
    List<DenseTile> decodable = fetched.stream().filter(tile -> tile.has(field)).toList();
    List<CellColumn> decoded =
        scope.unfilter(
            decodable,
            tile -> {
              CellColumn[] column = new CellColumn[1];
              scope.with(buffers -> column[0] = tile.decode(field, buffers.scratch()));
              return column[0];
            });
    for (int i = 0; i < decodable.size(); i++) {
      places.put(decodable.get(i), var.add(decoded.get(i)));
    }
    for (Work work : works) {
      if (!work.fields()[field]) {
        continue;
      }
      TileRegion region = work.region();
      for (DenseSource source : work.sources()) {
        if (source.dense()) {
          DenseTile tile = tiles.dense(source, region);
          int column = tile.has(field) ? places.get(tile) : VarCells.FILL;
          var.point(source.within(region), column);
        } else {
          tiles.sparse(source).point(field, var, region);
        }
      }
    }
  }

  /** Sets all attributes to their fill values in the cells that a mask excludes. */
  void fill(List<TileRegion> regions, byte[] mask) {
    scope.merge(
        regions,
        region -> {
          for (int f = 0; f < query.outputs(); f++) {
            if (vars[f] != null) {
              vars[f].fill(region, mask);
            } else if (!query.fields().get(f).isDimension()) {
              regionCopy(f).fill(region, mask);
            }
          }
          return null;
        });
  }

  /** Returns the values of a field that are copied so far. */
  CellColumn column(int field) {
    ColumnWriter writer =
        vars[field] == null ? writers[field] : vars[field].gather(query.fields().get(field));
    return writer.toTileColumn();
  }

  /** Returns the batch of all cells. */
  Batch batch() {
    List<Column> columns =
        scope.merge(
            outputs(),
            f -> (vars[f] == null ? writers[f] : vars[f].gather(query.fields().get(f))).toColumn());
    return Batch.of(cells, columns);
  }

  private List<Integer> outputs() {
    return IntStream.range(0, query.outputs()).boxed().toList();
  }

  /**
   * Returns a batch of selected cells.
   *
   * @param places the indexes of the cells
   */
  Batch batch(int[] places) {
    int[] same = new int[places.length];
    List<Column> columns =
        scope.merge(
            outputs(),
            f -> {
              OutputField field = query.fields().get(f);
              if (vars[f] != null) {
                return vars[f].gather(field, places).toColumn();
              }
              ColumnWriter writer = new ColumnWriter(field, places.length, scope.arrays());
              CellColumn[] all = {writers[f].toTileColumn()};
              writer.gather(all, same, places, 0, 0, places.length);
              return writer.toColumn();
            });
    return Batch.of(places.length, columns);
  }
}
