package io.azulejo.bench;

import io.azulejo.query.Batch;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * The program that times one library: {@code PEER DIR WARMUP REPEAT SIDE POINTS LINE...}. Prints
 * for each line of the table that the library can do a line of JSON as {@link Workloads} does, with
 * the bytes that the library stored. Files that are not in the folder are made first.
 */
final class PeerProgram {
  static final List<String> VARIANTS = List.of("none", "lz4", "zstd");

  /** The libraries, by the names of their columns; the engine first. */
  static final Map<String, Callable<Object>> PEERS = peers();

  /** What is done to the field, and with how many windows of what size. */
  private enum DenseWork {
    FULL(1, 0),
    SLICE(200, 500),
    BOXES(1000, 16);

    private final int windows;
    private final int size;

    DenseWork(int windows, int size) {
      this.windows = windows;
      this.size = size;
    }
  }

  /** What is done to the points. */
  private enum PointsWork {
    SCAN,
    BOX,
    FILTER,
    SUM,
    WRITE
  }

  private final String name;
  private final Object peer;
  private final Path folder;
  private final int warmup;
  private final int repeat;
  private final int side;
  private final int points;

  /** The time of one repeat, and the sum of what came. */
  private static final class Run {
    private long nanos;
    private long sum;

    <T> T timed(Callable<T> work) throws Exception {
      long start = System.nanoTime();
      T result = work.call();
      nanos += System.nanoTime() - start;
      return result;
    }
  }

  /** One repeat. */
  private interface Work {
    void run(Run run) throws Exception;
  }

  PeerProgram(
      String name, Path folder, int warmup, int repeat, int side, int points) throws Exception {
    this.name = name;
    this.peer = PEERS.get(name).call();
    this.folder = folder;
    this.warmup = warmup;
    this.repeat = repeat;
    this.side = side;
    this.points = points;
  }

  private static Map<String, Callable<Object>> peers() {
    Map<String, Callable<Object>> peers = new LinkedHashMap<>();
    peers.put("azulejo", AzulejoPeer::new);
    peers.put("jhdf", () -> new JhdfPeer(false));
    peers.put("jhdf-chunked", () -> new JhdfPeer(true));
    peers.put("parquet", ParquetPeer::new);
    peers.put("duckdb", DuckDbPeer::new);
    return peers;
  }

