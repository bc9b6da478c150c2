package io.azulejo.plot;

import io.azulejo.Array;
import io.azulejo.FragmentInfo;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.Suggestion;
import io.azulejo.plot.picture.Axis;
import io.azulejo.plot.picture.Coloring;
import io.azulejo.plot.picture.Layer;
import io.azulejo.plot.picture.Legend;
import io.azulejo.plot.picture.ListAxis;
import io.azulejo.plot.picture.Picture;
import io.azulejo.plot.picture.Scale;
import io.azulejo.query.Progress;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.text.value.QuotedText;
import io.azulejo.text.value.RangeText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Draws the bounding boxes of an array's fragments and tiles. */
public final class TilePlot {
  /** The maximum number of boxes in a file. More boxes are counted in bins. */
  private static final int MAX_BOXES = 3_000;

  private static final int MAX_BOXES_OF_TEXT = 500;
  private static final int MAX_OUTLINES = 40;

  /** The minimum size in bins of a grid tile whose boundaries are drawn. */
  private static final int MIN_TILE = 4;

  /** The gap between stacked fragments, relative to the height of a fragment. */
  private static final double GAP = 0.08;

  private final Array array;
  private final String name;
  private final ArraySchema schema;
  private final NDRange domain;
  private final List<FragmentInfo> fragments;
  private final int down; // the index of the vertical dimension, or -1 if fragments are stacked
  private final int across;

  /**
   * Creates a map of an array's fragments and tiles.
   *
   * @param name the name of the array in titles
   * @param names the dimensions of the axes, the vertical one first; one name stacks the fragments;
   *     empty for defaults
   */
  public TilePlot(Array array, String name, List<String> names) {
    this.array = array;
    this.name = name;
    this.schema = array.schema();
    this.domain =
        array
            .nonEmptyDomain()
            .orElseThrow(
                () ->
                    new InvalidRequestException(
                        name + ": no cells were written at these times, nothing to draw"));
    this.fragments = array.fragments();
    boolean line = schema.dimensions().size() == 1;
    if (names.size() > 2 || (line && names.size() > 1)) {
      throw new InvalidRequestException(
          "--dims requires "
              + (line ? "the only dimension" : "two dimensions, such as " + example()));
    }
    if (names.isEmpty()) {
      // Dimensions named x and y become these axes. Otherwise the first dimension is vertical, like
      // the rows of a table.
      boolean named =
          !line
              && schema.dimensions().get(0).name().equalsIgnoreCase("x")
              && schema.dimensions().get(1).name().equalsIgnoreCase("y");
      across = line || named ? 0 : 1;
      down = line ? -1 : 1 - across;
    } else {
      across = index(names.get(names.size() - 1));
      down = names.size() == 2 ? index(names.get(0)) : -1;
      if (across == down) {
        throw new InvalidRequestException("--dims requires two different dimensions");
      }
    }
  }

  private int index(String name) {
    for (int d = 0; d < schema.dimensions().size(); d++) {
      if (schema.dimensions().get(d).name().equals(name)) {
        return d;
      }
    }
    throw new InvalidRequestException(
        "--dims: unknown dimension "
            + QuotedText.ofName(name)
            + "; valid: "
            + String.join(", ", schema.dimensions().stream().map(TilePlot::title).toList())
            + Suggestion.hint(name, schema.dimensions().stream().map(Dimension::name).toList()));
  }

  private String example() {
    return title(schema.dimensions().get(0)) + "," + title(schema.dimensions().get(1));
  }

  private static String title(Dimension dimension) {
    return QuotedText.ofName(dimension.name());
  }

  /**
   * Reads the boxes and returns their picture.
   *
   * @param columns the maximum number of bins on the x axis
   * @param rows the maximum number of bins on the y axis
   * @param fine whether the picture is for a file; otherwise it is for a terminal
   * @param progress receives the number of tiles placed so far
   */
  public Picture picture(int columns, int rows, boolean fine, Progress progress) {
    long tiles = fragments.stream().mapToLong(FragmentInfo::tiles).sum();
    Count done = new Count(progress, tiles);
    FieldAxis x = coordinates(across, columns);
    int group = down < 0 ? (fragments.size() + rows - 1) / rows : 1;
    boolean few = fine ? tiles <= MAX_BOXES : isFewForText(tiles, group);
    Legend legend = new Legend("fragments by time", entries());
    Coloring inks = legend;
    List<Layer> layers = new ArrayList<>();
    Axis y;
    if (down < 0) {
      y = fragmentAxis(group);
      TileBoxes boxes = new TileBoxes(x, null, group);
      if (few) {
        layers.add(boxes.layer(done));
      } else {
        Layer.Cells counts = boxes.counts(y, done);
        layers.add(counts);
        inks = counted(counts);
      }
    } else {
      FieldAxis place = coordinates(down, rows);
      y = place.axis();
      TileBoxes boxes = new TileBoxes(x, place, 1);
      if (schema.isDense()) {
        layers.add(owners(x, place, done));
        layers.add(new Layer.Lines(cuts(across, x, columns), cuts(down, place, rows)));
        if (fragments.size() <= MAX_OUTLINES) {
          layers.add(outlines(x, place));
        }
      } else if (few) {
        layers.add(boxes.layer(done));
      } else {
        Layer.Cells counts = boxes.counts(y, done);
        layers.add(counts);
        inks = counted(counts);
      }
    }
    // Dense arrays are tables, whose rows run downwards. Stacked fragments run upwards.
    boolean downwards = down >= 0 && schema.isDense();
    return Picture.of(
        name + ": fragments and tiles", note(tiles), x.axis(), y, downwards, inks, layers);
  }

