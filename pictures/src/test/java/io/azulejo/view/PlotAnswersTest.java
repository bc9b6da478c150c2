package io.azulejo.view;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.plot.bins.NumberField;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestSchemas;
import io.azulejo.text.json.JsonMembers;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Path;
import java.util.Base64;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Bins of windows against the cells themselves. */
class PlotAnswersTest {
  private static final int ROWS = 300;
  private static final int COLUMNS = 500;
  private static final double[] HEIGHTS = new double[ROWS * COLUMNS];
  private static final int POINTS = 5_000;
  private static final double[][] PLACES = new double[POINTS][3];

  @TempDir private static Path folder;

  @BeforeAll
  static void write() throws Exception {
    Random random = new Random(7);
    for (int i = 0; i < HEIGHTS.length; i++) {
      HEIGHTS[i] = random.nextInt(20) == 0 ? Double.NaN : random.nextGaussian();
    }
    ArraySchema schema =
        TestSchemas.of("dense(y INT64 -50..10000/64, x INT64 100..20000/50) h FLOAT64");
    try (Azulejo engine = Azulejo.create()) {
      Location grid = Location.of(folder.resolve("grid"));
      engine.create(grid, schema);
      engine
          .array(grid)
          .write(Subarray.of("y", -50, ROWS - 51).and("x", 100, COLUMNS + 99), "h", HEIGHTS);
    }
    for (double[] place : PLACES) {
      place[0] = Math.round(random.nextGaussian() * 1e4) / 1e3;
      place[1] = Math.round(random.nextGaussian() * 1e4) / 1e3;
      place[2] = random.nextInt(1_000);
    }
    points("points", 10_000, column("weight", 2));
  }

  /** Creates a sparse array of the points, in tiles of so many cells. */
  private static Location points(String name, int capacity, Column... attributes) {
    Location place = Location.of(folder.resolve(name));
    try (Azulejo engine = Azulejo.create()) {
      engine.create(
          place,
          TestSchemas.of(
              "sparse(lat FLOAT64 -90.0..90.0/1.0, lon FLOAT64 -90.0..90.0/1.0)%s; capacity %d, duplicates"
                  .formatted(attributes.length == 0 ? "" : " weight FLOAT64", capacity)));
      engine
          .array(place)
          .append(
              Batch.of(
                  Stream.concat(
                          Stream.of(column("lat", 1), column("lon", 0)), Stream.of(attributes))
                      .toArray(Column[]::new)));
    }
    return place;
  }

  private static Column column(String name, int index) {
    return Column.ofDoubles(name, Stream.of(PLACES).mapToDouble(p -> p[index]).toArray());
  }

  private static float[] floats(JsonMembers answer, String name) {
    ByteBuffer bytes =
        ByteBuffer.wrap(Base64.getDecoder().decode(answer.required(name).text()))
            .order(ByteOrder.LITTLE_ENDIAN);
    float[] values = new float[bytes.remaining() / Float.BYTES];
    bytes.asFloatBuffer().get(values);
    return values;
  }

  private static double[] doubles(JsonMembers answer, String name) {
    ByteBuffer bytes =
        ByteBuffer.wrap(Base64.getDecoder().decode(answer.required(name).text()))
            .order(ByteOrder.LITTLE_ENDIAN);
    double[] values = new double[bytes.remaining() / Double.BYTES];
    bytes.asDoubleBuffer().get(values);
    return values;
  }

  /** The means that are expected of a grid of bins, NaN where there is nothing. */
  private static double[] naive(
      double[][] cells, double x0, double x1, int nx, double y0, double y1, int ny) {
    double[] sums = new double[nx * ny];
    int[] counts = new int[nx * ny];
    for (double[] cell : cells) {
      double px = (cell[0] - x0) * (nx / (x1 - x0));
      double py = (cell[1] - y0) * (ny / (y1 - y0));
      if (px >= 0 && px < nx && py >= 0 && py < ny && !Double.isNaN(cell[2])) {
        sums[(int) py * nx + (int) px] += cell[2];
        counts[(int) py * nx + (int) px]++;
      }
    }
    for (int i = 0; i < sums.length; i++) {
      sums[i] /= counts[i];
    }
    return sums;
  }

  private static double[][] gridCells() {
    double[][] cells = new double[HEIGHTS.length][];
    for (int i = 0; i < cells.length; i++) {
      cells[i] = new double[] {100 + i % COLUMNS, -50 + i / COLUMNS, HEIGHTS[i]};
    }
    return cells;
  }

  private static void assertMeans(float[] found, double[] expected) {
    assertThat(found).hasSameSizeAs(expected);
    for (int i = 0; i < found.length; i++) {
      if (Double.isNaN(expected[i])) {
        assertThat(found[i]).as("bin %d", i).isNaN();
      } else {
        assertThat((double) found[i])
            .as("bin %d", i)
            .isCloseTo(expected[i], within(1e-5 * (1 + Math.abs(expected[i]))));
      }
    }
  }

