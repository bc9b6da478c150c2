package io.azulejo.imports.rows;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.text.input.FixedColumns;
import io.azulejo.text.input.InputFormat;
import io.azulejo.text.input.RowOptions;
import io.azulejo.text.input.TableLayout;
import io.azulejo.text.input.TextDialect;
import io.azulejo.text.row.CellNotation;
import io.azulejo.text.row.RowParser;
import io.azulejo.text.row.RowSink;
import io.azulejo.text.row.RowText;
import java.io.CharArrayReader;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * The first records of a text, divided into cells by one separator; empty ones and one that the end
 * of the head cuts are left out.
 */
final class HeadRecords {
  private static final int MOST = 100;
  private static final Pattern RULE = Pattern.compile("(?=.*[-=])[-=:+|]{3,}");

  /** A preamble is believed where so many records of one form come after it. */
  private static final int TABLE = 3;

  private final char separator;
  private final FixedColumns fixed;
  private final List<Record> records = new ArrayList<>();
  private boolean trailing;

  /** A cell, without its quotes. */
  record Cell(String text, boolean quoted) {}

  /**
   * A record.
   *
   * @param start where it begins
   * @param line in which line, from 0
   */
  record Record(int start, int line, List<Cell> cells) {
    int width() {
      return cells.size();
    }

    boolean isFull() {
      return cells.stream().noneMatch(cell -> cell.text.isEmpty());
    }
  }

  private HeadRecords(char separator, FixedColumns fixed) {
    this.separator = separator;
    this.fixed = fixed;
  }

  /**
   * Divides a text with the parser of its rows, so that both find the same cells.
   *
   * @param start where the first record begins
   * @param end where the last record ends that the head does not cut
   * @param line in which line the first record begins, from 0
   * @param format of the rows: CSV or TSV
   */
  static HeadRecords of(
      char[] head, int start, int end, int line, InputFormat format, char separator)
      throws IOException {
    HeadRecords found = new HeadRecords(separator, FixedColumns.none());
    TableLayout rows = TableLayout.headless(line, separator);
    Gatherer gatherer = found.new Gatherer(head, start, line, separator != TextDialect.BLANKS);
    try (RowParser parser =
        RowText.rows(
            new CharArrayReader(head, start, Math.max(0, end - start)),
            rows,
            new RowOptions(format, "", false))) {
      while (found.records.size() < MOST && parser.next(gatherer)) {}
    } catch (InvalidRequestException e) {
      // The end of the head cuts a text in quotes, or the rows are refused when they are read.
    }
    found.trim();
    return found;
  }

  /** Makes records of the rows that a parser finds, but of empty ones. */
  private final class Gatherer implements RowSink {
    private final char[] head;
    private final boolean returnsEndLines; // as FastCSV has it
    private List<Cell> cells = new ArrayList<>();
    private int at;
    private long line;

    Gatherer(char[] head, int at, int line, boolean returnsEndLines) {
      this.head = head;
      this.at = at;
      this.line = line;
      this.returnsEndLines = returnsEndLines;
    }

    @Override
    public int column(String name) {
      throw new IllegalStateException("tables have columns by their order");
    }

    @Override
    public int[] header(List<String> names) {
      return new int[FileHead.SIZE];
    }

    @Override
    public void cell(int column, char[] text, int start, int end, CellNotation notation) {
      String cell = new String(text, start, end - start);
      boolean quoted = notation != CellNotation.BARE;
      cells.add(new Cell(quoted ? cell : cell.strip(), quoted));
    }

    @Override
    public void nothing(int column, boolean empty) {
      cells.add(new Cell(empty ? "" : "null", false));
    }

    /** Rows have as many cells as they have. */
    @Override
    public void failWidth(int values, int columns) {}

    @Override
    public void fail(int column, String reason) {
      throw new IllegalStateException(reason);
    }