  /**
   * Returns whether boxes can be drawn with characters. There must be few, and they must not
   * overlap or must show the position of several fragments.
   */
  private boolean isFewForText(long tiles, int group) {
    return tiles <= MAX_BOXES_OF_TEXT && group == 1 && (down < 0 || fragments.size() > 1);
  }

  /** Reports the number of tiles placed so far. */
  private static final class Count {
    private final Progress progress;
    private final long total;
    private long done;

    Count(Progress progress, long total) {
      this.progress = progress;
      this.total = total;
    }

    void add(long tiles) {
      done += tiles;
      progress.advanced(done, total);
    }
  }

  private static Coloring counted(Layer.Cells counts) {
    return Scale.ofCounts("tiles", counts.values());
  }

  private String note(long tiles) {
    StringBuilder note = new StringBuilder(schema.isDense() ? "dense" : "sparse");
    note.append(", ").append(count(fragments.size(), "fragment"));
    note.append(", ").append(count(tiles, "tile"));
    if (schema.dimensions().size() > 2) {
      List<String> others =
          IntStream.range(0, schema.dimensions().size())
              .filter(d -> d != across && d != down)
              .mapToObj(d -> title(schema.dimensions().get(d)))
              .toList();
      note.append("; projected along ").append(String.join(", ", others));
    }
    return note.toString();
  }

  private static String count(long count, String what) {
    return "%,d %s%s".formatted(count, what, count == 1 ? "" : "s");
  }

  private List<String> entries() {
    return IntStream.range(0, fragments.size())
        .mapToObj(
            i -> {
              FragmentInfo fragment = fragments.get(i);
              String start = time(fragment.times().start());
              String end = time(fragment.times().end());
              return "#"
                  + (i + 1)
                  + " "
                  + (start.equals(end) ? end : start + " to " + end)
                  + ", "
                  + count(fragment.tiles(), "tile");
            })
        .toList();
  }

  private static String time(long time) {
    return RangeText.ofNumber(Datatype.DATETIME_MS, time).replace(".000Z", "Z");
  }

  private Axis fragmentAxis(int group) {
    List<String> names = new ArrayList<>();
    for (int i = 0; i < fragments.size(); i += group) {
      names.add("#" + (i + 1));
    }
    return new ListAxis("fragment", names);
  }

  private FieldAxis coordinates(int dimension, int max) {
    Dimension axis = schema.dimensions().get(dimension);
    if (!(domain.get(dimension) instanceof Range.Strings)) {
      return FieldAxis.of(title(axis), axis.type(), domain.get(dimension), max);
    }
    StringSample ranks = new StringSample();
    for (FragmentInfo fragment : fragments) {
      try (Stream<NDRange> boxes = array.tileBoxes(fragment.name())) {
        boxes
            .map(box -> (Range.Strings) box.get(dimension))
            .forEach(
                text -> {
                  ranks.add(text.low());
                  ranks.add(text.high());
                });
      }
    }
    return FieldAxis.of(title(axis), axis.type(), ranks.sorted(max));
  }

  /**
   * Returns the boundaries of grid tiles, or an empty array if the tiles are too small to be
   * visible.
   */
  private double[] cuts(int dimension, FieldAxis place, int max) {
    Dimension axis = schema.dimensions().get(dimension);
    Range.Longs written = (Range.Longs) domain.get(dimension);
    if (axis.extent().isEmpty()) {
      return new double[0];
    }
    long first = ((Range.Longs) axis.domain().orElseThrow()).low();
    long length = axis.tileLength();
    long from = Long.divideUnsigned(written.low() - first, length);
    long to = Long.divideUnsigned(written.high() - first, length);
    if (to - from < 1 || to - from > max / MIN_TILE) {
      return new double[0];
    }
    double[] cuts = new double[(int) (to - from)];
    for (int i = 0; i < cuts.length; i++) {
      long start = first + (from + 1 + i) * length;
      cuts[i] = place.start(Range.of(start, start));
    }
    return cuts;
  }

