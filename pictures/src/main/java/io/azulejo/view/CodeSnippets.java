package io.azulejo.view;

import io.azulejo.Array;
import io.azulejo.plot.AxisLabels;
import io.azulejo.plot.bins.NumberField;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Range;
import io.azulejo.text.value.QuotedText;
import io.azulejo.text.value.RangeText;
import io.azulejo.text.value.ShellWord;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** Generates a shell command and a Java program that produce what the page shows. */
final class CodeSnippets {
  private static final int ROWS = 100;

  private final ViewedObjects objects;

  CodeSnippets(ViewedObjects objects) {
    this.objects = objects;
  }

  /** Returns the command line and the Java program for a table ({@code show=table}) or a plot. */
  byte[] equivalent(Parameters parameters) throws IOException {
    OpenedArray opened = objects.array(parameters);
    Array array = opened.array();
    boolean table = parameters.optional("show").orElse("table").equals("table");
    Selection selection = Selection.of(opened, parameters);
    List<String> fields = new ArrayList<>();
    if (!table) {
      boolean bounded = parameters.optional("x0").isPresent();
      PlotWindow window = PlotWindow.of(opened, parameters, bounded);
      Stream.of(window.x(), window.y(), window.color())
          .filter(field -> field != null && !fields.contains(field.name()))
          .forEach(field -> fields.add(field.name()));
      if (bounded) {
        selection = restrict(selection, array, window.x(), window.x0(), window.x1());
      }
      if (bounded && window.y() != null) {
        selection = restrict(selection, array, window.y(), window.y0(), window.y1());
      }
    }
    String command = command(opened, table, selection, parameters);
    String java = java(opened, selection, fields, ViewedObjects.time(parameters));
    return Json.object(
        json -> {
          json.writeStringField("command", command);
          json.writeStringField("java", java);
        });
  }

  /**
   * Restricts a selection to a range of a field, in the shortest notation.
   *
   * @param low the lower bound, inclusive
   * @param high the upper bound, exclusive
   */
  private static Selection restrict(
      Selection cells, Array array, NumberField field, double low, double high) {
    Optional<Range> range = field.range(low, high);
    if (range.isEmpty()) {
      return cells;
    }
    if (!field.isDimension()) {
      return cells.and(field.within(range.get()));
    }
    Optional<Range> written = Selection.written(array, field);
    Range inside = written.flatMap(w -> field.common(range.get(), w)).orElse(range.get());
    // A range that covers all written coordinates can be omitted.
    if (written.equals(Optional.of(inside))) {
      return cells;
    }
    // Select by the labels of the dimension, because the axis shows them.
    Optional<AxisLabels> labels =
        cells.part().ranges().containsKey(field.name())
            ? Optional.empty()
            : AxisLabels.of(array, field.name());
    Subarray part =
        labels.isPresent() && inside instanceof Range.Longs places
            ? cells.part().and(labels.get().name(), labels.get().range(places.low(), places.high()))
            : cells.part().and(field.name(), inside);
    return new Selection(part, cells.condition());
  }

  private static String command(
      OpenedArray opened, boolean table, Selection cells, Parameters parameters) {
    Array array = opened.array();
    List<String> arguments = new ArrayList<>(List.of("azulejo", table ? "read" : "plot"));
    arguments.add(opened.uri());
    ViewedObjects.time(parameters)
        .ifPresent(at -> arguments.addAll(List.of("--at", at.toString())));
    if (!table) {
      arguments.addAll(List.of("--x", parameters.required("x")));
      parameters.optional("y").ifPresent(y -> arguments.addAll(List.of("--y", y)));
      boolean two = parameters.optional("y").isPresent();
      parameters
          .optional("color")
          .ifPresent(color -> arguments.addAll(List.of(two ? "--color" : "--y", color)));
    }
    for (Map.Entry<String, List<Range>> entry : cells.part().ranges().entrySet()) {
      for (Range range : entry.getValue()) {
        typeOf(array.schema(), entry.getKey())
            .ifPresent(
                type ->
                    arguments.addAll(
                        List.of(
                            "--range",
                            QuotedText.ofName(entry.getKey()) + "=" + RangeText.of(type, range))));
      }
    }
    cells.condition().ifPresent(c -> arguments.addAll(List.of("--where", c.toString())));
    if (table) {
      arguments.addAll(List.of("--limit", String.valueOf(ROWS)));
    }
    StringBuilder line = new StringBuilder();
    for (String argument : arguments) {
      line.append(line.isEmpty() ? "" : " ").append(ShellWord.quoted(argument));
    }
    return line.toString();
  }

  private static Optional<Datatype> typeOf(ArraySchema schema, String name) {
    return schema
        .dimension(name)
        .map(Dimension::type)
        .or(
            () ->
                schema.labels().stream()
                    .filter(label -> label.name().equals(name))
                    .map(DimensionLabel::type)
                    .findFirst());
  }

  private static String java(
      OpenedArray opened, Selection cells, List<String> fields, Optional<Long> at) {
    StringBuilder out = new StringBuilder();
    out.append("try (Azulejo azulejo = Azulejo.create()) {\n");
    out.append("  Array array = azulejo.open(").append(literal(opened.uri()));
    at.ifPresent(time -> out.append(", TimeRange.until(").append(time).append("L)"));
    out.append(");\n  array\n      .read()\n");
    cells
        .part()
        .ranges()
        .forEach((name, ranges) -> ranges.forEach(range -> append(out, name, range)));
    cells
        .condition()
        .ifPresent(c -> out.append("      .where(").append(literal(c.toString())).append(")\n"));
    if (!fields.isEmpty()) {
      out.append("      .select(");
      out.append(String.join(", ", fields.stream().map(CodeSnippets::literal).toList()));
      out.append(")\n");
    }
    return out.append("      .forEach(System.out::println);\n}\n").toString();
  }

  private static void append(StringBuilder out, String name, Range range) {
    out.append("      .range(").append(literal(name)).append(", ");
    out.append(range(range)).append(")\n");
  }

  private static String range(Range range) {
    if (range instanceof Range.Longs longs) {
      return longs.low() + "L, " + longs.high() + "L";
    }
    if (range instanceof Range.Doubles doubles) {
      return doubles.low() + ", " + doubles.high();
    }
    if (range instanceof Range.Strided every) {
      return "Range.every(%dL, %dL, %dL)".formatted(every.step(), every.low(), every.high());
    }
    Range.Strings texts = (Range.Strings) range;
    return literal(text(texts.low())) + ", " + literal(text(texts.high()));
  }

  private static String text(byte[] bytes) {
    return new String(bytes, StandardCharsets.UTF_8);
  }

  /** Returns a string as a Java string literal. */
  static String literal(String text) {
    StringBuilder out = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      switch (c) {
        case '"', '\\' -> out.append('\\').append(c);
        case '\n' -> out.append("\\n");
        case '\r' -> out.append("\\r");
        case '\t' -> out.append("\\t");
        default -> {
          if (c < ' ' || c == 0x7f) {
            out.append("\\u%04x".formatted((int) c));
          } else {
            out.append(c);
          }
        }
      }
    }
    return out.append('"').toString();
  }
}
