package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.cli.rows.RowOrder;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.Suggestion;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.Grouping;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import io.azulejo.text.output.RowField;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The columns of an aggregation's result. Group keys come first, followed by aggregates.
 *
 * @param wanted the aggregation
 * @param enumerations for each column, the enumeration to which its values are indexes, if any
 */
record AnswerColumns(Aggregation wanted, List<Optional<Enumeration>> enumerations) {
  /** Number of significant digits of a computed number in a table, as for means in summaries. */
  private static final int DIGITS = 6;

  /**
   * Returns the columns for an aggregation of an array.
   *
   * @throws InvalidRequestException if an aggregate would calculate with enumeration indexes, which
   *     users do not see here
   */
  static AnswerColumns of(Array array, Aggregation wanted) {
    List<Optional<Enumeration>> enumerations = new ArrayList<>();
    for (Grouping grouping : wanted.groupBy()) {
      boolean values = grouping.function() == Grouping.Function.VALUE;
      enumerations.add(
          values ? enumeration(array, Optional.of(grouping.field())) : Optional.empty());
    }
    for (Aggregate aggregate : wanted.aggregates()) {
      Optional<Enumeration> enumeration = enumeration(array, aggregate.field());
      boolean fits =
          switch (aggregate.function()) {
            case COUNT, NULL_COUNT, COUNT_DISTINCT, MIN, MAX, FIRST, LAST -> true;
            default -> enumeration.isEmpty();
          };
      if (!fits) {
        throw new InvalidRequestException(
            aggregate
                + ": cannot calculate with values of an enumeration; count them, or group by them");
      }
      enumerations.add(isValue(aggregate) ? enumeration : Optional.empty());
    }
    return new AnswerColumns(wanted, enumerations);
  }

  /** Returns whether the result of an aggregate is one of the field's values. */
  private static boolean isValue(Aggregate aggregate) {
    return switch (aggregate.function()) {
      case MIN, MAX, FIRST, LAST -> true;
      default -> false;
    };
  }

  private static Optional<Enumeration> enumeration(Array array, Optional<String> field) {
    return field
        .flatMap(array.schema()::attribute)
        .flatMap(Attribute::enumeration)
        .map(array::enumeration);
  }

  /** Returns the fields of the columns to print. */
  List<RowField> fields(Batch answer) {
    List<RowField> fields = new ArrayList<>();
    for (int i = 0; i < enumerations.size(); i++) {
      fields.add(RowField.of(answer.column(i), enumerations.get(i)));
    }
    return fields;
  }

  private List<String> names() {
    List<String> names = new ArrayList<>();
    wanted.groupBy().forEach(grouping -> names.add(grouping.column()));
    wanted.aggregates().forEach(aggregate -> names.add(aggregate.toString()));
    return names;
  }

  /**
   * Converts a sort order so that its keys are names of result columns. The keys may be spelled in
   * the same ways as in the aggregation.
   *
   * @throws InvalidRequestException if a key is not a column
   */
  RowOrder order(RowOrder given) {
    List<RowOrder.Key> keys = new ArrayList<>();
    for (RowOrder.Key key : given.keys()) {
      String name = names().contains(key.field()) ? key.field() : column(key.field());
      if (!names().contains(name)) {
        throw new InvalidRequestException(
            "--order-by %s: unknown column; valid: %s%s"
                .formatted(
                    key.field(),
                    String.join(", ", names()),
                    Suggestion.hint(key.field(), names())));
      }
      keys.add(new RowOrder.Key(name, key.descending()));
    }
    return new RowOrder(keys);
  }

  /**
   * Returns the column name for another spelling of a group key or aggregate. Text that cannot be
   * parsed is returned unchanged.
   */
  private static String column(String text) {
    try {
      return Aggregate.parse(text).toString();
    } catch (InvalidRequestException e) {
      return group(text);
    }
  }

  private static String group(String text) {
    try {
      return Aggregation.parse("count() by " + text).groupBy().get(0).column();
    } catch (InvalidRequestException e) {
      return text;
    }
  }

  /**
   * Returns the sort order of groups by their values. It is empty if no group key is an
   * enumeration, because the engine has already sorted other keys.
   */
  RowOrder groups() {
    boolean known =
        enumerations.subList(0, wanted.groupBy().size()).stream().allMatch(Optional::isEmpty);
    return new RowOrder(
        known
            ? List.of()
            : wanted.groupBy().stream().map(g -> new RowOrder.Key(g.column(), false)).toList());
  }

  /** Returns a copy of a batch whose computed numbers are rounded for display. */
  Batch rounded(Batch batch) {
    List<Column> columns = new ArrayList<>();
    for (int i = 0; i < batch.columns().size(); i++) {
      Column column = batch.column(i);
      int aggregate = i - wanted.groupBy().size();
      boolean made =
          aggregate < 0
              ? wanted.groupBy().get(i).function() == Grouping.Function.BIN
              : !isValue(wanted.aggregates().get(aggregate));
      columns.add(made && column.type() == Datatype.FLOAT64 ? rounded(column) : column);
    }
    return Batch.of(batch.rows(), columns);
  }

  private static Column rounded(Column column) {
    int rows = column.rows();
    ByteBuffer data = ByteBuffer.allocate(rows * Double.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    for (int row = 0; row < rows; row++) {
      data.putDouble(rounded(column.getDouble(row)));
    }
    byte[] validity = column.validityArray().orElse(null);
    return new FixedColumn(column.name(), Datatype.FLOAT64, 1, rows, data.array(), validity);
  }

  /** Rounds a number to six significant digits, but keeps all digits before its decimal point. */
  private static double rounded(double value) {
    if (!Double.isFinite(value) || value == 0) {
      return value;
    }
    BigDecimal exact = new BigDecimal(value);
    int scale = DIGITS - (exact.precision() - exact.scale());
    return exact.setScale(Math.max(0, scale), RoundingMode.HALF_EVEN).doubleValue();
  }
}
