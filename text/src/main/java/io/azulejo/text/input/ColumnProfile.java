package io.azulejo.text.input;

import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What the cells of a column of a file have in common. */
public final class ColumnProfile {
  /** Beyond so many different values nobody would want an enumeration. */
  static final int MAX_VALUES = 1 << 16;

  /** So many different texts are kept of columns that nobody asked to enumerate. */
  private static final int FEW_VALUES = 256;

  private static final int LONGEST_FEW = 100;

  /** After so many cells nobody asks any more whether a column of texts was meant to be another. */
  private static final int LOOKED_AT = 1000;

  /** Texts become an enumeration where there are so many, and each comes so often on average. */
  private static final int CATEGORY_ROWS = 32;

  private static final int CATEGORY_REPEATS = 8;

  private static final Pattern EPOCH_NAME =
      Pattern.compile("(?i)time|date|epoch|^ts$|[_. ](ts|at)$|[a-z]At$");

  /** Seconds from 1990 to 2100, as no one counts other things to such numbers. */
  private static final long FIRST_EPOCH = 631_152_000L;

  private static final long LAST_EPOCH = 4_102_444_800L;

  /** So many columns share the memory for keys where it is not known how many there are. */
  static final int TYPED_COLUMNS = 64;

  /** Columns of floating-point numbers that things are looked up by. */
  private static final Pattern PLACE =
      Pattern.compile("(?i)lat|lon|lng|^[xyz]$|easting|northing|depth|height|elev|altitude");

  private final RowKeys keys;
  private final String name;
  private final boolean isPlace; // whether its name says so
  private final boolean quotesMeanText;
  private final boolean asked; // for the values
  private Set<String> values = new LinkedHashSet<>(); // null where they are too many
  private long count;
  private long nulls;
  private long words; // that say null, unless the column is of texts
  private int truths = TruthWords.ALL;
  private boolean yes;
  private boolean no;
  private boolean lists = true;
  private boolean texts = true;
  private boolean integerLists = true;
  private boolean ascii = true;
  private boolean marks; // of thousands, or a decimal comma
  private NumberFacts numbers = new NumberFacts();
  private NumberFacts commas = new NumberFacts(); // numbers with a decimal comma
  private DateFacts dates = new DateFacts(DateForm.MDY);
  private DateFacts dayFirst; // null as long as no date depends on the order
  private final boolean guessOrder;
  private final boolean epochs; // whether integers can be dates
  private boolean ambiguous; // there are dates that are others in the other order
  private int regular; // cells that were numbers or dates
  private int before; // how many of these came before the first that was neither
  private String odd = ""; // the first cell that was neither, and where it is
  private boolean impossible; // whether that looks like a date
  private int dateLike; // cells of texts that look like dates that there are
  private byte[] lastText = {}; // of typed cells
  private final CellBytes scratch = new CellBytes(256);
  private CellParser listed;
  private boolean unnamed;
  private Datatype given; // of typed cells; null where it follows from texts
  private Enumeration enumeration; // of typed cells, what indexes stand for

  ColumnProfile(
      String name, boolean quotesMeanText, DateForm form, boolean keepValues, RowKeys keys) {
    this.keys = keys;
    this.name = name;
    this.isPlace = PLACE.matcher(name).find();
    this.quotesMeanText = quotesMeanText;
    this.asked = keepValues;
    if (form == DateForm.ISO || form == DateForm.DMY) {
      dates = new DateFacts(form);
    }
    this.guessOrder = form == DateForm.GUESS;
    this.epochs = form != DateForm.ISO;
  }

  /**
   * A profile of cells that have a type, which {@link #add} gives.
   *
   * @param name the column's name
   * @param type the type of a value
   * @param single whether a cell has one value, or is a text
   * @param keepValues whether the distinct texts are to be kept
   */
  public static ColumnProfile typed(
      String name, Datatype type, boolean single, boolean keepValues) {
    ColumnProfile profile =
        new ColumnProfile(name, false, DateForm.ISO, keepValues, new RowKeys(TYPED_COLUMNS));
    profile.given = type;
    profile.lists = !single;
    return profile;
  }

