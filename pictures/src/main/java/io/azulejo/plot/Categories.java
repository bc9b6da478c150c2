package io.azulejo.plot;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import io.azulejo.text.output.RowField;
import io.azulejo.text.value.RangeText;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.IntStream;

/**
 * The categories of a field: values that each have a position or color of their own, numbered from
 * 0.
 *
 * @param fill the fill value of unwritten cells of a dense array; null for other fields
 * @param names the names of the categories, in order
 * @param note a description of the category for all other values; may be empty
 * @param hasOther whether the last category stands for all values without a category of their own
 * @param index the distinct cells with their counts; null for parts of the calendar
 * @param codes the category of each distinct cell in the index; null for parts of the calendar
 */
record Categories(
    PlotField field,
    byte[] fill,
    List<String> names,
    String note,
    boolean hasOther,
    CategoryIndex index,
    int[] codes) {
  /** Returns the categories of a calendar part, such as the months. */
  static Categories ofCalendar(PlotField field, byte[] fill) {
    return new Categories(field, fill, field.part().names(), "", false, null, null);
  }

  /**
   * Returns categories for the values of a field. Enumerations keep their order; other values are
   * sorted. If there are too many values, the most frequent ones become categories, and one more
   * category stands for the rest.
   *
   * @param index the distinct cells with their counts
   * @param max the maximum number of categories, at least 2
   */
  static Categories of(PlotField field, byte[] fill, CategoryIndex index, int max) {
    List<Integer> all = new ArrayList<>();
    for (int number = 0; number < index.size(); number++) {
      if (isValue(field.field(), index.key(number))) {
        all.add(number);
      }
    }
    boolean fold = all.size() > max || index.rest() > 0;
    Set<Integer> kept = new HashSet<>(all);
    if (fold) {
      List<Integer> frequent = new ArrayList<>(all);
      frequent.sort(Comparator.comparingLong((Integer n) -> index.count(n)).reversed());
      kept = new HashSet<>(frequent.subList(0, Math.min(max - 1, frequent.size())));
    }
    List<Integer> order = new ArrayList<>(kept);
    order.sort((a, b) -> compare(field.field(), index.key(a), index.key(b)));
    int[] codes = new int[index.size()];
    Arrays.fill(codes, -1);
    all.forEach(n -> codes[n] = order.size());
    IntStream.range(0, order.size()).forEach(code -> codes[order.get(code)] = code);
    List<String> names = new ArrayList<>();
    order.forEach(n -> names.add(name(field.field(), index.key(n))));
    String note = "";
    if (fold) {
      names.add("other");
      note =
          "other: %s%,d less frequent values of %s"
              .formatted(
                  index.rest() > 0 ? "more than " : "", all.size() - order.size(), field.title());
    }
    return new Categories(field, fill, List.copyOf(names), note, fold, index, codes);
  }

  /** Returns whether a cell holds a value. A cell of an enumeration must be a valid index. */
  private static boolean isValue(RowField field, byte[] key) {
    if (field.enumeration().isEmpty()) {
      return true;
    }
    long at = number(field, key).getLong(0);
    return at >= 0 && at < field.enumeration().get().size();
  }

  private static boolean isText(RowField field) {
    return field.cellValNum() == Attribute.VAR || field.type().isString() || !isNumber(field);
  }

  private static boolean isNumber(RowField field) {
    return field.type().isIntegerValued() || field.type().isFloatingPoint();
  }

  private static Column number(RowField field, byte[] key) {
    return new FixedColumn(field.name(), field.type(), 1, 1, key, null);
  }

  private static int compare(RowField field, byte[] a, byte[] b) {
    if (isText(field)) {
      return Arrays.compareUnsigned(a, b);
    }
    if (field.type().isFloatingPoint()) {
      return Double.compare(number(field, a).getDouble(0), number(field, b).getDouble(0));
    }
    long first = number(field, a).getLong(0);
    long second = number(field, b).getLong(0);
    return field.type() == Datatype.UINT64
        ? Long.compareUnsigned(first, second)
        : Long.compare(first, second);
  }

  private static String name(RowField field, byte[] key) {
    if (field.enumeration().isPresent()) {
      Enumeration values = field.enumeration().get();
      byte[] value = values.value((int) number(field, key).getLong(0));
      return name(
          new RowField(field.name(), values.type(), values.cellValNum(), Optional.empty()), value);
    }
    if (isText(field)) {
      return FieldAxis.label(field.type(), key);
    }
    Column number = number(field, key);
    if (field.type() == Datatype.BOOL) {
      return number.getBoolean(0) ? "true" : "false";
    }
    return field.type().isFloatingPoint()
        ? RangeText.ofNumber(field.type(), number.getDouble(0))
        : RangeText.ofNumber(field.type(), number.getLong(0));
  }

  /**
   * Finds the category of each cell of a batch.
   *
   * @param into receives the category of each row, or -1 if the cell has none
   */
  void load(Batch batch, int[] into) {
    Column column = batch.column(field.name());
    byte[] data = column.array();
    for (int row = 0; row < batch.rows(); row++) {
      into[row] = isMissing(column, data, row) ? -1 : code(column, data, row);
    }
  }

  private int code(Column column, byte[] data, int row) {
    if (index == null) {
      return field.part().of(column.type(), column.getLong(row));
    }
    int number = index.find(data, column.start(row), column.end(row));
    return number >= 0 ? codes[number] : hasOther ? names.size() - 1 : -1;
  }

  private boolean isMissing(Column column, byte[] data, int row) {
    return isMissing(field, fill, column, data, row);
  }

  /** Counts the cells of a batch that have values. */
  static void count(PlotField field, byte[] fill, Batch batch, CategoryIndex index) {
    Column column = batch.column(field.name());
    byte[] data = column.array();
    for (int row = 0; row < batch.rows(); row++) {
      if (!isMissing(field, fill, column, data, row)) {
        index.add(data, column.start(row), column.end(row));
      }
    }
  }

  private static boolean isMissing(
      PlotField field, byte[] fill, Column column, byte[] data, int row) {
    if (column.nullable() && column.isNull(row)) {
      return true;
    }
    int start = column.start(row);
    int end = column.end(row);
    if (fill != null && Arrays.equals(data, start, end, fill, 0, fill.length)) {
      return true;
    }
    // Long.MIN_VALUE is NaT, "not a time".
    return field.field().type().isDatetime() && column.getLong(row) == Long.MIN_VALUE;
  }
}
