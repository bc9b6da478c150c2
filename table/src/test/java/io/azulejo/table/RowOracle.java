package io.azulejo.table;

import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import io.azulejo.table.Predicate.Operator;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What an engine sees in rows, and of which of them a predicate is true to it: row by row, value by
 * value, with the rules written down once more.
 */
final class RowOracle {
  /** A value that nothing but null tests is asked of. */
  record Opaque() {}

  /** A point in time, in attoseconds. */
  record Moment(BigInteger attoseconds) {}

  private final Dialect dialect;

  RowOracle(Dialect dialect) {
    this.dialect = dialect;
  }

  /** What the engine sees of the columns of a row, by their names. */
  Map<String, Object> seen(List<TableColumn> columns, Batch batch, int row) {
    Map<String, Object> values = new LinkedHashMap<>();
    for (int c = 0; c < columns.size(); c++) {
      values.put(columns.get(c).name(), seen(columns.get(c), batch.columns().get(c), row));
    }
    return values;
  }

  /** A cell as the engine sees it; null for null. */
  Object seen(TableColumn table, Column column, int row) {
    if (column.isNull(row)) {
      return null;
    }
    byte[] cell = column.getBytes(row);
    if (table.enumeration().isPresent()) {
      Enumeration values = table.enumeration().get();
      BigInteger index = integer(table.stored(), cell);
      boolean known = index.signum() >= 0 && index.compareTo(BigInteger.valueOf(values.size())) < 0;
      return known
          ? seen(values.type(), values.cellValNum(), values.value(index.intValue()))
          : null;
    }
    return seen(table.stored(), table.valuesPerCell(), cell);
  }

  private Object seen(Datatype type, int values, byte[] cell) {
    if (type.isString() && type.size() > 1) {
      return new Opaque();
    }
    if (type.isString()) {
      return dialect.stringOrder() == Dialect.StringOrder.BYTES
          ? cell
          : new String(cell, StandardCharsets.UTF_8);
    }
    if (type == Datatype.CHAR) {
      return cell;
    }
    if (values != 1 || type.isBytes()) {
      return new Opaque();
    }
    BigInteger number = integer(type, cell);
    if (type == Datatype.BOOL) {
      return number.signum() != 0;
    }
    if (type == Datatype.FLOAT32) {
      return (double) Float.intBitsToFloat(number.intValue());
    }
    if (type == Datatype.FLOAT64) {
      return Double.longBitsToDouble(number.longValue());
    }
    if (type == Datatype.UINT64 && dialect.unsigned() == Dialect.Unsigned.WRAPPED) {
      return BigInteger.valueOf(number.longValue());
    }
    if (!type.isDatetime()) {
      return number;
    }
    if (number.longValue() == Long.MIN_VALUE && dialect.nat() == Dialect.Nat.NULL) {
      return null;
    }
    boolean finer = type.compareTo(dialect.finest()) > 0;
    if (finer && dialect.finerUnits() == Dialect.FinerUnits.NUMBERS) {
      return number;
    }
    BigInteger time = attoseconds(type, number);
    if (dialect.outOfRange() == Dialect.OutOfRange.NULL && isBeyond(type, time)) {
      return null;
    }
    if (finer) {
      BigInteger unit = attoseconds(dialect.finest(), BigInteger.ONE);
      BigInteger[] parts = time.divideAndRemainder(unit);
      time = time.subtract(parts[1].signum() < 0 ? parts[1].add(unit) : parts[1]);
    }
    return new Moment(time);
  }

  /** Whether days do not fit 32 bits, or the finest units of the engine 64 bits. */
  private boolean isBeyond(Datatype type, BigInteger time) {
    boolean date =
        type == Datatype.DATETIME_YEAR
            || type == Datatype.DATETIME_MONTH
            || type == Datatype.DATETIME_DAY;
    BigInteger unit = attoseconds(date ? Datatype.DATETIME_DAY : dialect.finest(), BigInteger.ONE);
    BigInteger[] parts = time.divideAndRemainder(unit);
    BigInteger floor = parts[1].signum() < 0 ? parts[0].subtract(BigInteger.ONE) : parts[0];
    return floor.bitLength() > (date ? 31 : 63);
  }

