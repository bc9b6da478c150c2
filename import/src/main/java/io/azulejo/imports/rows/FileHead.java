package io.azulejo.imports.rows;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.imports.source.FileKind;
import io.azulejo.text.input.FixedColumns;
import io.azulejo.text.input.InputFormat;
import io.azulejo.text.input.LayoutFinder;
import io.azulejo.text.input.TableLayout;
import io.azulejo.text.input.TextDialect;
import io.azulejo.text.row.MessageText;
import io.azulejo.text.row.TableHeader;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.Charset;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * Detects the encoding of a file, and the position and layout of its table. It examines only the
 * beginning of the file.
 */
public final class FileHead {
  /** Detects encodings from the first bytes of a file, and tables from its first characters. */
  public static final LayoutFinder FINDER =
      new LayoutFinder() {
        @Override
        public Charset charset(byte[] head) {
          return FileHead.charset(head);
        }

        @Override
        public TableLayout layout(BufferedReader in, InputFormat format, TextDialect dialect)
            throws IOException {
          return find(in, format, dialect);
        }
      };

  /** Number of bytes or characters that are examined. */
  static final int SIZE = LayoutFinder.HEAD;

  /**
   * The most likely encoding of Western texts that are not UTF-8. It contains all printable
   * characters of ISO 8859-1.
   */
  static final Charset WINDOWS = Charset.forName("windows-1252");

  private static final char[] SEPARATORS = {',', '\t', ';', '|'};

  /** Maximum number of characters that are kept of a skipped line, for messages. */
  private static final int SHOWN = 200;

  private final BufferedReader in;
  private final char[] head = new char[SIZE];
  private final InputFormat format;
  private final TextDialect dialect;
  private int length;
  private int linesRead; // number of lines before the head
  private String passed = ""; // first non-empty line before the table

  private FileHead(BufferedReader in, InputFormat format, TextDialect dialect) {
    this.in = in;
    this.format = format;
    this.dialect = dialect;
  }

  /**
   * Returns UTF-16 if there is a byte order mark, UTF-8 if all bytes are valid, and windows-1252
   * otherwise.
   */
  static Charset charset(byte[] head) {
    if (FileKind.isWide(head)) {
      return StandardCharsets.UTF_16;
    }
    CharBuffer target = CharBuffer.allocate(head.length + 1);
    boolean whole = head.length < SIZE;
    boolean wrong =
        StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .decode(ByteBuffer.wrap(head), target, whole)
            .isError();
    return wrong ? WINDOWS : StandardCharsets.UTF_8;
  }

  /**
   * Finds the table by examining its first characters, which stay unread. Lines before the table
   * are consumed only if the dialect skips them or if they fill the head.
   *
   * @param format format of the rows: CSV or TSV
   * @throws InvalidRequestException if the text has fewer lines than the dialect skips
   */
  static TableLayout find(BufferedReader in, InputFormat format, TextDialect dialect)
      throws IOException {
    FileHead head = new FileHead(in, format, dialect);
    while (head.linesRead < dialect.skip()) {
      if (!head.readLine()) {
        throw new InvalidRequestException(
            "--skip %d: the file has only %d lines".formatted(dialect.skip(), head.linesRead));
      }
    }
    head.fill();
    return head.lines();
  }

  /** Reads a line and returns whether it ends with a line feed. */
  private boolean readLine() throws IOException {
    StringBuilder line = new StringBuilder();
    int c = in.read();
    for (; c >= 0 && c != '\n'; c = in.read()) {
      if (line.length() < SHOWN) {
        line.append((char) c);
      }
    }
    pass(line.toString());
    linesRead += c < 0 ? 0 : 1;
    return c >= 0;
  }

  private void pass(String line) {
    passed = passed.isEmpty() ? line.strip() : passed;
  }

  /** Fills the head with the next characters, which stay unread. */
  private void fill() throws IOException {
    in.mark(SIZE);
    length = 0;
    for (int n = 0; n >= 0 && length < SIZE; length += Math.max(0, n)) {
      n = in.read(head, length, SIZE - length);
    }
    in.reset();
  }

