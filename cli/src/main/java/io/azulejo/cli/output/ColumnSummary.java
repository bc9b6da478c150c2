package io.azulejo.cli.output;

import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import io.azulejo.text.output.CellText;
import io.azulejo.text.output.RowField;
import io.azulejo.text.value.FloatingPointText;
import io.azulejo.text.value.TextBuffer;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.math.RoundingMode;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** What the values of one field are like, taken from batch after batch in bounded memory. */
public final class ColumnSummary {
  private final RowField field;
  private final boolean number;
  private final boolean text;
  private final long flip;
  private final ValueCounts values = new ValueCounts();

  private byte[] data = new byte[0];
  private int[] offsets = new int[0];

  private long count;
  private long nulls;
  private long noNumbers;

  /** The values that have a place in the order: all but nulls and what is no number. */
  private long ordered;

  private long minInteger;
  private long maxInteger;
  private double minFloatingPoint;
  private double maxFloatingPoint;
  private byte[] minText;
  private byte[] maxText;

  /** The sum of integers, in 128 bits. */
  private long sumLow;

  private long sumHigh;

  /** The sum of floating-point numbers, and what was lost by rounding. */
  private double sum;

  private double lost;

  public ColumnSummary(RowField field) {
    this.field = field;
    Datatype type = field.type();
    boolean sorted = field.enumeration().map(Enumeration::ordered).orElse(true);
    number =
        sorted
            && field.isSingle()
            && (type.isIntegerValued() || type.isFloatingPoint() || type == Datatype.BOOL);
    text = type == Datatype.CHAR || type == Datatype.STRING_ASCII || type == Datatype.STRING_UTF8;
    flip = type == Datatype.UINT64 ? Long.MIN_VALUE : 0;
  }

  /** Adds the first rows of a column. */
  public void add(Column column, int rows) {
    boolean fixed = column instanceof FixedColumn;
    int cell = 0;
    if (column instanceof FixedColumn cells) {
      cell = cells.valuesPerCell() * cells.type().size();
      data = data.length < column.rows() * cell ? new byte[column.rows() * cell] : data;
      cells.copyBits(data, 0);
    } else if (column instanceof VarColumn cells) {
      data = data.length < cells.dataSize() ? new byte[cells.dataSize()] : data;
      cells.copyBits(data, 0);
      offsets = offsets.length <= column.rows() ? new int[column.rows() + 1] : offsets;
      cells.copyOffsets(offsets, 0);
    }
    for (int row = 0; row < rows; row++) {
      if (column.isNull(row)) {
        nulls++;
        continue;
      }
      count++;
      int start = fixed ? row * cell : offsets[row];
      int end = fixed ? start + cell : offsets[row + 1];
      values.add(data, start, end - start);
      if (!number) {
        if (text) {
          addText(start, end);
        }
      } else if (field.type().isFloatingPoint()) {
        addFloatingPoint(column.getDouble(row));
      } else {
        addInteger(column.getLong(row));
      }
    }
  }

  private void addText(int start, int end) {
    if (ordered == 0 || Arrays.compareUnsigned(data, start, end, minText, 0, minText.length) < 0) {
      minText = Arrays.copyOfRange(data, start, end);
    }
    if (ordered == 0 || Arrays.compareUnsigned(data, start, end, maxText, 0, maxText.length) > 0) {
      maxText = Arrays.copyOfRange(data, start, end);
    }
    ordered++;
  }

  private void addFloatingPoint(double value) {
    if (Double.isNaN(value)) {
      noNumbers++;
      return;
    }
    minFloatingPoint = ordered == 0 ? value : Math.min(minFloatingPoint, value);
    maxFloatingPoint = ordered == 0 ? value : Math.max(maxFloatingPoint, value);
    ordered++;
    double next = sum + value;
    lost += Math.abs(sum) >= Math.abs(value) ? sum - next + value : value - next + sum;
    sum = next;
  }