  private static BigInteger attoseconds(Datatype unit, BigInteger count) {
    BigInteger second = BigInteger.TEN.pow(18);
    return switch (unit) {
      case DATETIME_YEAR ->
          attoseconds(Datatype.DATETIME_MONTH, count.multiply(BigInteger.valueOf(12)));
      case DATETIME_MONTH -> {
        // Months of centuries far away are those of the next 4800 months, which are always as long.
        BigInteger[] parts = count.divideAndRemainder(BigInteger.valueOf(4800));
        long days = LocalDate.of(1970, 1, 1).plusMonths(parts[1].longValue()).toEpochDay();
        yield attoseconds(
            Datatype.DATETIME_DAY,
            parts[0].multiply(BigInteger.valueOf(146_097)).add(BigInteger.valueOf(days)));
      }
      case DATETIME_WEEK -> count.multiply(BigInteger.valueOf(7 * 86_400)).multiply(second);
      case DATETIME_DAY -> count.multiply(BigInteger.valueOf(86_400)).multiply(second);
      case DATETIME_HR -> count.multiply(BigInteger.valueOf(3600)).multiply(second);
      case DATETIME_MIN -> count.multiply(BigInteger.valueOf(60)).multiply(second);
      case DATETIME_SEC -> count.multiply(second);
      case DATETIME_MS -> count.multiply(BigInteger.TEN.pow(15));
      case DATETIME_US -> count.multiply(BigInteger.TEN.pow(12));
      case DATETIME_NS -> count.multiply(BigInteger.TEN.pow(9));
      case DATETIME_PS -> count.multiply(BigInteger.TEN.pow(6));
      case DATETIME_FS -> count.multiply(BigInteger.TEN.pow(3));
      default -> count;
    };
  }

  static BigInteger integer(Datatype type, byte[] cell) {
    byte[] turned = new byte[cell.length];
    for (int i = 0; i < cell.length; i++) {
      turned[cell.length - 1 - i] = cell[i];
    }
    return type.isUnsigned() ? new BigInteger(1, turned) : new BigInteger(turned);
  }

  /** Whether a predicate is true of a row; null for unknown. */
  Boolean test(Predicate predicate, Map<String, Object> row) {
    if (predicate instanceof Predicate.And and) {
      return all(and.parts().stream().map(part -> test(part, row)).toArray(Boolean[]::new));
    }
    if (predicate instanceof Predicate.Or or) {
      return not(
          all(or.parts().stream().map(part -> not(test(part, row))).toArray(Boolean[]::new)));
    }
    if (predicate instanceof Predicate.Not not) {
      return not(test(not.part(), row));
    }
    if (predicate instanceof Predicate.Constant constant) {
      return constant.value().orElse(null);
    }
    if (predicate instanceof Predicate.IsNull test) {
      return row.get(test.column()) == null;
    }
    if (predicate instanceof Predicate.Foreign foreign) {
      return (row.hashCode() & 1) == 0; // any function of the row
    }
    if (predicate instanceof Predicate.Comparison test) {
      return compared(row.get(test.column()), test.operator(), value(test.value()));
    }
    if (predicate instanceof Predicate.ColumnComparison test) {
      return compared(row.get(test.column()), test.operator(), row.get(test.other()));
    }
    if (predicate instanceof Predicate.In in) {
      Boolean none = true;
      for (Value value : in.values()) {
        none = all(none, not(compared(row.get(in.column()), Operator.EQUAL, value(value))));
      }
      return not(none);
    }
    if (predicate instanceof Predicate.IsNan test) {
      Object value = row.get(test.column());
      return value == null ? null : value instanceof Double number && Double.isNaN(number);
    }
    if (predicate instanceof Predicate.Match test) {
      return matched(row.get(test.column()), test.place(), value(test.value()));
    }
    Predicate.Like like = (Predicate.Like) predicate;
    return liked(row.get(like.column()), like.pattern(), like.escape());
  }

