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
 * The columns of an answer of aggregates: those that make groups, then the aggregates.
 *
 * @param wanted what was asked
 * @param enumerations for each column what its values stand for, where they are indexes
 */
record AnswerColumns(Aggregation wanted, List<Optional<Enumeration>> enumerations) {
  /** Digits of a number in a table, as those of a mean in a summary. */
  private static final int DIGITS = 6;

  /**
   * The columns of what is asked of an array.
   *
   * @throws InvalidRequestException if the indexes of an enumeration, which nobody sees here, would
   *     be calculated with
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
                + ": its values are those of an enumeration, which are not added up; count them, or"
                + " group by them");
      }
      enumerations.add(isValue(aggregate) ? enumeration : Optional.empty());
    }
    return new AnswerColumns(wanted, enumerations);
  }

  /** Whether an aggregate is one of the values of its field. */
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

  /** The columns of rows that come out. */
  List<RowField> fields(Batch answer) {
    List<RowField> fields = new ArrayList<>();
    for (int i = 0; i < enumerations.size(); i++) {
      fields.add(RowField.of(answer.column(i), enumerations.get(i)));
    }
    return fields;
  }

  /** The names of the columns. */
  private List<String> names() {
    List<String> names = new ArrayList<>();
    wanted.groupBy().forEach(grouping -> names.add(grouping.column()));
    wanted.aggregates().forEach(aggregate -> names.add(aggregate.toString()));
    return names;
  }

  /** An order by columns of the answer, which can be written as in the question. */
  RowOrder order(RowOrder given) {
    List<RowOrder.Key> keys = new ArrayList<>();
    for (RowOrder.Key key : given.keys()) {
      String name = names().contains(key.field()) ? key.field() : column(key.field());
      if (!names().contains(name)) {
        throw new InvalidRequestException(
            "--order-by %s: the answer has no such column; there are %s%s"
                .formatted(
                    key.field(),
                    String.join(", ", names()),
                    Suggestion.hint(key.field(), names())));
      }
      keys.add(new RowOrder.Key(name, key.descending()));
    }
    return new RowOrder(keys);
  }

  /** The name of a column that is written in another way, if it can be read. */
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

  /** The order of groups: that of their values; the engine knows that of all but enumerations. */
  RowOrder groups() {
    boolean known =
        enumerations.subList(0, wanted.groupBy().size()).stream().allMatch(Optional::isEmpty);
    return new RowOrder(
        known
            ? List.of()
            : wanted.groupBy().stream().map(g -> new RowOrder.Key(g.column(), false)).toList());
  }

  /** The rows with numbers that were calculated rounded, for people. */
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

  /** A number of some digits, and of all that are in front of its point. */
  private static double rounded(double value) {
    if (!Double.isFinite(value) || value == 0) {
      return value;
    }
    BigDecimal exact = new BigDecimal(value);
    int scale = DIGITS - (exact.precision() - exact.scale());
    return exact.setScale(Math.max(0, scale), RoundingMode.HALF_EVEN).doubleValue();
  }
}
