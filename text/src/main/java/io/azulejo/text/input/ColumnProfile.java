package io.azulejo.text.input;

import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import java.util.Arrays;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** What the cells of a column of a file have in common. */
public final class ColumnProfile {
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
  private final boolean epochs; // whether integers can be dates
  private final DistinctTexts values;
  private final NumberEvidence numbers = new NumberEvidence();
  private final DateEvidence dates;
  private final OddCell oddCell = new OddCell();
  private long count;
  private long nulls;
  private long words; // cells with a word for null; they are null unless the column is of texts
  private int truths = TruthWords.ALL;
  private boolean yes;
  private boolean no;
  private boolean lists = true;
  private boolean texts = true;
  private boolean integerLists = true;
  private boolean ascii = true;
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
    this.values = new DistinctTexts(keepValues);
    this.dates = new DateEvidence(form);
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
        nothing(1);
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
        numbers.facts().add(column.getDouble(row));
      } else if (given.isIntegerValued()) {
        numbers.facts().add(column.getLong(row));
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
    int step = numbers.facts().step();
    if (given.isString()) {
      step = Arrays.compareUnsigned(bytes, start, end, lastText, 0, lastText.length);
      lastText = step == 0 ? lastText : Arrays.copyOfRange(bytes, start, end);
    }
    keys.add(key, step);
  }

  private void text(Column column, int row) {
    if (values.isRequested()) {
      values.add(column, row);
    }
    byte[] bytes = column.array();
    for (int i = column.start(row); ascii && i < column.end(row); i++) {
      ascii = bytes[i] >= 0;
    }
  }

  /** Takes so many rows without a cell. */
  void nothing(long rows) {
    nulls += rows;
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
      numbers.exclude();
      dates.exclude();
      keys.forget();
      list(text, start, end);
      return;
    }
    lists = false;
    boolean wereNumbers = numbers.isPossible();
    if (values.isRequested()) {
      values.add(text, start, end);
    }
    for (int i = start; ascii && i < end; i++) {
      ascii = text[i] < 0x80;
    }
    if (quotesMeanText && notation != CellNotation.BARE) {
      truths = 0;
      numbers.exclude();
    } else if (NullWords.contains(text, start, end)) {
      words++;
      keys.add(text, start, end);
      if (!values.isRequested()) {
        values.add(text, start, end);
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
    boolean regular =
        (numbers.isPossible() || count <= OddCell.MAX_CELLS) && numbers.add(text, from, to);
    if (dates.isPossible()) {
      regular |= dates.add(text, from, to);
    }
    key(text, start, end);
    if (!values.isRequested() && !numbers.isPossible()) {
      if (wereNumbers && count - words > 1) {
        // The cells before were numbers, whose texts were not kept.
        values.forget();
      } else {
        values.add(text, start, end);
      }
    }
    if (regular) {
      oddCell.countRegular();
      return;
    }
    oddCell.addOther(text, from, to, count);
    if (oddCell.isNone()) {
      String place = line > 0 ? "line " + line : "row " + (count + nulls);
      oddCell.keepFirst(place, BadCell.shown(text, start, end));
    }
  }

  private void key(char[] text, int start, int end) {
    NumberFacts number = numbers.facts();
    if (number.isAlive()) {
      if (!number.isIntegers() && !isPlace) {
        keys.forget();
      } else {
        keys.addNumber(text, start, end, number.value(), number.step());
      }
    } else if (dates.isUnambiguous()) {
      keys.addValue(dates.facts().key(), dates.facts().step());
    } else {
      keys.onlyTexts();
      keys.add(text, start, end);
      if (dates.isPossible()) {
        keys.forgetOrder();
      }
    }
  }

  private void truth(char[] text, int start, int end) {
    int pair = TruthWords.pair(text, start, end);
    truths &= Math.abs(pair);
    yes |= pair > 0;
    no |= pair < 0;
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

  /** The numbers of the column. */
  NumberEvidence numbers() {
    return numbers;
  }

  /** The dates of the column. */
  DateEvidence dates() {
    return dates;
  }

  /** Reads numbers and dates in the notation that was decided on for the whole table. */
  void decide(ValueNotation notation) {
    if (notation.decimalComma() && numbers.useCommas()) {
      keys.forgetOrder();
    }
    if (notation.dates() == DateForm.DMY) {
      dates.useDayFirst();
    }
  }

  /**
   * Where a column of texts has the first cell that is neither a number nor a date, such as {@code
   * line 501: "n/a?"}, if nearly all others are; or if it looks like a date, and half of them are
   * dates.
   */
  public Optional<String> oddCell() {
    return given == null && type().isString()
        ? oddCell.amongRegularCells(count - words)
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
    NumberFacts number = numbers.facts();
    if (number.isAlive()) {
      boolean small = number.min() >= Integer.MIN_VALUE && number.max() <= Integer.MAX_VALUE;
      return !number.isIntegers()
          ? Datatype.FLOAT64
          : isEpoch() ? epochUnit() : small ? Datatype.INT32 : Datatype.INT64;
    }
    return dates.facts().isAlive() ? dates.facts().type() : Datatype.STRING_UTF8;
  }

  /** Whether cells are numbers of seconds, or of parts of them, since 1970. */
  public boolean isEpoch() {
    return given == null
        && epochs
        && numbers.facts().isAlive()
        && numbers.facts().isIntegers()
        && !numbers.hasMarks()
        && EPOCH_NAME.matcher(name).find()
        && epochUnit() != Datatype.ANY;
  }

  private Datatype epochUnit() {
    Datatype[] units = {
      Datatype.DATETIME_SEC, Datatype.DATETIME_MS, Datatype.DATETIME_US, Datatype.DATETIME_NS
    };
    NumberFacts number = numbers.facts();
    long scale = 1;
    for (Datatype unit : units) {
      if (number.min() >= FIRST_EPOCH * scale && number.max() / scale <= LAST_EPOCH) {
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
    return given == null && !numbers.facts().isAlive();
  }

  /** The least integer or datetime. */
  public long min() {
    return isDates() ? dates.facts().first() : numbers.facts().min();
  }

  /** The greatest integer or datetime. */
  public long max() {
    return isDates() ? dates.facts().last() : numbers.facts().max();
  }

  /** The least floating-point number. */
  public double low() {
    return numbers.facts().low();
  }

  /** The greatest floating-point number. */
  public double high() {
    return numbers.facts().high();
  }

  /** Whether no number or date is less than the one before it. */
  public boolean isAscending() {
    return isDates() ? dates.facts().isAscending() : numbers.facts().isAscending();
  }

  /** Whether no number or date is greater than the one before it. */
  public boolean isDescending() {
    return isDates() ? dates.facts().isDescending() : numbers.facts().isDescending();
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
    return numbers.facts().isGrowing();
  }

  /** What tells its first cells apart. */
  public RowKeys keys() {
    return keys;
  }

  /** Whether all floating-point numbers are numbers, and finite. */
  public boolean isFinite() {
    return numbers.facts().isFinite();
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
    return values.values();
  }

  /** Whether it is of texts that come again and again, of which an enumeration is made. */
  public boolean isCategorical() {
    return given == null && type().isString() && values.areCategories(count);
  }
}
