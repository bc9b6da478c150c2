package io.azulejo.cli.output;

import io.azulejo.Array;
import io.azulejo.MetadataValue;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.maintenance.ArrayDifference;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Row;
import io.azulejo.schema.Dimension;
import io.azulejo.text.output.CellText;
import io.azulejo.text.output.ResultTable;
import io.azulejo.text.output.RowField;
import io.azulejo.text.output.RowWriter;
import io.azulejo.text.value.QuotedText;
import io.azulejo.text.value.TextBuffer;
import io.azulejo.text.value.ValueText;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** Formats the differences between two arrays, as text for people or as rows for programs. */
public final class DifferenceText {
  private final Array first;
  private final Array second;
  private final ArrayDifference difference;

  public DifferenceText(Array first, Array second, ArrayDifference difference) {
    this.first = first;
    this.second = second;
    this.difference = difference;
  }

  public void write(RowWriter.Format format, Terminal terminal) throws IOException {
    if (format == RowWriter.Format.TABLE) {
      terminal.print(text());
      return;
    }
    ResultTable columns = ResultTable.of("part name field a b");
    for (String[] row : schema()) {
      columns.add("schema", row[0], null, row[1], row[2]);
    }
    for (String[] row : metadata()) {
      columns.add("metadata", row[0], null, row[1], row[2]);
    }
    add(columns, "cells", "cell", difference.cells());
    difference.labels().forEach((name, cells) -> add(columns, "labels", name, cells));
    columns.write(format, terminal.out(), terminal.width());
  }

  /** Adds rows for cell counts. Counts that apply to both arrays are in both columns. */
  private void add(ResultTable columns, String counts, String name, ArrayDifference.Cells cells) {
    if (cells.notCompared().isPresent()) {
      columns.add(counts, "not compared: " + cells.notCompared().get(), null, null, null);
      return;
    }
    String same = Long.toString(cells.same());
    String different = Long.toString(cells.different());
    columns.add(counts, "same", null, same, same);
    columns.add(counts, "different", null, different, different);
    columns.add(counts, "alone", null, "" + cells.onlyInFirst(), "" + cells.onlyInSecond());
    cells
        .byAttribute()
        .forEach((field, n) -> columns.add(counts, "different", field, "" + n, "" + n));
    boolean own = cells == difference.cells();
    for (String[] row : cells(cells, own)) {
      columns.add(own ? "cell" : "label " + name, row[0], row[1], row[2], row[3]);
    }
  }

  private String text() {
    StringBuilder out = new StringBuilder();
    section(out, "schemas", schema());
    section(out, "metadata", metadata());
    append(out, "cells", difference.cells(), true);
    for (Map.Entry<String, ArrayDifference.Cells> label : difference.labels().entrySet()) {
      append(out, "label " + QuotedText.ofName(label.getKey()), label.getValue(), false);
    }
    return out.toString();
  }

  private static void section(StringBuilder out, String title, List<String[]> rows) {
    out.append(title).append(": ");
    out.append(
        rows.isEmpty()
            ? "equal"
            : rows.size() == 1 ? "1 difference" : rows.size() + " differences");
    out.append('\n');
    rows.forEach(DifferenceText::markAbsent);
    SchemaText.appendRows(out, rows);
  }

  private static void markAbsent(String[] row) {
    for (int i = 0; i < row.length; i++) {
      row[i] = row[i] == null ? "-" : row[i];
    }
  }

