package io.azulejo.view;

import io.azulejo.Array;
import io.azulejo.FragmentInfo;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.plot.bins.DenseParts;
import io.azulejo.plot.bins.NumberField;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Split;
import io.azulejo.query.SplitOptions;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.stream.Stream;

/**
 * Reads the cells of a window with one or two axes, into bins or as points. If there are too many
 * to read in reasonable time, it reads a sample, and the result says so.
 */
final class WindowCells {
  /** The maximum number of cells of a dense array that are read for one answer. */
  static final long MAX_DENSE = 48L << 20;

  /** The maximum number of cells of a sparse array that are read for one answer. */
  static final long MAX_SPARSE = 16L << 20;

  /** The approximate size in bytes of the parts of a sparse array that are sampled. */
  private static final long PART_BYTES = 1 << 20;

  private static final int MAX_PARTS = 1 << 14;

  /** The approximate minimum number of parts in a sample. */
  private static final int SAMPLED = 16;

  /** The maximum number of tile boxes that are examined for one answer. */
  private static final long MAX_BOXES = 1 << 20;

  private final Array array;
  private final ArraySchema schema;
  private final PlotWindow window;
  private final NumberField x;
  private final NumberField y;
  private final NumberField value;
  private final long maxDense;
  private final long maxSparse;
  private final Optional<Selection> cells; // empty if the window cannot contain cells

  /** Creates a reader for the selected cells in a window. */
  WindowCells(Array array, Selection selection, PlotWindow window) {
    this(array, selection, window, MAX_DENSE, MAX_SPARSE);
  }

  WindowCells(Array array, Selection selection, PlotWindow window, long maxDense, long maxSparse) {
    this.array = array;
    this.schema = array.schema();
    this.window = window;
    this.x = window.x();
    this.y = window.y();
    this.value = window.color();
    this.maxDense = maxDense;
    this.maxSparse = maxSparse;
    Optional<Selection> inside = restrict(selection, x, window.x0(), window.x1());
    this.cells = y == null ? inside : inside.flatMap(c -> restrict(c, y, window.y0(), window.y1()));
  }

  private Optional<Selection> restrict(
      Selection selection, NumberField field, double low, double high) {
    if (array.nonEmptyDomain().isEmpty()) {
      return Optional.empty();
    }
    if (field.isDimension() && selection.part().ranges().containsKey(field.name())) {
      throw new InvalidRequestException(
          "\"%s\" is an axis, so its range is set by the window".formatted(field.name()));
    }
    return selection.within(array, field, low, high);
  }

  private static ReadRequest request(Selection cells, List<NumberField> fields) {
    return cells
        .request()
        .layout(Layout.UNORDERED)
        .select(fields.stream().map(NumberField::name).toList());
  }

  /** Returns the fields to read: axes and color, without duplicates. */
  List<NumberField> fields() {
    Map<String, NumberField> fields = new LinkedHashMap<>();
    Stream.of(x, y, value)
        .filter(Objects::nonNull)
        .forEach(field -> fields.putIfAbsent(field.name(), field));
    return List.copyOf(fields.values());
  }

  /**
   * The result of filling bins.
   *
   * @param factor the factor that scales the counts of a sample; 1 if all cells were read
   * @param note a description of the sample or estimate; empty if all cells were read
   */
  record Filling(double factor, String note) {}

  private static final Filling ALL = new Filling(1, "");

  /** Reads the cells of the window and adds them to the bins. */
  Filling fill(BinGrid bins) {
    if (cells.isEmpty()) {
      return ALL;
    }
    return schema.isDense() ? fillDense(cells.get(), bins) : fillSparse(cells.get(), bins);
  }

  private Filling fillDense(Selection part, BinGrid bins) {
    double number = DenseParts.cells(array, part.part());
    if (number > maxDense) {
      if (window.isOfDimensions()) {
        return new TileSamples(array, part, window).fill(bins);
      }
      throw new InvalidRequestException(
          "%.0f million cells are too many to read one by one; fix dimensions, or choose"
                  .formatted(number / 1e6)
              + " dimensions as axes");
    }
    boolean boxes = window.isOfDimensions() && value != null && !value.isDimension();
    if (boxes && part.condition().isEmpty()) {
      fillBoxes(part, bins);
    } else {
      read(request(part, fields()), batch -> add(batch, bins));
    }
    return ALL;
  }

