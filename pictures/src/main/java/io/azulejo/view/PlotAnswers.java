package io.azulejo.view;

import com.fasterxml.jackson.core.JsonGenerator;
import io.azulejo.Array;
import io.azulejo.FragmentInfo;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.io.IOException;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** What is drawn: axes, tiles of bins, single points, the boxes of fragments and tiles. */
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

  /** The least and the greatest value of a field, of the cells that are shown. */
  byte[] axis(Parameters parameters) throws IOException {
    OpenedArray opened = objects.array(parameters);
    return cached(
        "axis",
        opened,
        parameters,
        () -> {
          Array array = opened.array();
          PageField field = PageField.of(opened, parameters.required("field"));
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
                  finite(json, "low", number(field, ends.column(0)));
                  finite(json, "high", number(field, ends.column(1)));
                }
              });
        });
  }

  private static double number(PageField field, Column column) {
    return field.type().isFloatingPoint() ? column.getDouble(0) : field.number(column.getLong(0));
  }

  private static void finite(JsonGenerator json, String name, double number) throws IOException {
    if (Double.isFinite(number)) {
      json.writeNumberField(name, number);
    }
  }

  /** The bins of a window: the mean of {@code color} in each, or how many cells. */
  byte[] tile(Parameters parameters) throws IOException {
    OpenedArray opened = objects.array(parameters);
    return cached(
        "tile",
        opened,
        parameters,
        () -> {
          PageField x = PageField.of(opened, parameters.required("x"));
          PageField y = parameters.optional("y").map(n -> PageField.of(opened, n)).orElse(null);
          PageField color =
              parameters.optional("color").map(n -> PageField.of(opened, n)).orElse(null);
          PlotWindow window = PlotWindow.of(parameters, y != null);
          int nx = (int) parameters.whole("nx", 1, MAX_BINS);
          int ny = y == null ? 1 : (int) parameters.whole("ny", 1, MAX_BINS);
          BinGrid bins = new BinGrid(window, nx, ny);
          WindowCells.Filling filling =
              new WindowCells(opened, Selection.of(opened, parameters), x, y, color, window)
                  .fill(bins);
          return Json.object(
              json -> {
                json.writeNumberField("nx", nx);
                json.writeNumberField("ny", ny);
                json.writeNumberField("cells", Math.round(bins.cells() * filling.factor()));
                json.writeStringField("note", filling.note());
                Json.floats(
                    json, "values", color == null ? bins.counts(filling.factor()) : bins.means());
                if (y == null) {
                  Json.floats(json, "lows", bins.lows());
                  Json.floats(json, "highs", bins.highs());
                }
              });
        });
  }

  /** The cells of a window one by one, up to {@code limit}. */
  byte[] points(Parameters parameters) throws IOException {
    OpenedArray opened = objects.array(parameters);
    PageField x = PageField.of(opened, parameters.required("x"));
    PageField y = PageField.of(opened, parameters.required("y"));
    PageField color = parameters.optional("color").map(n -> PageField.of(opened, n)).orElse(null);
    PlotWindow window = PlotWindow.of(parameters, true);
    int limit = (int) parameters.whole("limit", 1, MAX_POINTS);
    WindowCells cells =
        new WindowCells(opened, Selection.of(opened, parameters), x, y, color, window);
    List<double[]> values = cells.points(limit);
    List<String> names = cells.fields();
    return Json.object(
        json -> {
          Json.doubles(json, "x", values.get(names.indexOf(x.name())));
          Json.doubles(json, "y", values.get(names.indexOf(y.name())));
          if (color != null) {
            Json.doubles(json, "color", values.get(names.indexOf(color.name())));
          }
        });
  }

  /** The boxes of fragments, and with {@code tiles} those of their tiles, on two axes. */
  byte[] fragments(Parameters parameters) throws IOException {
    OpenedArray opened = objects.array(parameters);
    Array array = opened.array();
    PageField x = PageField.of(opened, parameters.required("x"));
    PageField y = parameters.optional("y").map(n -> PageField.of(opened, n)).orElse(null);
    if (!x.isDimension() || y != null && !y.isDimension()) {
      return Json.object(json -> json.writeStringField("note", "axes are not dimensions"));
    }
    int dimX = array.schema().dimensions().indexOf(array.schema().dimension(x.name()).get());
    int dimY =
        y == null
            ? -1
            : array.schema().dimensions().indexOf(array.schema().dimension(y.name()).get());
    boolean tiles = parameters.optional("tiles").isPresent();
    Optional<PlotWindow> window =
        tiles ? Optional.of(PlotWindow.of(parameters, y != null)) : Optional.empty();
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
              box(json, fragment.nonEmptyDomain().get(), x, dimX, y, dimY);
              json.writeEndArray();
            }
            json.writeEndObject();
          }
          json.writeEndArray();
          if (window.isPresent()) {
            tiles(
                json,
                array,
                fragments.subList(from, fragments.size()),
                x,
                dimX,
                y,
                dimY,
                window.get());
          }
        });
  }

  private static void tiles(
      JsonGenerator json,
      Array array,
      List<FragmentInfo> fragments,
      PageField x,
      int dimX,
      PageField y,
      int dimY,
      PlotWindow window)
      throws IOException {
    int written = 0;
    long looked = 0;
    boolean more = false;
    json.writeArrayFieldStart("boxes");
    for (FragmentInfo fragment : fragments) {
      try (Stream<NDRange> boxes = array.tileBoxes(fragment.name())) {
        for (Iterator<NDRange> i = boxes.iterator(); i.hasNext() && !more; ) {
          NDRange box = i.next();
          boolean seen =
              x.low(box.get(dimX)) < window.x1()
                  && x.high(box.get(dimX)) >= window.x0()
                  && (y == null
                      || y.low(box.get(dimY)) < window.y1()
                          && y.high(box.get(dimY)) >= window.y0());
          if (seen) {
            box(json, box, x, dimX, y, dimY);
            written++;
          }
          more = written >= MAX_BOXES || ++looked >= 100L * MAX_BOXES;
        }
      }
    }
    json.writeEndArray();
    json.writeBooleanField("moreBoxes", more);
  }

  private static void box(
      JsonGenerator json, NDRange box, PageField x, int dimX, PageField y, int dimY)
      throws IOException {
    Range across = box.get(dimX);
    json.writeNumber(x.low(across));
    json.writeNumber(x.high(across));
    json.writeNumber(y == null ? 0 : y.low(box.get(dimY)));
    json.writeNumber(y == null ? 1 : y.high(box.get(dimY)));
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
