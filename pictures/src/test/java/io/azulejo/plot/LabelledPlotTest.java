package io.azulejo.plot;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.plot.PlotRequest.Aspect;
import io.azulejo.plot.PlotRequest.Direction;
import io.azulejo.plot.picture.Axis;
import io.azulejo.plot.picture.Layer;
import io.azulejo.plot.picture.Picture;
import io.azulejo.plot.picture.Tick;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Set;
import java.util.stream.DoubleStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Axes of dimensions with labels: what their marks say, and which way is up. */
class LabeledPlotTest {
  private static final PlotSpace FILE = new PlotSpace(800, 600, 1, true);

  @TempDir private Path folder;
  @AutoClose private final Azulejo azulejo = Azulejo.create();

  /** A table of the label of each row, whose rows and columns have labels. */
  private Array table(Column rows, String name, Column columns, String other) {
    int height = rows.rows();
    int width = columns.rows();
    Location place = Location.of(folder.resolve("array").toString());
    azulejo.create(
        place,
        ArraySchema.dense()
            .dimension(Dimension.of("row", Datatype.INT32, Range.of(0, height - 1), height))
            .dimension(Dimension.of("col", Datatype.INT32, Range.of(0, width - 1), width))
            .attribute(Attribute.of("v", Datatype.FLOAT64))
            .label(DimensionLabel.of(0, name, order(rows), rows.type()))
            .label(DimensionLabel.of(1, other, order(columns), columns.type()))
            .build());
    double[] values = new double[height * width];
    Arrays.setAll(values, i -> rows.getDouble(i / width));
    write(place, Column.of("v", Datatype.FLOAT64, values));
    for (DimensionLabel label : azulejo.open(place).schema().labels()) {
      write(place.resolve(label.uri()), label.dimension() == 0 ? rows : columns);
    }
    return azulejo.open(place);
  }

  private void write(Location place, Column column) {
    azulejo.array(place).append(Batch.of(column));
  }

  private static DataOrder order(Column column) {
    return column.getDouble(0) > column.getDouble(1) ? DataOrder.DECREASING : DataOrder.INCREASING;
  }

  private static Column degrees(double first, double step, int count) {
    double[] values = DoubleStream.iterate(first, d -> d + step).limit(count).toArray();
    return Column.of("label", Datatype.FLOAT32, values);
  }

  private static Picture drawn(Array array, Subarray part) {
    return drawn(array, part, Direction.USUAL);
  }

  private static Picture drawn(Array array, Subarray part, Direction direction) {
    PlotRequest request =
        new PlotRequest(
            null, null, null, null, null, null, List.of(), Set.of(), 0, Aspect.USUAL, direction);
    CellSource cells = new CellSource(array, ReadRequest.ALL.subarray(part), (done, total) -> {});
    return new CellPlot(array, "a", request, part).picture(cells, FILE);
  }