  @Test
  void binsOfADenseArrayHaveTheMeansOfTheirCells() throws Exception {
    Random random = new Random(11);
    try (Pages pages = new Pages(folder.resolve("grid"))) {
      for (int i = 0; i < 12; i++) {
        double x0 = 50 + random.nextInt(400);
        double y0 = -100 + random.nextInt(200);
        double x1 = x0 + 1 + random.nextInt(600);
        double y1 = y0 + 1 + random.nextInt(400);
        int nx = 1 + random.nextInt(60);
        int ny = 1 + random.nextInt(60);
        JsonMembers answer =
            pages
                .ask(
                    "tile?id=0&x=x&y=y&color=h&x0=%s&x1=%s&y0=%s&y1=%s&nx=%d&ny=%d"
                        .formatted(x0, x1, y0, y1, nx, ny))
                .members();
        assertMeans(floats(answer, "values"), naive(gridCells(), x0, x1, nx, y0, y1, ny));
        assertThat(answer.required("note").text()).isEmpty();
      }
    }
  }

  @Test
  void aConditionLeavesOutCellsOfADenseArray() throws Exception {
    double[][] cells = gridCells();
    for (double[] cell : cells) {
      cell[2] = cell[2] > 0.5 ? cell[2] : Double.NaN;
    }
    try (Pages pages = new Pages(folder.resolve("grid"))) {
      JsonMembers answer =
          pages
              .ask(
                  "tile?id=0&x=x&y=y&color=h&x0=100&x1=600&y0=-50&y1=250&nx=20&ny=20&where=h%3E0.5")
              .members();
      assertMeans(floats(answer, "values"), naive(cells, 100, 600, 20, -50, 250, 20));
    }
  }

  @Test
  void binsOfASparseArrayHaveTheMeansAndTheNumbersOfTheirCells() throws Exception {
    String window = "&x0=-12.5&x1=20&y0=-20&y1=7.25&nx=30&ny=20";
    try (Pages pages = new Pages(folder.resolve("points"))) {
      JsonMembers means = pages.ask("tile?id=0&x=lon&y=lat&color=weight" + window).members();
      assertMeans(floats(means, "values"), naive(PLACES, -12.5, 20, 30, -20, 7.25, 20));
      JsonMembers counts = pages.ask("tile?id=0&x=lon&y=lat" + window).members();
      double sum = 0;
      for (float number : floats(counts, "values")) {
        sum += Float.isNaN(number) ? 0 : number;
      }
      long expected = 0;
      for (double[] p : PLACES) {
        expected += p[0] >= -12.5 && p[0] < 20 && p[1] >= -20 && p[1] < 7.25 ? 1 : 0;
      }
      assertThat(sum).isEqualTo(expected);
      assertThat(counts.required("cells").textOrNumber()).isEqualTo(String.valueOf(expected));
    }
  }

  @Test
  void attributesAreAxesToo() throws Exception {
    double[][] cells = new double[POINTS][];
    for (int i = 0; i < POINTS; i++) {
      cells[i] = new double[] {PLACES[i][2], PLACES[i][1], PLACES[i][0]};
    }
    try (Pages pages = new Pages(folder.resolve("points"))) {
      JsonMembers axis = pages.ask("axis?id=0&field=weight").members();
      assertThat(axis.required("high").number()).isLessThan(1_000);
      JsonMembers answer =
          pages
              .ask("tile?id=0&x=weight&y=lat&color=lon&x0=100&x1=900&y0=-5&y1=5&nx=10&ny=10")
              .members();
      assertMeans(floats(answer, "values"), naive(cells, 100, 900, 10, -5, 5, 10));
    }
  }

  @Test
  void pointsAreTheCellsOfTheWindow() throws Exception {
    try (Pages pages = new Pages(folder.resolve("points"))) {
      JsonMembers answer =
          pages.ask("points?id=0&x=lon&y=lat&x0=0&x1=2&y0=0&y1=3&limit=5000").members();
      long expected = 0;
      for (double[] p : PLACES) {
        expected += p[0] >= 0 && p[0] < 2 && p[1] >= 0 && p[1] < 3 ? 1 : 0;
      }
      double[] xs = doubles(answer, "x");
      assertThat(xs).hasSize((int) expected);
      for (double x : xs) {
        assertThat(x).isBetween(0.0, 2.0);
      }
      JsonMembers few =
          pages.ask("points?id=0&x=lon&y=lat&x0=-99&x1=99&y0=-99&y1=99&limit=17").members();
      assertThat(doubles(few, "y")).hasSize(17);
    }
  }

