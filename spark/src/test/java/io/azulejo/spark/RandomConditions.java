package io.azulejo.spark;

import static org.apache.spark.sql.functions.col;
import static org.apache.spark.sql.functions.length;
import static org.apache.spark.sql.functions.lit;
import static org.apache.spark.sql.functions.not;
import static org.apache.spark.sql.functions.size;
import static org.apache.spark.sql.functions.year;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.apache.spark.sql.Column;
import org.apache.spark.sql.Row;
import org.apache.spark.sql.types.StructField;
import org.apache.spark.sql.types.StructType;
import scala.collection.Seq;

/**
 * Random conditions on given rows. They compare columns with values that occur in the column, with
 * values next to those, and with values far from all of them, often of another type.
 */
final class RandomConditions {
  private static final List<Object> FAR_NUMBERS =
      List.of(0L, -1L, Long.MAX_VALUE, Long.MIN_VALUE, new BigDecimal("18446744073709551616"));
  private static final List<Object> FAR_FLOATS =
      List.of(0.0, -0.0, Double.NaN, 1e300, Double.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY);
  private static final List<Object> FAR_TEXTS = List.of("", " ", "\0", "zzz", "\uDBFF\uDFFF");
  private static final List<LocalDate> FAR_DATES =
      List.of(
          LocalDate.of(1, 1, 1),
          LocalDate.of(1969, 12, 31),
          LocalDate.of(9999, 12, 31),
          LocalDate.of(100_000, 1, 1));

  private final StructType schema;
  private final List<Row> rows;
  private final Random random;

  /** Conditions on the columns of a schema, of which there is at least one. */
  RandomConditions(StructType schema, List<Row> rows, Random random) {
    this.schema = schema;
    this.rows = rows;
    this.random = random;
  }

  /** Returns a column by its name, whatever characters it has. */
  static Column quoted(String name) {
    return col("`" + name.replace("`", "``") + "`");
  }

  /** Returns the next condition, which nests at most three levels deep. */
  Column next() {
    return next(0);
  }

  private Column next(int depth) {
    switch (random.nextInt(depth > 2 ? 6 : 12)) {
      case 6, 7:
        return not(next(depth + 1));
      case 8, 9:
        return next(depth + 1).and(next(depth + 1));
      case 10, 11:
        return next(depth + 1).or(next(depth + 1));
      default:
        return comparison(random.nextInt(schema.size()));
    }
  }

  private Column comparison(int field) {
    StructField about = schema.fields()[field];
    Column column = quoted(about.name());
    int kind = random.nextInt(10);
    Object value = literal(field);
    if (kind == 0 || value == null) {
      return random.nextBoolean() ? column.isNull() : column.isNotNull();
    }
    if (value instanceof Seq<?> list) {
      return column.isNotNull().and(size(column).geq(list.length()));
    }
    return switch (kind) {
      case 1 -> column.eqNullSafe(random.nextInt(4) == 0 ? null : value);
      case 2 -> random.nextBoolean() ? column.equalTo(value) : lit(value).equalTo(column);
      case 3 -> column.notEqual(value);
      case 4 -> random.nextBoolean() ? column.lt(value) : lit(value).leq(column);
      case 5 -> random.nextBoolean() ? column.gt(value) : lit(value).geq(column);
      case 6 -> between(field, value);
      case 7 -> column.isin(several(field));
      case 8 -> other(field);
      default -> special(column, value);
    };
  }

  private Column between(int field, Object value) {
    Object other = literal(field);
    Column column = quoted(schema.fields()[field].name());
    return other == null ? column.geq(value) : column.between(value, other);
  }

  private Object[] several(int field) {
    List<Object> values = new ArrayList<>();
    for (int i = random.nextInt(8) == 0 ? 15 : 1 + random.nextInt(4); i > 0; i--) {
      values.add(literal(field));
    }
    return values.toArray();
  }

  /** Compares a column with another one of its type, if there is one. */
  private Column other(int field) {
    StructField about = schema.fields()[field];
    StructField other =
        one(
            Arrays.stream(schema.fields())
                .filter(each -> each.dataType().equals(about.dataType()))
                .toList());
    Column column = quoted(about.name());
    if (other.equals(about)) {
      return column.isNotNull();
    }
    return random.nextBoolean()
        ? column.leq(quoted(other.name()))
        : column.notEqual(quoted(other.name()));
  }

