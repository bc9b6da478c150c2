package io.azulejo.view;

import io.azulejo.Array;
import io.azulejo.FragmentInfo;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Split;
import io.azulejo.query.SplitOptions;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The cells of a window, of two axes or one: put into bins, or one by one. Where there are more
 * than can be read while somebody waits, some stand for all, which is said.
 */
final class WindowCells {
  /** Up to so many cells of a dense array are read for one answer. */
  static final long MAX_DENSE = 48L << 20;

  /** Up to so many cells of a sparse array are read for one answer. */
  static final long MAX_SPARSE = 16L << 20;

  /** A part of a sparse array that stands for others has about so many bytes. */
  private static final long PART_BYTES = 1 << 20;

  private static final int MAX_PARTS = 1 << 14;

  /** About so many parts are read at the least, where that can be. */
  private static final int SAMPLED = 16;

  /** Up to so many boxes of tiles are looked at. */
  private static final long MAX_BOXES = 1 << 20;

  private final OpenedArray opened;
  private final Array array;
  private final ArraySchema schema;
  private final PageField x;
  private final PageField y;
  private final PageField value;
  private final long maxDense;
  private final long maxSparse;
  private final PlotWindow window;
  private Subarray part;
  private Optional<Condition> condition;
  private boolean empty;

  /**
   * The cells of a window.
   *
   * @param y null where there is one axis
   * @param value what is averaged; null where cells are counted
   */
  WindowCells(
      OpenedArray opened,
      Selection selection,
      PageField x,
      PageField y,
      PageField value,
      PlotWindow window) {
    this(opened, selection, x, y, value, window, MAX_DENSE, MAX_SPARSE);
  }

  WindowCells(
      OpenedArray opened,
      Selection selection,
      PageField x,
      PageField y,
      PageField value,
      PlotWindow window,
      long maxDense,
      long maxSparse) {
    this.opened = opened;
    this.array = opened.array();
    this.schema = array.schema();
    this.x = x;
    this.y = y;
    this.value = value;
    this.window = window;
    this.maxDense = maxDense;
    this.maxSparse = maxSparse;
    this.part = selection.part();
    this.condition = selection.condition();
    this.empty = array.nonEmptyDomain().isEmpty();
    restrict(x, window.x0(), window.x1());
    if (y != null) {
      restrict(y, window.y0(), window.y1());
    }
  }

  private void restrict(PageField field, double low, double high) {
    if (empty) {
      return;
    }
    if (field.isDimension()) {
      if (part.ranges().containsKey(field.name())) {
        throw new InvalidRequestException(
            "\"%s\" is an axis: its range is that of the window".formatted(field.name()));
      }
      Range written = array.nonEmptyDomain().orElseThrow().get(index(field));
      Optional<Range> range =
          field
              .range(low, high)
              .filter(r -> field.low(r) <= field.high(written))
              .filter(r -> field.low(written) <= field.high(r))
              .map(
                  r ->
                      r instanceof Range.Doubles doubles
                          ? Range.of(
                              Math.max(doubles.low(), field.low(written)),
                              Math.min(doubles.high(), field.high(written)))
                          : common(field, (Range.Longs) r, (Range.Longs) written));
      empty = range.isEmpty();
      range.ifPresent(r -> part = part.and(field.name(), r));
    } else {
      Optional<Range> range = field.range(low, high);
      empty = range.isEmpty();
      range.map(field::within).ifPresent(c -> condition = Optional.of(and(c)));
    }
  }

  private Condition and(Condition more) {
    return condition.map(c -> c.and(more)).orElse(more);
  }

  private static Range common(PageField field, Range.Longs a, Range.Longs b) {
    return Range.of(
        field.number(a.low()) >= field.number(b.low()) ? a.low() : b.low(),
        field.number(a.high()) <= field.number(b.high()) ? a.high() : b.high());
  }

  private int index(PageField field) {
    return schema.dimensions().indexOf(schema.dimension(field.name()).orElseThrow());
  }

  /** A request for some fields of these cells. */
  ReadRequest request(List<String> fields) {
    ReadRequest request = ReadRequest.ALL.subarray(part).layout(Layout.UNORDERED).select(fields);
    return condition.map(request::where).orElse(request);
  }

  /** The fields that are read, each once. */
  List<String> fields() {
    Set<String> names = new LinkedHashSet<>();
    names.add(x.name());
    if (y != null) {
      names.add(y.name());
    }
    if (value != null) {
      names.add(value.name());
    }
    return List.copyOf(names);
  }