    @Override
    public void endRow(long number) {
      for (; line < number - 1; at++) {
        boolean end = head[at] == '\n' || returnsEndLines && isLoneReturn();
        line += end ? 1 : 0;
      }
      boolean empty = cells.size() == 1 && cells.get(0).text.isEmpty() && !cells.get(0).quoted;
      if (!empty && !cells.isEmpty()) {
        records.add(new Record(at, (int) line, cells));
      }
      cells = new ArrayList<>();
    }

    private boolean isLoneReturn() {
      return head[at] == '\r' && (at + 1 == head.length || head[at + 1] != '\n');
    }
  }

  /**
   * Leaves out what comes after separators at the ends of all records; the one with the names may
   * have none, unless what it lacks is the name of the rows' names.
   */
  private void trim() {
    List<Record> wide = records.stream().filter(record -> record.width() > 1).toList();
    if (wide.size() < TABLE || !wide.stream().skip(1).allMatch(HeadRecords::isTrailing)) {
      return;
    }
    boolean shorter = wide.get(0).width() + 1 == wide.get(1).width() && !isWithoutNameOfNames();
    if (isTrailing(wide.get(0)) || shorter) {
      trailing = true;
      records.replaceAll(
          record ->
              isTrailing(record)
                  ? new Record(
                      record.start, record.line, record.cells.subList(0, record.width() - 1))
                  : record);
    }
  }

  /** Whether the names lack that of a first column that has names of rows: other texts each. */
  private boolean isWithoutNameOfNames() {
    if (!isWithoutRowName() || CellForm.of(this, 1, 0) != CellForm.TEXT) {
      return false;
    }
    List<Record> rows = records.subList(1, records.size());
    long names =
        rows.stream()
            .map(row -> row.cells().get(0).text())
            .filter(name -> !name.isEmpty())
            .distinct()
            .count();
    return names == rows.size();
  }

  private static boolean isTrailing(Record record) {
    Cell last = record.cells.get(record.width() - 1);
    return record.width() > 1 && last.text.isEmpty() && !last.quoted;
  }

  /** Whether records end with a separator, after which there is nothing. */
  boolean hasTrailing() {
    return trailing;
  }

  /**
   * Divides a text at columns.
   *
   * @param start where the first record begins
   * @param line in which line that is, from 0
   */
  static HeadRecords of(char[] head, int start, int length, int line, FixedColumns columns) {
    HeadRecords found = new HeadRecords(TextDialect.FIXED, columns);
    int lines = line;
    int at = start;
    while (columns.size() > 0 && at < length && found.records.size() < MOST) {
      int end = at;
      while (end < length && head[end] != '\n') {
        end++;
      }
      String text = new String(head, at, end - at).stripTrailing();
      boolean rule = FixedColumns.isRule(text, found.records.size() < 2);
      List<String> cells = text.isEmpty() || rule ? null : columns.cells(text);
      if (cells != null) {
        found.records.add(
            new Record(at, lines, cells.stream().map(cell -> new Cell(cell, false)).toList()));
      }
      lines++;
      at = end + 1;
    }
    return found;
  }

  FixedColumns fixed() {
    return fixed;
  }

  char separator() {
    return separator;
  }

  List<Record> records() {
    return records;
  }

  /** How many records have as many cells as the first one; 0 where that has one cell. */
  int alike() {
    if (records.isEmpty() || records.get(0).width() == 1) {
      return 0;
    }
    int width = records.get(0).width();
    return (int) records.stream().filter(record -> record.width() == width).count();
  }

  /** Whether the first record has one cell fewer than all others, which have as many each. */
  boolean isWithoutRowName() {
    if (records.size() < TABLE) {
      return false;
    }
    int width = records.get(0).width();
    List<Record> rows = records.subList(1, records.size());
    return (width > 1 || records.get(0).cells().get(0).quoted())
        && rows.stream().allMatch(row -> row.width() == width + 1);
  }