  /** A condition that only some types have. */
  private Column special(Column column, Object value) {
    if (value instanceof String text) {
      int[] points = text.codePoints().limit(60).toArray();
      int from = random.nextInt(points.length + 1);
      int to = from + random.nextInt(points.length - from + 1);
      String start = new String(points, 0, from);
      String middle = new String(points, from, to - from);
      String end = new String(points, to, points.length - to);
      return switch (random.nextInt(7)) {
        case 0 -> column.startsWith(start);
        case 1 -> column.endsWith(end);
        case 2 -> column.contains(middle);
        case 3 -> length(column).leq(points.length);
        case 4 -> column.like(pattern(start) + "%");
        case 5 -> column.like(pattern(start) + "%" + pattern(end));
        default -> column.like("_" + pattern(middle) + "%");
      };
    }
    if (value instanceof LocalDate date) {
      return year(column).equalTo(date.getYear());
    }
    if (value instanceof Float || value instanceof Double) {
      return column.isNaN();
    }
    return column.isNull().or(column.equalTo(value));
  }

  private static String pattern(String text) {
    return text.replaceAll("([%_\\\\])", "\\\\$1");
  }

  /** Returns a value to compare a column with, or null if the row that was chosen has none. */
  private Object literal(int field) {
    Object value = rows.isEmpty() ? null : one(rows).get(field);
    return value == null
        ? null
        : switch (random.nextInt(6)) {
          case 0, 1 -> near(value);
          case 2 -> far(value);
          default -> value;
        };
  }

  private Object near(Object value) {
    int step = random.nextBoolean() ? 1 : -1;
    if (value instanceof Float number) {
      return random.nextBoolean() ? Math.nextUp(number) : Math.nextUp(number.doubleValue());
    }
    if (value instanceof Double number) {
      return step > 0 ? Math.nextUp(number) : Math.nextDown(number);
    }
    if (value instanceof BigDecimal number) {
      return number.add(new BigDecimal(random.nextBoolean() ? "0.5" : "-1"));
    }
    if (value instanceof Number number) {
      long whole = number.longValue();
      return switch (random.nextInt(4)) {
        case 0 -> BigDecimal.valueOf(whole).add(new BigDecimal("0.5"));
        case 1 -> whole + 0.5;
        default -> whole == Long.MAX_VALUE || whole == Long.MIN_VALUE ? whole : whole + step;
      };
    }
    if (value instanceof String text) {
      int shorter = text.isEmpty() ? 0 : text.offsetByCodePoints(text.length(), -1);
      return switch (random.nextInt(3)) {
        case 0 -> text.substring(0, shorter);
        case 1 -> text + "\0";
        default -> text.substring(0, shorter) + "\uFFFD";
      };
    }
    if (value instanceof byte[] bytes) {
      return Arrays.copyOf(bytes, Math.max(0, bytes.length + step));
    }
    if (value instanceof LocalDate date) {
      return date.plusDays(step);
    }
    if (value instanceof LocalDateTime time && Math.abs(time.getYear()) < 200_000) {
      return switch (random.nextInt(3)) {
        case 0 -> time.plusNanos(1000L * step);
        case 1 -> time.plusDays(step);
        default -> time.toLocalDate();
      };
    }
    return value;
  }

  private Object far(Object value) {
    if (value instanceof Float || value instanceof Double) {
      return one(FAR_FLOATS);
    }
    if (value instanceof Number) {
      return one(random.nextInt(4) == 0 ? FAR_FLOATS : FAR_NUMBERS);
    }
    if (value instanceof Boolean flag) {
      return !flag;
    }
    if (value instanceof String) {
      return one(FAR_TEXTS);
    }
    if (value instanceof byte[]) {
      return random.nextBoolean() ? new byte[0] : new byte[] {-1, -1, -1};
    }
    if (value instanceof LocalDate) {
      return one(FAR_DATES);
    }
    return value instanceof LocalDateTime ? one(FAR_DATES).atTime(23, 59) : value;
  }

  private <T> T one(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
