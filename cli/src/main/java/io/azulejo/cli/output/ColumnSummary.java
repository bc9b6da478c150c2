package io.azulejo.cli.output;

import io.azulejo.query.Aggregate;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import io.azulejo.text.output.CellText;
import io.azulejo.text.output.RowField;
import io.azulejo.text.value.FloatingPointText;
import io.azulejo.text.value.TextBuffer;
import java.math.BigDecimal;
import java.math.MathContext;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Statistics of one field: aggregates that the engine computes, and counts of distinct values.
 * Memory is bounded. Not thread-safe.
 */
public final class ColumnSummary {
  private final RowField field;
  private final ValueCounts values = new ValueCounts();
  private Batch aggregates;

  public ColumnSummary(RowField field) {
    this.field = field;
  }

  /**
   * Returns the aggregates to compute for this summary. They must be computed without NaN and NaT.
   */
  public Stream<Aggregate> aggregates() {
    String name = field.name();
    Datatype type = field.type();
    boolean number = field.isSingle() && (type.isIntegerValued() || type.isFloatingPoint());
    boolean text =
        switch (type) {
          case CHAR, STRING_ASCII, STRING_UTF8 -> true;
          default -> false;
        };
    boolean ordered =
        (number || text) && field.enumeration().map(Enumeration::ordered).orElse(true);
    return Stream.of(
            Stream.of(Aggregate.count(name), Aggregate.nullCount(name)),
            ordered ? Stream.of(Aggregate.min(name), Aggregate.max(name)) : Stream.<Aggregate>of(),
            number && field.enumeration().isEmpty()
                ? Stream.of(Aggregate.mean(name))
                : Stream.<Aggregate>of())
        .flatMap(some -> some);
  }

  /** Counts the non-null values of a batch. */
  public void add(Batch batch) {
    Column column = batch.column(field.name());
    byte[] data = column.array();
    for (int row = 0; row < batch.rows(); row++) {
      if (!column.isNull(row)) {
        int start = column.start(row);
        values.add(data, start, column.end(row) - start);
      }
    }
  }

  /**
   * Sets the computed aggregates. The statistics are available after this call.
   *
   * @param answer one row with {@link Aggregate#count()} and all {@link #aggregates()} of this
   *     summary
   */
  public void complete(Batch answer) {
    aggregates = answer;
  }

  /** Returns the summarized field. */
  public RowField field() {
    return field;
  }

  /** Returns the field's type, with brackets if cells have several values. */
  public String type() {
    String each = field.type().name();
    return field.cellValNum() == Attribute.VAR
        ? each + "[]"
        : field.cellValNum() == 1 ? each : each + "[" + field.cellValNum() + "]";
  }

  private long number(Aggregate aggregate) {
    return aggregates.column(aggregate.toString()).getLong(0);
  }

  /** Returns the number of non-null cells, including NaN and NaT. */
  public long count() {
    return number(Aggregate.count()) - nulls();
  }

  /** Returns the number of null cells. */
  public long nulls() {
    return number(Aggregate.nullCount(field.name()));
  }

  /** Returns the number of NaN or NaT cells. */
  public long nanCount() {
    return count() - number(Aggregate.count(field.name()));
  }

  /** Returns the counts of distinct values. */
  public ValueCounts values() {
    return values;
  }

  /**
   * Returns the minimum as text. The result is empty if all cells are null or NaN, or if the values
   * have no order.
   */
  public Optional<String> min(CellText.Notation notation) {
    return value(Aggregate.min(field.name())).map(min -> text(min.getBytes(0), notation));
  }

  /**
   * Returns the maximum as text. The result is empty if all cells are null or NaN, or if the values
   * have no order.
   */
  public Optional<String> max(CellText.Notation notation) {
    return value(Aggregate.max(field.name())).map(max -> text(max.getBytes(0), notation));
  }

  /** Returns the result of an aggregate whose value exists and was requested. */
  private Optional<Column> value(Aggregate aggregate) {
    return number(Aggregate.count(field.name())) > 0 && aggregates().anyMatch(aggregate::equals)
        ? Optional.of(aggregates.column(aggregate.toString()))
        : Optional.empty();
  }

  /**
   * Returns a cell value as text. In plain notation, an empty value is shown as two quotes.
   *
   * @param value the bytes of the cell, little-endian
   */
  public String text(byte[] value, CellText.Notation notation) {
    if (value.length == 0 && notation == CellText.Notation.PLAIN) {
      return "\"\"";
    }
    TextBuffer out = new TextBuffer(value.length + 24);
    CellText.of(field, notation)
        .append(out, ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN), 0, value.length);
    return out.toString();
  }

  /**
   * Returns the mean as text. The result is empty if all cells are null or NaN, or if the values
   * are not numbers. The mean of datetimes is rounded down to a datetime. In plain notation, other
   * means are rounded to six digits.
   */
  public Optional<String> mean(CellText.Notation notation) {
    return value(Aggregate.mean(field.name()))
        .map(
            mean ->
                mean.type() == Datatype.FLOAT64
                    ? mean(mean.getDouble(0), notation)
                    : text(mean.getBytes(0), notation));
  }

  private static String mean(double value, CellText.Notation notation) {
    if (notation == CellText.Notation.PLAIN && Double.isFinite(value)) {
      BigDecimal rounded = new BigDecimal(value).round(new MathContext(6)).stripTrailingZeros();
      boolean plain = value == 0 || Math.abs(rounded.scale()) <= 9;
      return plain ? rounded.toPlainString() : rounded.toString();
    }
    TextBuffer out = new TextBuffer(32);
    boolean quote = notation == CellText.Notation.JSON && !Double.isFinite(value);
    out.append(quote ? "\"" : "");
    FloatingPointText.appendDouble(out, Double.doubleToRawLongBits(value));
    return out.append(quote ? "\"" : "").toString();
  }

  /**
   * Returns the most frequent values; see {@link ValueCounts}.
   *
   * @param number the maximum number of values to return
   */
  public List<ValueCounts.Frequent> mostFrequent(int number) {
    return values.mostFrequent(number);
  }
}
