package io.azulejo.internal.workshop.advise;

import io.azulejo.internal.format.Boxes;
import io.azulejo.internal.maintain.DenseRegions;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.read.ReadPlanner;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.Set;

/**
 * A deterministic sample of an array's cells. It contains about one tile of cells, in global order,
 * from each of many places in the array.
 */
final class Sample {
  private static final int MAX_PLACES = 128;

  /** Maximum number of cells to read for each cell to keep, if boxes may overlap. */
  private static final int MAX_OVERLAP = 4;

  /** Assumed size of a variable-size value before any value was read (bytes). */
  private static final long BYTES_OF_VAR = 32;

  private final Snapshot array;
  private final ArraySchema schema;
  private final Resources resources;
  private final List<Batch> parts = new ArrayList<>();
  private final long maxBytes;
  private int places;
  private long cells;
  private long bytes;

  private Sample(Snapshot array, long maxBytes, Resources resources) {
    this.array = array;
    this.schema = array.schema().schema();
    this.maxBytes = maxBytes;
    this.resources = resources;
  }

  /**
   * Reads a sample.
   *
   * @param maxBytes the approximate maximum size of the sample (bytes)
   */
  static Sample of(Snapshot array, long maxBytes, Resources resources) {
    Sample sample = new Sample(array, maxBytes, resources);
    if (sample.schema.isDense()) {
      sample.readDense();
    } else {
      sample.readSparse();
    }
    return sample;
  }

  /** Returns the batches of the sample. In a sparse array, the first columns are coordinates. */
  List<Batch> parts() {
    return parts;
  }

  /** Returns the number of places from which cells were read. */
  int places() {
    return places;
  }

  /** Returns the number of distinct cells. */
  long cells() {
    return cells;
  }

  long bytes() {
    return bytes;
  }

  /** Returns the average cell size (bytes). Without cells, estimates it from the schema. */
  double bytesPerCell() {
    return cells == 0 ? estimatedBytes() : (double) bytes / cells;
  }

  private long estimatedBytes() {
    long sum = 0;
    for (Attribute attribute : schema.attributes()) {
      sum += attribute.isVar() ? BYTES_OF_VAR : attribute.cellSize();
    }
    if (!schema.isDense()) {
      for (Dimension dimension : schema.dimensions()) {
        sum += dimension.isVar() ? BYTES_OF_VAR : dimension.type().size();
      }
    }
    return Math.max(1, sum);
  }

  private int places(long cellsPerTile) {
    return (int) Math.max(1, Math.min(MAX_PLACES, maxBytes / estimatedBytes() / cellsPerTile));
  }

  private long limit() {
    return Math.max(1, maxBytes / estimatedBytes());
  }

  private void readDense() {
    DenseRegions regions = DenseRegions.of(schema, array.fragments());
    TileGrid grid = TileGrid.of(schema);
    List<NDRange> boxes = regions.ranges();
    Set<NDRange> chosen = new LinkedHashSet<>();
    Random random = new Random(1);
    int wanted = boxes.isEmpty() ? 0 : places(grid.cellsPerTile());
    double[] sizes = boxes.stream().mapToDouble(Sample::cells).toArray();
    double all = regions.cells();
    for (int i = 0; i < wanted; i++) {
      // Evenly spaced places cover the whole array.
      double place = (i + 0.5) / wanted * all;
      int box = 0;
      while (box < sizes.length - 1 && place >= sizes[box]) {
        place -= sizes[box++];
      }
      chosen.add(tile(grid, boxes.get(box), place / sizes[box], random));
    }
    for (NDRange tile : chosen) {
      read(tile, limit() / chosen.size() + 1, Optional.empty());
    }
  }

  private static double cells(NDRange box) {
    double cells = 1;
    for (Range range : box.ranges()) {
      Range.Longs longs = (Range.Longs) range;
      cells *= (double) longs.high() - longs.low() + 1;
    }
    return cells;
  }

  /**
   * Returns the intersection of a box and one of the tiles that it overlaps.
   *
   * @param place the relative position of the tile along the first dimension, from 0 to 1; along
   *     all other dimensions, it is random
   */
  private NDRange tile(TileGrid grid, NDRange box, double place, Random random) {
    Datatype type = schema.dimensions().get(0).type();
    List<Range> ranges = new ArrayList<>();
    for (int d = 0; d < box.size(); d++) {
      long low = CoordinateKeys.low(type, box.get(d));
      long high = CoordinateKeys.high(type, box.get(d));
      double part = d == 0 ? place : random.nextDouble();
      long at = Math.min(high, low + (long) (part * ((double) high - low)));
      long first = grid.first(d, grid.tile(d, at));
      long before = Math.min(at - first, at - low);
      long after = Math.min(grid.extent(d) - 1 - (at - first), high - at);
      ranges.add(
          Range.of(
              CoordinateKeys.toInteger(type, at - before),
              CoordinateKeys.toInteger(type, at + after)));
    }
    return new NDRange(ranges);
  }

  private void readSparse() {
    List<Fragment> fragments =
        array.fragments().stream().filter(fragment -> fragment.tiles() > 0).toList();
    long tiles = fragments.stream().mapToLong(Fragment::tiles).sum();
    int wanted = (int) Math.min(tiles, places(Math.max(1, schema.capacity())));
    long limit = Math.max(1, Math.min(schema.capacity(), limit()));
    Optional<DistinctCells> distinct = Optional.of(new DistinctCells(schema.dimensions().size()));
    long before = 0;
    int next = 0;
    for (Fragment fragment : fragments) {
      Boxes boxes = null;
      while (next < wanted && place(next, wanted, tiles) < before + fragment.tiles()) {
        boxes = boxes == null ? fragment.rtree().leaves() : boxes;
        // Tile boxes can overlap, especially in different fragments, so remove repeated cells.
        read(boxes.box((int) (place(next, wanted, tiles) - before)), limit, distinct);
        next++;
      }
      before += fragment.tiles();
    }
  }

  private static long place(int number, int wanted, long tiles) {
    return (long) ((number + 0.5) / wanted * tiles);
  }

  /**
   * Reads some cells of a box.
   *
   * @param limit the maximum number of cells to keep
   * @param distinct removes cells that were read before; empty if the boxes do not overlap
   */
  private void read(NDRange box, long limit, Optional<DistinctCells> distinct) {
    List<String> fields = new ArrayList<>();
    if (!schema.isDense()) {
      schema.dimensions().forEach(dimension -> fields.add(dimension.name()));
    }
    schema.attributes().forEach(attribute -> fields.add(attribute.name()));
    ReadRequest request =
        ReadRequest.ALL
            .subarray(Subarray.of(schema.dimensions(), box))
            .select(fields)
            .layout(Layout.GLOBAL_ORDER)
            .limit(distinct.isPresent() ? MAX_OVERLAP * limit : limit);
    places++;
    long left = limit;
    try (BatchReader in =
        ReadPlanner.read(array, request, new ReadScope(array.storage(), resources))) {
      for (Batch batch = in.next(); batch != null && left > 0; batch = in.next()) {
        Batch added = distinct.isPresent() ? distinct.get().added(batch, left) : batch;
        left -= added.rows();
        if (added.rows() > 0) {
          parts.add(added);
          cells += added.rows();
          bytes += added.bytes();
        }
      }
    }
    distinct.ifPresent(DistinctCells::endRead);
  }
}
