package io.azulejo.spark;

import io.azulejo.Array;
import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Filter;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestSchemas;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import org.apache.spark.sql.Dataset;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.SparkSession;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The time that Spark takes for the cells of arrays and for the same rows in Parquet files, in turn
 * in one session, and the time that the engine takes for them alone. A benchmark: it asserts
 * nothing about time.
 *
 * <p>System properties: {@code azulejo.bench.cells} (50 million), {@code azulejo.bench.rounds} (5),
 * {@code azulejo.bench.codec} of the Parquet files ({@code zstd}, as that of the arrays), and
 * {@code azulejo.bench.folder}, where arrays and files are made if they are not there.
 */
@Tag("benchmark")
class ParquetComparison {
  private static final int ROUNDS = Integer.getInteger("azulejo.bench.rounds", 5);
  private static final String CODEC = System.getProperty("azulejo.bench.codec", "zstd");
  private static final int PART = 1_000_000;
  private static final String[] KINDS = {"gold", "iron", "lead", "tin", "zinc"};

  private final long cells = Long.getLong("azulejo.bench.cells", 50_000_000);
  private final Path folder =
      Path.of(System.getProperty("azulejo.bench.folder", "target/parquet-comparison"));
  private final SparkSession spark = Sessions.get();

  /** Cells all over a plane. */
  private void points(Location place) {
    try (Azulejo azulejo = Azulejo.create()) {
      ArraySchema.Builder schema = ArraySchema.sparse().capacity(100_000);
      for (String name : List.of("x", "y")) {
        schema.dimension(
            Dimension.builder(name, Datatype.INT64)
                .domain(Range.of(0, 999_999_999))
                .extent(31_250_000)
                .filters(Filter.zstd(3))
                .build());
      }
      azulejo.create(
          place,
          schema
              .attribute(Attribute.builder("v", Datatype.FLOAT64).filters(Filter.zstd(3)).build())
              .attribute(Attribute.builder("id", Datatype.INT64).filters(Filter.zstd(3)).build())
              .attribute(
                  Attribute.builder("kind", Datatype.UINT8)
                      .enumeration("kinds")
                      .filters(Filter.zstd(3))
                      .build())
              .enumeration(Enumeration.ofStrings("kinds", false, List.of(KINDS)))
              .build());
      Random random = new Random(50);
      try (ArrayWriter out = azulejo.array(place).writer()) {
        for (long first = 0; first < cells; first += PART) {
          int rows = (int) Math.min(PART, cells - first);
          long[] x = random.longs(rows, 0, 1_000_000_000).toArray();
          long[] y = random.longs(rows, 0, 1_000_000_000).toArray();
          double[] v = new double[rows];
          long[] id = new long[rows];
          long[] kind = new long[rows];
          for (int i = 0; i < rows; i++) {
            v[i] = Math.round(random.nextGaussian() * 1000) / 1000.0;
            id[i] = first + i;
            kind[i] = random.nextInt(KINDS.length);
          }
          out.append(
              Batch.of(
                  Column.of("x", Datatype.INT64, x),
                  Column.of("y", Datatype.INT64, y),
                  Column.of("v", Datatype.FLOAT64, v),
                  Column.of("id", Datatype.INT64, id),
                  Column.of("kind", Datatype.UINT8, kind)));
        }
        out.commit();
      }
    }
  }

  /** A grid of smooth values with noise. */
  private void grid(Location place) {
    int side = (int) Math.sqrt(cells);
    try (Azulejo azulejo = Azulejo.create()) {
      azulejo.create(
          place,
          TestSchemas.of(
              "dense(y INT32 0..%s/512, x INT32 0..%s/512) t FLOAT32 zstd3, n INT32 zstd3",
              side - 1, side - 1));
      Random random = new Random(51);
      WriteRequest rows = WriteRequest.DEFAULT.layout(Layout.ROW_MAJOR);
      try (ArrayWriter out = azulejo.array(place).writer(rows)) {
        for (int y = 0; y < side; y++) {
          double[] t = new double[side];
          long[] n = new long[side];
          for (int x = 0; x < side; x++) {
            t[x] = Math.round(100 * Math.sin(y / 500.0) + x / 100.0 + random.nextInt(100)) / 10.0;
            n[x] = random.nextInt(50);
          }
          out.append(
              Batch.of(Column.of("t", Datatype.FLOAT32, t), Column.of("n", Datatype.INT32, n)));
        }
        out.commit();
      }
    }
  }

  private static long bytes(Path path) throws IOException {
    try (Stream<Path> files = Files.walk(path)) {
      return files.filter(Files::isRegularFile).mapToLong(file -> file.toFile().length()).sum();
    }
  }

  /** In the order of the array, as whoever clusters a table would have it. */
  private Dataset<Row> parquet(String name) {
    Path path = folder.resolve(name + "-" + CODEC + ".parquet");
    if (!Files.exists(path)) {
      array(name).write().option("compression", CODEC).parquet(path.toString());
    }
    return spark.read().parquet(path.toString());
  }

