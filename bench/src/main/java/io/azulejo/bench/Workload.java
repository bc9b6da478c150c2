package io.azulejo.bench;

import io.azulejo.query.Aggregate;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * A named operation on an array with defined contents.
 *
 * @param name the name of the workload
 * @param array the folder name of the input array; empty for none
 * @param operations the number of operations in each run
 * @param checksum the expected checksum of a run
 * @param remote whether the array is read over a simulated network by an engine with empty caches
 * @param run performs one run
 */
record Workload(
    String name,
    String array,
    int operations,
    long checksum,
    boolean remote,
    Consumer<Repeat> run) {
  private static final int SIDE = FieldArray.SIDE;
  private static final long DENSE = 0x5d36c9ba5e5c7093L;
  private static final long POINTS = 0xc41863c18a44b0bL;

  private static final long ROWS = 0x26fa85da0e366bL;
  private static final long CONSECUTIVE_ROWS = 0x26fa6aede6fc41L;

  private Workload(String name, String array, int operations, long checksum, Consumer<Repeat> run) {
    this(name, array, operations, checksum, false, run);
  }

  /** Returns all workloads, in the order in which they run. */
  static List<Workload> all() {
    List<Workload> all = new ArrayList<>();
    for (FieldArray array : FieldArray.values()) {
      long sum = array == FieldArray.SCALE ? 0x5d36c9ba5ec3c223L : DENSE;
      all.add(write("dense/write/" + array.variant(), array, sum));
    }
    for (String variant : List.of("none", "zstd", "shuffle", "lz4", "scale")) {
      long sum = variant.equals("scale") ? 0x5d36c9ba5ec3c223L : DENSE;
      all.add(
          field(
              "dense/read-all/",
              variant,
              "field-" + variant,
              1,
              0,
              sum,
              SIDE * SIDE,
              r -> field(0, SIDE, 0, SIDE)));
    }
    for (String variant : List.of("none", "zstd", "shuffle", "lz4", "scale")) {
      long sum = variant.equals("scale") ? 0x3c9ff6872b6c2d23L : 0x3c9ff6872b1e9b4bL;
      all.add(
          field(
              "dense/slice/",
              variant,
              "field-" + variant,
              200,
              11,
              sum,
              500 * 500,
              r -> field(r.below(7692), 500, r.below(7692), 500)));
    }
    all.add(
        field(
            "dense/point/",
            "zstd",
            "field-zstd",
            2000,
            12,
            0x8920d76c8b4395baL,
            1,
            r -> field(r.below(SIDE), 1, r.below(SIDE), 1)));
    all.add(
        field(
            "dense/column/",
            "zstd",
            "field-zstd",
            20,
            13,
            0x63d5f72b020cfc08L,
            SIDE * 8,
            r -> field(0, SIDE, r.below(8184), 8)));
    all.add(sum("dense/sum/zstd", "field-zstd", 0x510cf78fL, Aggregate.sum("t")));
    all.add(write("sparse/write", PointsArray.ROW_MAJOR, POINTS));
    all.add(write("sparse/write-hilbert", PointsArray.HILBERT, POINTS));
    all.add(whole("sparse/read-all", "points", Layout.UNORDERED, POINTS));
    all.add(whole("sparse/read-sorted", "points", Layout.ROW_MAJOR, POINTS));
    all.add(
        reads(
            "sparse/box",
            "points",
            200,
            14,
            0x2438ecaa448b5d5bL,
            r -> unordered(box("x", r.below(970_000), 30_000, "y", r.below(970_000), 30_000))));
    all.add(
        reads(
            "sparse/filter",
            "points",
            1,
            0,
            0xdd47255d2f31cecbL,
            r ->
                ReadRequest.ALL
                    .select("x", "y", "v")
                    .where(Condition.field("v").greaterThan(990))
                    .layout(Layout.UNORDERED)));
    all.add(sum("sparse/sum", "points", 0x7774803aL, Aggregate.sum("v"), Aggregate.count()));
    all.add(reads("sparse/rows", "expression", 1, 18, ROWS, r -> ExpressionArray.rows(10_000, r)));
    all.add(
        reads(
            "sparse/rows-contiguous",
            "expression",
            1,
            19,
            CONSECUTIVE_ROWS,
            r -> ExpressionArray.consecutiveRows(10_000, r)));
    all.add(write("genes/write", GenesArray.ONE, 0x7cb1427fba14dL));
    all.add(reads("genes/region", "genes", 100, 15, 0x2d821afb9612L, Workload::region));
    all.add(
        reads(
            "genes/sample",
            "genes",
            1,
            0,
            0x4053efc5a4aL,
            r -> unordered(Subarray.of("sample", Range.of("S7", "S7")))));
    all.add(new Workload("fragments/open", "fragments", 5, 0x12a05dc2fL, Workload::open));
    all.add(reads("fragments/lookup", "fragments", 500, 16, 0x3a7f831e90L, Workload::key));
    all.add(whole("fragments/read-all", "fragments", Layout.UNORDERED, 0x1c2ed35a8c000L));
    all.add(
        new Workload(
            "fragments/consolidate",
            "fragments",
            1,
            0x1c2ed35a8c000L,
            repeat -> repeat.consolidate(FragmentsArray.MANY)));
    FragmentsArray appended = FragmentsArray.APPENDED;
    all.add(
        new Workload(
            "fragments/append",
            "",
            appended.fragments(),
            0x170c9096100L,
            repeat -> repeat.append(appended)));
    all.add(
        new Workload(
            "arrow/field",
            "field-zstd",
            1,
            DENSE,
            repeat -> repeat.arrow(ReadRequest.ALL.select("t").layout(Layout.UNORDERED))));
    all.add(
        new Workload(
            "arrow/points",
            "points",
            1,
            POINTS,
            repeat -> repeat.arrow(ReadRequest.ALL.layout(Layout.UNORDERED))));
    all.add(
        field(
                "remote/",
                "read-all",
                "remote",
                1,
                0,
                0xbf50000000000000L,
                RemoteArray.ROWS * RemoteArray.WIDTH,
                r -> field(0, RemoteArray.ROWS, 0, RemoteArray.WIDTH))
            .overNetwork());
    all.add(
        new Workload("remote/open", "fragments", 5, 0x12a05dc2fL, Workload::open).overNetwork());
    all.add(
        reads("remote/rows", "expression", 1, 18, ROWS, r -> ExpressionArray.rows(10_000, r))
            .overNetwork());
    all.add(reads("remote/lookup", "fragments", 20, 17, 0x238135fd0L, Workload::key).overNetwork());
    return Collections.unmodifiableList(all);
  }

  private Workload overNetwork() {
    return new Workload(name, array, operations, checksum, true, run);
  }

  private static Workload write(String name, GivenArray array, long checksum) {
    return new Workload(name, "", 1, checksum, repeat -> repeat.write(array));
  }

  private static Workload field(
      String prefix,
      String variant,
      String array,
      int operations,
      long seed,
      long checksum,
      int cells,
      Function<SplitMix64, Subarray> part) {
    return new Workload(
        prefix + variant,
        array,
        operations,
        checksum,
        repeat -> {
          SplitMix64 random = new SplitMix64(seed);
          List<Subarray> parts =
              Stream.generate(() -> part.apply(random)).limit(operations).toList();
          repeat.readField(parts, cells);
        });
  }

  private static Workload whole(String name, String array, Layout layout, long checksum) {
    return reads(name, array, 1, 0, checksum, r -> ReadRequest.ALL.layout(layout));
  }

  /**
   * Returns a workload that computes the sum of a field over all cells, and optionally their
   * number.
   */
  private static Workload sum(String name, String array, long checksum, Aggregate... aggregates) {
    return new Workload(name, array, 1, checksum, repeat -> repeat.aggregate(List.of(aggregates)));
  }

  private static Workload reads(
      String name,
      String array,
      int operations,
      long seed,
      long checksum,
      Function<SplitMix64, ReadRequest> request) {
    return new Workload(
        name,
        array,
        operations,
        checksum,
        repeat -> {
          SplitMix64 random = new SplitMix64(seed);
          List<ReadRequest> requests = new ArrayList<>();
          for (int i = 0; i < operations; i++) {
            requests.add(request.apply(random));
          }
          repeat.read(requests);
        });
  }

  /**
   * Returns a window of the field. Callers must generate the y coordinate of the corner before its
   * x coordinate.
   */
  private static Subarray field(long y, long height, long x, long width) {
    return box("y", y, height, "x", x, width);
  }

  private static Subarray box(
      String first, long from, long length, String second, long from2, long length2) {
    return Subarray.of(first, from, from + length - 1).and(second, from2, from2 + length2 - 1);
  }

  private static ReadRequest unordered(Subarray subarray) {
    return ReadRequest.ALL.subarray(subarray).layout(Layout.UNORDERED);
  }

  private static ReadRequest region(SplitMix64 random) {
    String contig = "chr" + (1 + random.below(22));
    long position = random.below(199_000_000);
    return unordered(
        Subarray.of("contig", Range.of(contig, contig)).and("pos", position, position + 999_999));
  }

  private static ReadRequest key(SplitMix64 random) {
    long key = random.below(1_000_000) * 7919 % 1_000_000_000;
    return unordered(Subarray.of("k", key, key));
  }

  private static void open(Repeat repeat) {
    for (int i = 0; i < 5; i++) {
      Range range = repeat.timed(() -> repeat.open().nonEmptyDomain().orElseThrow()).get(0);
      Range.Longs keys = (Range.Longs) range;
      repeat.add(keys.low() + keys.high());
    }
  }
}
