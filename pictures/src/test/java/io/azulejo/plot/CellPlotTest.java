package io.azulejo.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.azulejo.Array;
import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.plot.PlotRequest.Aspect;
import io.azulejo.plot.PlotRequest.Direction;
import io.azulejo.plot.PlotRequest.Kind;
import io.azulejo.plot.PlotRequest.Scaled;
import io.azulejo.plot.picture.Axis;
import io.azulejo.plot.picture.Layer;
import io.azulejo.plot.picture.Legend;
import io.azulejo.plot.picture.Picture;
import io.azulejo.plot.picture.Tick;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.testkit.TestSchemas;
import java.nio.file.Path;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What plots show, as bins, marks, legends and places. */
class CellPlotTest {
  private static final PlotSpace FILE = new PlotSpace(800, 600, 1, true);

  @TempDir private Path folder;
  @AutoClose private final Azulejo azulejo = Azulejo.create();
  private int arrays;

  /** A sparse array of rows 0, 1, 2 … with these attributes. */
  private Array table(List<Attribute> attributes, List<Enumeration> lists, Column... columns) {
    ArraySchema.Builder schema =
        ArraySchema.sparse()
            .dimension(Dimension.of("row", Datatype.INT64, Range.of(0, 1_000_000), 1000));
    attributes.forEach(schema::attribute);
    lists.forEach(schema::enumeration);
    List<Column> all = new ArrayList<>();
    all.add(Column.of("row", Datatype.INT64, LongStream.range(0, columns[0].rows()).toArray()));
    all.addAll(List.of(columns));
    return written(schema.build(), all);
  }

  private Array written(ArraySchema schema, List<Column> columns) {
    Location place = Location.of(folder.resolve("array" + arrays++).toString());
    azulejo.create(place, schema);
    azulejo.array(place).append(Batch.of(columns.toArray(Column[]::new)));
    return azulejo.open(place);
  }

  private Array numbers(double... values) {
    return table(
        List.of(Attribute.of("v", Datatype.FLOAT64)),
        List.of(),
        Column.of("v", Datatype.FLOAT64, values));
  }

  private static Dimension real(String name, double end) {
    return Dimension.builder(name, Datatype.FLOAT64).domain(Range.of(-end, end)).build();
  }

  private static Picture drawn(Array array, PlotRequest request) {
    CellSource cells = new CellSource(array, ReadRequest.ALL, (done, total) -> {});
    return new CellPlot(array, "a", request, Subarray.ALL).picture(cells, FILE);
  }

  private static PlotRequest with(
      Kind kind, String x, String y, String color, String histogram, String by, Scaled... log) {
    return new PlotRequest(
        kind, x, y, color, histogram, by, List.of(), Set.of(log), 0, Aspect.USUAL, Direction.USUAL);
  }

  private static PlotRequest histogram(String field, Scaled... log) {
    return with(null, null, null, null, field, null, log);
  }

  private static List<String> labels(Axis axis, int max) {
    return axis.ticks(max).marks().stream().map(Tick::label).toList();
  }

  private static Layer only(Picture picture) {
    assertThat(picture.panels()).hasSize(1);
    assertThat(picture.panels().get(0).layers()).hasSize(1);
    return picture.panels().get(0).layers().get(0);
  }

  /** What bars count: their lengths on an axis from 0 on. */
  private static long[] counts(Picture picture) {
    return counts(picture, (Layer.Bars) only(picture));
  }

  private static long[] counts(Picture picture, Layer.Bars bars) {
    Axis axis = bars.horizontal() ? picture.x() : picture.y();
    Tick last = axis.ticks(4).marks().get(axis.ticks(4).marks().size() - 1);
    double perCell = last.at() / Double.parseDouble(last.label().replace(",", ""));
    return Arrays.stream(bars.lengths()).mapToLong(l -> Math.round(l / perCell)).toArray();
  }

  // Histograms.

  @Test
  void aHistogramOfFewNumbersHasABarForEach() {
    Picture picture = drawn(numbers(1, 2, 2, 4, 4, 4), histogram("v"));
    assertThat(counts(picture)).containsExactly(1, 2, 0, 3);
    Layer.Bars bars = (Layer.Bars) only(picture);
    List<Tick> ticks = picture.x().ticks(4).marks();
    assertThat(ticks).extracting(Tick::label).containsExactly("1", "2", "3", "4");
    for (int i = 0; i < 4; i++) {
      assertThat(ticks.get(i).at())
          .isCloseTo((bars.starts()[i] + bars.ends()[i]) / 2, within(1e-6));
    }
    assertThat(picture.title()).isEqualTo("a: v");
    assertThat(picture.note()).isEqualTo("6 cells");
  }