  private static Boolean not(Boolean value) {
    return value == null ? null : !value;
  }

  private static Boolean all(Boolean... values) {
    if (Arrays.asList(values).contains(Boolean.FALSE)) {
      return false;
    }
    return Arrays.asList(values).contains(null) ? null : true;
  }

  private static Object value(Value value) {
    if (value instanceof Value.Bool flag) {
      return flag.value();
    }
    if (value instanceof Value.Exact number) {
      return number.value();
    }
    if (value instanceof Value.Floating number) {
      return number.value();
    }
    if (value instanceof Value.Text text) {
      return text.value();
    }
    if (value instanceof Value.Bytes bytes) {
      return bytes.value();
    }
    return value instanceof Value.Time time ? new Moment(time.attoseconds()) : null;
  }

  private Boolean compared(Object a, Operator operator, Object b) {
    if (a == null || b == null) {
      return operator == Operator.SAME ? (Boolean) (a == b) : null;
    }
    if (a instanceof Double || b instanceof Double) {
      if (dialect.nans() == Dialect.Nans.UNORDERED && (isNan(a) || isNan(b))) {
        return operator == Operator.NOT_EQUAL;
      }
    }
    int sign = sign(a, b);
    return switch (operator) {
      case LESS -> sign < 0;
      case LESS_OR_EQUAL -> sign <= 0;
      case EQUAL, SAME -> sign == 0;
      case NOT_EQUAL -> sign != 0;
      case GREATER_OR_EQUAL -> sign >= 0;
      case GREATER -> sign > 0;
    };
  }

  private static boolean isNan(Object value) {
    return value instanceof Double number && Double.isNaN(number);
  }

  private int sign(Object a, Object b) {
    if (a instanceof Opaque) {
      return 0; // with itself alone
    }
    if (a instanceof Boolean flag) {
      return Boolean.compare(flag, (Boolean) b);
    }
    if (a instanceof Moment moment) {
      return moment.attoseconds().compareTo(((Moment) b).attoseconds());
    }
    if (a instanceof byte[] bytes) {
      byte[] other = utf8(b);
      return dialect.trailingSpaces() == Dialect.TrailingSpaces.IGNORED && b instanceof String
          ? padded(bytes, other)
          : Arrays.compareUnsigned(bytes, other);
    }
    if (a instanceof String text) {
      return dialect.trailingSpaces() == Dialect.TrailingSpaces.IGNORED
          ? padded(text.chars().toArray(), ((String) b).chars().toArray())
          : text.compareTo((String) b);
    }
    if (isNan(a) || isNan(b)) {
      return Boolean.compare(isNan(a), isNan(b));
    }
    if (a instanceof Double x && b instanceof Double y) {
      return signOfDoubles(x, y);
    }
    if (dialect.mixed() == Dialect.Mixed.AS_DOUBLE
        && (a instanceof Double || b instanceof Double)) {
      return signOfDoubles(((Number) a).doubleValue(), ((Number) b).doubleValue());
    }
    if (a instanceof Double x && (Double.isInfinite(x))) {
      return x > 0 ? 1 : -1;
    }
    if (b instanceof Double y && (Double.isInfinite(y))) {
      return y > 0 ? -1 : 1;
    }
    if (a instanceof Double x && x == 0 && decimal(b).signum() == 0) {
      return signOfDoubles(x, 0.0);
    }
    return decimal(a).compareTo(decimal(b));
  }

