package io.azulejo.internal.read;

import io.azulejo.query.Batch;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

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

  /** The most bytes that are fetched at once, unless one region needs more. */
  private final long fetchBytes;

  DenseStep(DenseQuery query, List<Region> regions, int cells, long fetchBytes) {
    this.fetchBytes = fetchBytes;
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
    long stored = 0;
    long decoded = 0;
    for (Map<Integer, DenseTile> byPosition : tiles.values()) {
      for (DenseTile tile : byPosition.values()) {
        stored += tile.storedBytes();
        decoded += tile.decodedVarBytes();
      }
    }
    for (SparseCells source : sparse.values()) {
      decoded += source.bytes();
    }
    return batchBytes() + decoded + Math.min(stored, fetchBytes);
  }

  /**
   * Whether a part of the step takes less than all of it: it has several regions, or a large batch.
   */
  boolean shrinks() {
    return regions.size() > 1 || batchBytes() > fetchBytes;
  }

  /** The bytes of the batch; of cells of variable size by their average in the tiles. */
  private long batchBytes() {
    long bytes = 0;
    for (OutputField field : query.fields()) {
      bytes += cells * (field.fixedBytes() + (field.isVar() ? 2L * Integer.BYTES : 0));
    }
    for (Map<Integer, DenseTile> byPosition : tiles.values()) {
      for (DenseTile tile : byPosition.values()) {
        double share = Math.min(1.0, (double) cells / query.grid().cellsPerTile());
        bytes += (long) (tile.varBytes() * share);
      }
    }
    return bytes;
  }

  Batch run(ReadScope scope) {
    List<TilePart> wanted = new ArrayList<>();
    sparse.values().forEach(source -> source.want(wanted));
    scope.fetch(wanted);
    sparse.values().forEach(source -> source.decode(scope));
    List<ColumnWriter> writers = new ArrayList<>();
    for (OutputField field : query.fields()) {
      writers.add(new ColumnWriter(field, cells));
    }
    List<VarCells> vars = new ArrayList<>();
    for (int f = 0; f < writers.size(); f++) {
      if (query.fields().get(f).isVar()) {
        vars.add(new VarCells(f, query.fields().get(f), cells));
      }
    }
    int first = 0;
    while (first < regions.size()) {
      List<DenseTile> fetched = new ArrayList<>();
      int end = fetch(first, fetched, scope);
      paintFixed(first, end, writers, scope);
      for (VarCells var : vars) {
        decodeVar(var, first, end, fetched, scope);
      }
      fetched.forEach(DenseTile::release);
      first = end;
    }
    scope
        .counters()
        .merging(
            () -> {
              vars.forEach(var -> var.gather(writers.get(var.field())));
              return null;
            });
    return Batch.of(cells, writers.stream().map(ColumnWriter::toColumn).toList());
  }

  /** Fetches the tiles of some regions; returns the one after the last. */
  private int fetch(int first, List<DenseTile> fetched, ReadScope scope) {
    List<TilePart> wanted = new ArrayList<>();
    Set<DenseTile> known = new HashSet<>();
    long bytes = 0;
    int end = first;
    while (end < regions.size() && (end == first || bytes < fetchBytes)) {
      for (DenseSource source : sources.get(end)) {
        if (source.dense()) {
          DenseTile tile = tile(source, regions.get(end));
          if (known.add(tile)) {
            tile.want(wanted);
            fetched.add(tile);
            bytes += tile.storedBytes();
          }
        }
      }
      end++;
    }
    scope.counters().decoded(fetched.size(), (long) fetched.size() * query.grid().cellsPerTile());
    scope.fetch(wanted);
    return end;
  }

  private void paintFixed(int first, int end, List<ColumnWriter> writers, ReadScope scope) {
    List<int[]> works = new ArrayList<>();
    for (int f = 0; f < writers.size(); f++) {
      if (!query.fields().get(f).isVar()) {
        for (int r = first; r < end; r++) {
          works.add(new int[] {f, r});
        }
      }
    }
    scope.unfilter(
        works,
        work -> {
          int field = work[0];
          int index = work[1];
          scope.with(worker -> paint(field, index, writers.get(field), worker));
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

  /** Decodes the tiles of some regions, and says of their cells where they come from. */
  private void decodeVar(
      VarCells var, int first, int end, List<DenseTile> fetched, ReadScope scope) {
    int field = var.field();
    Map<DenseTile, Integer> places = new IdentityHashMap<>();
    List<DenseTile> decodable = fetched.stream().filter(tile -> tile.has(field)).toList();
    List<TileColumn> decoded =
        scope.unfilter(
            decodable,
            tile -> {
              TileColumn[] column = new TileColumn[1];
              scope.with(worker -> column[0] = tile.decode(field, worker.scratch()));
              return column[0];
            });
    for (int i = 0; i < decodable.size(); i++) {
      places.put(decodable.get(i), var.add(decoded.get(i)));
    }
    for (int r = first; r < end; r++) {
      Region region = regions.get(r);
      for (DenseSource source : sources.get(r)) {
        if (source.dense()) {
          DenseTile tile = tile(source, region);
          int column = tile.has(field) ? places.get(tile) : VarCells.FILL;
          var.point(source.within(region), column);
        } else {
          sparse.get(source).point(var, region);
        }
      }
    }
  }
}