  @Test
  void barsOfManyNumbersAreAsWideAsARoundNumberAndCountAllCells() {
    Random random = new Random(7);
    double[] values = random.doubles(5_000).map(v -> v * v * 997.3).toArray();
    Picture picture = drawn(numbers(values), histogram("v"));
    assertThat(picture.note()).isEqualTo("5,000 cells, bars of 50");
    long[] expected = new long[20];
    Arrays.stream(values).forEach(v -> expected[(int) (v / 50)]++);
    assertThat(counts(picture)).isEqualTo(expected);
  }

  @Test
  void barsOfSteppedNumbersHoldAsManyOfThemEach() {
    // Multiples of 0.3, all as frequent: no bar may be higher for having one more of them in it.
    double[] values = IntStream.range(0, 1_000).mapToDouble(i -> 0.3 * i).toArray();
    Picture picture = drawn(numbers(values), histogram("v"));
    long[] counts = counts(picture);
    assertThat(Arrays.stream(counts, 0, counts.length - 1).distinct().count()).isEqualTo(1);
    assertThat(Arrays.stream(counts).sum()).isEqualTo(1_000);
  }

  @Test
  void aHistogramOfEqualNumbersHasOneBar() {
    assertThat(counts(drawn(numbers(5, 5, 5), histogram("v")))).containsExactly(3);
    assertThat(counts(drawn(numbers(-0.0), histogram("v")))).containsExactly(1);
    assertThat(counts(drawn(numbers(1e300), histogram("v")))).containsExactly(1);
  }