  /**
   * The first of the records at the end that have as many cells each, where they are several; -1
   * where these are not enough for a table, or a record before them has as many or more.
   */
  int first() {
    int last = records.size() - 1;
    if (last < 0 || records.get(last).width() == 1) {
      return -1;
    }
    int width = records.get(last).width();
    int first = last;
    while (first > 0 && records.get(first - 1).width() == width) {
      first--;
    }
    for (int i = 0; i < first; i++) {
      if (records.get(i).width() >= width) {
        return -1;
      }
    }
    return records.size() - first >= TABLE ? first : -1;
  }

  /**
   * The first record without empty cells, where those before have few others, as sheets begin with
   * titles; else the one that was asked for.
   */
  int afterTitles(int first) {
    int width = records.get(first).width();
    int at = first;
    while (at < records.size() - TABLE
        && records.get(at).width() == width
        && 2 * filled(records.get(at)) <= width) {
      at++;
    }
    return at > first && width > 1 && records.get(at).isFull() ? at : first;
  }

  private static int filled(Record record) {
    return (int) record.cells.stream().filter(cell -> !cell.text.isEmpty()).count();
  }

  /** Whether some column below a record has numbers or dates alone. */
  boolean hasTypes(int first) {
    for (int column = 0; column < records.get(first).width(); column++) {
      if (CellForm.of(this, first + 1, column) != CellForm.TEXT) {
        return true;
      }
    }
    return false;
  }

  /** Whether a record is a line that is drawn, of dashes and the like alone. */
  boolean isRule(int index) {
    if (index >= records.size() || separator == TextDialect.FIXED) {
      return false;
    }
    List<Cell> drawn =
        records.get(index).cells().stream().filter(cell -> !cell.text.isEmpty()).toList();
    return !drawn.isEmpty()
        && drawn.stream().allMatch(cell -> !cell.quoted && RULE.matcher(cell.text).matches());
  }

  /** Whether all cells from a record on are numbers, in three columns or more. */
  boolean areNumbers(int first) {
    int width = records.get(first).width();
    boolean numbers = width >= TABLE;
    for (int column = 0; column < width && numbers; column++) {
      numbers = CellForm.of(this, first, column) == CellForm.NUMBER;
    }
    return numbers;
  }

  /** Whether the first column of a table has names, as all others have values. */
  boolean areRowsNamed(int first, boolean header) {
    if (records.isEmpty()) {
      return false;
    }
    List<Cell> names = records.get(first).cells();
    int rows = header ? first + 1 : first;
    boolean texts =
        rows < records.size() && CellForm.of(this, rows, 0) == CellForm.TEXT
            || header && CellForm.isNothing(names.get(0));
    return texts
        || header
            && CellForm.of(names.get(0)) == CellForm.TEXT
            && names.stream().skip(1).noneMatch(name -> CellForm.of(name) == CellForm.TEXT);
  }

  /** What a record at the beginning of a table is. */
  enum First {
    /** Names of columns, or nothing that shows the contrary. */
    NAMES,
    /** Years, or numbers of columns, which could be cells as well. */
    NUMBERS,
    /** Cells: each column of numbers or dates begins with one. */
    CELLS
  }

  /** What a record is, by the records after it. */
  First kind(int first) {
    int typed = 0;
    boolean counted = true;
    boolean years = true;
    boolean whole = true;
    long before = -1;
    for (int column = 0; column < records.get(first).width(); column++) {
      Cell cell = records.get(first).cells().get(column);
      CellForm form = CellForm.of(this, first + 1, column);
      if (form == CellForm.TEXT || CellForm.isNothing(cell)) {
        continue;
      }
      if (CellForm.of(cell) != form) {
        return First.NAMES;
      }
      long number = CellForm.integer(cell.text());
      counted &= number == before + 1;
      years &= CellForm.isYear(number) && !CellForm.areYears(this, first + 1, column);
      whole &= CellForm.areWhole(this, first + 1, column);
      before = number;
      typed++;
    }
    if (typed == 0) {
      return First.NAMES;
    }
    return years || counted && typed >= TABLE && !whole ? First.NUMBERS : First.CELLS;
  }
}