  @Test
  void aLineHasMeansWithTheLeastAndTheGreatestValues() throws Exception {
    try (Pages pages = new Pages(folder.resolve("points"))) {
      JsonMembers answer = pages.ask("tile?id=0&x=lat&color=weight&x0=-8&x1=8&nx=4").members();
      float[] means = floats(answer, "values");
      float[] lows = floats(answer, "lows");
      float[] highs = floats(answer, "highs");
      assertThat(means).hasSize(4);
      for (int bin = 0; bin < 4; bin++) {
        double low = Double.POSITIVE_INFINITY;
        double high = Double.NEGATIVE_INFINITY;
        for (double[] p : PLACES) {
          if (p[1] >= -8 + 4 * bin && p[1] < -4 + 4 * bin) {
            low = Math.min(low, p[2]);
            high = Math.max(high, p[2]);
          }
        }
        assertThat(lows[bin]).isEqualTo((float) low);
        assertThat(highs[bin]).isEqualTo((float) high);
        assertThat(means[bin]).isBetween(lows[bin], highs[bin]);
      }
    }
  }

  @Test
  void whereThereAreTooManyCellsOneTileStandsForABlockAndThatIsSaid() {
    try (Azulejo engine = Azulejo.create()) {
      OpenedArray grid =
          new OpenedArray(engine.open(Location.of(folder.resolve("grid"))), "grid", 1);
      PlotWindow window =
          new PlotWindow(grid.field("x"), grid.field("y"), grid.field("h"), 100, 600, -50, 250);
      BinGrid bins = new BinGrid(window, 50, 30);
      WindowCells cells =
          new WindowCells(
              grid.array(), Selection.of(grid, Parameters.parse("")), window, 1_000, 1_000);
      assertThat(cells.fill(bins).note()).contains("each of 10 × 5 blocks shows one tile");
      // All bins have a value that is plausible: means of many cells are near 0.
      assertThat(bins.bins().values()).hasSize(50 * 30);
      for (double mean : bins.bins().values()) {
        assertThat(mean).isBetween(-1.2, 1.2);
      }
    }
  }

  @Test
  void whereThereAreTooManyPointsTheyAreSpreadOverTheirTilesOrSampledAndThatIsSaid() {
    try (Azulejo engine = Azulejo.create()) {
      Location place = points("small-tiles", 50);
      OpenedArray points = new OpenedArray(engine.open(place), "points", 1);
      Array array = points.array();
      NumberField lon = points.field("lon");
      NumberField lat = points.field("lat");
      PlotWindow window = new PlotWindow(lon, lat, null, -99, 99, -99, 99);
      BinGrid bins = new BinGrid(window, 4, 4);
      Selection all = Selection.of(points, Parameters.parse(""));
      WindowCells.Filling spread = new WindowCells(array, all, window, 1_000, 1_000).fill(bins);
      assertThat(spread.note()).contains("cells are spread evenly over their tiles");
      assertThat(bins.bins().cells()).isCloseTo(POINTS, within(1.0));

      // With a condition boxes of tiles say nothing, so parts are read.
      Selection some = Selection.of(points, Parameters.parse("where=lat+%3E+-100"));
      BinGrid counted = new BinGrid(window, 4, 4);
      WindowCells.Filling sampled =
          new WindowCells(array, some, window, 1_000, 1_000).fill(counted);
      assertThat(sampled.note()).contains("sample: ");
      assertThat(counted.bins().cells()).isBetween(400.0, 2_000.0);
      assertThat(counted.bins().cells() * sampled.factor()).isCloseTo(POINTS, within(POINTS * 0.3));

      PlotWindow colored = new PlotWindow(lon, lat, lat, -99, 99, -99, 99);
      BinGrid means = new BinGrid(colored, 60, 60);
      WindowCells.Filling averaged = new WindowCells(array, all, colored, 1_000, 1_000).fill(means);
      assertThat(averaged.note()).contains("sample: ", "gaps show adjacent values");
      BinGrid exact = new BinGrid(colored, 60, 60);
      new WindowCells(array, all, colored).fill(exact);
      double[] expected = exact.bins().values();
      double[] found = means.bins().values();
      for (int bin = 0; bin < expected.length; bin++) {
        assertThat(Double.isNaN(found[bin]) && !Double.isNaN(expected[bin]))
            .as("bin %d", bin)
            .isFalse();
      }
    }
  }

  @Test
  void boxesOfFragmentsAndTilesLieWhereTheCellsAre() throws Exception {
    try (Pages pages = new Pages(folder.resolve("grid"))) {
      JsonMembers answer =
          pages.ask("fragments?id=0&x=x&y=y&tiles=1&x0=100&x1=160&y0=-50&y1=0").members();
      assertThat(answer.required("fragments").elements()).hasSize(1);
      assertThat(answer.required("boxes").elements()).hasSize(2 * 4);
    }
  }

  @Test
  void aFixedDimensionCutsASliceOut() throws Exception {
    try (Pages pages = new Pages(folder.resolve("grid"))) {
      JsonMembers answer =
          pages.ask("tile?id=0&x=x&color=h&fix=y%3D-20&x0=100&x1=600&nx=500").members();
      float[] values = floats(answer, "values");
      for (int i = 0; i < COLUMNS; i++) {
        assertThat(Float.valueOf(values[i]))
            .isEqualTo(Float.valueOf((float) HEIGHTS[30 * COLUMNS + i]));
      }
    }
  }
}
