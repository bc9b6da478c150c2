package io.azulejo.text.output;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.text.value.TextBuffer;
import io.azulejo.text.value.Unicode;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/**
 * Writes rows as a table for people. The first rows are buffered to determine the column widths,
 * which also apply to later rows. Texts that do not fit end in an ellipsis, but numbers are never
 * cut. Columns that do not fit are omitted, and a final line names them. If the width is unlimited,
 * nothing is cut, but a very long text does not widen its column.
 */
final class TableRowWriter implements RowWriter {
  private static final int LOOK_AHEAD_ROWS = 500;
  private static final int LOOK_AHEAD_CHARS = 1 << 18;
  private static final int UNLIMITED = Integer.MAX_VALUE;
  private static final int MAX_UNLIMITED_COLUMN = 60;
  private static final int MIN_COLUMN = 6;
  private static final String GAP = "  ";

  private final OutputStream out;
  private final int width;
  private final List<String> names;
  private final CellText[] cells;
  private final TextBuffer text = new TextBuffer(1 << 17);
  private final TextBuffer cell = new TextBuffer(256);
  private List<String[]> ahead = new ArrayList<>();
  private int aheadChars;
  private int[] widths;
  private int shown;
  private int slack;

  TableRowWriter(OutputStream out, List<RowField> fields, int width) {
    this.out = out;
    this.width = width;
    this.names = fields.stream().map(f -> oneLine(CellText.name(f, true).toString())).toList();
    this.cells =
        fields.stream().map(f -> CellText.of(f, CellText.Notation.PLAIN)).toArray(CellText[]::new);
  }

  @Override
  public void write(Batch batch, int count) throws IOException {
    Column[] columns = batch.columns().toArray(Column[]::new);
    ByteBuffer[] data = new ByteBuffer[columns.length];
    for (int i = 0; i < columns.length; i++) {
      data[i] = columns[i].data().order(ByteOrder.LITTLE_ENDIAN);
    }
    for (int row = 0; row < count; row++) {
      String[] texts = new String[columns.length];
      for (int i = 0; i < columns.length; i++) {
        cell.truncate(0);
        cells[i].append(cell, columns[i], data[i], row);
        texts[i] = oneLine(cell.toString());
      }
      if (widths != null) {
        appendRow(texts);
        if (text.size() >= 1 << 16) {
          text.drainTo(out);
        }
      } else {
        keep(texts);
      }
    }
  }

  @Override
  public void finish() throws IOException {
    if (widths == null) {
      begin();
    }
    if (shown < names.size()) {
      text.append(
          "%d of %d fields shown; choose some with --fields, or use --format csv or json for all\n"
              .formatted(shown, names.size()));
    }
    text.drainTo(out);
    out.flush();
  }

  private void keep(String[] texts) {
    ahead.add(texts);
    for (String t : texts) {
      aheadChars += t.length();
    }
    if (ahead.size() >= LOOK_AHEAD_ROWS || aheadChars >= LOOK_AHEAD_CHARS) {
      begin();
    }
  }

  /** Determines the column widths and writes the buffered rows. */
  private void begin() {
    widths = new int[names.size()];
    int max = width == UNLIMITED ? MAX_UNLIMITED_COLUMN : width;
    for (int i = 0; i < widths.length; i++) {
      widths[i] = Math.min(max, Unicode.columns(names.get(i)));
      for (String[] row : ahead) {
        int columns = Unicode.columns(row[i]);
        widths[i] =
            Math.max(widths[i], cells[i].isAlignedRight() ? columns : Math.min(max, columns));
      }
    }
    fit();
    appendRow(names.toArray(String[]::new));
    text.append("─".repeat(Math.max(1, total(shown)))).append('\n');
    for (String[] row : ahead) {
      appendRow(row);
    }
    ahead = null;
  }

  /**
   * Narrows the text columns, widest first, and then omits trailing columns until the table fits.
   */
  private void fit() {
    shown = widths.length;
    int excess = total(shown) - width;
    while (excess > 0) {
      int widest = -1;
      for (int i = 0; i < widths.length; i++) {
        if (!cells[i].isAlignedRight()
            && widths[i] > MIN_COLUMN
            && (widest < 0 || widths[i] > widths[widest])) {
          widest = i;
        }
      }
      if (widest < 0) {
        break;
      }
      widths[widest]--;
      excess--;
    }
    while (shown > 1 && total(shown) > width) {
      shown--;
    }
    slack = Math.max(0, width - total(shown));
  }

  private int total(int columns) {
    int sum = -GAP.length();
    for (int i = 0; i < columns; i++) {
      sum += widths[i] + GAP.length();
    }
    return sum;
  }

  private void appendRow(String[] texts) {
    int pending = 0;
    for (int i = 0; i < shown; i++) {
      boolean right = cells[i].isAlignedRight();
      String fitted = right || width == UNLIMITED ? texts[i] : elided(texts[i], place(i));
      int missing = Math.max(0, widths[i] - Unicode.columns(fitted));
      pending += right ? missing : 0;
      if (!fitted.isEmpty()) {
        text.append(" ".repeat(pending)).append(fitted);
        pending = 0;
      }
      pending += (right ? 0 : missing) + GAP.length();
    }
    text.append('\n');
  }

  /** Returns the width available to a text. The last column extends to the edge of the terminal. */
  private int place(int column) {
    return column == shown - 1 ? widths[column] + slack : widths[column];
  }

  private static String elided(String text, int width) {
    if (text.length() <= width / 2 || Unicode.columns(text) <= width) {
      return text;
    }
    int columns = 0;
    int end = 0;
    while (end < text.length()) {
      int point = text.codePointAt(end);
      columns += Unicode.columns(point);
      if (columns > width - 1) {
        break;
      }
      end += Character.charCount(point);
    }
    return text.substring(0, end) + "…";
  }

  private static String oneLine(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (text.charAt(i) < ' ') {
        return text.replace("\n", "\\n").replace("\r", "\\r").replace("\t", "\\t");
      }
    }
    return text;
  }
}
