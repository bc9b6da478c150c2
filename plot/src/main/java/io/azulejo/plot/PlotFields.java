package io.azulejo.plot;

import io.azulejo.Array;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.runtime.Suggestion;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.text.output.RowField;
import io.azulejo.text.value.QuotedText;
import io.azulejo.text.value.RangeText;
import io.azulejo.text.value.ValueText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * What a plot shows of an array.
 *
 * @param form how
 * @param x the field from left to right
 * @param y the other field
 * @param color the field of the colour; null for none
 */
public record PlotFields(Form form, RowField x, RowField y, RowField color) {
  /** The forms of plots. */
  public enum Form {
    /** A colour for each pair of coordinates. */
    HEAT_MAP,
    /** One value for each coordinate. */
    LINE,
    /** A point for each cell. */
    SCATTER
  }

  /**
   * What a plot shows when some of it is said.
   *
   * @param x the name that was given; null for none, as are the others
   */
  public static PlotFields of(Array array, Subarray part, String x, String y, String color) {
    ArraySchema schema = array.schema();
    List<String> free =
        schema.dimensions().stream().filter(d -> !isFixed(part, d)).map(Dimension::name).toList();
    String across = x;
    String other = y;
    if (x == null && y == null && free.size() >= 2) {
      // Those that are called so lie so; else the rows of a table come first.
      boolean named = free.get(0).equalsIgnoreCase("x") && free.get(1).equalsIgnoreCase("y");
      across = free.get(named ? 0 : 1);
      other = free.get(named ? 1 : 0);
      requireFixed(array, free, across, other, !schema.isDense());
    } else {
      if (x == null) {
        across =
            free.stream()
                .filter(d -> !d.equals(y))
                .findFirst()
                .orElseGet(() -> schema.dimensions().get(0).name());
      }
      if (y == null) {
        String known = across;
        other =
            free.size() == 2 && free.contains(known)
                ? free.get(1 - free.indexOf(known))
                : firstNumeric(schema, known, "--y");
      }
    }
    RowField fieldX = field(array, across, "--x", true);
    RowField fieldY = field(array, other, "--y", true);
    if (across.equals(other)) {
      throw new InvalidRequestException(
          "--x and --y are both " + QuotedText.ofName(across) + "; name two different fields");
    }
    boolean dimensionX = schema.dimension(across).isPresent();
    boolean dimensionY = schema.dimension(other).isPresent();
    Form form =
        dimensionX && dimensionY && schema.isDense()
            ? Form.HEAT_MAP
            : dimensionX && !dimensionY && isAlone(free, across) ? Form.LINE : Form.SCATTER;
    if (form == Form.HEAT_MAP) {
      requireFixed(array, free, across, other, false);
      String shown = color == null ? firstNumeric(schema, "", "--color") : color;
      return new PlotFields(form, fieldX, fieldY, field(array, shown, "--color", false));
    }
    if (form == Form.LINE && color != null) {
      throw new InvalidRequestException(
          "--color goes with two dimensions; this is a line of " + QuotedText.ofName(other));
    }
    return new PlotFields(
        form, fieldX, fieldY, color == null ? null : field(array, color, "--color", false));
  }

  private static boolean isAlone(List<String> free, String dimension) {
    return free.isEmpty() || free.equals(List.of(dimension));
  }

  private static boolean isFixed(Subarray part, Dimension dimension) {
    List<Range> ranges = part.ranges().getOrDefault(dimension.name(), List.of());
    return ranges.size() == 1 && isOne(ranges.get(0));
  }

  /** Whether a range is of one value. */
  static boolean isOne(Range range) {
    return range instanceof Range.Longs longs
        ? longs.low() == longs.high()
        : range instanceof Range.Doubles doubles
            ? doubles.low() == doubles.high()
            : Arrays.equals(((Range.Strings) range).low(), ((Range.Strings) range).high());
  }

  private static void requireFixed(
      Array array, List<String> free, String x, String y, boolean chosen) {
    List<String> others = free.stream().filter(d -> !d.equals(x) && !d.equals(y)).toList();
    if (!others.isEmpty()) {
      ArraySchema schema = array.schema();
      Dimension first = schema.dimension(others.get(0)).orElseThrow();
      String value =
          array
              .nonEmptyDomain()
              .map(box -> box.get(schema.dimensions().indexOf(first)))
              .map(range -> RangeText.low(first.type(), range))
              .orElse("...");
      throw new InvalidRequestException(
          "a picture has two dimensions; fix "
              + others.stream().map(QuotedText::ofName).collect(Collectors.joining(", "))
              + (others.size() == 1 ? " to one value" : " to one value each")
              + ", such as --range "
              + QuotedText.ofName(first.name())
              + "="
              + value
              + (chosen
                  ? ", or draw all cells with --x "
                      + QuotedText.ofName(x)
                      + " --y "
                      + QuotedText.ofName(y)
                  : ""));
    }
  }

  private static String firstNumeric(ArraySchema schema, String but, String option) {
    return schema.attributes().stream()
        .filter(a -> isNumeric(a) && !a.name().equals(but))
        .map(Attribute::name)
        .findFirst()
        .orElseThrow(
            () ->
                new InvalidRequestException(
                    "there is no "
                        + (schema.attribute(but).isEmpty() ? "" : "other ")
                        + "attribute of single numbers to draw ("
                        + option
                        + " takes no texts, lists or enumerations); azulejo tiles shows where the"
                        + " cells are"));
  }

  private static boolean isNumeric(Attribute attribute) {
    return attribute.cellValNum() == 1
        && attribute.enumeration().isEmpty()
        && !ValueText.isText(attribute.type())
        && !attribute.type().isBytes();
  }

  /** A field that can be drawn: numbers, or strings of a dimension on an axis. */
  private static RowField field(Array array, String name, String option, boolean axis) {
    ArraySchema schema = array.schema();
    Optional<Dimension> dimension = schema.dimension(name);
    if (dimension.isPresent() && (axis || !isText(dimension.get()))) {
      return new RowField(
          name, dimension.get().type(), dimension.get().cellValNum(), Optional.empty());
    }
    Optional<Attribute> attribute = schema.attribute(name);
    if (attribute.isPresent() && isNumeric(attribute.get())) {
      return RowField.of(name, attribute.get().type());
    }
    List<String> possible = new ArrayList<>();
    schema.dimensions().stream()
        .filter(d -> axis || !isText(d))
        .forEach(d -> possible.add(d.name()));
    schema.attributes().stream().filter(PlotFields::isNumeric).forEach(a -> possible.add(a.name()));
    throw new InvalidRequestException(
        option
            + " "
            + QuotedText.ofName(name)
            + ": "
            + (dimension.isPresent() || attribute.isPresent()
                ? "these are no single numbers"
                : "there is no such field")
            + "; there are "
            + String.join(", ", possible.stream().map(QuotedText::ofName).toList())
            + Suggestion.hint(name, possible));
  }

  private static boolean isText(Dimension dimension) {
    return dimension.isVar() || dimension.type().isString();
  }
}
