package io.azulejo.table;

import io.azulejo.schema.Datatype;
import io.azulejo.table.ColumnType.Kind;
import io.azulejo.table.Predicate.Operator;
import io.azulejo.table.Predicate.Place;
import io.azulejo.testkit.RandomArrays;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** Makes predicates on the columns of a table, with literals that often hit, or nearly so. */
final class RandomPredicates {
  private static final String[] PATTERNS = {
    "%",
    "a%",
    "ab%",
    "ab",
    "a%b",
    "_b",
    "%b",
    "",
    "ä%",
    "\ufffd%",
    "a\\%%",
    "a\\_",
    "\\%",
    "\ud83d\ude00%",
    "a_%"
  };

  private final Random random;
  private final List<TableColumn> columns;
  private final List<Map<String, Object>> rows;
  private final Dialect dialect;

  /**
   * A source of predicates.
   *
   * @param rows what there is, as the engine sees it
   */
  RandomPredicates(
      Random random, List<TableColumn> columns, List<Map<String, Object>> rows, Dialect dialect) {
    this.random = random;
    this.columns = columns;
    this.rows = rows;
    this.dialect = dialect;
  }

  Predicate next() {
    int parts = random.nextInt(3);
    return parts < 2 ? predicate(2 + random.nextInt(2)) : predicate(2).and(predicate(1));
  }

  private Predicate predicate(int depth) {
    if (depth == 0 || random.nextInt(4) == 0) {
      return leaf();
    }
    return switch (random.nextInt(9)) {
      case 0, 1 -> predicate(depth - 1).not();
      case 2, 3, 4 -> new Predicate.And(some(depth));
      case 5, 6, 7 -> new Predicate.Or(some(depth));
      default -> leaf();
    };
  }

  private List<Predicate> some(int depth) {
    List<Predicate> parts = new ArrayList<>();
    for (int i = random.nextInt(8) == 0 ? random.nextInt(2) : 2 + random.nextInt(2); i > 0; i--) {
      parts.add(predicate(depth - 1));
    }
    return parts;
  }

  private Predicate leaf() {
    TableColumn column = columns.get(random.nextInt(columns.size()));
    String name = column.name();
    int choice = random.nextInt(24);
    if (choice == 0) {
      return new Predicate.Foreign("f(x)");
    }
    if (choice == 1) {
      return new Predicate.Constant(
          List.of(Optional.of(true), Optional.of(false), Optional.<Boolean>empty())
              .get(random.nextInt(3)));
    }
    if (choice == 2) {
      List<TableColumn> same =
          columns.stream().filter(c -> c.type().kind() == column.type().kind()).toList();
      TableColumn other = same.get(random.nextInt(same.size()));
      return RowOracle.isComparable(column) == RowOracle.isComparable(other)
          ? new Predicate.ColumnComparison(name, operator(), other.name())
          : new Predicate.IsNull(name);
    }
    if (choice < 5 || !RowOracle.isComparable(column)) {
      return new Predicate.IsNull(name);
    }
    boolean text = column.type().kind() == Kind.TEXT;
    if (choice < 8 && text) {
      return random.nextBoolean()
          ? Predicate.like(name, PATTERNS[random.nextInt(PATTERNS.length)])
          : new Predicate.Match(name, Place.values()[random.nextInt(3)], orNull(literal(column)));
    }
    boolean number = column.type().kind() == Kind.FLOAT32 || column.type().kind() == Kind.FLOAT64;
    if (choice < 7 && number) {
      return new Predicate.IsNan(name);
    }
    if (choice < 11) {
      List<Value> values = new ArrayList<>();
      for (int i = random.nextInt(5); i > 0; i--) {
        values.add(orNull(literal(column)));
      }
      return new Predicate.In(name, values);
    }
    if (choice < 13) {
      return new Predicate.Comparison(name, Operator.GREATER_OR_EQUAL, literal(column))
          .and(new Predicate.Comparison(name, Operator.LESS, literal(column)));
    }
    return new Predicate.Comparison(name, operator(), orNull(literal(column)));
  }

  private Operator operator() {
    return Operator.values()[random.nextInt(Operator.values().length)];
  }

  private Value orNull(Value value) {
    return random.nextInt(15) == 0 ? Value.NULL : value;
  }

  private Value literal(TableColumn column) {
    Object near = near(column);
    return switch (column.type().kind()) {
      case BOOLEAN -> Value.of(random.nextBoolean());
      case TEXT -> text(near);
      case BINARY ->
          near instanceof byte[] bytes && random.nextBoolean()
              ? Value.of(bytes)
              : Value.of(RandomArrays.text(random));
      case DATE, TIMESTAMP -> time(near);
      case FLOAT32, FLOAT64 -> floating(near);
      default -> integer(near);
    };
  }

  private Object near(TableColumn column) {
    return rows.isEmpty() ? null : rows.get(random.nextInt(rows.size())).get(column.name());
  }

  private Value text(Object near) {
    byte[] bytes =
        near instanceof byte[] some && random.nextBoolean() ? some : RandomArrays.text(random);
    if (dialect.stringOrder() == Dialect.StringOrder.BYTES
        && dialect.trailingSpaces() == Dialect.TrailingSpaces.COUNT
        && random.nextInt(3) == 0) {
      return new Value.Bytes(bytes);
    }
    if (near instanceof String some && random.nextBoolean()) {
      return new Value.Text(some);
    }
    if (random.nextInt(20) == 0) {
      return new Value.Text(random.nextBoolean() ? "a\ud83d" : "\ude00");
    }
    return new Value.Text(new String(bytes, StandardCharsets.UTF_8));
  }

  private Value time(Object near) {
    if (near instanceof RowOracle.Moment moment && random.nextInt(3) > 0) {
      BigInteger off = BigInteger.valueOf(random.nextInt(3) - 1);
      return new Value.Time(moment.attoseconds().add(off));
    }
    Datatype[] units = Datatype.values();
    Datatype unit = units[Datatype.DATETIME_YEAR.ordinal() + random.nextInt(13)];
    long[] some = {0, 1, -1, 5, Long.MIN_VALUE, Long.MAX_VALUE, 1000, 31};
    return Value.ofTime(unit, some[random.nextInt(some.length)]);
  }

  private Value floating(Object near) {
    if (near instanceof Double number && random.nextBoolean()) {
      return Value.of(random.nextInt(4) == 0 ? (Object) Math.nextUp(number) : number);
    }
    if (random.nextInt(3) == 0) {
      String[] some = {"0", "0.1", "1", "-1.0", "1E+400", "-1E+400", "1E-400", "16777217"};
      return Value.of(new BigDecimal(some[random.nextInt(some.length)]));
    }
    return Value.of(RandomArrays.floating(random));
  }

  private Value integer(Object near) {
    if (random.nextInt(4) == 0) {
      return Value.of(RandomArrays.floating(random));
    }
    if (near instanceof BigInteger number && random.nextInt(3) > 0) {
      BigDecimal exact = new BigDecimal(number);
      return switch (random.nextInt(5)) {
        case 0 -> Value.of(exact.add(new BigDecimal("0.5")));
        case 1 -> Value.of(exact.add(BigDecimal.ONE));
        case 2 -> Value.of(number.doubleValue());
        default -> Value.of(exact);
      };
    }
    String[] some = {
      "0", "-1", "1", "1E+30", "-1E+30", "18446744073709551615", "18446744073709551616",
      "9223372036854775807", "-9223372036854775808", "9223372036854775808", "1.5", "127", "128",
          "1E-300"
    };
    return Value.of(new BigDecimal(some[random.nextInt(some.length)]));
  }
}
