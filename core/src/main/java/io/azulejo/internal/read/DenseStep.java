package io.azulejo.internal.read;

import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.TileGrid;
import io.azulejo.query.Batch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * One batch of a dense read: its regions, what they need of which fragments, and the reading of it.
 */
final class DenseStep {
  private final DenseQuery query;
  private final List<Region> regions;
  private final int cells;

  /** For each region the fragments that have cells of it, the oldest first. */
  private final List<List<DenseSource>> sources = new ArrayList<>();

  /** For each region whether some cells may be in no fragment. */
  private final boolean[] gaps;

  /** The tiles of dense fragments that are needed, by fragment and position. */
  private final Map<DenseSource, Map<Integer, DenseTile>> tiles = new HashMap<>();

  /** The tiles of sparse fragments that are needed. */
  private final Map<DenseSource, SparseCells> sparse = new HashMap<>();

  DenseStep(DenseQuery query, List<Region> regions, int cells) {
    this.query = query;
    this.regions = regions;
    this.cells = cells;
    this.gaps = new boolean[regions.size()];
    for (int r = 0; r < regions.size(); r++) {
      sources.add(sourcesOf(regions.get(r), r));
    }
  }

  private List<DenseSource> sourcesOf(Region region, int index) {
    List<DenseSource> found = new ArrayList<>();
    gaps[index] = true;
    for (int i = query.sources().size() - 1; i >= 0 && gaps[index]; i--) {
      DenseSource source = query.sources().get(i);
      if (source.touches(region)) {
        found.add(0, source);
        gaps[index] = !source.covers(region);
        if (source.dense()) {
          int position = source.fragment().box().position(region.tile);
          tiles
              .computeIfAbsent(source, s -> new HashMap<>())
              .computeIfAbsent(position, p -> new DenseTile(query, source, p));
        } else {
          sparse.computeIfAbsent(source, s -> new SparseCells(query, s)).add(region);
        }
      }
    }
    return found;
  }

  /**
   * The bytes that the step takes at the most: the batch, and what is fetched and decoded for it.
   */
  long bytes() {
    long bytes = 0;
    for (OutputField field : query.fields()) {
      bytes += cells * (field.fixedBytes() + (field.isVar() ? 2L * Integer.BYTES : 0));
    }
    for (Map<Integer, DenseTile> byPosition : tiles.values()) {
      for (DenseTile tile : byPosition.values()) {
        bytes += tile.bytes();
      }
    }
    for (SparseCells source : sparse.values()) {
      bytes += source.bytes();
    }
    return bytes;
  }

  Batch run(Tasks tasks, Workers workers, TileFetcher fetcher) {
    List<TilePart> wanted = new ArrayList<>();
    List<DenseTile> needed = new ArrayList<>();
    tiles.values().forEach(byPosition -> needed.addAll(byPosition.values()));
    needed.forEach(tile -> tile.want(wanted));
    sparse.values().forEach(source -> source.want(wanted));
    fetcher.fetch(wanted);
    sparse.values().forEach(source -> source.decode(tasks, workers));
    List<ColumnWriter> writers = new ArrayList<>();
    for (OutputField field : query.fields()) {
      writers.add(new ColumnWriter(field, cells));
    }
    paintFixed(writers, tasks, workers);
    for (int f = 0; f < writers.size(); f++) {
      if (query.fields().get(f).isVar()) {
        gatherVar(f, writers.get(f), needed, tasks, workers);
      }
    }
    return Batch.of(cells, writers.stream().map(ColumnWriter::toColumn).toList());
  }

  private void paintFixed(List<ColumnWriter> writers, Tasks tasks, Workers workers) {
    List<int[]> works = new ArrayList<>();
    for (int f = 0; f < writers.size(); f++) {
      if (!query.fields().get(f).isVar()) {
        for (int r = 0; r < regions.size(); r++) {
          works.add(new int[] {f, r});
        }
      }
    }
    tasks.compute(
        works,
        work -> {
          int field = work[0];
          int index = work[1];
          workers.with(worker -> paint(field, index, writers.get(field), worker));
          return null;
        });
  }

  private void paint(int field, int index, ColumnWriter writer, Workers.Worker worker) {
    Region region = regions.get(index);
    OutputField output = query.fields().get(field);
    RegionPainter painter = new RegionPainter(query.grid(), output, writer);
    if (output.isDimension()) {
      painter.coordinates(region, output.dimension());
      return;
    }
    if (gaps[index]) {
      painter.fill(region);
    }
    for (DenseSource source : sources.get(index)) {
      if (!source.dense()) {
        sparse.get(source).paint(field, region, writer);
      } else if (source.output(field) == null) {
        painter.fill(source.within(region));
      } else {
        tile(source, region).paint(field, source.within(region), painter, worker);
      }
    }
  }

  private DenseTile tile(DenseSource source, Region region) {
    return tiles.get(source).get(source.fragment().box().position(region.tile));
  }

  /** Cells of variable size: first where each one comes from, then how long, then the copies. */
  private void gatherVar(
      int field, ColumnWriter writer, List<DenseTile> needed, Tasks tasks, Workers workers) {
    OutputField output = query.fields().get(field);
    List<TileColumn> columns = new ArrayList<>();
    columns.add(FieldReader.fill(output, 1));
    Map<DenseTile, Integer> places = new HashMap<>();
    List<DenseTile> decodable = new ArrayList<>();
    for (DenseTile tile : needed) {
      if (tile.has(field)) {
        places.put(tile, columns.size() + decodable.size());
        decodable.add(tile);
      }
    }
    columns.addAll(
        tasks.compute(
            decodable,
            tile -> {
              TileColumn[] decoded = new TileColumn[1];
              workers.with(worker -> decoded[0] = tile.decode(field, worker.scratch()));
              return decoded[0];
            }));
    int[] tileOf = new int[cells];
    int[] rowOf = new int[cells];
    TileGrid grid = query.grid();
    for (int r = 0; r < regions.size(); r++) {
      Region region = regions.get(r);
      for (DenseSource source : sources.get(r)) {
        if (!source.dense()) {
          sparse.get(source).point(field, region, columns, tileOf, rowOf);
          continue;
        }
        DenseTile tile = tile(source, region);
        int column = tile.has(field) ? places.get(tile) : 0;
        source
            .within(region)
            .forEachRun(
                grid,
                (cell, place, count, step) -> {
                  for (int i = 0; i < count; i++) {
                    tileOf[place + i * step] = column;
                    rowOf[place + i * step] = column == 0 ? 0 : cell + i;
                  }
                });
      }
    }
    TileColumn[] all = columns.toArray(TileColumn[]::new);
    writer.lengths(all, tileOf, rowOf, 0, 0, cells);
    writer.sumLengths();
    writer.allocate();
    writer.gather(all, tileOf, rowOf, 0, 0, cells);
  }
}