  private static List<String> labels(Axis axis) {
    return axis.ticks(4).marks().stream().map(Tick::label).toList();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void northIsUpWhicheverWayLatitudesAreStored(boolean descending) {
    Column latitudes = descending ? degrees(90, -5, 37) : degrees(-90, 5, 37);
    Array array = table(latitudes, "lat", degrees(-180, 5, 72), "lon");

    Picture picture = drawn(array, Subarray.ALL);

    assertThat(picture.downwards()).isEqualTo(descending);
    assertThat(drawn(array, Subarray.ALL, Direction.UP).downwards()).isEqualTo(descending);
    assertThat(drawn(array, Subarray.ALL, Direction.DOWN).downwards()).isEqualTo(!descending);
    assertThat(picture.x().title()).isEqualTo("lon");
    assertThat(picture.y().title()).isEqualTo("lat");
    assertThat(labels(picture.x())).containsExactly("-100", "0", "100");
    List<String> upwards = labels(picture.y());
    assertThat(upwards).containsExactly("-50", "0", "50");
    // The equator is in the middle, and the northernmost row is at the top, 185 degrees of 360
    // high.
    Tick equator = picture.y().ticks(4).marks().get(1);
    assertThat(equator.at()).isCloseTo(18.5, within(1e-6));
    double[] values = ((Layer.Cells) picture.panels().get(0).layers().get(0)).values();
    double top = values[picture.downwards() ? 0 : values.length - 1];
    assertThat(top).isEqualTo(90);
    assertThat(picture.aspect()).isCloseTo(185.0 / 360, within(0.01));
  }

  @Test
  void marksAreRoundLabelsWhereLabelsAreIrregular() {
    Column levels = Column.of("label", Datatype.FLOAT64, 1000.0, 850, 500, 100, 10);
    Array array = table(levels, "level", degrees(0, 1, 5), "lon");

    Picture picture = drawn(array, Subarray.ALL);

    assertThat(picture.downwards()).as("1000 is the first row, and at the top").isTrue();
    List<Tick> marks = picture.y().ticks(2).marks();
    assertThat(marks).extracting(Tick::label).containsExactly("500", "1000");
    assertThat(marks.get(0).at()).isCloseTo(2.5, within(1e-9));
    assertThat(marks.get(1).at()).isCloseTo(0.5, within(1e-9));
  }

  @Test
  void datesGoDownWithTheRowsAndAreMarkedAsDates() {
    long[] days = new long[40];
    Arrays.setAll(days, i -> 19_723 + i);
    Array array =
        table(Column.of("label", Datatype.DATETIME_DAY, days), "time", degrees(0, 1, 5), "lon");

    Picture picture = drawn(array, Subarray.ALL);

    assertThat(picture.downwards()).isTrue();
    assertThat(String.join(" ", labels(picture.y())) + picture.y().ticks(4).note())
        .contains("2024");
  }

  @Test
  void rangesOfLabelsAreThoseOfTheirCoordinates() {
    Array array = table(degrees(90, -5, 37), "lat", degrees(-180, 5, 72), "lon");

    Subarray part =
        AxisLabels.inCoordinates(
            array, Subarray.of("lat", 20.0, 91.0).and("lon", -50.0, 100.0).and("col", 3, 4));

    assertThat(part.ranges().get("row")).containsExactly(Range.of(0, 14));
    assertThat(part.ranges().get("col")).contains(Range.of(26, 56), Range.of(3, 4));
    AxisLabels labels = AxisLabels.of(array, "row").orElseThrow();
    assertThat(labels.range(0, 14)).isEqualTo(Range.of(20.0, 90.0));
    assertThat(labels.range(-5, 99)).isEqualTo(Range.of(-90.0, 90.0));
    Picture picture = drawn(array, AxisLabels.inCoordinates(array, Subarray.of("lat", 20.0, 90.0)));
    assertThat(labels(picture.y())).containsExactly("20", "40", "60", "80");
    assertThatThrownBy(() -> AxisLabels.inCoordinates(array, Subarray.of("lat", 91.0, 92.0)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("lat has no labels in")
        .hasMessageContaining("from -90.0 to 90.0");
  }

  @Test
  void labelsThatWereNotWrittenAreNotShown() {
    Location place = Location.of(folder.resolve("bare").toString());
    azulejo.create(
        place,
        ArraySchema.dense()
            .dimension(Dimension.of("row", Datatype.INT32, Range.of(0, 2), 3))
            .attribute(Attribute.of("v", Datatype.FLOAT64))
            .label(DimensionLabel.of(0, "lat", DataOrder.INCREASING, Datatype.FLOAT64))
            .build());
    write(place, Column.of("v", Datatype.FLOAT64, 1.0, 2, 3));

    assertThat(AxisLabels.of(azulejo.open(place), "row")).isEmpty();
    assertThat(AxisLabels.of(azulejo.open(place), "lat")).isEmpty();
  }
}