  private Dataset<Row> array(String name) {
    return spark
        .read()
        .format("azulejo")
        .option("memory_budget", 256 << 20)
        .load(folder.resolve(name).toString());
  }

  private static double seconds(Runnable work) {
    long start = System.nanoTime();
    work.run();
    return (System.nanoTime() - start) / 1e9;
  }

  /** Every row that is found goes through Spark, and nowhere. */
  private void consume(String query) {
    if (query.contains("group by") || query.contains("count(")) {
      spark.sql(query).collectAsList();
    } else {
      spark.sql(query).write().format("noop").mode("overwrite").save();
    }
  }

  private void alone(String name) {
    try (Azulejo azulejo = Azulejo.builder().memoryBudget(256 << 20).build()) {
      Array array = azulejo.open(Location.of(folder.resolve(name).toString()));
      long rows = 0;
      try (BatchReader in = array.read(ReadRequest.ALL.layout(Layout.UNORDERED)).batches()) {
        for (Batch batch = in.next(); batch != null; batch = in.next()) {
          rows += batch.rows();
          in.recycle(batch);
        }
      }
      if (rows < cells / 2) {
        throw new IllegalStateException("only %d rows were read".formatted(rows));
      }
    }
  }

  private void compare(String name, Map<String, String> queries) throws IOException {
    Dataset<Row> parquet = parquet(name);
    System.out.printf(
        "%s: %,d bytes as an array, %,d as Parquet%n",
        name, bytes(folder.resolve(name)), bytes(folder.resolve(name + "-" + CODEC + ".parquet")));
    System.out.printf("%-16s %22s %22s %8s%n", "", "array: best, median", "Parquet", "ratio");
    for (Map.Entry<String, String> query : queries.entrySet()) {
      double[] ours = new double[ROUNDS];
      double[] theirs = new double[ROUNDS];
      for (int round = -1; round < ROUNDS; round++) {
        array(name).createOrReplaceTempView("cells");
        double array = seconds(() -> consume(query.getValue()));
        parquet.createOrReplaceTempView("cells");
        double files = seconds(() -> consume(query.getValue()));
        if (round >= 0) {
          ours[round] = array;
          theirs[round] = files;
        }
      }
      Arrays.sort(ours);
      Arrays.sort(theirs);
      System.out.printf(
          "%-16s %14.2f %7.2f %14.2f %7.2f %8.2f%n",
          query.getKey(),
          ours[0],
          ours[ROUNDS / 2],
          theirs[0],
          theirs[ROUNDS / 2],
          ours[0] / theirs[0]);
    }
    List<Double> alone = new ArrayList<>();
    for (int round = 0; round <= ROUNDS; round++) {
      alone.add(seconds(() -> alone(name)));
    }
    System.out.printf("%-16s %14.2f%n", "engine alone", alone.stream().sorted().toList().get(0));
  }

  @Test
  void ofPoints() throws IOException {
    if (!Files.exists(folder.resolve("points"))) {
      points(Location.of(folder.resolve("points").toString()));
    }
    Map<String, String> queries = new LinkedHashMap<>();
    queries.put("scan", "select * from cells");
    queries.put("scan of v, id", "select v, id from cells");
    queries.put(
        "box",
        "select * from cells where x between 200000000 and 400000000 and y between 100000000 and"
            + " 500000000");
    queries.put(
        "small box",
        "select * from cells where x between 300000000 and 350000000 and y between 300000000 and"
            + " 400000000");
    queries.put("v > 2.5", "select * from cells where v > 2.5");
    queries.put("x and v", "select * from cells where x < 300000000 and v > 2.5");
    queries.put("group by", "select kind, count(*), sum(v), max(id) from cells group by kind");
    queries.put(
        "group by, exact", "select kind, count(*), min(v), max(id) from cells group by kind");
    queries.put("count, min, max", "select count(*), min(x), max(id) from cells");
    compare("points", queries);
  }

  @Test
  void ofAGrid() throws IOException {
    if (!Files.exists(folder.resolve("grid"))) {
      grid(Location.of(folder.resolve("grid").toString()));
    }
    Map<String, String> queries = new LinkedHashMap<>();
    queries.put("scan", "select * from cells");
    queries.put("scan of t", "select t from cells");
    queries.put(
        "box", "select * from cells where y between 1000 and 2500 and x between 3000 and 5500");
    queries.put(
        "small box",
        "select * from cells where y between 1000 and 1500 and x between 3000 and 3700");
    queries.put("t > 18", "select * from cells where t > 18");
    queries.put("y and n", "select * from cells where y < 2000 and n = 7");
    queries.put("group by", "select n, count(*), avg(t) from cells group by n");
    queries.put("group by, exact", "select n, count(*), max(t) from cells group by n");
    queries.put("count, min, max", "select count(*), min(t), max(n) from cells");
    compare("grid", queries);
  }
}
