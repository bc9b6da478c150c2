package io.azulejo.bench;

import io.azulejo.Array;
import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ObjectType;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.SplitOptions;
import io.azulejo.query.Subarray;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Measures how time and memory grow with the number of cells, fragments, attributes or ranges.
 * Creates missing arrays in a folder.
 */
final class Scaling {
  private static final FilterPipeline ZSTD = FilterPipeline.of(Filter.zstd(3));

  private static final long WARMUP_NANOS = 1_500_000_000;

  /** Maximum number of cells of a written batch. */
  private static final int BATCH = 1 << 22;

  /** The measured operations, each with the sizes at which it is measured. */
  enum Series {
    DENSE_READ("dense/read-all", "cells", 100_000, 1_000_000, 10_000_000, 100_000_000),
    DENSE_SLICE("dense/slice", "cells", 100_000, 1_000_000, 10_000_000, 100_000_000),
    SPARSE_READ("sparse/read-all", "cells", 100_000, 1_000_000, 10_000_000, 100_000_000),
    OPEN("fragments/open", "fragments", 1, 10, 100, 1000, 5000),
    LOOKUP("fragments/lookup", "fragments", 1, 10, 100, 1000, 5000),
    PLAN("fragments/plan", "fragments", 1, 10, 100, 1000),
    STATISTICS("fragments/statistics", "fragments", 1, 10, 100, 1000),
    DENSE_FRAGMENTS("dense/fragments", "fragments", 1, 16, 256, 1024, 4096, 16_384),
    DENSE_OVERWRITES("dense/overwrites", "fragments", 1, 16, 256, 1024, 4096),
    ATTRIBUTES_OPEN("attributes/open", "attributes", 1, 10, 100, 300),
    ATTRIBUTES_READ("attributes/read-one", "attributes", 1, 10, 100, 300),
    RANGES("ranges/read", "ranges", 1, 10, 100, 1000, 10_000, 100_000, 1_000_000),
    RANGES_PLAN("ranges/plan", "ranges", 1, 10, 100, 1000, 10_000, 100_000, 1_000_000),
    RANGES_SPLIT("ranges/split", "ranges", 1, 10, 100, 1000, 10_000, 100_000, 1_000_000),
    RANGES_DENSE("ranges/read-dense", "ranges", 1, 10, 100, 1000, 10_000, 100_000, 1_000_000);

    final String title;
    final String unit;
    private final int[] sizes;

    Series(String title, String unit, int... sizes) {
      this.title = title;
      this.unit = unit;
      this.sizes = sizes;
    }

    /**
     * Returns the sizes to measure, in ascending order.
     *
     * @param limit the largest size to return
     */
    List<Integer> sizes(int limit) {
      List<Integer> taken = new ArrayList<>();
      for (int size : sizes) {
        if (size <= limit) {
          taken.add(size);
        }
      }
      return taken;
    }
  }

  /**
   * A measurement.
   *
   * @param series the measured operation
   * @param size the size of its input, in the unit of the series
   * @param threads the number of threads
   * @param seconds the median duration in seconds
   * @param heap the peak heap usage in bytes, including garbage
   */
  record Figure(Series series, int size, int threads, double seconds, long heap) {
    String json() {
      return "{\"scaling\": \"%s\", \"%s\": %d, \"threads\": %d, \"seconds\": %.6f, \"heap\": %d}"
          .formatted(series.title, series.unit, size, threads, seconds, heap);
    }
  }

  private final Path folder;
  private final int repeat;

  Scaling(Path folder, int repeat) {
    this.folder = folder;
    this.repeat = repeat;
  }

  /**
   * Measures a series at each of its sizes.
   *
   * @param series the operation to measure
   * @param threads the number of threads
   * @param limit the largest size to measure
   * @param figures receives each measurement when it is complete
   */
  void run(Series series, int threads, int limit, Consumer<Figure> figures) {
    try (Azulejo azulejo =
        Azulejo.builder()
            .computeThreads(threads - 1)
            .ioThreads(threads)
            // Writes are not timed.
            .durable(false)
            .build()) {
      for (int size : series.sizes(limit)) {
        Runnable work = work(azulejo, series, size);
        List<Double> seconds = new ArrayList<>();
        warmUp(work);
        PeakHeap.reset();
        for (int i = 0; i < repeat; i++) {
          long start = System.nanoTime();
          work.run();
          seconds.add((System.nanoTime() - start) / 1e9);
        }
        Collections.sort(seconds);
        double median = seconds.get(repeat / 2);
        figures.accept(new Figure(series, size, threads, median, PeakHeap.bytes()));
      }
    }
  }