  /** Says what the values of typed cells stand for, as they are indexes. */
  public void standFor(Enumeration values) {
    this.enumeration = values;
  }

  /** Takes the first cells of a column of the type that was said. */
  public void add(Column column, int rows) {
    for (int row = 0; row < rows; row++) {
      if (column.isNull(row)) {
        nothing();
        continue;
      }
      count++;
      if (lists) {
        key(column, row);
        continue;
      }
      if (given.isString()) {
        text(column, row);
      } else if (given.isFloatingPoint()) {
        numbers.add(column.getDouble(row));
      } else if (given.isIntegerValued()) {
        numbers.add(column.getLong(row));
      }
      key(column, row);
    }
  }

  private void key(Column column, int row) {
    int start = column.start(row);
    int end = column.end(row);
    long key = end - start;
    byte[] bytes = column.array();
    for (int i = start; i < end; i++) {
      key = (key ^ bytes[i] & 0xff) * 0x100000001b3L;
    }
    int step = numbers.step();
    if (given.isString()) {
      step = Arrays.compareUnsigned(bytes, start, end, lastText, 0, lastText.length);
      lastText = step == 0 ? lastText : Arrays.copyOfRange(bytes, start, end);
    }
    keys.add(key, step);
  }

  private void text(Column column, int row) {
    if (asked && values != null) {
      keep(column.getString(row));
    }
    byte[] bytes = column.array();
    for (int i = column.start(row); ascii && i < column.end(row); i++) {
      ascii = bytes[i] >= 0;
    }
  }

  void nothing() {
    nulls++;
    // What is null somewhere can be no coordinate.
    keys.forget();
  }

  /**
   * Takes a cell.
   *
   * @param line the line in which its row begins; 0 where that is not known
   */
  void cell(char[] text, int start, int end, CellNotation notation, long line) {
    count++;
    if (notation == CellNotation.LIST) {
      truths = 0;
      texts = false;
      endNumbers();
      endDates();
      keys.forget();
      list(text, start, end);
      return;
    }
    lists = false;
    boolean number = numbers.isAlive() || commas.isAlive();
    if (asked) {
      keep(text, start, end);
    }
    for (int i = start; ascii && i < end; i++) {
      ascii = text[i] < 0x80;
    }
    if (quotesMeanText && notation != CellNotation.BARE) {
      truths = 0;
      endNumbers();
    } else if (NullWords.contains(text, start, end)) {
      words++;
      keys.add(text, start, end);
      if (!asked) {
        keep(text, start, end);
      }
      return;
    }
    int from = start;
    int to = end;
    while (from < to && text[from] == ' ') {
      from++;
    }
    while (from < to && text[to - 1] == ' ') {
      to--;
    }
    if (truths != 0) {
      truth(text, from, to);
    }
    boolean usual = number(text, from, to);
    if (areDates()) {
      usual |= date(text, from, to);
    }
    key(text, start, end);
    if (number && count - words > 1 && !asked && !numbers.isAlive() && !commas.isAlive()) {
      // The values before, as they were numbers, were not kept.
      values = null;
    } else if (!asked && !numbers.isAlive() && !commas.isAlive()) {
      keep(text, start, end);
    }
    if (usual) {
      regular++;
    } else if (count <= LOOKED_AT) {
      DateShape shape = DateShape.of(text, from, to);
      dateLike += shape == DateShape.DATE ? 1 : 0;
      impossible |= odd.isEmpty() && shape == DateShape.IMPOSSIBLE;
    }
    if (!usual && odd.isEmpty()) {
      before = regular;
      odd =
          (line > 0 ? "line " + line : "row " + (count + nulls))
              + ": "
              + BadCell.shown(text, start, end);
    }
  }

