package io.azulejo.cli.output;

import io.azulejo.Array;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.text.output.CellText;
import io.azulejo.text.output.RowField;
import io.azulejo.text.value.QuotedText;
import io.azulejo.text.value.RangeText;
import io.azulejo.text.value.TextBuffer;
import io.azulejo.text.value.Unicode;
import io.azulejo.text.value.ValueText;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;

/** Formats schemas for people, as sections of lines with aligned columns. */
public final class SchemaText {
  private static final int SHOWN_LABELS = 12;

  private final StringBuilder out = new StringBuilder();

  /**
   * Returns the complete description of an array's schema.
   *
   * @param array the open array
   * @param labels returns the schema of a label array, or an empty result if it is not known
   */
  public static String of(Array array, Function<DimensionLabel, Optional<ArraySchema>> labels) {
    SchemaText text = new SchemaText();
    ArraySchema schema = array.schema();
    text.line(
        (schema.isDense() ? "dense array" : "sparse array")
            + ", schema of format version "
            + array.formatVersion());
    List<String[]> rows = new ArrayList<>();
    rows.add(row("tile order", word(schema.tileOrder())));
    rows.add(row("cell order", word(schema.cellOrder())));
    rows.add(row("capacity", Long.toUnsignedString(schema.capacity())));
    rows.add(row("duplicates", schema.allowsDuplicates() ? "allowed" : "not allowed"));
    rows.add(row("coordinate filters", filters(schema.coordsFilters())));
    rows.add(row("offset filters", filters(schema.offsetsFilters())));
    rows.add(row("validity filters", filters(schema.validityFilters())));
    schema
        .currentDomain()
        .ifPresent(
            box -> rows.add(row("current domain", String.join(" ", RangeText.of(schema, box)))));
    text.rows(rows);
    text.fields(schema, true);
    for (DimensionLabel label : schema.labels()) {
      text.label(schema, label, labels.apply(label));
    }
    for (String name : schema.enumerationFiles().keySet()) {
      text.enumeration(array.enumeration(name));
    }
    return text.out.toString();
  }

  /** Returns an overview of the dimensions and attributes, without filters and fill values. */
  public static String fields(ArraySchema schema) {
    SchemaText text = new SchemaText();
    text.fields(schema, false);
    return text.out.toString();
  }

  private void fields(ArraySchema schema, boolean whole) {
    List<String[]> dimensions = new ArrayList<>();
    for (Dimension dimension : schema.dimensions()) {
      FilterPipeline filters =
          dimension.filters().isEmpty() ? schema.coordsFilters() : dimension.filters();
      dimensions.add(
          row(
              QuotedText.ofName(dimension.name()),
              type(dimension.type(), dimension.cellValNum()),
              dimension.domain().map(r -> RangeText.of(dimension.type(), r)).orElse("any"),
              dimension.extent().map(e -> "tile " + extent(dimension.type(), e)).orElse(""),
              whole ? filters(filters) : ""));
    }
    line("dimensions");
    rows(dimensions);
    List<String[]> attributes = new ArrayList<>();
    for (Attribute attribute : schema.attributes()) {
      attributes.add(
          row(
              QuotedText.ofName(attribute.name()),
              type(attribute.type(), attribute.cellValNum()),
              attribute.nullable() ? "nullable" : "",
              attribute.enumeration().map(e -> "of " + QuotedText.ofName(e)).orElse(""),
              whole ? fill(attribute) : "",
              whole ? order(attribute.order()) : "",
              whole ? filters(attribute.filters()) : ""));
    }
    line("attributes");
    rows(attributes);
  }

  private void label(ArraySchema schema, DimensionLabel label, Optional<ArraySchema> own) {
    line("label " + QuotedText.ofName(label.name()));
    List<String[]> rows = new ArrayList<>();
    rows.add(
        row("dimension", QuotedText.ofName(schema.dimensions().get(label.dimension()).name())));
    rows.add(row("type", type(label.type(), label.cellValNum())));
    rows.add(row("order", label.order().name().toLowerCase(Locale.ROOT)));
    rows.add(
        row(
            "array",
            label.uri()
                + (label.relative() ? "" : " (absolute)")
                + (label.external() ? " (external)" : "")));
    rows.add(row("attribute", QuotedText.ofName(label.attribute())));
    own.ifPresent(
        s -> {
          s.attribute(label.attribute())
              .ifPresent(a -> rows.add(row("filters", filters(a.filters()))));
          s.dimensions().stream()
              .findFirst()
              .flatMap(d -> d.extent().map(e -> extent(d.type(), e)))
              .ifPresent(e -> rows.add(row("tile", e)));
        });
    rows(rows);
  }

