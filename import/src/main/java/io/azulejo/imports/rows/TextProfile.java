package io.azulejo.imports.rows;

import io.azulejo.schema.Datatype;
import io.azulejo.text.input.DateForm;
import io.azulejo.text.input.ValueNotation;
import io.azulejo.text.row.BadCell;
import io.azulejo.text.row.CellNotation;
import io.azulejo.text.row.ColumnSink;
import io.azulejo.text.row.NullWords;
import java.util.Optional;
import java.util.regex.Pattern;

/** The profile of a column of texts. It tracks the types as which all cells can be read. */
final class TextProfile extends ColumnProfile implements ColumnSink {
  private static final Pattern EPOCH_NAME =
      Pattern.compile("(?i)time|date|epoch|^ts$|[_. ](ts|at)$|[a-z]At$");

  /**
   * Bounds of plausible epoch seconds: the years 1990 to 2100. Numbers in this range rarely count
   * anything else.
   */
  private static final long FIRST_EPOCH = 631_152_000L;

  private static final long LAST_EPOCH = 4_102_444_800L;

  /** Names of floating-point columns that are used as coordinates. */
  private static final Pattern PLACE =
      Pattern.compile("(?i)lat|lon|lng|^[xyz]$|easting|northing|depth|height|elev|altitude");

  private final boolean isPlace; // whether the name suggests a coordinate
  private final boolean quotesMeanText;
  private final boolean epochs; // whether integers can be epoch times
  private final DateEvidence dates;
  private final BooleanEvidence truths = new BooleanEvidence();
  private final ListEvidence lists;
  private final OddCell oddCell = new OddCell();
  private long words; // cells with a word for null, which are null unless the column is text
  private boolean texts = true;

  TextProfile(
      String name, boolean quotesMeanText, DateForm form, boolean keepValues, RowKeys keys) {
    super(name, keepValues, keys);
    this.isPlace = PLACE.matcher(name).find();
    this.quotesMeanText = quotesMeanText;
    this.dates = new DateEvidence(form);
    this.epochs = form != DateForm.ISO;
    this.lists = new ListEvidence(name);
  }

  /**
   * Adds a cell.
   *
   * @param line number of the line where its row starts; 0 if unknown
   */
  @Override
  public void cell(char[] text, int start, int end, CellNotation notation, long line) {
    count++;
    if (notation == CellNotation.LIST) {
      truths.exclude();
      texts = false;
      numbers.exclude();
      dates.exclude();
      keys.discard();
      lists.add(text, start, end);
      return;
    }
    lists.exclude();
    boolean wereNumbers = numbers.isPossible();
    if (values.isRequested()) {
      values.add(text, start, end);
    }
    for (int i = start; ascii && i < end; i++) {
      ascii = text[i] < 0x80;
    }
    if (quotesMeanText && notation != CellNotation.BARE) {
      truths.exclude();
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
    if (truths.isPossible()) {
      truths.add(text, from, to);
    }
    boolean regular =
        (numbers.isPossible() || count <= OddCell.MAX_CELLS) && numbers.add(text, from, to);
    if (dates.isPossible()) {
      regular |= dates.add(text, from, to);
    }
    key(text, start, end);
    if (!values.isRequested() && !numbers.isPossible()) {
      if (wereNumbers && count - words > 1) {
        // Earlier cells were numbers, and their texts were not kept.
        values.discard();
      } else {
        values.add(text, start, end);
      }
    }
    if (regular) {
      oddCell.countRegular();
      return;
    }
    oddCell.addOther(text, from, to, count);
    if (oddCell.isEmpty()) {
      String place = line > 0 ? "line " + line : "row " + (count + nulls);
      oddCell.keepFirst(place, BadCell.shown(text, start, end));
    }
  }

  private void key(char[] text, int start, int end) {
    NumberFacts number = numbers.facts();
    if (number.isPossible()) {
      if (!number.isIntegers() && !isPlace) {
        keys.discard();
      } else {
        keys.addNumber(text, start, end, number.value(), number.step());
      }
    } else if (dates.isUnambiguous()) {
      keys.addValue(dates.facts().key(), dates.facts().step());
    } else {
      keys.onlyTexts();
      keys.add(text, start, end);
      if (dates.isPossible()) {
        keys.ignoreOrder();
      }
    }
  }

  @Override
  public void missingCell(boolean empty) {
    missingCell(1);
  }

  @Override
  public boolean hasNulls() {
    return nulls > 0 || words > 0 && !type().isString();
  }

  @Override
  public long count() {
    return type().isString() ? count : count - words;
  }

  @Override
  public boolean isList() {
    return lists.isPossible() && count > 0;
  }

  @Override
  public boolean isMixed() {
    return count > 0 && !lists.isPossible() && !texts;
  }

  /** Returns the evidence that the cells are numbers. */
  NumberEvidence numbers() {
    return numbers;
  }

  /** Returns the evidence that the cells are dates. */
  DateEvidence dates() {
    return dates;
  }

  /** Sets the notation of the whole table, in which numbers and dates are read. */
  void decide(ValueNotation notation) {
    if (notation.decimalComma() && numbers.useCommas()) {
      keys.ignoreOrder();
    }
    if (notation.dates() == DateForm.DMY) {
      dates.useDayFirst();
    }
  }

  @Override
  public Optional<String> oddCell() {
    return type().isString() ? oddCell.amongRegularCells(count - words) : Optional.empty();
  }

  @Override
  public Datatype type() {
    if (count == words) {
      return Datatype.STRING_UTF8;
    }
    if (lists.isPossible()) {
      return lists.type();
    }
    if (truths.isClear()) {
      return Datatype.BOOL;
    }
    NumberFacts number = numbers.facts();
    if (number.isPossible()) {
      boolean small = number.min() >= Integer.MIN_VALUE && number.max() <= Integer.MAX_VALUE;
      return !number.isIntegers()
          ? Datatype.FLOAT64
          : isEpoch() ? epochUnit() : small ? Datatype.INT32 : Datatype.INT64;
    }
    return dates.facts().isPossible() ? dates.facts().type() : Datatype.STRING_UTF8;
  }

  @Override
  public boolean isEpoch() {
    return epochs
        && numbers.facts().isPossible()
        && numbers.facts().isIntegers()
        && !numbers.hasMarks()
        && EPOCH_NAME.matcher(name()).find()
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

  private boolean isDates() {
    return !numbers.facts().isPossible();
  }

  @Override
  public long min() {
    return isDates() ? dates.facts().first() : super.min();
  }

  @Override
  public long max() {
    return isDates() ? dates.facts().last() : super.max();
  }

  @Override
  public boolean isAscending() {
    return isDates() ? dates.facts().isAscending() : super.isAscending();
  }

  @Override
  public boolean isDescending() {
    return isDates() ? dates.facts().isDescending() : super.isDescending();
  }

  @Override
  public boolean isCategorical() {
    return type().isString() && values.areCategories(count);
  }
}