  /** Consumes the given number of characters and lines, and fills the head again. */
  private void read(int characters, int lines) throws IOException {
    long left = characters;
    while (left > 0) {
      left -= in.skip(left);
    }
    linesRead += lines;
    fill();
  }

  private TableLayout lines() throws IOException {
    int at = 0;
    int lines = linesRead;
    boolean names = false;
    while (at < length && "#\r\n".indexOf(head[at]) >= 0) {
      if (at >= SIZE / 2 && length == SIZE) {
        // Only the record after a comment shows whether the comment is the header row.
        read(at, lines - linesRead);
        at = 0;
      }
      names = head[at] == '#' && isNames(at);
      int next = next(head, at, length);
      if (next < 0 && length == SIZE && head[at] == '#' && head[at + 1] == '#') {
        // A comment can be longer than the head.
        read(at, lines - linesRead);
        readLine();
        fill();
        at = 0;
        lines = linesRead;
        continue;
      }
      if (names || next < 0) {
        break;
      }
      pass(new String(head, at, next - at));
      at = next;
      lines++;
    }
    HeadRecords records = records(at, lines);
    boolean rowNames = dialect.header().orElse(true) && records.isWithoutRowName();
    int first = rowNames ? 0 : first(records);
    if (records.isRule(first + 1) && records.records().get(first).width() > 1) {
      throw new InvalidRequestException(
          "line %d is a ruler below the header row; remove such lines, and bars at the ends of lines"
              .formatted(records.records().get(first + 1).line() + 1));
    }
    if (first > 0) {
      int start = records.records().get(first).start();
      pass(new String(head, at, start - at).lines().findFirst().orElseThrow());
      at = start;
      lines = records.records().get(first).line();
    }
    boolean header = dialect.header().orElse(true);
    HeadRecords.First kind = HeadRecords.First.NAMES;
    if (dialect.header().isEmpty() && !names && !rowNames && first < records.records().size() - 1) {
      kind = records.kind(first);
      header = kind != HeadRecords.First.CELLS;
    }
    List<String> notes = new ArrayList<>();
    if (!passed.isEmpty()) {
      notes.add(
          "%s in line %d; lines before it were skipped, such as %s"
              .formatted(
                  header ? "header row" : "first row", lines + 1, MessageText.quoted(passed)));
    }
    if (!header && dialect.header().isEmpty()) {
      notes.add(
          "no header row found: columns are named column1, column2 ...; use --header if the first row is a header"
              + (records.areNumbers(first) && dialect.melting().isEmpty()
                  ? ", or --matrix to read a grid"
                  : ""));
    } else if (kind == HeadRecords.First.NUMBERS) {
      notes.add(
          "line %d is read as the header row, although it has numbers; use --no-header if it is data"
                  .formatted(lines + 1)
              + (dialect.melting().isEmpty() ? ", or --melt to make a row of each value" : ""));
    }
    if (header && isWithoutFirstName(records, rowNames, first)) {
      notes.add("the first column has no name; it is named " + TableHeader.ROW);
    }
    if (records.hasTrailing()) {
      notes.add("delimiters at the ends of lines are ignored");
    }
    if (records.separator() == TextDialect.BLANKS && dialect.separator().isEmpty()) {
      notes.add("columns are separated by blanks; use --delimiter to change this");
    }
    if (records.separator() == TextDialect.FIXED) {
      notes.add(
          "columns have fixed widths and start at %s; use --delimiter to change this"
              .formatted(
                  String.join(
                      ", ", records.fixed().starts().stream().map(s -> "" + (s + 1)).toList())));
    }
    int width = records.records().isEmpty() ? 0 : records.records().get(first).width();
    return new TableLayout(
        lines,
        lines == linesRead ? 0 : at,
        records.separator(),
        header,
        rowNames,
        records.areRowsNamed(first, header),
        records.hasTrailing(),
        records.fixed(),
        width,
        true,
        notes);
  }

  private static boolean isWithoutFirstName(HeadRecords records, boolean rowNames, int first) {
    return rowNames
        || !records.records().isEmpty()
            && records.records().get(first).width() > 1
            && records.records().get(first).cells().get(0).text().isEmpty();
  }