  private void enumeration(Enumeration enumeration) {
    line(
        "enumeration "
            + QuotedText.ofName(enumeration.name())
            + ": "
            + enumeration.size()
            + (enumeration.size() == 1 ? " value of " : " values of ")
            + type(enumeration.type(), enumeration.cellValNum())
            + (enumeration.ordered() ? ", ordered" : ""));
    List<String[]> rows = new ArrayList<>();
    int shown = enumeration.size() <= SHOWN_LABELS ? enumeration.size() : SHOWN_LABELS - 1;
    for (int i = 0; i < shown; i++) {
      rows.add(
          row(
              Integer.toString(i),
              value(enumeration.type(), enumeration.cellValNum(), enumeration.value(i))));
    }
    if (shown < enumeration.size()) {
      rows.add(row("…", (enumeration.size() - shown) + " more; --format json shows all"));
    }
    rows(rows);
  }

  /**
   * Formats a datatype and its number of values per cell, such as {@code INT32[2]}, or {@code
   * CHAR[]} if the number is variable.
   */
  static String type(Datatype type, int cellValNum) {
    return type
        + (cellValNum == Attribute.VAR
            ? "[]"
            : cellValNum == 1 ? "" : "[" + Integer.toUnsignedString(cellValNum) + "]");
  }

  /** Returns a layout's name as used in options, such as {@code row-major}. */
  public static String word(Layout layout) {
    return layout.name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /**
   * Returns a cell value as text for people.
   *
   * @param cell the bytes of the cell, little-endian
   */
  static String value(Datatype type, int cellValNum, byte[] cell) {
    if (ValueText.isText(type)) {
      return QuotedText.ofBytes(cell);
    }
    TextBuffer out = new TextBuffer(2 * cell.length + 16);
    CellText.of(new RowField("", type, cellValNum, Optional.empty()), CellText.Notation.PLAIN)
        .append(out, ByteBuffer.wrap(cell).order(ByteOrder.LITTLE_ENDIAN), 0, cell.length);
    return out.toString();
  }

  private static String fill(Attribute attribute) {
    String value = value(attribute.type(), attribute.cellValNum(), attribute.fill());
    return attribute.nullable() && !attribute.fillValid()
        ? "fill null (" + value + ")"
        : "fill " + value;
  }

  private static String order(DataOrder order) {
    return order == DataOrder.UNORDERED ? "" : order.name().toLowerCase(Locale.ROOT);
  }

  /** Returns a tile extent as text. For datetimes, it is a number of units. */
  private static String extent(Datatype type, Number extent) {
    return type.isDatetime() ? extent.toString() : RangeText.ofNumber(type, extent);
  }

  private static String filters(FilterPipeline pipeline) {
    String text =
        pipeline.isEmpty()
            ? "no filters"
            : String.join(", ", pipeline.filters().stream().map(Filter::toString).toList());
    return pipeline.maxChunkSize() == FilterPipeline.DEFAULT_MAX_CHUNK_SIZE
        ? text
        : text + " (chunks of " + Integer.toUnsignedString(pipeline.maxChunkSize()) + ")";
  }

  private static String[] row(String... cells) {
    return cells;
  }

  private void line(String text) {
    out.append(text).append('\n');
  }

  /** Appends indented rows; see {@link #appendRows}. */
  private void rows(List<String[]> rows) {
    appendRows(out, rows);
  }

  /**
   * Appends indented rows with aligned columns. Columns that are empty in all rows are omitted.
   *
   * @param out the target
   * @param rows the rows, all with the same number of columns; cells must not be null
   */
  public static void appendRows(StringBuilder out, List<String[]> rows) {
    int columns = rows.isEmpty() ? 0 : rows.get(0).length;
    int[] widths = new int[columns];
    for (String[] row : rows) {
      for (int i = 0; i < columns; i++) {
        widths[i] = Math.max(widths[i], Unicode.columns(row[i]));
      }
    }
    for (String[] row : rows) {
      StringBuilder line = new StringBuilder();
      for (int i = 0; i < columns; i++) {
        if (widths[i] > 0) {
          line.append("  ").append(row[i]);
          line.append(" ".repeat(widths[i] - Unicode.columns(row[i])));
        }
      }
      out.append(line.toString().stripTrailing()).append('\n');
    }
  }
}
