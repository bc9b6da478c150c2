package io.azulejo.text.input;

import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import java.util.LinkedHashSet;
import java.util.Optional;
import java.util.Set;

/** What the cells of a column of a file have in common. */
public final class ColumnProfile {
  /** Beyond so many different values nobody would want an enumeration. */
  static final int MAX_VALUES = 1 << 16;

  private static final Datatype[] DATETIMES = {
    Datatype.DATETIME_DAY,
    Datatype.DATETIME_SEC,
    Datatype.DATETIME_MS,
    Datatype.DATETIME_US,
    Datatype.DATETIME_NS
  };

  private final String name;
  private final boolean quotesMeanText;
  private final Set<String> values; // null where nobody asks for them
  private long count;
  private long nulls;
  private boolean truths = true;
  private boolean integers = true;
  private boolean floatingPoints = true;
  private boolean datetimes = true;
  private boolean lists = true;
  private boolean texts = true;
  private boolean integerLists = true;
  private boolean ascii = true;
  private int unit;
  private long min = Long.MAX_VALUE;
  private long max = Long.MIN_VALUE;
  private long first = Long.MAX_VALUE; // of datetimes
  private long last = Long.MIN_VALUE;
  private double low = Double.POSITIVE_INFINITY;
  private double high = Double.NEGATIVE_INFINITY;
  private boolean finite = true;
  private final CellBytes scratch = new CellBytes(256);
  private CellParser listed;
  private Datatype given; // of typed cells; null where it follows from texts
  private Enumeration enumeration; // of typed cells, what indexes stand for

