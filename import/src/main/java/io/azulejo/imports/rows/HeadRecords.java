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
 * The first records of a text, split into cells by one separator. Empty records and a record cut by
 * the end of the head are omitted.
 */
final class HeadRecords {
  private static final int MOST = 100;
  private static final Pattern RULE = Pattern.compile("(?=.*[-=])[-=:+|]{3,}");

  /** Minimum number of records of the same form after a preamble. */
  private static final int TABLE = 3;

  private final char separator;
  private final FixedColumns fixed;
  private final List<Record> records = new ArrayList<>();
  private boolean trailing;

  /** A cell without its quotes. */
  record Cell(String text, boolean quoted) {}

  /**
   * A record.
   *
   * @param start its start in the head
   * @param line its line, starting at 0
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
   * Splits a text with the parser of its rows, so that both find the same cells.
   *
   * @param start the start of the first record
   * @param end the end of the last complete record
   * @param line the line of the first record, starting at 0
   * @param format the format of the rows: CSV or TSV
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
      // Ignored: the end of the head cuts a quoted text, or the error is reported when rows are
      // read.
    }
    found.trim();
    return found;
  }

  /** Collects the non-empty rows of a parser as records. */
  private final class Gatherer implements RowSink {
    private final char[] head;
    private final boolean returnsEndLines; // as FastCSV counts them
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
      throw new IllegalStateException("columns of tables are found by position");
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
    public void missingCell(int column, boolean empty) {
      cells.add(new Cell(empty ? "" : "null", false));
    }

    /** Rows may have any number of cells. */
    @Override
    public void failWidth(int values, int columns) {}

    @Override
    public void fail(int column, String reason) {
      throw new IllegalStateException(reason);
    }

    @Override
    public void endRow(long number) {
      for (; line < number - 1; at++) {
        boolean end = head[at] == '\n' || returnsEndLines && isBareCarriageReturn();
        line += end ? 1 : 0;
      }
      boolean empty = cells.size() == 1 && cells.get(0).text.isEmpty() && !cells.get(0).quoted;
      if (!empty && !cells.isEmpty()) {
        records.add(new Record(at, (int) line, cells));
      }
      cells = new ArrayList<>();
    }

    private boolean isBareCarriageReturn() {
      return head[at] == '\r' && (at + 1 == head.length || head[at + 1] != '\n');
    }
  }

  /**
   * Removes the empty cell after trailing separators, if all records have it. The header row may
   * lack it, unless it lacks the name of the row names instead.
   */
  private void trim() {
    List<Record> wide = records.stream().filter(record -> record.width() > 1).toList();
    if (wide.size() < TABLE || !wide.stream().skip(1).allMatch(HeadRecords::isTrailing)) {
      return;
    }
    boolean shorter = wide.get(0).width() + 1 == wide.get(1).width() && !lacksRowNameHeader();
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

  /**
   * Returns whether the header lacks the name of a first column that holds row names, all distinct.
   */
  private boolean lacksRowNameHeader() {
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

  /** Returns whether records end with a separator that nothing follows. */
  boolean hasTrailing() {
    return trailing;
  }

  /**
   * Splits a text at fixed columns.
   *
   * @param start the start of the first record
   * @param line the line of the first record, starting at 0
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

  /** Returns the number of records with as many cells as the first one; 0 if that has one cell. */
  int recordsOfSameWidth() {
    if (records.isEmpty() || records.get(0).width() == 1) {
      return 0;
    }
    int width = records.get(0).width();
    return (int) records.stream().filter(record -> record.width() == width).count();
  }

  /**
   * Returns whether the first record has one cell fewer than the others, which have equal lengths.
   */
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
   * Returns the first of the last records with equal lengths of several cells; -1 if they are too
   * few for a table, or if an earlier record has as many cells or more.
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
   * Returns the first record without empty cells, if the records before it are mostly empty, as the
   * titles of spreadsheets are; otherwise the given record.
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

  /** Returns whether any column below a record has only numbers or dates. */
  boolean hasTypes(int first) {
    for (int column = 0; column < records.get(first).width(); column++) {
      if (CellForm.of(this, first + 1, column) != CellForm.TEXT) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a record is a ruled line of dashes and similar characters. */
  boolean isRule(int index) {
    if (index >= records.size() || separator == TextDialect.FIXED) {
      return false;
    }
    List<Cell> drawn =
        records.get(index).cells().stream().filter(cell -> !cell.text.isEmpty()).toList();
    return !drawn.isEmpty()
        && drawn.stream().allMatch(cell -> !cell.quoted && RULE.matcher(cell.text).matches());
  }

  /** Returns whether all cells from a record on are numbers, in at least three columns. */
  boolean areNumbers(int first) {
    int width = records.get(first).width();
    boolean numbers = width >= TABLE;
    for (int column = 0; column < width && numbers; column++) {
      numbers = CellForm.of(this, first, column) == CellForm.NUMBER;
    }
    return numbers;
  }

  /** Returns whether the first column of a table has row names, because all others have values. */
  boolean areRowsNamed(int first, boolean header) {
    if (records.isEmpty()) {
      return false;
    }
    List<Cell> names = records.get(first).cells();
    int rows = header ? first + 1 : first;
    boolean texts =
        rows < records.size() && CellForm.of(this, rows, 0) == CellForm.TEXT
            || header && CellForm.isMissing(names.get(0));
    return texts
        || header
            && CellForm.of(names.get(0)) == CellForm.TEXT
            && names.stream().skip(1).noneMatch(name -> CellForm.of(name) == CellForm.TEXT);
  }

  /** The role of the first record of a table. */
  enum First {
    /** Column names, or no evidence against them. */
    NAMES,
    /** Years or column numbers, which could also be cells. */
    NUMBERS,
    /** Cells: each column of numbers or dates starts with a number or date. */
    CELLS
  }

  /** Returns the role of a record, based on the records after it. */
  First kind(int first) {
    int typed = 0;
    boolean counted = true;
    boolean years = true;
    boolean whole = true;
    long before = -1;
    for (int column = 0; column < records.get(first).width(); column++) {
      Cell cell = records.get(first).cells().get(column);
      CellForm form = CellForm.of(this, first + 1, column);
      if (form == CellForm.TEXT || CellForm.isMissing(cell)) {
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
