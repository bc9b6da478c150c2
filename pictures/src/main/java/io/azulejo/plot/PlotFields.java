package io.azulejo.plot;

import io.azulejo.Array;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.plot.PlotRequest.Kind;
import io.azulejo.plot.PlotRequest.Scaled;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.text.output.RowField;
import io.azulejo.text.value.QuotedText;
import io.azulejo.text.value.RangeText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The fields and the form of a plot.
 *
 * @param y the field of the vertical axis; null for histograms
 * @param color the field that determines colors; null for none
 * @param by the field that has a panel for each value; null for none
 * @param channels the color channels of an image, in the order red, green, blue, alpha; empty for
 *     other forms
 */
record PlotFields(
    PlotFields.Form form,
    PlotField x,
    PlotField y,
    PlotField color,
    PlotField by,
    List<PlotField> channels) {
  private static final List<Set<String>> CHANNELS =
      List.of(Set.of("red", "r"), Set.of("green", "g"), Set.of("blue", "b"), Set.of("alpha", "a"));

  /** The form of a plot. */
  enum Form {
    /** A color for each pair of coordinates. */
    HEAT_MAP,
    /** The values of a field along another field. */
    LINE,
    /** A point for each cell. */
    SCATTER,
    /** The number of occurrences of each value. */
    HISTOGRAM,
    /** An image, whose color channels are attributes. */
    IMAGE
  }

  /**
   * Completes a request with defaults for the array.
   *
   * @throws InvalidRequestException if the request cannot be plotted; the message names
   *     alternatives
   */
  static PlotFields of(Array array, Subarray part, PlotRequest request) {
    PlotFields fields = new Choice(array, part, request).fields();
    checkScales(fields, request);
    return fields;
  }

  private static void checkScales(PlotFields fields, PlotRequest request) {
    for (Scaled scaled : request.logarithmic()) {
      PlotField field =
          switch (scaled) {
            case X -> fields.x;
            case Y -> fields.y;
            case COLOR -> fields.color;
          };
      boolean histogram = fields.form == Form.HISTOGRAM;
      boolean counts = scaled == Scaled.Y && histogram || scaled == Scaled.COLOR && field == null;
      String name = scaled.name().toLowerCase(Locale.ROOT);
      if (fields.form == Form.IMAGE
          || scaled == Scaled.COLOR && (histogram || fields.form == Form.LINE)) {
        throw new InvalidRequestException(
            "--log " + name + ": this plot has no " + name + " scale; omit " + name);
      }
      if (!counts && (field.categorical() || field.isTime() || isText(field.field()))) {
        throw new InvalidRequestException(
            "--log "
                + name
                + ": "
                + field.title()
                + " is not numeric, which logarithmic scales require; omit "
                + name);
      }
    }
  }

  /** Returns whether a range contains only one value. */
  static boolean isSingleValue(Range range) {
    return range instanceof Range.Longs longs
        ? longs.low() == longs.high()
        : range instanceof Range.Doubles doubles
            ? doubles.low() == doubles.high()
            : Arrays.equals(((Range.Strings) range).low(), ((Range.Strings) range).high());
  }

  /** Returns whether the cells of a field are strings or have variable length. */
  static boolean isText(RowField field) {
    return field.cellValNum() == Attribute.VAR || field.type().isString();
  }

  /** Chooses the form and the fields for a request. */
  private static final class Choice {
    private final Array array;
    private final ArraySchema schema;
    private final PlotRequest request;
    private final PlotFieldNames names;
    private final List<String> free;

    Choice(Array array, Subarray part, PlotRequest request) {
      this.array = array;
      this.schema = array.schema();
      this.request = request;
      this.names = new PlotFieldNames(array, request.categories());
      this.free =
          schema.dimensions().stream()
              .filter(d -> !isFixed(part, d))
              .map(Dimension::name)
              .filter(d -> !d.equals(request.by()) && !d.equals(request.color()))
              .toList();
    }

    PlotFields fields() {
      PlotField by = request.by() == null ? null : names.field(request.by(), "--by", false);
      if (by != null && !by.categorical()) {
        by = names.asCategories(by, "--by");
      }
      if (request.histogram() != null) {
        return histogram(by);
      }
      if (request.bins() > 0) {
        throw new InvalidRequestException("--bins requires --histogram FIELD");
      }
      if (request.kind() == Kind.IMAGE || request.kind() == null && isImage()) {
        return image();
      }
      return places(by);
    }

    private PlotFields histogram(PlotField by) {
      if (request.x() != null
          || request.y() != null
          || request.color() != null
          || request.kind() != null) {
        throw new InvalidRequestException(
            "--histogram "
                + request.histogram()
                + " cannot be combined with --x, --y, --color and --kind; use --by FIELD for a histogram"
                + " per value of another field");
      }
      PlotField field = names.field(request.histogram(), "--histogram", false);
      return new PlotFields(Form.HISTOGRAM, field, null, null, by, List.of());
    }

    private boolean isImage() {
      return request.x() == null
          && request.y() == null
          && request.color() == null
          && request.by() == null
          && free.size() == 2
          && schema.isDense()
          && channels().size() >= 3;
    }

    private List<String> channels() {
      List<String> channels = new ArrayList<>();
      for (Set<String> possible : CHANNELS) {
        schema.attributes().stream()
            .filter(a -> possible.contains(a.name().toLowerCase(Locale.ROOT)))
            .filter(Choice::isChannel)
            .findFirst()
            .ifPresent(a -> channels.add(a.name()));
      }
      return channels;
    }

    private static boolean isChannel(Attribute attribute) {
      return attribute.cellValNum() == 1
          && attribute.enumeration().isEmpty()
          && (attribute.type() == Datatype.UINT8 || attribute.type() == Datatype.UINT16);
    }

    private PlotFields image() {
      List<String> channels = channels();
      if (channels.size() < 3) {
        channels =
            schema.attributes().stream()
                .filter(Choice::isChannel)
                .map(Attribute::name)
                .limit(1)
                .toList();
      }
      if (channels.isEmpty()
          || !schema.isDense()
          || free.size() != 2
          || request.x() != null
          || request.y() != null
          || request.color() != null
          || request.by() != null) {
        throw new InvalidRequestException(
            "--kind image requires a dense array of two dimensions with attributes red, green and"
                + " blue, or gray, of UINT8 or UINT16, and no --x, --y, --color, --by; use --kind heat"
                + " for other numbers");
      }
      boolean named = free.get(0).equalsIgnoreCase("x");
      PlotField across = names.field(free.get(named ? 0 : 1), "--x", true);
      PlotField down = names.field(free.get(named ? 1 : 0), "--y", true);
      List<PlotField> fields =
          channels.stream().map(c -> names.field(c, "--kind image", true)).toList();
      return new PlotFields(Form.IMAGE, across, down, null, null, fields);
    }

    private PlotFields places(PlotField by) {
      String across = request.x();
      String other = request.y();
      if (across == null && other == null && free.size() >= 2 && request.kind() != Kind.LINE) {
        // Dimensions named x and y become these axes. Otherwise the first dimension is vertical,
        // like the rows of a table.
        boolean named = free.get(0).equalsIgnoreCase("x") && free.get(1).equalsIgnoreCase("y");
        across = free.get(named ? 0 : 1);
        other = free.get(named ? 1 : 0);
        requireFixed(across, other, !schema.isDense());
      } else {
        if (across == null) {
          String known = other;
          across =
              free.stream()
                  .filter(d -> !d.equals(known))
                  .findFirst()
                  .orElseGet(() -> schema.dimensions().get(0).name());
        }
        if (other == null) {
          boolean both = free.size() == 2 && free.contains(across) && request.kind() != Kind.LINE;
          other = both ? free.get(1 - free.indexOf(across)) : names.defaultField(across, "--y");
        }
      }
      PlotField fieldX = names.field(across, "--x", true);
      PlotField fieldY = names.field(other, "--y", true);
      if (fieldX.equals(fieldY)) {
        throw new InvalidRequestException(
            "--x and --y are both " + fieldX.title() + "; use two different fields");
      }
      PlotField shown =
          request.color() == null ? null : names.field(request.color(), "--color", false);
      Form form = form(fieldX, fieldY);
      if (form == Form.LINE) {
        checkLine(fieldY, shown);
      }
      if (form == Form.HEAT_MAP) {
        requireFixed(across, other, false);
        if (shown == null) {
          shown = names.field(names.defaultField("", "--color"), "--color", false);
        }
      }
      return new PlotFields(form, fieldX, fieldY, shown, by, List.of());
    }

    private Form form(PlotField fieldX, PlotField fieldY) {
      boolean grid =
          fieldX.dimension()
              && fieldY.dimension()
              && fieldX.part() == null
              && fieldY.part() == null
              && schema.isDense();
      if (request.kind() == Kind.LINE) {
        return Form.LINE;
      }
      if (grid && request.kind() != Kind.POINTS) {
        return Form.HEAT_MAP;
      }
      boolean alone = free.isEmpty() || free.equals(List.of(fieldX.name()));
      boolean values = !fieldY.dimension() && !fieldY.categorical();
      boolean line = request.kind() == null && fieldX.dimension() && values && alone;
      return line && isNamed() ? Form.LINE : Form.SCATTER;
    }

    /** Returns whether the color is unset or categorical, so that it can distinguish lines. */
    private boolean isNamed() {
      return request.color() == null
          || names.field(request.color(), "--color", false).categorical();
    }

    private static void checkLine(PlotField fieldY, PlotField shown) {
      if (fieldY.categorical() || isText(fieldY.field())) {
        throw new InvalidRequestException(
            "--y "
                + fieldY.title()
                + " is not numeric, which lines require; use --kind points to draw names, or --histogram "
                + fieldY.title()
                + " to count them");
      }
      if (shown != null && !shown.categorical()) {
        throw new InvalidRequestException(
            "--color "
                + shown.title()
                + " is not categorical, which colors of lines require; use --categories "
                + shown.title()
                + " to treat its numbers as names, or --kind points");
      }
    }

    private static boolean isFixed(Subarray part, Dimension dimension) {
      List<Range> ranges = part.ranges().getOrDefault(dimension.name(), List.of());
      return ranges.size() == 1 && isSingleValue(ranges.get(0));
    }

    private void requireFixed(String across, String other, boolean chosen) {
      List<String> others =
          free.stream().filter(d -> !d.equals(across) && !d.equals(other)).toList();
      if (others.isEmpty() || request.by() != null && !schema.isDense()) {
        return;
      }
      Dimension first = schema.dimension(others.get(0)).orElseThrow();
      String value =
          array
              .nonEmptyDomain()
              .map(box -> box.get(schema.dimensions().indexOf(first)))
              .map(range -> RangeText.low(first.type(), range))
              .orElse("...");
      throw new InvalidRequestException(
          "a plot has two dimensions; fix "
              + others.stream().map(QuotedText::ofName).collect(Collectors.joining(", "))
              + (others.size() == 1 ? " to one value" : " to one value each")
              + ", such as --range "
              + QuotedText.ofName(first.name())
              + "="
              + value
              + (chosen
                  ? ", or draw all cells with --x "
                      + QuotedText.ofName(across)
                      + " --y "
                      + QuotedText.ofName(other)
                  : ""));
    }
  }
}
