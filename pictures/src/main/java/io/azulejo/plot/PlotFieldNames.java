package io.azulejo.plot;

import io.azulejo.Array;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.Suggestion;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.text.output.RowField;
import io.azulejo.text.value.QuotedText;
import io.azulejo.text.value.ValueText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;

/** Finds the fields that the options of a plot name. */
final class PlotFieldNames {
  private final Array array;
  private final ArraySchema schema;
  private final List<String> categories;

  /**
   * Creates a resolver for the fields of an array.
   *
   * @param categories the numeric fields to treat as categories
   */
  PlotFieldNames(Array array, List<String> categories) {
    this.array = array;
    this.schema = array.schema();
    this.categories = categories;
    for (String name : categories) {
      asCategories(plain(name, "--categories", false), "--categories");
    }
  }

  /**
   * Returns a field by its name, or a part of its times by a name such as {@code hour(t)}.
   *
   * @param option the option that contains the name, for messages
   * @param axis whether the field is on an axis, where a dimension's strings are sorted instead of
   *     categorized
   */
  PlotField field(String name, String option, boolean axis) {
    if (!isField(name)) {
      for (CalendarPart part : CalendarPart.values()) {
        String start = part.name().toLowerCase(Locale.ROOT) + "(";
        if (name.toLowerCase(Locale.ROOT).startsWith(start) && name.endsWith(")")) {
          return part(part, name.substring(start.length(), name.length() - 1).strip(), option);
        }
      }
    }
    return plain(name, option, axis);
  }

  private boolean isField(String name) {
    return schema.dimension(name).isPresent() || schema.attribute(name).isPresent();
  }

  private PlotField part(CalendarPart part, String name, String option) {
    PlotField field = plain(name, option, false);
    Datatype type = field.field().type();
    if (!part.isPartOf(type)) {
      throw new InvalidRequestException(
          option
              + " "
              + part.of(field.title())
              + ": "
              + field.title()
              + " is of "
              + type
              + ", which has no "
              + part.name().toLowerCase(Locale.ROOT)
              + "s; "
              + Arrays.stream(CalendarPart.values())
                  .filter(p -> p.isPartOf(type))
                  .map(p -> p.of(field.title()))
                  .reduce((a, b) -> a + " or " + b)
                  .map(other -> "use " + other)
                  .orElse("only dates and times have such parts"));
    }
    return new PlotField(field.field(), part, field.dimension(), true);
  }

  private PlotField plain(String name, String option, boolean axis) {
    if (schema.dimension(name).isPresent()) {
      RowField field = rowField(name);
      boolean named = PlotFields.isText(field) ? !axis : categories.contains(name);
      return new PlotField(field, null, true, named);
    }
    Optional<Attribute> attribute = schema.attribute(name);
    if (attribute.isPresent() && isDrawable(attribute.get())) {
      boolean named = !isNumeric(attribute.get()) || categories.contains(name);
      return new PlotField(rowField(name), null, false, named);
    }
    List<String> possible = new ArrayList<>();
    schema.dimensions().forEach(d -> possible.add(d.name()));
    schema.attributes().stream()
        .filter(PlotFieldNames::isDrawable)
        .forEach(a -> possible.add(a.name()));
    throw new InvalidRequestException(
        option
            + " "
            + QuotedText.ofName(name)
            + ": "
            + (attribute.isPresent() ? "fields of lists or bytes cannot be drawn" : "unknown field")
            + "; valid: "
            + possible.stream().map(QuotedText::ofName).collect(Collectors.joining(", "))
            + Suggestion.hint(name, possible));
  }

  private RowField rowField(String name) {
    return RowField.of(array, ReadRequest.ALL.select(name)).get(0);
  }

  /**
   * Returns a field whose values are treated as categories.
   *
   * @param option the option that requires categories, for messages
   */
  PlotField asCategories(PlotField field, String option) {
    if (field.field().type().isFloatingPoint()) {
      throw new InvalidRequestException(
          option
              + " "
              + field.title()
              + " is not categorical; use a field of strings, integers or an enumeration, or a part"
              + " of a date such as month(date)");
    }
    return new PlotField(field.field(), field.part(), field.dimension(), true);
  }

  /**
   * Returns the first numeric attribute or, if there is none, the first that can be drawn.
   *
   * @param but the name of an attribute to skip
   * @param option the option without a value, for messages
   */
  String defaultField(String but, String option) {
    return schema.attributes().stream()
        .filter(a -> isNumeric(a) && !a.name().equals(but))
        .findFirst()
        .or(
            () ->
                schema.attributes().stream()
                    .filter(a -> isDrawable(a) && !a.name().equals(but))
                    .findFirst())
        .map(Attribute::name)
        .orElseThrow(
            () ->
                new InvalidRequestException(
                    "the array has no "
                        + (schema.attribute(but).isEmpty() ? "" : "other ")
                        + "attribute that "
                        + option
                        + " can draw (lists and bytes are not supported); use --histogram for one"
                        + " field, or azulejo tiles for the positions of cells"));
  }

  private static boolean isDrawable(Attribute attribute) {
    return isNumeric(attribute)
        || attribute.enumeration().isPresent() && attribute.cellValNum() == 1
        || ValueText.isText(attribute.type())
        || attribute.type() == Datatype.BOOL && attribute.cellValNum() == 1;
  }

  private static boolean isNumeric(Attribute attribute) {
    return attribute.cellValNum() == 1
        && attribute.enumeration().isEmpty()
        && !ValueText.isText(attribute.type())
        && !attribute.type().isBytes()
        && attribute.type() != Datatype.BOOL;
  }
}