  private void key(char[] text, int start, int end) {
    if (numbers.isAlive()) {
      if (!numbers.isIntegers() && !isPlace) {
        keys.forget();
      } else {
        keys.addNumber(text, start, end, numbers.value(), numbers.step());
      }
    } else if (dates.isAlive() && dayFirst == null) {
      keys.addValue(dates.key(), dates.step());
    } else {
      keys.onlyTexts();
      keys.add(text, start, end);
      if (areDates()) {
        keys.forgetOrder();
      }
    }
  }

  private void keep(char[] text, int start, int end) {
    if (values != null && (asked || end - start <= LONGEST_FEW)) {
      keep(new String(text, start, end - start));
    } else {
      values = null;
    }
  }

  private void keep(String text) {
    values.add(text);
    if (values.size() > (asked ? MAX_VALUES : FEW_VALUES)) {
      values = null;
    }
  }

  private void truth(char[] text, int start, int end) {
    int pair = TruthWords.pair(text, start, end);
    truths &= Math.abs(pair);
    yes |= pair > 0;
    no |= pair < 0;
  }

  private void endNumbers() {
    numbers.end();
    commas.end();
  }

  private void endDates() {
    dates.end();
    if (dayFirst != null) {
      dayFirst.end();
    }
  }

  /** Takes a cell as a number, if it is one; returns whether it is. */
  private boolean number(char[] text, int start, int end) {
    boolean alive = numbers.isAlive() || commas.isAlive();
    if (!alive && count > LOOKED_AT) {
      return false;
    }
    int digits = start < end && text[start] == '-' ? start + 1 : start;
    if (end - digits > 1 && text[digits] == '0' && isDigit(text[digits + 1])) {
      // Codes such as 007 are no numbers.
      endNumbers();
      return false;
    }
    char[] point = text;
    int from = start;
    int to = end;
    boolean plain = isFloatingPoint(text, start, end);
    if (!plain) {
      point = NumberForms.plain(text, start, end, false);
      from = 0;
      to = point == null ? 0 : point.length;
      marks |= point != null;
    }
    if (numbers.isAlive()) {
      if (point == null) {
        numbers.end();
      } else {
        numbers.add(point, from, to);
      }
    }
    return commaNumber(text, start, end, plain) || point != null;
  }

  /** The same for a number with a decimal comma, which many of the others are, too. */
  private boolean commaNumber(char[] text, int start, int end, boolean plain) {
    if (!commas.isAlive()) {
      return false;
    }
    boolean same = plain;
    for (int i = start; same && i < end; i++) {
      same = text[i] != '.';
    }
    char[] number = same ? text : NumberForms.plain(text, start, end, true);
    if (number == null) {
      commas.end();
      return false;
    }
    marks |= !plain;
    commas.add(number, same ? start : 0, same ? end : number.length);
    return true;
  }

  private static boolean isDigit(char c) {
    return c >= '0' && c <= '9';
  }

  /** A number, or one of the words for what is none. */
  private static boolean isFloatingPoint(char[] text, int start, int end) {
    if (NumberParser.isNumber(text, start, end)) {
      return true;
    }
    String word = end - start > 9 ? "" : new String(text, start, end - start);
    return switch (word) {
      case "NaN", "nan", "inf", "-inf", "Inf", "-Inf", "Infinity", "-Infinity" -> true;
      default -> false;
    };
  }

  /** Takes a cell as a date, if it is one, in either order of day and month. */
  private boolean date(char[] text, int start, int end) {
    if (guessOrder && !isIso(text, start, end)) {
      DateForms.Moment moment = DateForms.parse(text, start, end, false);
      boolean ordered = moment == null || moment.ordered();
      if (ordered && dayFirst == null) {
        dayFirst = dates.in(DateForm.DMY);
      }
      ambiguous |= moment != null && moment.ambiguous();
    }
    if (dates.isAlive()) {
      dates.add(text, start, end);
    }
    if (dayFirst != null && dayFirst.isAlive()) {
      dayFirst.add(text, start, end);
    }
    return areDates();
  }