  private void append(StringBuilder out, String title, ArrayDifference.Cells cells, boolean own) {
    out.append(title).append(": ");
    if (cells.notCompared().isPresent()) {
      out.append("not compared: ").append(cells.notCompared().get()).append('\n');
      return;
    }
    if (cells.isSame()) {
      out.append("equal (%,d)\n".formatted(cells.same()));
      return;
    }
    out.append(
        "%,d equal, %,d different, %,d only in A, %,d only in B\n"
            .formatted(cells.same(), cells.different(), cells.onlyInFirst(), cells.onlyInSecond()));
    List<String[]> rows = new ArrayList<>();
    cells
        .byAttribute()
        .forEach(
            (name, count) -> {
              if (count > 0) {
                rows.add(new String[] {QuotedText.ofName(name), "differs in %,d".formatted(count)});
              }
            });
    SchemaText.appendRows(out, rows);
    long all = cells.different() + cells.onlyInFirst() + cells.onlyInSecond();
    if (!cells.first().isEmpty()) {
      out.append(
          cells.first().size() == all
              ? "different cells:\n"
              : "first %,d of the different cells:\n".formatted(cells.first().size()));
      List<String[]> shown = new ArrayList<>(cells(cells, own));
      shown.forEach(row -> row[1] = row[1] == null ? "" : row[1]);
      shown.add(0, new String[] {"", "", "A", "B"});
      shown.forEach(DifferenceText::markAbsent);
      SchemaText.appendRows(out, shown);
    }
  }

  private List<String[]> schema() {
    List<String[]> rows = new ArrayList<>();
    for (ArrayDifference.SchemaPart part : difference.schema()) {
      rows.add(new String[] {part.part(), part.first().orElse(null), part.second().orElse(null)});
    }
    return rows;
  }

  private List<String[]> metadata() {
    Map<String, MetadataValue> a = first.metadata();
    Map<String, MetadataValue> b = second.metadata();
    List<String[]> rows = new ArrayList<>();
    for (ArrayDifference.MetadataKey key : difference.metadata()) {
      rows.add(
          new String[] {
            QuotedText.ofName(key.key()), text(a.get(key.key())), text(b.get(key.key()))
          });
    }
    return rows;
  }

  private static String text(MetadataValue value) {
    if (value == null) {
      return null;
    }
    String type = value.type() + (value.count() == 1 ? " " : "[" + value.count() + "] ");
    return type + MetadataText.of(value);
  }

  /**
   * Returns a row for each different value. Its cells are the coordinates, the attribute, and both
   * values. If only one array has the cell, the attribute is null and one row holds all its values.
   *
   * @param own true for the cells of the arrays, false for the values of a dimension label
   */
  private List<String[]> cells(ArrayDifference.Cells cells, boolean own) {
    List<String[]> rows = new ArrayList<>();
    for (ArrayDifference.Cell cell : cells.first()) {
      Row any = cell.first().or(cell::second).orElseThrow();
      String place = place(any, own);
      if (cell.attributes().isEmpty()) {
        rows.add(
            new String[] {
              place,
              null,
              cell.first().map(row -> values(first, row, own)).orElse(null),
              cell.second().map(row -> values(second, row, own)).orElse(null)
            });
      }
      for (String name : cell.attributes()) {
        rows.add(
            new String[] {
              place,
              QuotedText.ofName(name),
              value(first, cell.first().orElseThrow(), name, own),
              value(second, cell.second().orElseThrow(), name, own)
            });
      }
    }
    return rows;
  }

  private String place(Row row, boolean own) {
    List<String> names =
        own
            ? first.schema().dimensions().stream().map(Dimension::name).toList()
            : row.names().subList(0, 1);
    return names.stream()
        .map(name -> QuotedText.ofName(name) + "=" + value(first, row, name, own))
        .collect(Collectors.joining(" "));
  }

  private static String values(Array array, Row row, boolean own) {
    int dimensions = own ? array.schema().dimensions().size() : 1;
    return row.names().stream()
        .skip(dimensions)
        .map(name -> QuotedText.ofName(name) + "=" + value(array, row, name, own))
        .collect(Collectors.joining(" "));
  }

  /** Formats a value in the same way as the command {@code read}, but with quotes around text. */
  private static String value(Array array, Row row, String name, boolean own) {
    if (row.isNull(name)) {
      return ValueText.NULL;
    }
    if (!own) {
      return row.getString(name);
    }
    RowField field = RowField.of(array, ReadRequest.ALL.select(name)).get(0);
    byte[] bytes = row.getBytes(name);
    if (ValueText.isText(field.type())) {
      return QuotedText.ofBytes(bytes);
    }
    TextBuffer out = new TextBuffer(64);
    CellText.of(field, CellText.Notation.PLAIN)
        .append(out, ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN), 0, bytes.length);
    return out.toString();
  }
}