  private Filling fillSparse(Selection part, BinGrid bins) {
    ReadRequest request = request(part, fields());
    long number = array.read(request).plan().steps().cells();
    if (number <= maxSparse) {
      read(request, batch -> add(batch, bins));
      return ALL;
    }
    boolean spread = window.isOfDimensions() && part.condition().isEmpty() && tiles() <= MAX_BOXES;
    if (spread && value == null) {
      spread(bins);
      return new Filling(
          1, "estimate: cells are spread evenly over their tiles; zoom in for exact counts");
    }
    // More parts than the sample will read, so that the sample covers the whole window.
    int fewest = (int) Math.min(MAX_PARTS, Math.ceil(SAMPLED * (double) number / maxSparse));
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
        "sample: %d of %d parts of the array, about %.1f of %.1f million cells"
            .formatted(taken, parts.size(), read / 1e6, all / 1e6);
    if (spread && value != null) {
      // Parts are contiguous, so whole regions may be missing in the sample.
      BinGrid there = bins.empty();
      spread(there);
      bins.closeGaps(there);
      note += "; gaps show adjacent values";
    }
    return new Filling((double) all / Math.max(1, read), note);
  }

  private long tiles() {
    return array.fragments().stream().mapToLong(FragmentInfo::tiles).sum();
  }

  /** Adds the cells of each tile to the bins, as if they were spread evenly over the tile's box. */
  private void spread(BinGrid bins) {
    int dimX = x.index(schema);
    int dimY = y == null ? -1 : y.index(schema);
    for (FragmentInfo fragment : array.fragments()) {
      double cells = (double) fragment.cells() / Math.max(1, fragment.tiles());
      try (Stream<NDRange> boxes = array.tileBoxes(fragment.name())) {
        boxes.forEach(
            box -> {
              Range across = box.get(dimX);
              Range upwards = dimY < 0 ? null : box.get(dimY);
              bins.spread(
                  x.low(across),
                  x.end(across),
                  upwards == null ? 0 : y.low(upwards),
                  upwards == null ? 1 : y.end(upwards),
                  cells);
            });
      }
    }
  }

  private void read(ReadRequest request, Consumer<Batch> visitor) {
    try (BatchReader in = array.read(request).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        visitor.accept(batch);
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

  /** Adds the cells of a dense array to the bins. Computes coordinates instead of reading them. */
  private void fillBoxes(Selection part, BinGrid bins) {
    int dimX = x.index(schema);
    int dimY = y == null ? -1 : y.index(schema);
    read(
        request(part, List.of(value)),
        batch -> {
          Optional<NDRange> box = batch.box();
          if (box.isEmpty()) {
            throw new InvalidRequestException("fix each dimension to one range without a step");
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

  private static int[] places(Range range, NumberField field, BinGrid bins, boolean across) {
    Range.Longs longs = (Range.Longs) range;
    int[] places = new int[Math.toIntExact(longs.high() - longs.low() + 1)];
    for (int i = 0; i < places.length; i++) {
      double place = field.number(longs.low() + i);
      places[i] = across ? bins.x(place) : bins.y(place);
    }
    return places;
  }

  /**
   * Returns cells of the window: all of them, or as many as allowed.
   *
   * @param most the maximum number of cells
   * @return an array of values for each field of {@link #fields}, in its order
   */
  List<double[]> points(int most) {
    List<NumberField> fields = fields();
    double[][] values = new double[fields.size()][most];
    int[] size = {0};
    if (cells.isPresent()) {
      read(
          request(cells.get(), fields).limit(most),
          batch -> {
            for (int row = 0; row < batch.rows() && size[0] < most; row++) {
              for (int f = 0; f < values.length; f++) {
                values[f][size[0]] = fields.get(f).value(batch.column(f), row);
              }
              size[0]++;
            }
          });
    }
    return Stream.of(values).map(of -> Arrays.copyOf(of, size[0])).toList();
  }
}