  /**
   * How the bins were filled.
   *
   * @param factor by which counts are to be multiplied, 1 where all cells were read
   * @param note what stands for what; empty where all cells were read
   */
  record Filling(double factor, String note) {}

  private static final Filling ALL = new Filling(1, "");

  /** Puts the cells into bins. */
  Filling fill(BinGrid bins) {
    if (empty) {
      return ALL;
    }
    if (!schema.isDense()) {
      return fillSparse(bins);
    }
    boolean axesAreDimensions = x.isDimension() && (y == null || y.isDimension());
    double cells = denseCells();
    if (axesAreDimensions && cells > maxDense) {
      return new TileSamples(array, part, condition, x, y, value).fill(bins);
    }
    if (cells > maxDense) {
      throw new InvalidRequestException(
          "these are %.0f million cells, too many to look at one by one: fix dimensions, or choose"
                  .formatted(cells / 1e6)
              + " dimensions as axes");
    }
    if (axesAreDimensions && condition.isEmpty() && value != null && !value.isDimension()) {
      fillBoxes(bins);
    } else {
      read(request(fields()), batch -> add(batch, bins));
    }
    return ALL;
  }

  /** The number of cells of the part of a dense array. */
  private double denseCells() {
    NDRange written = array.nonEmptyDomain().orElseThrow();
    double cells = 1;
    for (int d = 0; d < schema.dimensions().size(); d++) {
      Dimension dimension = schema.dimensions().get(d);
      List<Range> ranges = part.ranges().getOrDefault(dimension.name(), List.of(written.get(d)));
      cells *=
          ranges.stream()
              .map(Range.Strided::of)
              .mapToDouble(r -> Math.floor(((double) r.high() - r.low()) / r.step()) + 1)
              .sum();
    }
    return cells;
  }

  private Filling fillSparse(BinGrid bins) {
    ReadRequest request = request(fields());
    long cells = array.read(request).plan().steps().cells();
    if (cells <= maxSparse) {
      read(request, batch -> add(batch, bins));
      return ALL;
    }
    boolean placed = x.isDimension() && (y == null || y.isDimension());
    if (placed && value == null && condition.isEmpty() && tiles() <= MAX_BOXES) {
      spread(bins);
      return new Filling(
          1, "an estimate: cells are spread evenly over the boxes of their tiles; zoom in for all");
    }
    // Several for each that is read, so that those that are read lie all over the window.
    int fewest = (int) Math.min(MAX_PARTS, Math.ceil(SAMPLED * (double) cells / maxSparse));
    List<Split> parts =
        array
            .read(request)
            .splits(
                SplitOptions.DEFAULT.maximum(MAX_PARTS).targetBytes(PART_BYTES).minimum(fewest));
    long all = parts.stream().mapToLong(Split::cells).sum();
    if (all <= maxSparse) {
      parts.forEach(p -> read(p.request(), batch -> add(batch, bins)));
      return ALL;
    }
    if (parts.isEmpty()) {
      return ALL;
    }
    double step = (double) all / maxSparse;
    long read = 0;
    int taken = 0;
    for (double at = Math.min(step / 2, parts.size() - 1.0); at < parts.size(); at += step) {
      Split split = parts.get((int) at);
      read(split.request(), batch -> add(batch, bins));
      read += split.cells();
      taken++;
    }
    String note =
        "a sample: %d of %d parts of the array were read, about %.1f of %.1f million cells"
            .formatted(taken, parts.size(), read / 1e6, all / 1e6);
    if (placed && value != null && condition.isEmpty() && tiles() <= MAX_BOXES) {
      // Parts lie beside each other, so whole regions were not read that have cells.
      BinGrid there = new BinGrid(window, bins.width(), bins.height());
      spread(there);
      bins.closeGaps(there);
      note += ", and gaps filled with what is beside them";
    }
    return new Filling((double) all / Math.max(1, read), note);
  }

  private long tiles() {
    return array.fragments().stream().mapToLong(FragmentInfo::tiles).sum();
  }