  /** Whether all cells are dates, in one order of day and month or the other. */
  private boolean areDates() {
    return dates.isAlive() || dayFirst != null && dayFirst.isAlive();
  }

  private static boolean isIso(char[] text, int start, int end) {
    return end - start >= 10 && text[start + 4] == '-' && text[start + 7] == '-';
  }

  private void list(char[] text, int start, int end) {
    for (int attempt = 0; lists && attempt < 2; attempt++) {
      if (listed == null) {
        Datatype type = integerLists ? Datatype.INT64 : Datatype.FLOAT64;
        listed =
            CellParser.of(
                new InputField(name, type, -1, false, Optional.empty(), Optional.empty()), false);
      }
      scratch.truncate(0);
      try {
        listed.put(scratch, text, start, end, CellNotation.LIST);
        return;
      } catch (BadCell e) {
        lists = integerLists;
        integerLists = false;
        listed = null;
      }
    }
  }

  /** Its name. */
  public String name() {
    return name;
  }

  /** Whether there are cells that are null. */
  public boolean hasNulls() {
    return nulls > 0 || words > 0 && !type().isString();
  }

  /** Cells that are not null. */
  public long count() {
    return type().isString() ? count : count - words;
  }

  /** Whether cells are lists of numbers. */
  public boolean isList() {
    return lists && (given != null || count > 0);
  }

  /** Whether cells are of no one kind: lists among others, or lists of texts. */
  public boolean isMixed() {
    return given == null && count > 0 && !lists && !texts;
  }

  /** Whether numbers have a decimal comma for certain, or a point for certain, or neither. */
  int decimalMark() {
    if (!marks || numbers.isAlive() == commas.isAlive()) {
      return 0;
    }
    return commas.isAlive() ? ',' : '.';
  }

  /** Whether numbers have marks that could be decimal ones or separate thousands. */
  boolean hasAmbiguousMarks() {
    return marks && numbers.isAlive() && commas.isAlive();
  }

  /** The order of day and month that is certain; that of ISO 8601 if none is. */
  DateForm dateOrder() {
    if (dayFirst == null || dates.isAlive() == dayFirst.isAlive()) {
      return DateForm.ISO;
    }
    return dates.isAlive() ? DateForm.MDY : DateForm.DMY;
  }

  /** Whether all cells are dates, but of either order. */
  boolean hasAmbiguousDates() {
    return ambiguous && dateOrder() == DateForm.ISO && dates.isAlive();
  }

  /** Understands numbers and dates as all of the table are. */
  void decide(ValueNotation notation) {
    if (notation.decimalComma() && numbers != commas) {
      numbers = commas;
      keys.forgetOrder();
    }
    if (notation.dates() == DateForm.DMY && dayFirst != null) {
      dates = dayFirst;
    }
  }

  /**
   * Where a column of texts has the first cell that is neither a number nor a date, such as {@code
   * line 501: "n/a?"}, if nearly all others are; or if it looks like a date, and half of them are
   * dates.
   */
  public Optional<String> oddCell() {
    long looked = Math.min(count - words, LOOKED_AT);
    boolean nearly = before >= 10 || regular >= 3 && 10L * regular >= 9 * looked;
    boolean wrongDate = impossible && regular + dateLike > 0 && 2L * (regular + dateLike) >= looked;
    return given == null && type().isString() && (nearly || wrongDate) && !odd.isEmpty()
        ? Optional.of(odd)
        : Optional.empty();
  }