  /** Runs work until the JIT compiler has probably compiled it, then collects garbage. */
  private static void warmUp(Runnable work) {
    long start = System.nanoTime();
    do {
      work.run();
    } while (System.nanoTime() - start < WARMUP_NANOS);
    System.gc();
  }

  private Runnable work(Azulejo azulejo, Series series, int size) {
    switch (series) {
      case DENSE_READ -> {
        Location location = dense(azulejo, size);
        return () -> azulejo.open(location).read().doubles("t");
      }
      case DENSE_SLICE -> {
        Array array = azulejo.open(dense(azulejo, size));
        int side = (int) Math.sqrt(size);
        return () -> slices(array, side);
      }
      case SPARSE_READ -> {
        Location location = sparse(azulejo, size);
        return () -> drain(azulejo.open(location), ReadRequest.ALL);
      }
      case OPEN -> {
        Location location = fragments(azulejo, size);
        return () -> azulejo.open(location).nonEmptyDomain();
      }
      case LOOKUP -> {
        Array array = azulejo.open(fragments(azulejo, size));
        return () -> lookups(array, size * 100);
      }
      case PLAN -> {
        Array array = azulejo.open(wide(azulejo, size));
        return () -> array.read().plan();
      }
      case STATISTICS -> {
        Array array = azulejo.open(wide(azulejo, size));
        List<String> names = array.schema().attributes().stream().map(Attribute::name).toList();
        return () -> array.statistics(names);
      }
      case DENSE_FRAGMENTS -> {
        Array array = azulejo.open(denseFragments(azulejo, size));
        return () -> array.read().ints("v");
      }
      case DENSE_OVERWRITES -> {
        Array array = azulejo.open(overwrites(azulejo, size));
        return () -> array.read().ints("v");
      }
      case ATTRIBUTES_OPEN -> {
        Location location = attributes(azulejo, size);
        return () -> azulejo.open(location).nonEmptyDomain();
      }
      case ATTRIBUTES_READ -> {
        Array array = azulejo.open(attributes(azulejo, size));
        return () -> array.read().doubles("a0");
      }
      case RANGES -> {
        Array array = azulejo.open(sparse(azulejo, 10_000_000));
        return () -> drain(array, ranges(size));
      }
      case RANGES_PLAN -> {
        Array array = azulejo.open(sparse(azulejo, 10_000_000));
        ReadRequest request = ranges(size);
        return () -> array.read(request).plan();
      }
      case RANGES_SPLIT -> {
        Array array = azulejo.open(line(azulejo));
        ReadRequest request = ranges(size);
        return () -> array.read(request).splits(SplitOptions.DEFAULT.minimum(100));
      }
      default -> {
        Array array = azulejo.open(line(azulejo));
        ReadRequest request = ranges(size);
        return () -> drain(array, request);
      }
    }
  }

  /** Reads 100 random windows of 200 x 200 cells. */
  private static void slices(Array array, int side) {
    SplitMix64 random = new SplitMix64(11);
    for (int i = 0; i < 100; i++) {
      long y = random.below(side - 200);
      long x = random.below(side - 200);
      array.read().subarray(Subarray.of("y", y, y + 199).and("x", x, x + 199)).doubles("t");
    }
  }

  /** Looks up 100 random existing keys, one after another. */
  private static void lookups(Array array, int cells) {
    SplitMix64 random = new SplitMix64(16);
    for (int i = 0; i < 100; i++) {
      long key = key(random.below(cells));
      Subarray one = Subarray.of("k", key, key);
      drain(array, ReadRequest.ALL.subarray(one).layout(Layout.UNORDERED));
    }
  }

  /** Returns a request with ranges of one existing key each. Other keys lie between the ranges. */
  private static ReadRequest ranges(int count) {
    List<Range> ranges = new ArrayList<>(count);
    long step = 10_000_000 / count;
    for (int i = 0; i < count; i++) {
      ranges.add(Range.of(2 * i * step, 2 * i * step));
    }
    return ReadRequest.ALL.subarray(Subarray.ALL.and("k", ranges)).layout(Layout.UNORDERED);
  }

