package io.azulejo.internal.workshop.advise;

import io.azulejo.internal.maintain.BatchCells;
import io.azulejo.internal.order.CellKeys;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.order.KeySort;
import io.azulejo.internal.order.RadixSort;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.maintenance.Advice;
import io.azulejo.maintenance.RepackRequest;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Trials of cell orders and capacities for a sparse array. For each layout, sorts a sample of
 * cells, cuts it into tiles, and counts the tiles whose boxes overlap boxes and slices to read.
 */
final class SparseTileTrials {
  private static final int MAX_CELLS = 20_000;
  private static final int MAX_HILBERT_DIMENSIONS = 16;

  /** Minimum number of sampled cells for a representative tile box. */
  private static final int MIN_CELLS_PER_TILE = 8;

  private static final long[] CAPACITIES = {2_000, 10_000, 50_000, 200_000};
  private static final double MIN_BYTES_PER_TILE = 32 << 10;
  private static final double MAX_BYTES_PER_TILE = 8 << 20;

  /** Fraction of the array's cells that a slice selects. */
  private static final double SLICE = 0.002;

  private final ArraySchema schema;
  private final TileTrials trials;
  private final double cellsOfArray;
  private final BatchCells cells;

  /** Positions of the cells by dimension: coordinate keys of numbers, ranks of strings. */
  private final long[][] places;

  private final List<long[][]> boxes = new ArrayList<>();
  private final List<long[][]> slices = new ArrayList<>();

  private SparseTileTrials(Snapshot array, Batch sample, double cellsOfArray, double bytesPerCell) {
    this.schema = array.schema().schema();
    this.trials = new TileTrials(array, bytesPerCell);
    this.cellsOfArray = cellsOfArray;
    int dimensions = schema.dimensions().size();
    this.cells = new BatchCells(sample, dimensions);
    this.places = new long[dimensions][];
    long[][] sorted = new long[dimensions][];
    for (int d = 0; d < dimensions; d++) {
      places[d] = cells.keys[d] == null ? ranks(sample.column(d)) : cells.keys[d];
      sorted[d] = places[d].clone();
      Arrays.sort(sorted[d]);
    }
    plan(sorted);
  }

  static List<Advice.TileTrial> of(
      Snapshot array, List<Batch> parts, double cellsOfArray, double bytesPerCell) {
    if (parts.stream().allMatch(part -> part.rows() == 0)) {
      return List.of();
    }
    Batch sample = Subsample.of(parts, array.schema().schema().dimensions().size(), MAX_CELLS);
    return new SparseTileTrials(array, sample, cellsOfArray, bytesPerCell).run();
  }

  private static long[] ranks(Column texts) {
    Integer[] rows = new Integer[texts.rows()];
    Arrays.setAll(rows, row -> row);
    Arrays.sort(rows, (a, b) -> compare(texts, a, b));
    long[] ranks = new long[rows.length];
    long rank = 0;
    for (int i = 0; i < rows.length; i++) {
      rank += i > 0 && compare(texts, rows[i - 1], rows[i]) != 0 ? 1 : 0;
      ranks[rows[i]] = rank;
    }
    return ranks;
  }

  private static int compare(Column texts, int a, int b) {
    return Arrays.compareUnsigned(
        texts.array(), texts.start(a), texts.end(a), texts.array(), texts.start(b), texts.end(b));
  }

  /**
   * Chooses the boxes and slices to read, around random cells of the sample.
   *
   * @param sorted the sorted positions of the sampled cells along each dimension
   */
  private void plan(long[][] sorted) {
    Random random = new Random(3);
    int dimensions = sorted.length;
    for (int i = 0; i < TileTrials.QUERIES; i++) {
      int cell = random.nextInt(sorted[0].length);
      long[][] box = new long[dimensions][];
      for (int d = 0; d < dimensions; d++) {
        box[d] = around(sorted[d], places[d][cell], trials.boxPart());
      }
      boxes.add(box);
      for (int thin = 0; thin < dimensions; thin++) {
        long[][] slice = new long[dimensions][];
        for (int d = 0; d < dimensions; d++) {
          slice[d] =
              d == thin
                  ? around(sorted[d], places[d][cell], SLICE)
                  : new long[] {Long.MIN_VALUE, Long.MAX_VALUE};
        }
        slices.add(slice);
      }
    }
  }

  /** Returns an inclusive range around a place that contains about the given part of all cells. */
  private static long[] around(long[] sorted, long place, double part) {
    int at = Arrays.binarySearch(sorted, place);
    int half = (int) (part * sorted.length / 2);
    return new long[] {
      sorted[Math.max(0, at - half)], sorted[Math.min(sorted.length - 1, at + half)]
    };
  }

