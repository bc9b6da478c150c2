package io.azulejo.view;

import com.fasterxml.jackson.core.JsonGenerator;
import io.azulejo.Array;
import io.azulejo.FragmentInfo;
import io.azulejo.plot.bins.Bins;
import io.azulejo.plot.bins.NumberField;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.io.IOException;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Stream;

/**
 * Answers requests for the data of plots: axes, tiles of bins, points, and the boxes of fragments
 * and tiles.
 */
final class PlotAnswers {
  private static final int MAX_BINS = 1024;
  private static final int MAX_POINTS = 20_000;
  private static final int MAX_FRAGMENTS = 2_000;
  private static final int MAX_BOXES = 20_000;

  private final ViewedObjects objects;
  private final AnswerCache cache;

  PlotAnswers(ViewedObjects objects, AnswerCache cache) {
    this.objects = objects;
    this.cache = cache;
  }

  /** Returns the least and the greatest value of a field among the selected cells. */
  byte[] axis(Parameters parameters) throws IOException {
    OpenedArray opened = objects.array(parameters);
    return cached(
        "axis",
        opened,
        parameters,
        () -> {
          Array array = opened.array();
          NumberField field = opened.field(parameters.required("field"));
          Selection selection = Selection.of(opened, parameters);
          ReadRequest request = selection.request().cells(ReadRequest.Cells.WRITTEN);
          Batch ends =
              array
                  .read(request)
                  .aggregate(
                      Aggregation.of(
                          List.of(
                              Aggregate.min(field.name()),
                              Aggregate.max(field.name()),
                              Aggregate.count(field.name()))));
          return Json.object(
              json -> {
                if (ends.column(2).getLong(0) > 0) {
                  finite(json, "low", field.number(ends.column(0)));
                  finite(json, "high", field.number(ends.column(1)));
                }
              });
        });
  }

  private static void finite(JsonGenerator json, String name, double number) throws IOException {
    if (Double.isFinite(number)) {
      json.writeNumberField(name, number);
    }
  }

  /**
   * Returns the bins of a window. Each holds the mean of {@code color} or, without it, the number
   * of cells.
   */
  byte[] tile(Parameters parameters) throws IOException {
    OpenedArray opened = objects.array(parameters);
    return cached(
        "tile",
        opened,
        parameters,
        () -> {
          PlotWindow window = PlotWindow.of(opened, parameters, true);
          int nx = (int) parameters.whole("nx", 1, MAX_BINS);
          int ny = window.y() == null ? 1 : (int) parameters.whole("ny", 1, MAX_BINS);
          BinGrid grid = new BinGrid(window, nx, ny);
          WindowCells.Filling filling = cells(opened, parameters, window).fill(grid);
          Bins bins = grid.bins();
          return Json.object(
              json -> {
                json.writeNumberField("nx", nx);
                json.writeNumberField("ny", ny);
                json.writeNumberField("cells", Math.round(bins.cells() * filling.factor()));
                json.writeStringField("note", filling.note());
                double[] counts =
                    Arrays.stream(bins.counts()).map(c -> c * filling.factor()).toArray();
                Json.floats(json, "values", window.color() == null ? counts : bins.values());
                if (window.y() == null) {
                  Json.floats(json, "lows", bins.lows());
                  Json.floats(json, "highs", bins.highs());
                }
              });
        });
  }

  /** Returns the cells of a window as points, up to {@code limit}. */
  byte[] points(Parameters parameters) throws IOException {
    OpenedArray opened = objects.array(parameters);
    parameters.required("y");
    PlotWindow window = PlotWindow.of(opened, parameters, true);
    int limit = (int) parameters.whole("limit", 1, MAX_POINTS);
    WindowCells cells = cells(opened, parameters, window);
    List<String> names = cells.fields().stream().map(NumberField::name).toList();
    List<double[]> values = cells.points(limit);
    return Json.object(
        json -> {
          Json.doubles(json, "x", values.get(names.indexOf(window.x().name())));
          Json.doubles(json, "y", values.get(names.indexOf(window.y().name())));
          if (window.color() != null) {
            Json.doubles(json, "color", values.get(names.indexOf(window.color().name())));
          }
        });
  }

