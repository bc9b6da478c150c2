package io.azulejo.view;

import io.azulejo.Array;
import io.azulejo.plot.AxisLabels;
import io.azulejo.query.Condition;
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

/** What is shown, as a line for the shell and as a program in Java. */
final class CodeSnippets {
  private static final int ROWS = 100;

  private final ViewedObjects objects;

  CodeSnippets(ViewedObjects objects) {
    this.objects = objects;
  }

  /** The command line and the Java of a table ({@code show=table}) or of a picture. */
  byte[] equivalent(Parameters parameters) throws IOException {
    OpenedArray opened = objects.array(parameters);
    Array array = opened.array();
    boolean table = parameters.optional("show").orElse("table").equals("table");
    Selection selection = Selection.of(opened, parameters);
    Subarray part = selection.part();
    Optional<Condition> condition = selection.condition();
    List<String> fields = new ArrayList<>();
    if (!table) {
      PageField x = PageField.of(opened, parameters.required("x"));
      fields.add(x.name());
      Optional<PageField> y = parameters.optional("y").map(n -> PageField.of(opened, n));
      y.ifPresent(f -> fields.add(f.name()));
      parameters.optional("color").filter(c -> !fields.contains(c)).ifPresent(fields::add);
      if (parameters.optional("x0").isPresent()) {
        PlotWindow window = PlotWindow.of(parameters, y.isPresent());
        Cut cut = new Cut(part, condition).within(array, x, window.x0(), window.x1());
        if (y.isPresent()) {
          cut = cut.within(array, y.get(), window.y0(), window.y1());
        }
        part = cut.part();
        condition = cut.condition();
      }
    }
    String command = command(opened, table, part, condition, parameters);
    String java = java(opened, part, condition, fields, ViewedObjects.time(parameters));
    return Json.object(
        json -> {
          json.writeStringField("command", command);
          json.writeStringField("java", java);
        });
  }

  /** Cells that are cut down to a window. */
  private record Cut(Subarray part, Optional<Condition> condition) {
    Cut within(Array array, PageField field, double low, double high) {
      Optional<Range> range = field.range(low, high);
      if (range.isEmpty()) {
        return this;
      }
      if (!field.isDimension()) {
        Condition within = field.within(range.get());
        return new Cut(part, Optional.of(condition.map(c -> c.and(within)).orElse(within)));
      }
      List<Dimension> dimensions = array.schema().dimensions();
      Dimension dimension = array.schema().dimension(field.name()).orElseThrow();
      Optional<Range> written =
          array.nonEmptyDomain().map(box -> box.get(dimensions.indexOf(dimension)));
      // The window as a whole needs no range.
      if (written.isPresent()
          && field.low(range.get()) <= field.low(written.get())
          && field.high(range.get()) >= field.high(written.get())) {
        return this;
      }
      Range inside =
          written
              .flatMap(w -> field.range(Math.max(low, field.low(w)), beyond(field, w, high)))
              .orElse(range.get());
      // Of a labelled dimension the labels say what is seen, as on the axis.
      Optional<AxisLabels> labels =
          part.ranges().containsKey(field.name())
              ? Optional.empty()
              : AxisLabels.of(array, field.name());
      if (labels.isPresent() && inside instanceof Range.Longs places) {
        Range named = labels.get().range(places.low(), places.high());
        return new Cut(part.and(labels.get().name(), named), condition);
      }
      return new Cut(part.and(field.name(), inside), condition);
    }

    private static double beyond(PageField field, Range written, double high) {
      double end = field.high(written);
      return Math.min(high, field.type().isFloatingPoint() ? Math.nextUp(end) : end + 1);
    }
  }

  private static String command(
      OpenedArray opened,
      boolean table,
      Subarray part,
      Optional<Condition> condition,
      Parameters parameters) {
    Array array = opened.array();
    List<String> words = new ArrayList<>(List.of("azulejo", table ? "read" : "plot"));
    words.add(opened.uri());
    ViewedObjects.time(parameters).ifPresent(at -> words.addAll(List.of("--at", at.toString())));
    if (!table) {
      words.addAll(List.of("--x", parameters.required("x")));
      parameters.optional("y").ifPresent(y -> words.addAll(List.of("--y", y)));
      boolean two = parameters.optional("y").isPresent();
      parameters
          .optional("color")
          .ifPresent(color -> words.addAll(List.of(two ? "--color" : "--y", color)));
    }
    for (Map.Entry<String, List<Range>> entry : part.ranges().entrySet()) {
      for (Range range : entry.getValue()) {
        typeOf(array.schema(), entry.getKey())
            .ifPresent(
                type ->
                    words.addAll(
                        List.of(
                            "--range",
                            QuotedText.ofName(entry.getKey()) + "=" + RangeText.of(type, range))));
      }
    }
    condition.ifPresent(c -> words.addAll(List.of("--where", c.toString())));
    if (table) {
      words.addAll(List.of("--limit", String.valueOf(ROWS)));
    }
    StringBuilder line = new StringBuilder();
    for (String word : words) {
      line.append(line.isEmpty() ? "" : " ").append(ShellWord.quoted(word));
    }
    return line.toString();
  }

  /** The type of a dimension or of a label. */
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
      OpenedArray opened,
      Subarray part,
      Optional<Condition> condition,
      List<String> fields,
      Optional<Long> at) {
    StringBuilder out = new StringBuilder();
    out.append("try (Azulejo azulejo = Azulejo.create()) {\n");
    out.append("  Array array = azulejo.open(").append(literal(opened.uri()));
    at.ifPresent(time -> out.append(", TimeRange.until(").append(time).append("L)"));
    out.append(");\n  array\n      .read()\n");
    part.ranges().forEach((name, ranges) -> ranges.forEach(range -> append(out, name, range)));
    condition.ifPresent(
        c -> out.append("      .where(").append(literal(c.toString())).append(")\n"));
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

  /** A text as a literal of Java. */
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