  /**
   * The type of the values of the cells: text where they are nothing else. Numbers are of 32 or 64
   * bits, as dimensions have room for more than what is there.
   */
  public Datatype type() {
    if (given != null) {
      return switch (given) {
        case INT8, INT16, UINT8, UINT16 -> Datatype.INT32;
        case UINT32 -> Datatype.INT64;
        case FLOAT32 -> Datatype.FLOAT64;
        default -> given;
      };
    }
    if (count == words) {
      return Datatype.STRING_UTF8;
    }
    if (lists) {
      return integerLists ? Datatype.INT64 : Datatype.FLOAT64;
    }
    if (truths != 0 && ((truths & TruthWords.TRUE_FALSE) != 0 || yes && no)) {
      return Datatype.BOOL;
    }
    if (numbers.isAlive()) {
      boolean small = min() >= Integer.MIN_VALUE && max() <= Integer.MAX_VALUE;
      return !numbers.isIntegers()
          ? Datatype.FLOAT64
          : isEpoch() ? epochUnit() : small ? Datatype.INT32 : Datatype.INT64;
    }
    return dates.isAlive() ? dates.type() : Datatype.STRING_UTF8;
  }

  /** Whether cells are numbers of seconds, or of parts of them, since 1970. */
  public boolean isEpoch() {
    return given == null
        && epochs
        && numbers.isAlive()
        && numbers.isIntegers()
        && !marks
        && EPOCH_NAME.matcher(name).find()
        && epochUnit() != Datatype.ANY;
  }

  private Datatype epochUnit() {
    Datatype[] units = {
      Datatype.DATETIME_SEC, Datatype.DATETIME_MS, Datatype.DATETIME_US, Datatype.DATETIME_NS
    };
    long scale = 1;
    for (Datatype unit : units) {
      if (numbers.min() >= FIRST_EPOCH * scale && numbers.max() / scale <= LAST_EPOCH) {
        return unit;
      }
      scale *= 1000;
    }
    return Datatype.ANY;
  }

  /** The type of the values in an attribute, to which typed cells bring theirs. */
  public Datatype attributeType() {
    return given == null ? type() : given;
  }

  /** Whether all characters are of ASCII. */
  public boolean isAscii() {
    return ascii;
  }

  private boolean isDates() {
    return given == null && !numbers.isAlive();
  }

  /** The least integer or datetime. */
  public long min() {
    return isDates() ? dates.first() : numbers.min();
  }

  /** The greatest integer or datetime. */
  public long max() {
    return isDates() ? dates.last() : numbers.max();
  }

  /** The least floating-point number. */
  public double low() {
    return numbers.low();
  }

  /** The greatest floating-point number. */
  public double high() {
    return numbers.high();
  }

  /** Whether no number or date is less than the one before it. */
  public boolean isAscending() {
    return isDates() ? dates.isAscending() : numbers.isAscending();
  }

  /** Whether no number or date is greater than the one before it. */
  public boolean isDescending() {
    return isDates() ? dates.isDescending() : numbers.isDescending();
  }

  /** Says that it has no name in the file, as the numbers or names of rows have none. */
  void standWithoutName() {
    unnamed = true;
  }

  /** Whether it has no name in the file. */
  public boolean isUnnamed() {
    return unnamed;
  }

  /** Whether each integer is greater than those before. */
  public boolean isGrowing() {
    return numbers.isGrowing();
  }

  /** What tells its first cells apart. */
  public RowKeys keys() {
    return keys;
  }

  /** Whether all floating-point numbers are numbers, and finite. */
  public boolean isFinite() {
    return numbers.isFinite();
  }

  /** What the values stand for, where the cells come as indexes. */
  public Optional<Enumeration> enumeration() {
    return Optional.ofNullable(enumeration);
  }

  /**
   * The different texts of the cells in the order in which they came, where they were asked for or
   * are few.
   */
  public Optional<Set<String>> values() {
    return Optional.ofNullable(values);
  }

  /** Whether it is of texts that come again and again, of which an enumeration is made. */
  public boolean isCategorical() {
    return given == null
        && type().isString()
        && values != null
        && !values.isEmpty()
        && count >= CATEGORY_ROWS
        && count >= (long) CATEGORY_REPEATS * values.size();
  }
}