  /** The names of all lines: {@code field/full/none}, ..., {@code points/write}. */
  static List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (String variant : VARIANTS) {
      for (DenseWork work : DenseWork.values()) {
        lines.add("field/" + lower(work) + "/" + variant);
      }
    }
    Stream.of(PointsWork.values()).forEach(work -> lines.add("points/" + lower(work)));
    return lines;
  }

  private static String lower(Enum<?> work) {
    return work.name().toLowerCase(Locale.ROOT);
  }

  /** See the class. */
  public static void main(String[] arguments) throws Exception {
    PeerProgram program =
        new PeerProgram(
            arguments[0],
            Path.of(arguments[1]),
            Integer.parseInt(arguments[2]),
            Integer.parseInt(arguments[3]),
            Integer.parseInt(arguments[4]),
            Integer.parseInt(arguments[5]));
    for (String line : List.of(arguments).subList(6, arguments.length)) {
      program.run(line).ifPresent(System.out::println);
    }
    // Libraries may have left threads behind.
    System.exit(0);
  }

  /** Times a line; nothing if the library can't do it. */
  Optional<String> run(String line) throws Exception {
    String[] parts = line.split("/", -1);
    if (parts[0].equals("field")) {
      return peer instanceof DensePeer dense && dense.has(parts[2])
          ? Optional.of(field(dense, line, parts[1], parts[2]))
          : Optional.empty();
    }
    return peer instanceof PointsPeer sparse
        ? Optional.of(points(sparse, line, parts[1]))
        : Optional.empty();
  }

  private String field(DensePeer dense, String line, String workName, String variant)
      throws Exception {
    DenseWork work = DenseWork.valueOf(workName.toUpperCase(Locale.ROOT));
    Path file = folder.resolve("%s-field-%s-%d".formatted(name, variant, side));
    if (!Files.exists(file)) {
      double[] values = new double[side * side];
      int[] count = new int[1];
      FieldArray.draw(side, value -> values[count[0]++] = value);
      dense.write(file, variant, side, values);
    }
    return timed(
        line,
        file,
        run -> {
          SplitMix64 random = new SplitMix64(11);
          try (DensePeer.Windows in = run.timed(() -> dense.open(file, variant, side))) {
            for (int i = 0; i < work.windows; i++) {
              int size = work.size == 0 ? side : Math.min(side, work.size);
              int y = (int) random.below(side - size + 1);
              int x = (int) random.below(side - size + 1);
              for (double[] values : run.timed(() -> in.read(y, x, size, size))) {
                for (double value : values) {
                  run.sum += Double.doubleToRawLongBits(value);
                }
              }
            }
          }
        });
  }

  private String points(PointsPeer sparse, String line, String workName) throws Exception {
    PointsWork work = PointsWork.valueOf(workName.toUpperCase(Locale.ROOT));
    Path file = folder.resolve("%s-points-%d".formatted(name, points));
    PointCells cells = null;
    if (!Files.exists(file) || work == PointsWork.WRITE) {
      Batch batch = PointsArray.draw(points);
      cells = PointCells.of(batch);
    }
    if (!Files.exists(file)) {
      sparse.write(file, sparse.wantsSorted() ? cells.sorted() : cells);
    }
    if (work == PointsWork.WRITE) {
      return writing(sparse, line, cells);
    }
    return timed(
        line,
        file,
        run -> {
          SplitMix64 random = new SplitMix64(14);
          try (PointsPeer.Points in = run.timed(() -> sparse.open(file))) {
            for (int i = 0; i < (work == PointsWork.BOX ? 200 : 1); i++) {
              LongSupplier found =
                  run.timed(
                      () ->
                          switch (work) {
                            case SCAN -> in.scan();
                            case BOX -> in.box(random.below(970_000), random.below(970_000), 30_000);
                            case FILTER -> in.filter(990);
                            default -> in.sum();
                          });
              run.sum += found.getAsLong();
            }
          }
        });
  }

  /** Writes to a file of its own, which is read for the sum. */
  private String writing(PointsPeer sparse, String line, PointCells cells) throws Exception {
    Path out = folder.resolve("out-" + name);
    try {
      return timed(
          line,
          out,
          run -> {
            delete(out);
            run.timed(
                () -> {
                  sparse.write(out, cells);
                  return null;
                });
            try (PointsPeer.Points in = sparse.open(out)) {
              run.sum = in.scan().getAsLong();
            }
          });
    } finally {
      delete(out);
    }
  }

  private String timed(String line, Path file, Work work) throws Exception {
    List<String> seconds = new ArrayList<>();
    Set<Long> sums = new HashSet<>();
    for (int i = 0; i < warmup + repeat; i++) {
      Run run = new Run();
      work.run(run);
      sums.add(run.sum);
      if (i >= warmup) {
        seconds.add(String.format(Locale.ROOT, "%.6f", run.nanos / 1e9));
      }
    }
    if (sums.size() > 1) {
      throw new IllegalStateException("%s reads other cells each time: %s".formatted(name, line));
    }
    return String.format(
        Locale.ROOT,
        "{\"peer\": \"%s\", \"workload\": \"%s\", \"seconds\": [%s], \"checksum\": \"%x\", \"stored\": %d}",
        name,
        line,
        String.join(", ", seconds),
        sums.iterator().next(),
        stored(file));
  }

  private static long stored(Path file) throws IOException {
    try (Stream<Path> files = Files.walk(file)) {
      return files.filter(Files::isRegularFile).mapToLong(PeerProgram::size).sum();
    }
  }

  private static long size(Path file) {
    try {
      return Files.size(file);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static void delete(Path file) throws IOException {
    if (Files.exists(file)) {
      try (Stream<Path> files = Files.walk(file)) {
        for (Path each : files.sorted((a, b) -> b.compareTo(a)).toList()) {
          Files.delete(each);
        }
      }
    }
  }
}