  @Test
  void whatHasNoPlaceIsLeftOutAndSaid() {
    Picture picture =
        drawn(
            numbers(1, 10, 100, 0, -5, Double.NaN, Double.POSITIVE_INFINITY),
            histogram("v", Scaled.X));
    assertThat(picture.note())
        .contains("3 cells", "1 without v", "1 with infinite v", "2 with v of 0 or less");
    assertThat(labels(picture.x(), 4)).contains("1", "10", "100");
    assertThatThrownBy(() -> drawn(numbers(0, -1), histogram("v", Scaled.X)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("no values above 0");
    assertThatThrownBy(() -> drawn(numbers(Double.NaN), histogram("v")))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("nothing to draw");
  }

  @Test
  void cellsOfADenseArrayThatWereNeverWrittenAreNotRead() {
    Location place = Location.of(folder.resolve("dense").toString());
    azulejo.create(place, TestSchemas.of("dense(x INT32 0..99999/100) a INT32"));
    for (int x : new int[] {7, 7, 90_000}) {
      Subarray part = Subarray.of("x", x, x + 1);
      azulejo.array(place).write(part, "a", new int[] {1, 2});
    }
    Array array = azulejo.open(place);
    AtomicLong read = new AtomicLong();
    CellSource cells = new CellSource(array, ReadRequest.ALL, (done, total) -> read.set(done));
    Picture picture = new CellPlot(array, "a", histogram("a"), Subarray.ALL).picture(cells, FILE);
    assertThat(picture.note()).startsWith("4 cells");
    assertThat(read).hasValue(4);
  }

  @Test
  void countsCanHaveALogarithmicScale() {
    double[] values =
        DoubleStream.concat(DoubleStream.generate(() -> 1).limit(1000), DoubleStream.of(2))
            .toArray();
    Layer.Bars bars = (Layer.Bars) only(drawn(numbers(values), histogram("v", Scaled.Y)));
    assertThat(bars.lengths()[1]).isPositive();
    assertThat(bars.lengths()[0] / bars.lengths()[1]).isBetween(8.0, 14.0);
  }

  @Test
  void barsOfDatesAreThoseOfTheCalendar() {
    long[] days =
        LocalDate.of(2019, 1, 15)
            .datesUntil(LocalDate.of(2020, 3, 10))
            .mapToLong(LocalDate::toEpochDay)
            .toArray();
    Array array =
        table(
            List.of(Attribute.of("d", Datatype.DATETIME_DAY)),
            List.of(),
            Column.of("d", Datatype.DATETIME_DAY, days));
    Picture picture = drawn(array, histogram("d"));
    assertThat(picture.note()).endsWith("bars of a month");
    assertThat(counts(picture)).startsWith(17, 28, 31, 30).endsWith(31, 29, 9).hasSize(15);
    Layer.Bars bars = (Layer.Bars) only(picture);
    List<Tick> ticks = picture.x().ticks(6).marks();
    assertThat(ticks.get(0).label()).startsWith("2019-");
    assertThat(DoubleStream.of(bars.starts())).anyMatch(s -> Math.abs(s - ticks.get(1).at()) < 5.0);
  }

  @Test
  void partsOfTimesComeInTheirOrder() {
    // 2024-01-01 was a Monday.
    long day = LocalDate.of(2024, 1, 1).toEpochDay() * 86_400;
    Array array =
        table(
            List.of(Attribute.of("t", Datatype.DATETIME_SEC)),
            List.of(),
            Column.of(
                "t", Datatype.DATETIME_SEC, day + 5 * 3600, day + 86_400 + 5 * 3600 + 59, day - 1));
    Picture hours = drawn(array, histogram("hour(t)"));
    assertThat(counts(hours)).hasSize(24);
    assertThat(counts(hours)[5]).isEqualTo(2);
    assertThat(counts(hours)[23]).isEqualTo(1);
    assertThat(counts(drawn(array, histogram("weekday(t)")))).containsExactly(1, 1, 0, 0, 0, 0, 1);
    Picture months = drawn(array, histogram("month(t)"));
    assertThat(labels(months.x(), 12)).startsWith("Jan").endsWith("Dec");
    assertThat(counts(months)).startsWith(2).endsWith(1);
    assertThatThrownBy(() -> drawn(array, histogram("hour(row)")))
        .hasMessageContaining("row is of INT64, which has no hours");
  }

  // Categories.

  private Array named(String[] names, double[] values, String... entries) {
    long[] indexes = Arrays.stream(names).mapToLong(n -> List.of(entries).indexOf(n)).toArray();
    return table(
        List.of(
            Attribute.builder("kind", Datatype.UINT8).enumeration("kinds").build(),
            Attribute.of("v", Datatype.FLOAT64),
            Attribute.text("name")),
        List.of(Enumeration.ofStrings("kinds", false, List.of(entries))),
        Column.of("kind", Datatype.UINT8, indexes),
        Column.of("v", Datatype.FLOAT64, values),
        Column.of("name", Datatype.STRING_UTF8, names));
  }

  @Test
  void categoriesComeInTheOrderOfTheEnumerationAndTextsInTheirs() {
    Array array =
        named(
            new String[] {"low", "high", "low", "middle"},
            new double[] {1, 2, 3, 4},
            "high",
            "never",
            "middle",
            "low");
    Picture picture = drawn(array, histogram("kind"));
    assertThat(labels(picture.y(), 9)).containsExactly("high", "middle", "low");
    assertThat(counts(picture)).containsExactly(1, 1, 2);
    assertThat(picture.downwards()).isTrue();
    assertThat(labels(drawn(array, histogram("name")).y(), 9))
        .containsExactly("high", "low", "middle");
    Picture points = drawn(array, PlotRequest.of("row", "v", "kind"));
    Legend legend = (Legend) points.inks();
    assertThat(legend.entries()).containsExactly("high", "middle", "low");
    assertThat(points.panels().get(0).layers()).hasSize(3).allMatch(Layer.Band.class::isInstance);
  }

  @Test
  void rareCategoriesAreFoldedIntoOneWithANote() {
    String[] names =
        IntStream.range(0, 100).mapToObj(i -> "n" + (i < 60 ? i % 6 : i)).toArray(String[]::new);
    Array array =
        table(
            List.of(Attribute.text("name")),
            List.of(),
            Column.of("name", Datatype.STRING_UTF8, names));
    Picture picture = drawn(array, with(null, "row", "name", "name", null, null));
    Legend legend = (Legend) picture.inks();
    assertThat(legend.entries())
        .hasSize(8)
        .startsWith("n0", "n1", "n2", "n3", "n4", "n5")
        .endsWith("other");
    assertThat(legend.other()).isTrue();
    assertThat(picture.note()).contains("other: 39 less frequent values of name");
  }

  @Test
  void aPanelForEachValueHasTheSameAxes() {
    Array array = named(new String[] {"b", "a", "b", "b"}, new double[] {1, 2, 1, 3}, "b", "a");
    Picture picture = drawn(array, with(null, null, null, null, "v", "kind"));
    assertThat(picture.panels()).extracting("name").containsExactly("kind: b", "kind: a");
    assertThat(counts(picture, (Layer.Bars) picture.panels().get(0).layers().get(0)))
        .containsExactly(2, 0, 1);
    assertThat(counts(picture, (Layer.Bars) picture.panels().get(1).layers().get(0)))
        .containsExactly(0, 1, 0);
    assertThatThrownBy(() -> drawn(array, with(null, null, null, null, "kind", "v")))
        .hasMessageContaining("--by v is not categorical");
  }

  // Lines.

  @Test
  void aLineGoesThroughTheMeansOfCellsThatShareAPlace() {
    double[] values = IntStream.range(0, 8_000).mapToDouble(i -> i % 10).toArray();
    Picture picture = drawn(numbers(values), PlotRequest.of("row", "v", null));
    Layer.Band band = (Layer.Band) only(picture);
    assertThat(band.x()).hasSize(800);
    assertThat(labels(picture.y(), 5)).containsExactly("0", "2", "4", "6", "8");
    double unit = picture.y().ticks(5).marks().get(1).at() / 2;
    assertThat(band.lows()[17]).isCloseTo(0, within(1e-9));
    assertThat(band.means()[17]).isCloseTo(4.5 * unit, within(1e-6));
    assertThat(band.highs()[17]).isCloseTo(9 * unit, within(1e-6));
    assertThat(picture.note()).isEqualTo("mean, minimum and maximum");
  }

  @Test
  void oneCellIsAPointAndColoursOfLinesAreNames() {
    Layer.Band band = (Layer.Band) only(drawn(numbers(3), PlotRequest.of(null, null, null)));
    assertThat(band.x()).containsExactly(0.5);
    assertThatThrownBy(() -> drawn(numbers(3), with(Kind.LINE, "row", "v", "row", null, null)))
        .hasMessageContaining(
            "is not categorical, which colors of lines require; use --categories row");
  }

  // Bins.

  private Array grid(int width, int height, double step) {
    int cells = width * height;
    ArraySchema schema =
        ArraySchema.sparse()
            .dimension(real("y", 1e6))
            .dimension(real("x", 1e6))
            .attribute(Attribute.of("v", Datatype.INT32))
            .build();
    return written(
        schema,
        List.of(
            Column.of(
                "y",
                Datatype.FLOAT64,
                IntStream.range(0, cells).mapToDouble(i -> 7 + i / width * step).toArray()),
            Column.of(
                "x",
                Datatype.FLOAT64,
                IntStream.range(0, cells).mapToDouble(i -> -3 + i % width * step).toArray()),
            Column.of("v", Datatype.INT32, IntStream.range(0, cells).mapToLong(i -> i).toArray())));
  }

  @Test
  void cellsOfARegularGridHaveABinEach() {
    Picture picture = drawn(grid(97, 71, 0.1), PlotRequest.of("x", "y", "v"));
    assertThat(picture.x().bins()).isEqualTo(97);
    assertThat(picture.y().bins()).isEqualTo(71);
    Layer.Cells cells = (Layer.Cells) only(picture);
    for (int i = 0; i < 97 * 71; i++) {
      assertThat(cells.values()[i]).isEqualTo(i);
    }
  }

  @Test
  void binsOfALargeRegularGridHoldAsManyCellsEach() {
    // 1,003 columns on at most 200 bins: without steps some bins have one more column than others.
    Picture picture = drawn(grid(1_003, 10, 0.25), PlotRequest.of("x", "y", null));
    Layer.Cells cells = (Layer.Cells) only(picture);
    int bins = picture.x().bins();
    for (int i = 0; i < cells.values().length; i++) {
      if (i % bins < bins - 1) {
        assertThat(cells.values()[i]).isEqualTo(cells.values()[0]);
      }
    }
  }

  @Test
  void integersThatAreMultiplesOfAStepHaveBinsOfItsMultiples() {
    int cells = 100 * 100;
    ArraySchema schema =
        ArraySchema.sparse()
            .dimension(Dimension.of("y", Datatype.INT32, Range.of(0, 100_000), 100))
            .dimension(Dimension.of("x", Datatype.INT32, Range.of(0, 100_000), 100))
            .attribute(Attribute.of("v", Datatype.INT32))
            .build();
    Array array =
        written(
            schema,
            List.of(
                Column.of(
                    "y",
                    Datatype.INT32,
                    IntStream.range(0, cells).mapToLong(i -> i / 100 * 30L).toArray()),
                Column.of(
                    "x",
                    Datatype.INT32,
                    IntStream.range(0, cells).mapToLong(i -> i % 100 * 30L).toArray()),
                Column.of(
                    "v", Datatype.INT32, IntStream.range(0, cells).mapToLong(i -> i).toArray())));
    Picture picture = drawn(array, PlotRequest.of("x", "y", "v"));
    assertThat(picture.x().bins()).isEqualTo(100);
    assertThat(((Layer.Cells) only(picture)).values()).doesNotContain(Double.NaN);
    assertThat(picture.x().ticks(5).marks().get(1))
        .isEqualTo(new Tick(1000 / 30.0 + 0.5 + 0.5 / 30, "1000"));
  }

  // Shapes.

  @Test
  void longitudeAndLatitudeHaveTheShapeOfTheGround() {
    ArraySchema schema =
        ArraySchema.sparse()
            .dimension(real("latitude", 90))
            .dimension(real("longitude", 180))
            .attribute(Attribute.of("v", Datatype.FLOAT64))
            .build();
    Array array =
        written(
            schema,
            List.of(
                Column.of("latitude", Datatype.FLOAT64, 50.0, 60.0, 70.0),
                Column.of("longitude", Datatype.FLOAT64, 0.0, 20.0, 13.0),
                Column.of("v", Datatype.FLOAT64, 1.0, 2.0, 3.0)));
    Picture picture = drawn(array, PlotRequest.of(null, null, null));
    assertThat(picture.x().title()).isEqualTo("longitude");
    // A degree of longitude is half as long at 60° as one of latitude.
    assertThat(picture.aspect()).isCloseTo(2, within(1e-9));
    assertThat(picture.downwards()).isFalse();
  }

  @Test
  void anImageHasItsOwnColours() {
    ArraySchema.Builder schema =
        ArraySchema.dense()
            .dimension(Dimension.of("y", Datatype.INT32, Range.of(0, 1), 2))
            .dimension(Dimension.of("x", Datatype.INT32, Range.of(0, 2), 3));
    List.of("red", "green", "blue").forEach(c -> schema.attribute(Attribute.of(c, Datatype.UINT8)));
    Location place = Location.of(folder.resolve("image").toString());
    azulejo.create(place, schema.build());
    try (ArrayWriter out =
        azulejo
            .array(place)
            .writer(WriteRequest.DEFAULT.subarray(Subarray.of("y", 0, 1).and("x", 0, 2)))) {
      out.append(
          Batch.of(
              Column.of("red", Datatype.UINT8, 255, 0, 0, 1, 2, 3),
              Column.of("green", Datatype.UINT8, 0, 254, 0, 4, 5, 6),
              Column.of("blue", Datatype.UINT8, 0, 0, 253, 7, 8, 9)));
      out.commit();
    }
    Picture picture = drawn(azulejo.open(place), PlotRequest.of(null, null, null));
    assertThat(((Layer.Pixels) only(picture)).argb())
        .containsExactly(0xffff0000, 0xff00fe00, 0xff0000fd, 0xff010407, 0xff020508, 0xff030609);
    assertThat(picture.aspect()).isEqualTo(2.0 / 3);
    assertThat(picture.downwards()).isTrue();
  }

  @Test
  void logarithmsAreForNumbersAlone() {
    Array array = named(new String[] {"a"}, new double[] {1}, "a");
    assertThatThrownBy(() -> drawn(array, histogram("name", Scaled.X)))
        .hasMessageContaining("--log x: name is not numeric");
    assertThatThrownBy(() -> drawn(array, histogram("v", Scaled.COLOR)))
        .hasMessageContaining("this plot has no color scale");
    assertThat(drawn(array, histogram("v", Scaled.X)).note()).isEqualTo("1 cell");
  }
}