  /** Spreads the cells of each tile over its box. */
  private void spread(BinGrid bins) {
    int dimX = index(x);
    int dimY = y == null ? -1 : index(y);
    for (FragmentInfo fragment : array.fragments()) {
      double cells = (double) fragment.cells() / Math.max(1, fragment.tiles());
      try (Stream<NDRange> boxes = array.tileBoxes(fragment.name())) {
        boxes.forEach(
            box -> {
              Range across = box.get(dimX);
              Range upwards = dimY < 0 ? null : box.get(dimY);
              bins.spread(
                  x.low(across),
                  beyond(x, across),
                  upwards == null ? 0 : y.low(upwards),
                  upwards == null ? 1 : beyond(y, upwards),
                  cells);
            });
      }
    }
  }

  private static double beyond(PageField field, Range range) {
    return field.type().isFloatingPoint() ? field.high(range) : field.high(range) + 1;
  }

  /** Is given one batch after the other. */
  interface Visitor {
    void batch(Batch batch);
  }

  /** Reads cells, until there are no more. */
  void read(ReadRequest request, Visitor visitor) {
    try (BatchReader in = array.read(request).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        visitor.batch(batch);
        in.recycle(batch);
      }
    }
  }

  private void add(Batch batch, BinGrid bins) {
    Column across = batch.column(x.name());
    Column upwards = y == null ? null : batch.column(y.name());
    Column values = value == null ? null : batch.column(value.name());
    for (int row = 0; row < batch.rows(); row++) {
      int binX = bins.x(x.value(across, row));
      int binY = upwards == null ? 0 : bins.y(y.value(upwards, row));
      bins.add(binX, binY, values == null ? 1 : value.value(values, row));
    }
  }

  /** As {@link #add}, of a dense array without reading coordinates. */
  private void fillBoxes(BinGrid bins) {
    int dimX = index(x);
    int dimY = y == null ? -1 : index(y);
    ReadRequest request = request(List.of(value.name()));
    read(
        request,
        batch -> {
          Optional<NDRange> box = batch.box();
          if (box.isEmpty()) {
            throw new InvalidRequestException("fix a dimension by one range, without a step");
          }
          addBox(batch.column(0), box.get(), dimX, dimY, bins);
        });
  }

  private void addBox(Column values, NDRange box, int dimX, int dimY, BinGrid bins) {
    int dimensions = box.size();
    int[] lengths = new int[dimensions];
    for (int d = 0; d < dimensions; d++) {
      Range.Longs range = (Range.Longs) box.get(d);
      lengths[d] = Math.toIntExact(range.high() - range.low() + 1);
    }
    int[] binsX = places(box.get(dimX), x, bins, true);
    int[] binsY = dimY < 0 ? new int[1] : places(box.get(dimY), y, bins, false);
    int[] at = new int[dimensions];
    int last = dimensions - 1;
    int row = 0;
    while (row < values.rows()) {
      for (at[last] = 0; at[last] < lengths[last]; at[last]++) {
        int binY = dimY < 0 ? 0 : binsY[at[dimY]];
        bins.add(binsX[at[dimX]], binY, value.value(values, row++));
      }
      int d = last - 1;
      while (d >= 0 && ++at[d] == lengths[d]) {
        at[d--] = 0;
      }
    }
  }

  private static int[] places(Range range, PageField field, BinGrid bins, boolean across) {
    Range.Longs longs = (Range.Longs) range;
    int[] places = new int[Math.toIntExact(longs.high() - longs.low() + 1)];
    for (int i = 0; i < places.length; i++) {
      double place = field.number(longs.low() + i);
      places[i] = across ? bins.x(place) : bins.y(place);
    }
    return places;
  }

  /**
   * Some of the cells, one by one: all of them, or the first ones that come.
   *
   * @param most how many at most
   * @return for each field of {@link #fields} its values
   */
  List<double[]> points(int most) {
    List<String> names = fields();
    List<PageField> fields = new ArrayList<>();
    names.forEach(name -> fields.add(PageField.of(opened, name)));
    double[][] values = new double[names.size()][most];
    int[] size = {0};
    if (!empty && most > 0) {
      read(
          request(names).limit(most),
          batch -> {
            for (int row = 0; row < batch.rows() && size[0] < most; row++) {
              for (int f = 0; f < values.length; f++) {
                values[f][size[0]] = fields.get(f).value(batch.column(f), row);
              }
              size[0]++;
            }
          });
    }
    List<double[]> result = new ArrayList<>();
    for (double[] of : values) {
      result.add(Arrays.copyOf(of, size[0]));
    }
    return result;
  }
}
