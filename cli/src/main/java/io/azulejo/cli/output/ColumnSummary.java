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

/** Statistics of one field: aggregates, and the values of batch after batch in bounded memory. */
public final class ColumnSummary {
  private final RowField field;
  private final ValueCounts values = new ValueCounts();
  private Batch aggregates;

  public ColumnSummary(RowField field) {
    this.field = field;
  }

  /** The aggregates of the field that the summary shows, NaN and NaT left out. */
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

  /** Adds the values of a batch. */
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

  /** Takes the {@link #aggregates}, and {@link Aggregate#count()}, of the cells that were added. */
  public void complete(Batch answer) {
    aggregates = answer;
  }

  /** The field. */
  public RowField field() {
    return field;
  }

  /** Its type, with brackets where cells have several values. */
  public String type() {
    String each = field.type().name();
    return field.cellValNum() == Attribute.VAR
        ? each + "[]"
        : field.cellValNum() == 1 ? each : each + "[" + field.cellValNum() + "]";
  }

  private long number(Aggregate aggregate) {
    return aggregates.column(aggregate.toString()).getLong(0);
  }

  /** The cells that are not null. */
  public long count() {
    return number(Aggregate.count()) - nulls();
  }

  /** The cells that are null. */
  public long nulls() {
    return number(Aggregate.nullCount(field.name()));
  }

  /** The cells that are NaN or no time. */
  public long noNumbers() {
    return count() - number(Aggregate.count(field.name()));
  }

  /** The different values. */
  public ValueCounts values() {
    return values;
  }

  /** The minimum; empty if there is none, or values have no order. */
  public Optional<String> min(CellText.Notation notation) {
    return value(Aggregate.min(field.name())).map(min -> text(min.getBytes(0), notation));
  }

  /** The maximum. */
  public Optional<String> max(CellText.Notation notation) {
    return value(Aggregate.max(field.name())).map(max -> text(max.getBytes(0), notation));
  }

  /** An aggregate that is a value; empty if there is none, or it was not asked for. */
  private Optional<Column> value(Aggregate aggregate) {
    return number(Aggregate.count(field.name())) > 0 && aggregates().anyMatch(aggregate::equals)
        ? Optional.of(aggregates.column(aggregate.toString()))
        : Optional.empty();
  }

  /** A value as a text; the empty one for the eye as two quotes. */
  public String text(byte[] value, CellText.Notation notation) {
    if (value.length == 0 && notation == CellText.Notation.PLAIN) {
      return "\"\"";
    }
    TextBuffer out = new TextBuffer(value.length + 24);
    CellText.of(field, notation)
        .append(out, ByteBuffer.wrap(value).order(ByteOrder.LITTLE_ENDIAN), 0, value.length);
    return out.toString();
  }

  /** The mean of numbers as a text: of datetimes the datetime at or before it. */
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

  /** The most frequent values. */
  public List<ValueCounts.Frequent> mostFrequent(int number) {
    return values.mostFrequent(number);
  }
}
