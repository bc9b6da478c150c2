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
 * The first records of a text, split into cells. Empty records are omitted, and so is a record that
 * the end of the head cuts off.
 */
final class HeadRecords {
  private static final int MOST = 100;
  private static final Pattern RULE = Pattern.compile("(?=.*[-=])[-=:+|]{3,}");

  /** Minimum number of records with equal width that make up a table. */
  private static final int TABLE = 3;

  private final char separator;
  private final FixedColumns fixed;
  private final List<Record> records = new ArrayList<>();
  private boolean trailing;

  /**
   * A cell without its enclosing quotes.
   *
   * @param quoted whether the cell was quoted
   */
  record Cell(String text, boolean quoted) {}

  /**
   * A record with its position.
   *
   * @param start index of its first character in the head
   * @param line number of its line, 0-based
   * @param cells the cells of the record
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
   * Splits a text with the same parser that later reads the rows, so that both find the same cells.
   *
   * @param start start of the first record
   * @param end end of the last complete record, exclusive
   * @param line number of the line of the first record, 0-based
   * @param format format of the rows: CSV or TSV
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
      // Ignored: either the end of the head cuts a quoted text, or the error is reported when rows
      // are read.
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

    /** Accepts rows with any number of cells. */
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
   * Removes the empty last cell of each record if all records end with a separator. The header row
   * may lack that separator, unless it instead lacks a name for the row names.
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

  /** Returns whether the header row has no name for a first column with distinct row names. */
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

  /** Returns whether records end with a separator that is not followed by a cell. */
  boolean hasTrailing() {
    return trailing;
  }

  /**
   * Splits a text at fixed column positions.
   *
   * @param start start of the first record
   * @param line number of the line of the first record, 0-based
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

  /**
   * Returns the number of records with as many cells as the first one, or 0 if the first one has a
   * single cell.
   */
  int recordsOfSameWidth() {
    if (records.isEmpty() || records.get(0).width() == 1) {
      return 0;
    }
    int width = records.get(0).width();
    return (int) records.stream().filter(record -> record.width() == width).count();
  }

  /** Returns whether the first record has exactly one cell fewer than each of the others. */
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
   * Returns the index of the record that starts the last run of records with equal width. Returns
   * -1 if the run has single cells or is too short for a table, or if an earlier record is as wide
   * or wider.
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
   * Skips records that are mostly empty, such as spreadsheet titles.
   *
   * @return the index of the first record after them if it has no empty cells, otherwise the given
   *     index
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

  /** Returns whether at least one column has only numbers or only dates after the given record. */
  boolean hasTypes(int first) {
    for (int column = 0; column < records.get(first).width(); column++) {
      if (CellForm.of(this, first + 1, column) != CellForm.TEXT) {
        return true;
      }
    }
    return false;
  }

  /** Returns whether a record is a ruler of dashes or similar characters. */
  boolean isRule(int index) {
    if (index >= records.size() || separator == TextDialect.FIXED) {
      return false;
    }
    List<Cell> drawn =
        records.get(index).cells().stream().filter(cell -> !cell.text.isEmpty()).toList();
    return !drawn.isEmpty()
        && drawn.stream().allMatch(cell -> !cell.quoted && RULE.matcher(cell.text).matches());
  }

  /**
   * Returns whether there are at least three columns, and all of their cells are numbers, starting
   * at the given record.
   */
  boolean areNumbers(int first) {
    int width = records.get(first).width();
    boolean numbers = width >= TABLE;
    for (int column = 0; column < width && numbers; column++) {
      numbers = CellForm.of(this, first, column) == CellForm.NUMBER;
    }
    return numbers;
  }

  /**
   * Returns whether the first column contains row names, judging by its cells and by the header
   * row.
   *
   * @param first index of the first record of the table
   * @param header whether that record is the header row
   */
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
    /** The record contains column names, or nothing speaks against it. */
    NAMES,
    /** The record contains years or column numbers, which could also be cells. */
    NUMBERS,
    /**
     * The record contains cells: each column of numbers or dates starts with a number or a date.
     */
    CELLS
  }

  /** Returns the role of a record, judging by the records after it. */
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