  private List<Advice.TileTrial> run() {
    Set<Long> capacities = new LinkedHashSet<>();
    capacities.add(schema.capacity());
    for (long capacity : CAPACITIES) {
      double bytes = trials.bytes(capacity);
      if (bytes >= MIN_BYTES_PER_TILE && bytes <= MAX_BYTES_PER_TILE) {
        capacities.add(capacity);
      }
    }
    List<Layout> orders = new ArrayList<>(List.of(schema.cellOrder()));
    if (places.length > 1) {
      for (Layout order : List.of(Layout.ROW_MAJOR, Layout.COL_MAJOR, Layout.HILBERT)) {
        boolean fits = order != Layout.HILBERT || places.length <= MAX_HILBERT_DIMENSIONS;
        if (order != schema.cellOrder() && fits) {
          orders.add(order);
        }
      }
    }
    for (long capacity : capacities) {
      for (Layout order : orders) {
        RepackRequest layout = RepackRequest.DEFAULT;
        if (capacity != schema.capacity()) {
          layout = layout.capacity(capacity);
        }
        if (order != schema.cellOrder()) {
          layout = layout.cellOrder(order);
        }
        attempt(layout, order, capacity);
        if (order == Layout.ROW_MAJOR && places.length > 1) {
          attempt(withTiles(layout, capacity), order, capacity);
        }
      }
    }
    return trials.weighed();
  }

  /**
   * Adds tile extents to a layout. The extents divide all dimensions into the same number of parts,
   * so that a space tile has about {@code capacity} cells.
   */
  private RepackRequest withTiles(RepackRequest layout, long capacity) {
    RepackRequest tiled = layout;
    double parts = Math.pow(Math.max(1, cellsOfArray / capacity), 1.0 / places.length);
    for (int d = 0; d < places.length; d++) {
      Dimension dimension = schema.dimensions().get(d);
      if (!dimension.isVar()) {
        long low = Arrays.stream(places[d]).min().orElseThrow();
        long high = Arrays.stream(places[d]).max().orElseThrow();
        if (dimension.domain().orElseThrow() instanceof Range.Doubles) {
          double length =
              CoordinateKeys.toFloatingPoint(dimension.type(), high)
                  - CoordinateKeys.toFloatingPoint(dimension.type(), low);
          if (length > 0) {
            tiled = tiled.extent(dimension.name(), length / parts);
          }
        } else {
          double length = (double) high - low + 1;
          tiled = tiled.extent(dimension.name(), (long) Math.max(1, Math.ceil(length / parts)));
        }
      }
    }
    return tiled;
  }

  private void attempt(RepackRequest request, Layout order, long capacity) {
    boolean current =
        request.capacity().isEmpty()
            && request.cellOrder().isEmpty()
            && request.extents().isEmpty();
    String text =
        order.name().toLowerCase(Locale.ROOT).replace('_', '-')
            + ", "
            + capacity
            + (capacity == 1 ? " cell" : " cells")
            + extents(request);
    if (current) {
      trials.add(request, text, capacity, touched(schema, capacity), true);
    } else {
      trials
          .schema(request)
          .ifPresent(other -> trials.add(request, text, capacity, touched(other, capacity), false));
    }
  }

  private static String extents(RepackRequest request) {
    return request.extents().isEmpty()
        ? ""
        : request.extents().entrySet().stream()
            .map(extent -> extent.getKey() + " " + extent.getValue())
            .collect(Collectors.joining(" x ", ", ", ""));
  }

  private TileTrials.TileOverlaps touched(ArraySchema other, long capacity) {
    int count = places[0].length;
    int[] order =
        RadixSort.sort(
            new CellKeys(other, Layout.GLOBAL_ORDER)
                .of(List.of(cells), KeySort.Workers::serially)
                .values());
    double share = capacity * count / Math.max(count, cellsOfArray);
    int perTile = (int) Math.max(MIN_CELLS_PER_TILE, Math.min(count, Math.round(share)));
    int tiles = (count + perTile - 1) / perTile;
    long[][] low = new long[tiles][places.length];
    long[][] high = new long[tiles][places.length];
    for (int t = 0; t < tiles; t++) {
      Arrays.fill(low[t], Long.MAX_VALUE);
      Arrays.fill(high[t], Long.MIN_VALUE);
      for (int i = t * perTile; i < Math.min(count, (t + 1) * perTile); i++) {
        for (int d = 0; d < places.length; d++) {
          low[t][d] = Math.min(low[t][d], places[d][order[i]]);
          high[t][d] = Math.max(high[t][d], places[d][order[i]]);
        }
      }
    }
    // If the minimum number of cells makes the sampled tiles too large, the array has more tiles
    // than the trial.
    double scale = Math.max(1, perTile / Math.max(share, 1e-9));
    return new TileTrials.TileOverlaps(
        scale * average(boxes, low, high), scale * average(slices, low, high));
  }

  private static double average(List<long[][]> queries, long[][] low, long[][] high) {
    long touched = 0;
    for (long[][] query : queries) {
      for (int t = 0; t < low.length; t++) {
        boolean touches = true;
        for (int d = 0; d < query.length && touches; d++) {
          touches = low[t][d] <= query[d][1] && high[t][d] >= query[d][0];
        }
        touched += touches ? 1 : 0;
      }
    }
    return (double) touched / queries.size();
  }
}
