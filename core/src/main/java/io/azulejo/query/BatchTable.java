package io.azulejo.query;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Formats the first rows of a batch as a text table. */
final class BatchTable {
  private static final int MAX_ROWS = 10;
  private static final int MAX_LENGTH = 40;
  private static final String ABBREVIATED = "...";

  private BatchTable() {}

  static String of(Batch batch) {
    List<String[]> lines = new ArrayList<>();
    lines.add(batch.columns().stream().map(Column::name).toArray(String[]::new));
    Row.of(batch, Map.of()).limit(MAX_ROWS).forEach(row -> lines.add(line(batch, row)));
    StringBuilder table = new StringBuilder("%d rows".formatted(batch.rows()));
    int[] widths = new int[batch.columns().size()];
    for (String[] line : lines) {
      for (int i = 0; i < line.length; i++) {
        widths[i] = Math.max(widths[i], line[i].length());
      }
    }
    for (String[] line : lines) {
      StringBuilder text = new StringBuilder();
      for (int i = 0; i < line.length; i++) {
        String space = " ".repeat(widths[i] - line[i].length());
        boolean right = isNumber(batch.column(i));
        text.append(i == 0 ? "" : "  ").append(right ? space + line[i] : line[i] + space);
      }
      table.append('\n').append(text.toString().stripTrailing());
    }
    return table.append(batch.rows() > MAX_ROWS ? "\n" + ABBREVIATED : "").toString();
  }

  private static boolean isNumber(Column column) {
    return column instanceof FixedColumn cells
        && cells.valuesPerCell() == 1
        && (column.type().isIntegerValued() || column.type().isFloatingPoint());
  }

  private static String[] line(Batch batch, Row row) {
    String[] line = new String[batch.columns().size()];
    for (int i = 0; i < line.length; i++) {
      String text =
          row.get(i) instanceof byte[] bytes
              ? HexFormat.of().formatHex(bytes)
              : String.valueOf(row.getString(i));
      line[i] =
          text.length() <= MAX_LENGTH
              ? text
              : text.substring(0, MAX_LENGTH - ABBREVIATED.length()) + ABBREVIATED;
    }
    return line;
  }
}