  /** Returns the index of the record where the table starts. */
  private int first(HeadRecords records) {
    if (records.records().isEmpty() || dialect.skip() > 0) {
      return 0;
    }
    int first = 2 * records.recordsOfSameWidth() >= records.records().size() ? 0 : records.first();
    return first >= 0 && (first == 0 || records.hasTypes(first)) ? records.afterTitles(first) : 0;
  }

  /** Splits the head into records, with the given separator or else the one that fits best. */
  private HeadRecords records(int at, int line) throws IOException {
    if (dialect.separator().isPresent() && dialect.separator().get() == TextDialect.FIXED) {
      return fixed(at, line);
    }
    if (dialect.separator().isPresent()) {
      return divided(at, line, dialect.separator().get());
    }
    List<HeadRecords> all = new ArrayList<>();
    for (char separator : SEPARATORS) {
      all.add(divided(at, line, separator));
    }
    HeadRecords best =
        all.stream()
            .max(
                Comparator.comparingInt(HeadRecords::recordsOfSameWidth)
                    .thenComparing(r -> -all.indexOf(r)))
            .orElseThrow();
    if (best.recordsOfSameWidth() > 0 && 2 * best.recordsOfSameWidth() >= best.records().size()) {
      return best;
    }
    for (HeadRecords records : all) {
      if (records.isWithoutRowName()) {
        return records;
      }
    }
    for (HeadRecords records : all) {
      if (records.first() > 0 && records.hasTypes(records.first())) {
        return records;
      }
    }
    HeadRecords blanks = divided(at, line, TextDialect.BLANKS);
    int first = blanks.isWithoutRowName() ? 0 : blanks.first();
    boolean table = first >= 0 && blanks.hasTypes(first);
    if (table && first == 0) {
      return blanks;
    }
    // In fixed-width tables, column names of several words look like longer records after a
    // preamble.
    HeadRecords fixed = fixed(at, line);
    boolean columns = fixed.records().size() > 1 && fixed.hasTypes(0);
    return columns ? fixed : table ? blanks : best;
  }

  private HeadRecords fixed(int at, int line) {
    FixedColumns columns = FixedColumns.of(head, at, length, length < SIZE);
    return HeadRecords.of(head, at, length, line, columns);
  }

  private HeadRecords divided(int at, int line, char separator) throws IOException {
    int end = length;
    while (length == SIZE && end > at && head[end - 1] != '\n') {
      end--;
    }
    return HeadRecords.of(head, at, end, line, format, separator);
  }

  /**
   * Returns whether a comment is the header row. This is the case if it has as many cells as the
   * next record, or if it is a single word before a single-cell record that cannot be a name.
   */
  private boolean isNames(int start) throws IOException {
    int next = next(head, start, length);
    if (next < 0 || head[next] == '#' && new String(head, start, next - start).indexOf('"') < 0) {
      return false;
    }
    boolean lone = true;
    // Fixed-width tables do not contain tabs.
    Optional<Character> named = dialect.separator().map(c -> c == TextDialect.FIXED ? '\t' : c);
    char[] separators = named.isPresent() ? new char[] {named.get()} : SEPARATORS;
    for (char separator : separators) {
      List<HeadRecords.Record> records = divided(start, 0, separator).records();
      if (records.size() < 2 || head[records.get(1).start()] == '#') {
        lone = false;
        continue;
      }
      int width = records.get(0).width();
      if (width > 1 && records.get(1).width() == width) {
        return true;
      }
      lone &= width == 1 && records.get(1).width() == 1 && records.get(1).start() == next;
    }
    return lone && isWord(head, start + 1, next) && "+-.\"0123456789".indexOf(head[next]) >= 0;
  }

  /** Returns whether a line is a single word. */
  private static boolean isWord(char[] head, int start, int end) {
    String word = new String(head, start, end - start).stripTrailing();
    return !word.isEmpty() && word.chars().allMatch(c -> Character.isLetterOrDigit(c) || c == '_');
  }

  /** Returns the start of the next line, or -1 after the last line. */
  private static int next(char[] head, int start, int length) {
    for (int at = start; at < length - 1; at++) {
      if (head[at] == '\n') {
        return at + 1;
      }
    }
    return -1;
  }
}