  /** How rows are ordered by some of their values, nulls first. */
  int order(List<Object> a, List<Object> b) {
    for (int i = 0; i < a.size(); i++) {
      Object x = a.get(i);
      Object y = b.get(i);
      int sign = x == null || y == null ? Boolean.compare(x != null, y != null) : sign(x, y);
      if (sign != 0) {
        return sign;
      }
    }
    return 0;
  }

  private static BigDecimal decimal(Object number) {
    if (number instanceof Double floating) {
      return new BigDecimal(floating);
    }
    return number instanceof BigInteger integer ? new BigDecimal(integer) : (BigDecimal) number;
  }

  private int signOfDoubles(double x, double y) {
    return dialect.zeros() == Dialect.Zeros.DISTINCT
        ? Double.compare(x, y)
        : Double.compare(x + 0.0, y + 0.0);
  }

  private static byte[] utf8(Object text) {
    return text instanceof byte[] bytes ? bytes : ((String) text).getBytes(StandardCharsets.UTF_8);
  }

  private static int padded(byte[] a, byte[] b) {
    int[] x = new int[a.length];
    Arrays.setAll(x, i -> a[i] & 0xff);
    int[] y = new int[b.length];
    Arrays.setAll(y, i -> b[i] & 0xff);
    return padded(x, y);
  }

  private static int padded(int[] a, int[] b) {
    for (int i = 0; i < Math.max(a.length, b.length); i++) {
      int sign = Integer.compare(i < a.length ? a[i] : ' ', i < b.length ? b[i] : ' ');
      if (sign != 0) {
        return sign;
      }
    }
    return 0;
  }

  private static Boolean matched(Object cell, Predicate.Place place, Object wanted) {
    if (cell == null || wanted == null) {
      return null;
    }
    if (cell instanceof Opaque) {
      return true;
    }
    if (cell instanceof String text) {
      String part = (String) wanted;
      return switch (place) {
        case START -> text.startsWith(part);
        case END -> text.endsWith(part);
        case ANYWHERE -> text.contains(part);
      };
    }
    String text = new String((byte[]) cell, StandardCharsets.ISO_8859_1);
    String part = new String(utf8(wanted), StandardCharsets.ISO_8859_1);
    return matched(text, place, part);
  }

  private static Boolean liked(Object cell, String pattern, Optional<Character> escape) {
    if (cell == null) {
      return null;
    }
    // Byte by byte where texts are bytes: patterns of the tests have "_" before ASCII alone.
    String text =
        cell instanceof String seen ? seen : new String((byte[]) cell, StandardCharsets.ISO_8859_1);
    String wanted =
        cell instanceof String
            ? pattern
            : new String(pattern.getBytes(StandardCharsets.UTF_8), StandardCharsets.ISO_8859_1);
    return liked(text, 0, wanted, 0, escape);
  }

  private static boolean liked(
      String text, int at, String pattern, int p, Optional<Character> escape) {
    if (p == pattern.length()) {
      return at == text.length();
    }
    char c = pattern.charAt(p);
    boolean escaped = escape.isPresent() && c == escape.get();
    if (c == '%' && !escaped) {
      for (int end = at; end <= text.length(); end++) {
        if (liked(text, end, pattern, p + 1, escape)) {
          return true;
        }
      }
      return false;
    }
    if (at == text.length()) {
      return false;
    }
    if (escaped) {
      return text.charAt(at) == pattern.charAt(p + 1)
          && liked(text, at + 1, pattern, p + 2, escape);
    }
    return (c == '_' || c == text.charAt(at)) && liked(text, at + 1, pattern, p + 1, escape);
  }

  /** Whether values of a column are compared with literals in the tests. */
  static boolean isComparable(TableColumn column) {
    Datatype type = column.enumeration().map(Enumeration::type).orElse(column.stored());
    int values = column.enumeration().map(Enumeration::cellValNum).orElse(column.valuesPerCell());
    if (type.isString() || type == Datatype.CHAR) {
      return type.size() == 1;
    }
    return values == 1 && !type.isBytes() && values != Attribute.VAR;
  }
}