  private Layer outlines(FieldAxis x, FieldAxis y) {
    List<FragmentInfo> written =
        fragments.stream().filter(f -> f.nonEmptyDomain().isPresent()).toList();
    double[] edges = new double[4 * written.size()];
    double[] values = new double[written.size()];
    for (int i = 0; i < values.length; i++) {
      put(edges, i, written.get(i).nonEmptyDomain().orElseThrow(), x, y);
      values[i] = fragments.indexOf(written.get(i));
    }
    return new Layer.Boxes(edges, values, false);
  }

  private void put(double[] edges, int at, NDRange box, FieldAxis x, FieldAxis y) {
    edges[4 * at] = x.start(box.get(across));
    edges[4 * at + 1] = x.end(box.get(across));
    edges[4 * at + 2] = y.start(box.get(down));
    edges[4 * at + 3] = y.end(box.get(down));
  }

  /** Returns a layer that shows, for each bin, the newest fragment that was written to it. */
  private Layer owners(FieldAxis x, FieldAxis y, Count done) {
    BinOwners owners = new BinOwners(x.axis().bins(), y.axis().bins());
    double[] edges = new double[4];
    for (int i = fragments.size() - 1; i >= 0; i--) {
      FragmentInfo fragment = fragments.get(i);
      int owner = i;
      Stream<NDRange> boxes =
          fragment.dense() ? fragment.nonEmptyDomain().stream() : array.tileBoxes(fragment.name());
      boxes.forEach(
          box -> {
            put(edges, 0, box, x, y);
            owners.paint(edges, owner);
          });
      done.add(fragment.tiles());
    }
    return new Layer.Cells(owners.values());
  }

  /** The boxes of all tiles, which are either drawn individually or counted in bins. */
  private final class TileBoxes {
    private final FieldAxis x;
    private final FieldAxis y; // null if fragments are stacked
    private final int group;

    TileBoxes(FieldAxis x, FieldAxis y, int group) {
      this.x = x;
      this.y = y;
      this.group = group;
    }

    private interface Visitor {
      void box(double[] edges, int fragment);
    }

    private void each(Count done, Visitor visitor) {
      double[] edges = new double[4];
      for (int i = 0; i < fragments.size(); i++) {
        int fragment = i;
        try (Stream<NDRange> boxes = array.tileBoxes(fragments.get(i).name())) {
          boxes.forEach(
              box -> {
                if (y != null) {
                  put(edges, 0, box, x, y);
                } else {
                  edges[0] = x.start(box.get(across));
                  edges[1] = x.end(box.get(across));
                  edges[2] = fragment / group + (group == 1 ? GAP : 0);
                  edges[3] = fragment / group + 1 - (group == 1 ? GAP : 0);
                }
                visitor.box(edges, fragment);
                done.add(1);
              });
        }
      }
    }

    Layer layer(Count done) {
      List<double[]> all = new ArrayList<>();
      List<Double> values = new ArrayList<>();
      each(
          done,
          (edges, fragment) -> {
            all.add(edges.clone());
            values.add((double) fragment);
          });
      return new Layer.Boxes(
          all.stream().flatMapToDouble(Arrays::stream).toArray(),
          values.stream().mapToDouble(Double::doubleValue).toArray(),
          true);
    }

    /**
     * Counts the tiles that overlap each bin. Marks the corners of their boxes, then adds them up
     * (a 2-D prefix sum).
     */
    Layer.Cells counts(Axis axisY, Count done) {
      int columns = x.axis().bins();
      int rows = axisY.bins();
      int width = columns + 1;
      int[] corners = new int[width * (rows + 1)];
      each(
          done,
          (edges, fragment) -> {
            int[] box = BinOwners.box(edges, columns, rows);
            corners[box[2] * width + box[0]]++;
            corners[box[2] * width + box[1]]--;
            corners[box[3] * width + box[0]]--;
            corners[box[3] * width + box[1]]++;
          });
      double[] counts = new double[columns * rows];
      for (int row = 0; row < rows; row++) {
        for (int column = 0, sum = 0; column < columns; column++) {
          // The sum of the corners in this row up to this bin, plus the result of the row above.
          sum += corners[row * width + column];
          int above = row == 0 ? 0 : corners[(row - 1) * width + column];
          int count = above + sum;
          counts[row * columns + column] = count == 0 ? Double.NaN : count;
          corners[row * width + column] = count;
        }
      }
      return new Layer.Cells(counts);
    }
  }
}
