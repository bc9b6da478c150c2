package io.azulejo.spark;

import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import io.azulejo.table.ArrayTable;
import io.azulejo.table.ColumnType;
import io.azulejo.table.TableColumn;
import io.azulejo.testkit.TestArrays;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.spark.sql.Row;
import scala.collection.Seq;

/**
 * Rows as texts: those of Spark, and those that the cells of an array are, found out one by one.
 */
final class CellText {
  private CellText() {}

  /** The rows of Spark, sorted. */
  static List<String> rows(List<Row> rows) {
    return rows.stream().map(row -> String.join("|", values(row))).sorted().toList();
  }

  /** The values of a row of Spark. */
  static List<String> values(Row row) {
    return IntStream.range(0, row.length()).mapToObj(i -> text(row.get(i))).toList();
  }

  private static String text(Object value) {
    if (value instanceof byte[] bytes) {
      return HexFormat.of().formatHex(bytes);
    }
    if (value instanceof Seq<?> list) {
      return IntStream.range(0, list.length())
          .mapToObj(i -> text(list.apply(i)))
          .toList()
          .toString();
    }
    if (value instanceof Double || value instanceof Float) {
      return Double.toString(((Number) value).doubleValue() + 0.0); // zeros are equal to Spark
    }
    return value instanceof BigDecimal number ? number.toPlainString() : Objects.toString(value);
  }

  /** The rows of a table, sorted. */
  static List<String> rows(ArrayTable table) {
    List<TableColumn> columns = table.columns();
    ReadRequest request =
        ReadRequest.ALL
            .select(columns.stream().map(TableColumn::field).toList())
            .cells(table.options().cells());
    return TestArrays.rows(
            table.array().read(request),
            (batch, row) ->
                IntStream.range(0, columns.size())
                    .mapToObj(i -> text(columns.get(i), batch.column(i), row))
                    .collect(Collectors.joining("|")))
        .stream()
        .sorted()
        .toList();
  }

  private static String text(TableColumn column, Column cells, int row) {
    if (cells.isNull(row)) {
      return "null";
    }
    if (column.stored().isDatetime()
        && column.valuesPerCell() == 1
        && cells.getLong(row) == Long.MIN_VALUE) {
      return "null";
    }
    if (column.enumeration().isEmpty()) {
      return text(column.type(), column.stored(), cells.getBytes(row));
    }
    Enumeration values = column.enumeration().get();
    long index = cells.getLong(row);
    return index < 0 || index >= values.size()
        ? "null"
        : text(column.type(), values.type(), values.value((int) index));
  }

  private static String text(ColumnType type, Datatype stored, byte[] bytes) {
    return switch (type.kind()) {
      case TEXT -> new String(bytes, charset(stored));
      case BINARY -> HexFormat.of().formatHex(bytes);
      case LIST -> {
        List<String> values = new ArrayList<>();
        for (int at = 0; at < bytes.length; at += stored.size()) {
          byte[] one = Arrays.copyOfRange(bytes, at, at + stored.size());
          values.add(text(type.element().orElseThrow(), stored, one));
        }
        yield values.toString();
      }
      default -> number(type, stored, bytes);
    };
  }

  private static Charset charset(Datatype type) {
    return switch (type) {
      case STRING_UTF16, STRING_UCS2 -> StandardCharsets.UTF_16LE;
      case STRING_UTF32, STRING_UCS4 -> Charset.forName("UTF-32LE");
      default -> StandardCharsets.UTF_8;
    };
  }

  private static String number(ColumnType type, Datatype stored, byte[] bytes) {
    ByteBuffer wide = ByteBuffer.allocate(Long.BYTES).order(ByteOrder.LITTLE_ENDIAN);
    wide.put(bytes);
    boolean negative = !stored.isUnsigned() && bytes[bytes.length - 1] < 0;
    while (wide.hasRemaining()) {
      wide.put((byte) (negative ? -1 : 0));
    }
    long value = wide.getLong(0);
    return switch (type.kind()) {
      case BOOLEAN -> Boolean.toString(value != 0);
      case FLOAT32 -> Double.toString(wide.getFloat(0) + 0.0);
      case FLOAT64 -> Double.toString(wide.getDouble(0) + 0.0);
      case UINT64 -> Long.toUnsignedString(value);
      case DECIMAL ->
          BigDecimal.valueOf(value, type.digits().orElseThrow().scale()).toPlainString();
      case DATE, TIMESTAMP -> isNull(stored, value) ? "null" : time(type, stored, value);
      case INSTANT -> isNull(stored, value) ? "null" : instant(type, stored, value);
      default -> Long.toString(value);
    };
  }

  /** Whether a datetime is no time, or none that Spark can count: with an option it is null. */
  private static boolean isNull(Datatype unit, long count) {
    try {
      switch (unit) {
        case DATETIME_YEAR -> Math.toIntExact(LocalDate.EPOCH.plusYears(count).toEpochDay());
        case DATETIME_MONTH -> Math.toIntExact(LocalDate.EPOCH.plusMonths(count).toEpochDay());
        case DATETIME_DAY -> Math.toIntExact(count);
        case DATETIME_WEEK -> Math.multiplyExact(count, 604_800_000_000L);
        case DATETIME_HR -> Math.multiplyExact(count, 3_600_000_000L);
        case DATETIME_MIN -> Math.multiplyExact(count, 60_000_000L);
        case DATETIME_SEC -> Math.multiplyExact(count, 1_000_000L);
        case DATETIME_MS -> Math.multiplyExact(count, 1_000L);
        default -> {}
      }
    } catch (ArithmeticException | DateTimeException e) {
      return true;
    }
    return count == Long.MIN_VALUE;
  }

  private static String instant(ColumnType type, Datatype unit, long count) {
    return LocalDateTime.parse(time(type, unit, count)).toInstant(ZoneOffset.UTC).toString();
  }

  private static String time(ColumnType type, Datatype unit, long count) {
    LocalDateTime start = LocalDateTime.ofEpochSecond(0, 0, ZoneOffset.UTC);
    LocalDateTime time =
        switch (unit) {
          case DATETIME_YEAR -> start.plusYears(count);
          case DATETIME_MONTH -> start.plusMonths(count);
          case DATETIME_WEEK -> start.plusWeeks(count);
          case DATETIME_DAY -> start.plusDays(count);
          case DATETIME_HR -> start.plusHours(count);
          case DATETIME_MIN -> start.plusMinutes(count);
          case DATETIME_SEC -> start.plusSeconds(count);
          case DATETIME_MS ->
              start
                  .plusSeconds(Math.floorDiv(count, 1000))
                  .plusNanos(Math.floorMod(count, 1000) * 1_000_000L);
          case DATETIME_US ->
              start
                  .plusSeconds(Math.floorDiv(count, 1_000_000))
                  .plusNanos(Math.floorMod(count, 1_000_000) * 1_000L);
          default -> throw new IllegalArgumentException(unit + " is no timestamp here");
        };
    return type.kind() == ColumnType.Kind.DATE ? time.toLocalDate().toString() : time.toString();
  }
}