  private void addInteger(long value) {
    if (field.type().isDatetime() && value == Long.MIN_VALUE) {
      noNumbers++;
      return;
    }
    boolean first = ordered++ == 0;
    minInteger = first || (value ^ flip) < (minInteger ^ flip) ? value : minInteger;
    maxInteger = first || (value ^ flip) > (maxInteger ^ flip) ? value : maxInteger;
    sumHigh += flip == 0 ? value >> 63 : 0;
    sumLow += value;
    sumHigh += Long.compareUnsigned(sumLow, value) < 0 ? 1 : 0;
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

  /** The cells that are not null. */
  public long count() {
    return count;
  }

  /** The cells that are null. */
  public long nulls() {
    return nulls;
  }

  /** The cells that are NaN or no time. */
  public long noNumbers() {
    return noNumbers;
  }

  /** The different values. */
  public ValueCounts values() {
    return values;
  }

  /** The minimum; empty if there is none, or values have no order. */
  public Optional<String> min(CellText.Notation notation) {
    return end(notation, minInteger, minFloatingPoint, minText);
  }

  /** The maximum. */
  public Optional<String> max(CellText.Notation notation) {
    return end(notation, maxInteger, maxFloatingPoint, maxText);
  }

  private Optional<String> end(
      CellText.Notation notation, long integer, double floatingPoint, byte[] bytes) {
    if (ordered == 0) {
      return Optional.empty();
    }
    return Optional.of(text(bytes != null ? bytes : cell(integer, floatingPoint), notation));
  }

  private byte[] cell(long integer, double floatingPoint) {
    Datatype type = field.type();
    long bits =
        type == Datatype.FLOAT32
            ? Float.floatToRawIntBits((float) floatingPoint)
            : type == Datatype.FLOAT64 ? Double.doubleToRawLongBits(floatingPoint) : integer;
    byte[] eight =
        ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN).putLong(bits).array();
    return Arrays.copyOf(eight, type.size());
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

  /** The mean of numbers, in the unit that is stored; empty for other fields. */
  public OptionalDouble mean() {
    if (ordered == 0 || !number || field.enumeration().isPresent()) {
      return OptionalDouble.empty();
    }
    if (field.type().isFloatingPoint()) {
      return OptionalDouble.of((Double.isFinite(sum) ? sum + lost : sum) / ordered);
    }
    return OptionalDouble.of(integerMean().doubleValue());
  }

  private BigDecimal integerMean() {
    BigInteger low = new BigInteger(Long.toUnsignedString(sumLow));
    BigInteger all = BigInteger.valueOf(sumHigh).shiftLeft(Long.SIZE).add(low);
    return new BigDecimal(all).divide(BigDecimal.valueOf(ordered), MathContext.DECIMAL128);
  }

  /** The mean as a text: of datetimes the datetime before it. */
  public Optional<String> mean(CellText.Notation notation) {
    OptionalDouble mean = mean();
    if (mean.isEmpty()) {
      return Optional.empty();
    }
    if (field.type().isDatetime()) {
      long floor = integerMean().setScale(0, RoundingMode.FLOOR).longValueExact();
      return Optional.of(text(cell(floor, 0), notation));
    }
    double value = mean.getAsDouble();
    if (notation == CellText.Notation.PLAIN && Double.isFinite(value)) {
      BigDecimal rounded = new BigDecimal(value).round(new MathContext(6)).stripTrailingZeros();
      boolean plain = value == 0 || Math.abs(rounded.scale()) <= 9;
      return Optional.of(plain ? rounded.toPlainString() : rounded.toString());
    }
    TextBuffer out = new TextBuffer(32);
    boolean quote = notation == CellText.Notation.JSON && !Double.isFinite(value);
    out.append(quote ? "\"" : "");
    FloatingPointText.appendDouble(out, Double.doubleToRawLongBits(value));
    return Optional.of(out.append(quote ? "\"" : "").toString());
  }

  /** The most frequent values. */
  public List<ValueCounts.Frequent> mostFrequent(int number) {
    return values.mostFrequent(number);
  }
}