  private static WindowCells cells(OpenedArray opened, Parameters parameters, PlotWindow window) {
    return new WindowCells(opened.array(), Selection.of(opened, parameters), window);
  }

  /**
   * Returns the boxes of fragments on two dimensions and, with {@code tiles}, the boxes of their
   * tiles.
   */
  byte[] fragments(Parameters parameters) throws IOException {
    OpenedArray opened = objects.array(parameters);
    Array array = opened.array();
    boolean tiles = parameters.optional("tiles").isPresent();
    PlotWindow window = PlotWindow.of(opened, parameters, tiles);
    if (!window.isOfDimensions()) {
      return Json.object(json -> json.writeStringField("note", "axes are not dimensions"));
    }
    List<FragmentInfo> fragments = array.fragments();
    int from = Math.max(0, fragments.size() - MAX_FRAGMENTS);
    return Json.object(
        json -> {
          json.writeNumberField("hidden", from);
          json.writeArrayFieldStart("fragments");
          for (FragmentInfo fragment : fragments.subList(from, fragments.size())) {
            json.writeStartObject();
            json.writeStringField("name", fragment.name());
            json.writeNumberField("start", fragment.times().start());
            json.writeNumberField("end", fragment.times().end());
            json.writeBooleanField("dense", fragment.dense());
            json.writeNumberField("cells", fragment.cells());
            json.writeNumberField("tiles", fragment.tiles());
            json.writeNumberField("bytes", fragment.bytesOnDisk());
            if (fragment.nonEmptyDomain().isPresent()) {
              json.writeArrayFieldStart("box");
              box(json, array.schema(), fragment.nonEmptyDomain().get(), window);
              json.writeEndArray();
            }
            json.writeEndObject();
          }
          json.writeEndArray();
          if (tiles) {
            tiles(json, array, fragments.subList(from, fragments.size()), window);
          }
        });
  }

  private static void tiles(
      JsonGenerator json, Array array, List<FragmentInfo> fragments, PlotWindow window)
      throws IOException {
    ArraySchema schema = array.schema();
    int written = 0;
    long looked = 0;
    boolean more = false;
    json.writeArrayFieldStart("boxes");
    for (FragmentInfo fragment : fragments) {
      try (Stream<NDRange> boxes = array.tileBoxes(fragment.name())) {
        for (Iterator<NDRange> i = boxes.iterator(); i.hasNext() && !more; ) {
          NDRange box = i.next();
          if (isSeen(window.x(), box, schema, window.x0(), window.x1())
              && isSeen(window.y(), box, schema, window.y0(), window.y1())) {
            box(json, schema, box, window);
            written++;
          }
          more = written >= MAX_BOXES || ++looked >= 100L * MAX_BOXES;
        }
      }
    }
    json.writeEndArray();
    json.writeBooleanField("moreBoxes", more);
  }

  private static boolean isSeen(
      NumberField field, NDRange box, ArraySchema schema, double low, double high) {
    if (field == null) {
      return true;
    }
    Range range = box.get(field.index(schema));
    return field.low(range) < high && field.high(range) >= low;
  }

  private static void box(JsonGenerator json, ArraySchema schema, NDRange box, PlotWindow window)
      throws IOException {
    NumberField x = window.x();
    NumberField y = window.y();
    json.writeNumber(x.low(box.get(x.index(schema))));
    json.writeNumber(x.high(box.get(x.index(schema))));
    json.writeNumber(y == null ? 0 : y.low(box.get(y.index(schema))));
    json.writeNumber(y == null ? 1 : y.high(box.get(y.index(schema))));
  }

  private byte[] cached(
      String question, OpenedArray opened, Parameters parameters, LiveAnswers.Work work)
      throws IOException {
    String key = opened.serial() + " " + question + " " + parameters.text();
    byte[] known = cache.get(key);
    if (known != null) {
      return known;
    }
    byte[] answer = work.answer();
    cache.put(key, answer);
    return answer;
  }
}