  private static void drain(Array array, ReadRequest request) {
    try (BatchReader in = array.read(request).batches()) {
      Batch batch = in.next();
      while (batch != null) {
        batch = in.next();
      }
    }
  }

  /**
   * Creates a square dense array with approximately {@code cells} cells, unless it exists, and
   * returns its location.
   */
  private Location dense(Azulejo azulejo, int cells) {
    int side = (int) Math.sqrt(cells);
    Location location = location("dense-" + cells);
    if (isAbsent(azulejo, location)) {
      double[] values = new double[side * side];
      int[] count = new int[1];
      FieldArray.draw(side, value -> values[count[0]++] = value);
      azulejo.create(location, FieldArray.schema(side, Filter.zstd(3)));
      azulejo.array(location).write(Subarray.ALL, "t", values);
    }
    return location;
  }

  /** Creates a dense array of one dimension with 20 million cells, if it does not exist. */
  private Location line(Azulejo azulejo) {
    Location location = location("line");
    if (isAbsent(azulejo, location)) {
      azulejo.create(
          location,
          ArraySchema.dense()
              .dimension(Dimension.of("k", Datatype.INT64, Range.of(0, 19_999_999), 10_000))
              .attribute(Attribute.builder("v", Datatype.INT32).filters(ZSTD).build())
              .build());
      int[] values = new int[20_000_000];
      for (int i = 0; i < values.length; i++) {
        values[i] = i;
      }
      azulejo.array(location).write(Subarray.ALL, "v", values);
    }
    return location;
  }

  /** Creates an array of one fragment with the keys 0, 2, 4, ..., if it does not exist. */
  private Location sparse(Azulejo azulejo, int cells) {
    Location location = location("sparse-" + cells);
    if (isAbsent(azulejo, location)) {
      azulejo.create(location, keys(2L * cells - 1));
      WriteRequest inOrder = WriteRequest.DEFAULT.layout(Layout.GLOBAL_ORDER);
      try (ArrayWriter out = azulejo.array(location).writer(inOrder)) {
        for (int i = 0; i < cells; i += BATCH) {
          int first = i;
          out.append(
              batch(Math.min(BATCH, cells - i), cell -> 2L * (first + cell), cell -> first + cell));
        }
        out.commit();
      }
    }
    return location;
  }

  private Location fragments(Azulejo azulejo, int count) {
    Location location = location("fragments-" + count);
    if (isAbsent(azulejo, location)) {
      azulejo.create(location, keys(1_000_000_000));
      for (int i = 0; i < count; i++) {
        long first = i * 100L;
        try (ArrayWriter out = azulejo.array(location).writer()) {
          out.append(batch(100, cell -> key(first + cell), cell -> first + cell));
          out.commit();
        }
      }
    }
    return location;
  }