  ColumnProfile(String name, boolean quotesMeanText, boolean keepValues) {
    this.name = name;
    this.quotesMeanText = quotesMeanText;
    this.values = keepValues ? new LinkedHashSet<>() : null;
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
    ColumnProfile profile = new ColumnProfile(name, false, keepValues);
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
        nulls++;
        continue;
      }
      count++;
      if (lists) {
        continue;
      }
      if (given.isString()) {
        text(column, row);
      } else if (given.isFloatingPoint()) {
        double value = column.getDouble(row);
        finite &= Double.isFinite(value);
        low = Double.isFinite(value) ? Math.min(low, value) : low;
        high = Double.isFinite(value) ? Math.max(high, value) : high;
      } else if (given.isIntegerValued()) {
        long value = column.getLong(row);
        min = Math.min(min, value);
        max = Math.max(max, value);
      }
    }
  }

  private void text(Column column, int row) {
    if (values != null && values.size() <= MAX_VALUES) {
      values.add(column.getString(row));
    }
    byte[] bytes = column.array();
    for (int i = column.start(row); ascii && i < column.end(row); i++) {
      ascii = bytes[i] >= 0;
    }
  }

  void nothing() {
    nulls++;
  }

  void cell(char[] text, int start, int end, CellNotation notation) {
    count++;
    if (notation == CellNotation.LIST) {
      truths = integers = floatingPoints = datetimes = texts = false;
      list(text, start, end);
      return;
    }
    lists = false;
    if (values != null && values.size() <= MAX_VALUES) {
      values.add(new String(text, start, end - start));
    }
    if (quotesMeanText && notation != CellNotation.BARE) {
      truths = integers = floatingPoints = false;
    }
    int from = start;
    int to = end;
    while (from < to && text[from] == ' ') {
      from++;
    }
    while (from < to && text[to - 1] == ' ') {
      to--;
    }
    if (truths) {
      truths = isTruth(text, from, to);
    }
    if (floatingPoints) {
      number(text, from, to);
    }
    if (datetimes) {
      datetime(text, from, to);
    }
    for (int i = start; ascii && i < end; i++) {
      ascii = text[i] < 0x80;
    }
  }

  private static boolean isTruth(char[] text, int start, int end) {
    int length = end - start;
    if (length != 4 && length != 5) {
      return false;
    }
    String word = new String(text, start, length);
    return word.equalsIgnoreCase("true") || word.equalsIgnoreCase("false");
  }

  private void number(char[] text, int start, int end) {
    int digits = start < end && text[start] == '-' ? start + 1 : start;
    boolean padded = end - digits > 1 && text[digits] == '0' && isDigit(text[digits + 1]);
    if (padded || !isFloatingPoint(text, start, end)) {
      // Codes such as 007 are no numbers.
      integers = floatingPoints = false;
      return;
    }
    if (integers) {
      try {
        long value = NumberParser.integer(text, start, end, Datatype.INT64);
        boolean plain = true;
        for (int i = digits; i < end; i++) {
          plain &= isDigit(text[i]);
        }
        integers = plain;
        min = Math.min(min, value);
        max = Math.max(max, value);
      } catch (BadCell e) {
        integers = false;
      }
    }
    double value = Double.longBitsToDouble(NumberParser.doubleBits(text, start, end));
    if (Double.isFinite(value)) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    } else {
      finite = false;
    }
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

  private void datetime(char[] text, int start, int end) {
    if (end - start < 10 || text[start + 4] != '-' || text[start + 7] != '-') {
      datetimes = false;
      return;
    }
    int wanted = end - start == 10 ? 0 : 1;
    int point = start + 10;
    while (point < end && text[point] != '.') {
      point++;
    }
    int decimals = 0;
    while (point + 1 + decimals < end && isDigit(text[point + 1 + decimals])) {
      decimals++;
    }
    wanted = decimals == 0 ? wanted : decimals <= 3 ? 2 : decimals <= 6 ? 3 : 4;
    try {
      if (wanted > unit) {
        rescale(wanted);
      }
      long value = TimeParser.datetime(text, start, end, DATETIMES[unit]);
      datetimes = value != Long.MIN_VALUE;
      first = Math.min(first, value);
      last = Math.max(last, value);
    } catch (BadCell | ArithmeticException e) {
      datetimes = false;
    }
  }

  /** Goes over to a finer unit. */
  private void rescale(int wanted) {
    for (; unit < wanted; unit++) {
      long factor = unit == 0 ? 86_400 : 1000;
      if (first <= last) {
        first = Math.multiplyExact(first, factor);
        last = Math.multiplyExact(last, factor);
      }
    }
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
    return nulls > 0;
  }

  /** Cells that are not null. */
  public long count() {
    return count;
  }

  /** Whether cells are lists of numbers. */
  public boolean isList() {
    return lists && (given != null || count > 0);
  }

  /** Whether cells are of no one kind: lists among others, or lists of texts. */
  public boolean isMixed() {
    return given == null && count > 0 && !lists && !texts;
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
    if (count == 0) {
      return Datatype.STRING_UTF8;
    }
    if (lists) {
      return integerLists ? Datatype.INT64 : Datatype.FLOAT64;
    }
    if (truths) {
      return Datatype.BOOL;
    }
    if (integers) {
      boolean small = min >= Integer.MIN_VALUE && max <= Integer.MAX_VALUE;
      return small ? Datatype.INT32 : Datatype.INT64;
    }
    return floatingPoints ? Datatype.FLOAT64 : datetimes ? DATETIMES[unit] : Datatype.STRING_UTF8;
  }

  /** The type of the values in an attribute, to which typed cells bring theirs. */
  public Datatype attributeType() {
    return given == null ? type() : given;
  }

  /** Whether all characters are of ASCII. */
  public boolean isAscii() {
    return ascii;
  }

  /** The least integer or datetime. */
  public long min() {
    return given != null || integers ? min : first;
  }

  /** The greatest integer or datetime. */
  public long max() {
    return given != null || integers ? max : last;
  }

  /** The least floating-point number. */
  public double low() {
    return low;
  }

  /** The greatest floating-point number. */
  public double high() {
    return high;
  }

  /** Whether all floating-point numbers are numbers, and finite. */
  public boolean isFinite() {
    return finite;
  }

  /** What the values stand for, where the cells come as indexes. */
  public Optional<Enumeration> enumeration() {
    return Optional.ofNullable(enumeration);
  }

  /**
   * The different texts of the cells in the order in which they came, where they were asked for.
   */
  public Optional<Set<String>> values() {
    return values == null || values.size() > MAX_VALUES ? Optional.empty() : Optional.of(values);
  }
}
