package io.azulejo.internal.read.dense;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.dense.OwnedRegion.Part;
import io.azulejo.internal.read.tile.ColumnWriter;
import io.azulejo.internal.read.tile.FetchQueue;
import io.azulejo.internal.read.tile.OpenFiles;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.TilePart;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntPredicate;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

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
   * Some of a query's fields. Immutable.
   *
   * @param has for each field of the query, whether it is in the set
   * @param indexes the indexes of the fields in the set, in ascending order
   * @param vars the indexes of the variable-size fields in the set, in ascending order
   */
  record FieldSet(boolean[] has, int[] indexes, int[] vars) {
    /** Creates a set of the fields whose index satisfies a predicate. */
    static FieldSet of(List<OutputField> fields, IntPredicate contains) {
      int[] indexes = IntStream.range(0, fields.size()).filter(contains).toArray();
      boolean[] has = new boolean[fields.size()];
      IntStream.of(indexes).forEach(f -> has[f] = true);
      int[] vars = IntStream.of(indexes).filter(f -> fields.get(f).isVar()).toArray();
      return new FieldSet(has, indexes, vars);
    }
  }

  /**
   * A region with the cells to copy.
   *
   * @param parts the cells of each fragment to copy from, the oldest fragment first
   * @param gaps whether some cells may be in no fragment and get fill values
   * @param fields the fields to copy
   */
  record Work(TileRegion region, List<Part> parts, boolean gaps, FieldSet fields) {}

  /**
   * Creates columns without values.
   *
   * @param cells the number of cells in the batch
   * @param fields the fields that need a column
   * @param given the caller's targets, one for each field, to fill instead of columns; all fields
   *     then have fixed size. Null for columns.
   * @param lanes the maximum number of tasks that copy at the same time
   */
  DenseColumns(
      DenseQuery query,
      DecodedTiles tiles,
      int cells,
      FieldSet fields,
      @Nullable List<FieldTarget> given,
      int lanes,
      ReadScope scope) {
    this.query = query;
    this.tiles = tiles;
    this.cells = cells;
    this.scope = scope;
    this.lanes = lanes;
    targets = new FieldTarget[query.fields().size()];
    writers = new ColumnWriter[targets.length];
    vars = new VarCells[targets.length];
    for (int f : fields.indexes()) {
      OutputField field = query.fields().get(f);
      if (given != null) {
        targets[f] = given.get(f);
      } else if (field.isVar()) {
        vars[f] = new VarCells(field, cells, scope.arrays());
      } else {
        writers[f] = new ColumnWriter(field, cells, scope.arrays());
        targets[f] = FieldTarget.of(writers[f]);
      }
    }
  }

  /**
   * Regions that are fetched and copied together.
   *
   * @param works the regions
   * @param end the index of the first region after them
   * @param tiles the tiles that they need
   * @param wanted the tile parts to fetch
   * @param bytes the stored size of these parts in bytes
   */
  private record Group(
      List<Work> works, int end, List<DenseTile> tiles, List<TilePart> wanted, long bytes) {}

  /**
   * Fetches, decodes and copies regions, group by group. If reads wait for a network, later groups
   * are fetched while earlier ones are decoded.
   */
  void copy(List<Work> works) {
    FetchQueue<Group> queue = new FetchQueue<>(scope);
    int groups = 1;
    Group next = group(works, 0, groups);
    try {
      while (next.end < works.size() || !next.works.isEmpty() || !queue.isEmpty()) {
        while (!next.works.isEmpty() && queue.hasRoom(next.bytes)) {
          queue.add(next, next.wanted, next.bytes);
          next = group(works, next.end, ++groups);
        }
        Group group = queue.take();
        long cells = (long) group.tiles.size() * query.grid().cellsPerTile();
        scope.counters().decoded(group.tiles.size(), cells);
        copyFixed(group.works);
        for (int f = 0; f < vars.length; f++) {
          if (vars[f] != null) {
            decodeVar(f, group);
          }
        }
        group.tiles.forEach(DenseTile::release);
        queue.release();
        if (next.works.isEmpty()) {
          next = group(works, next.end, groups);
        }
      }
    } catch (RuntimeException | Error e) {
      queue.stop(e);
      throw e;
    }
  }

  /**
   * Returns the next group of regions. It ends before the first region that needs a tile of another
   * group in progress, so it may be empty.
   *
   * @param number the number of the group, at least 1
   */
  private Group group(List<Work> works, int first, int number) {
    List<DenseTile> needed = new ArrayList<>();
    List<TilePart> wanted = new ArrayList<>();
    long bytes = 0;
    int end = first;
    while (end < works.size()
        && (end == first || bytes < scope.groupBytes())
        && !needsOther(works.get(end), number)) {
      Work work = works.get(end);
      // If reads are fast, copy tasks read the fixed-size fields themselves.
      int[] ahead = scope.readsFast() ? work.fields.vars() : work.fields.indexes();
      for (Part part : work.parts) {
        if (part.dense()) {
          DenseTile tile = part.tile();
          bytes += tile.want(ahead, part.region(), wanted);
          if (tile.group == 0 && tile.hasAny(work.fields.indexes())) {
            tile.group = number;
            needed.add(tile);
          }
        }
      }
      end++;
    }
    return new Group(works.subList(first, end), end, needed, wanted, bytes);
  }

  /** Returns whether a region needs a tile of a group with another number. */
  private static boolean needsOther(Work work, int number) {
    for (Part part : work.parts) {
      if (part.dense() && part.tile().group != 0 && part.tile().group != number) {
        return true;
      }
    }
    return false;
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
      if (!work.fields.has()[field]) {
        continue;
      }
      boolean single =
          scope.readsFast() && !output.isDimension() && !work.gaps && work.parts.size() == 1;
      Part part = single ? work.parts.get(0) : null;
      if (part == null || !part.dense() || part.source().output(field) == null) {
        tasks.add((files, buffers) -> copy(work, field, files, buffers));
        continue;
      }
      int tile = part.tile().position();
      if (open == null || part.source() != readFrom || !open.add(part.region(), tile)) {
        CopyTask task = copyTask(part, field);
        tasks.add((files, buffers) -> task.run(scope, files, buffers));
        open = task;
        readFrom = part.source();
      }
    }
  }

  /** Returns a task that copies a field of one part, and may be extended to other parts. */
  private CopyTask copyTask(Part part, int field) {
    CopyTask task =
        new CopyTask(part.source().output(field), query.grid().cellsPerTile(), regionCopy(field));
    task.add(part.region(), part.tile().position());
    return task;
  }

  private void copy(Work work, int field, OpenFiles files, ScratchPool.TaskBuffers buffers) {
    RegionCopy regionCopy = regionCopy(field);
    OutputField output = query.fields().get(field);
    if (output.isDimension()) {
      regionCopy.coordinates(work.region, output.dimension());
      return;
    }
    if (work.gaps) {
      regionCopy.fill(work.region);
    }
    for (Part part : work.parts) {
      if (!part.dense()) {
        tiles.sparse(part.source()).copy(field, part.region(), targets[field]);
      } else if (part.source().output(field) == null) {
        regionCopy.fill(part.region());
      } else if (scope.readsFast()) {
        copyTask(part, field).run(scope, files, buffers);
      } else if (!regionCopy.copy(part.tile(), field, part.region(), buffers)) {
        part.tile().refetch(field, scope);
        regionCopy.copy(part.tile(), field, part.region(), buffers);
      }
    }
  }

  private RegionCopy regionCopy(int field) {
    return new RegionCopy(query.grid(), query.fields().get(field), targets[field]);
  }

  /** Decodes the tiles of a variable-size field and records the source of each cell. */
  private void decodeVar(int field, Group group) {
    VarCells var = vars[field];
    List<DenseTile> decodable = group.tiles.stream().filter(tile -> tile.has(field)).toList();
    List<CellColumn> decoded =
        scope.unfilter(
            decodable,
            tile -> {
              CellColumn[] column = new CellColumn[1];
              scope.with(buffers -> column[0] = tile.decodeCoded(field, buffers));
              return column[0];
            });
    for (int i = 0; i < decodable.size(); i++) {
      decodable.get(i).column = var.add(decoded.get(i));
    }
    for (Work work : group.works) {
      if (!work.fields.has()[field]) {
        continue;
      }
      for (Part part : work.parts) {
        if (part.dense()) {
          DenseTile tile = part.tile();
          var.point(part.region(), tile.has(field) ? tile.column : VarCells.FILL);
        } else {
          tiles.sparse(part.source()).point(field, var, part.region());
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

  /** Returns the values of some fields that are copied so far, for conditions. */
  CellColumn[] tested(int[] fields) {
    return Arrays.stream(fields)
        .mapToObj(
            f ->
                vars[f] == null ? writers[f].toTileColumn() : vars[f].tested(query.fields().get(f)))
        .toArray(CellColumn[]::new);
  }

  private ColumnWriter column(int field) {
    return vars[field] == null ? writers[field] : vars[field].gather(query.fields().get(field));
  }

  /** Returns the batch of all cells. */
  Batch batch() {
    return Batch.of(cells, scope.merge(outputs(), f -> column(f).toColumn()));
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