  /**
   * Creates an array of 128 x 128 tiles of 16 x 16 cells, if it does not exist. Each fragment is a
   * square of tiles, and the squares are written in random order.
   *
   * @param count the number of fragments
   */
  private Location denseFragments(Azulejo azulejo, int count) {
    Location location = location("dense-fragments-" + count);
    if (isAbsent(azulejo, location)) {
      int tiles = 128;
      int perSide = (int) Math.sqrt(count);
      int side = tiles / perSide * 16;
      azulejo.create(location, squares(tiles * 16, 16, List.of("v")));
      List<Integer> squares = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        squares.add(i);
      }
      Collections.shuffle(squares, new Random(17));
      int[] values = new int[side * side];
      for (int square : squares) {
        Arrays.fill(values, square);
        long y = (long) (square / perSide) * side;
        long x = (long) (square % perSide) * side;
        Subarray box = Subarray.of("y", y, y + side - 1).and("x", x, x + side - 1);
        azulejo.array(location).write(box, "v", values);
      }
    }
    return location;
  }

  /**
   * Creates an array of 16 x 16 tiles of 16 x 16 cells, if it does not exist. Each fragment
   * replaces all cells.
   *
   * @param count the number of fragments
   */
  private Location overwrites(Azulejo azulejo, int count) {
    Location location = location("overwrites-" + count);
    if (isAbsent(azulejo, location)) {
      azulejo.create(location, squares(256, 16, List.of("v")));
      int[] values = new int[256 * 256];
      for (int i = 0; i < count; i++) {
        Arrays.fill(values, i);
        azulejo.array(location).write(Subarray.ALL, "v", values);
      }
    }
    return location;
  }

  /**
   * Creates an array with 300 attributes, if it does not exist. Each fragment is one tile.
   *
   * @param count the number of fragments
   */
  private Location wide(Azulejo azulejo, int count) {
    Location location = location("wide-" + count);
    if (isAbsent(azulejo, location)) {
      List<String> names = new ArrayList<>();
      List<Column> columns = new ArrayList<>();
      for (int i = 0; i < 300; i++) {
        names.add("a" + i);
        columns.add(Column.ofInts("a" + i, new int[64]));
      }
      azulejo.create(location, squares(1024, 8, names));
      for (int i = 0; i < count; i++) {
        long y = i / 128 * 8L;
        long x = i % 128 * 8L;
        Subarray box = Subarray.of("y", y, y + 7).and("x", x, x + 7);
        try (ArrayWriter out = azulejo.array(location).writer(WriteRequest.DEFAULT.subarray(box))) {
          out.append(Batch.of(64, columns));
          out.commit();
        }
      }
    }
    return location;
  }

  /** Returns the schema of a square array of numbers. */
  private static ArraySchema squares(int side, int extent, List<String> names) {
    Range domain = Range.of(0, side - 1);
    ArraySchema.Builder schema =
        ArraySchema.dense()
            .dimension(Dimension.of("y", Datatype.INT32, domain, extent))
            .dimension(Dimension.of("x", Datatype.INT32, domain, extent));
    names.forEach(
        name -> schema.attribute(Attribute.builder(name, Datatype.INT32).filters(ZSTD).build()));
    return schema.build();
  }

  private static long key(long cell) {
    return cell * 1999;
  }

  private Location attributes(Azulejo azulejo, int count) {
    Location location = location("attributes-" + count);
    if (isAbsent(azulejo, location)) {
      int side = 316;
      Range domain = Range.of(0, side - 1);
      ArraySchema.Builder schema =
          ArraySchema.dense()
              .dimension(Dimension.of("y", Datatype.INT32, domain, side))
              .dimension(Dimension.of("x", Datatype.INT32, domain, side));
      List<Column> columns = new ArrayList<>();
      for (int i = 0; i < count; i++) {
        String name = "a" + i;
        schema.attribute(Attribute.builder(name, Datatype.FLOAT64).filters(ZSTD).build());
        WorkloadCells.Numbers values =
            new WorkloadCells.Numbers(name, Datatype.FLOAT64, side * side, false);
        FieldArray.draw(side, values::add);
        columns.add(values.column());
      }
      azulejo.create(location, schema.build());
      try (ArrayWriter out = azulejo.array(location).writer()) {
        out.append(Batch.of(side * side, columns));
        out.commit();
      }
    }
    return location;
  }

  private static ArraySchema keys(long last) {
    return ArraySchema.sparse()
        .capacity(10_000)
        .dimension(
            Dimension.builder("k", Datatype.INT64)
                .domain(Range.of(0, last))
                .extent(Math.min(last, 1_000_000))
                .filters(ZSTD)
                .build())
        .attribute(Attribute.builder("v", Datatype.INT64).filters(ZSTD).build())
        .build();
  }

  /** Computes a value from the index of a cell. */
  private interface Value {
    long of(int cell);
  }

  private static Batch batch(int cells, Value key, Value value) {
    WorkloadCells.Numbers k = new WorkloadCells.Numbers("k", Datatype.INT64, cells, false);
    WorkloadCells.Numbers v = new WorkloadCells.Numbers("v", Datatype.INT64, cells, false);
    for (int i = 0; i < cells; i++) {
      k.add(key.of(i));
      v.add(value.of(i));
    }
    return Batch.of(cells, List.of(k.column(), v.column()));
  }

  private Location location(String name) {
    return Location.of(folder.resolve("scaling-" + name));
  }

  private static boolean isAbsent(Azulejo azulejo, Location location) {
    return azulejo.catalog().type(location) != ObjectType.ARRAY;
  }
}
