package io.azulejo.spark;

import io.azulejo.table.Predicate;
import io.azulejo.table.Predicate.Operator;
import io.azulejo.table.Predicate.Place;
import io.azulejo.table.Value;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.spark.sql.connector.expressions.Expression;
import org.apache.spark.sql.connector.expressions.GeneralScalarExpression;
import org.apache.spark.sql.connector.expressions.Literal;
import org.apache.spark.sql.connector.expressions.NamedReference;
import org.apache.spark.sql.types.BinaryType;
import org.apache.spark.sql.types.BooleanType;
import org.apache.spark.sql.types.DataType;
import org.apache.spark.sql.types.DataTypes;
import org.apache.spark.sql.types.DateType;
import org.apache.spark.sql.types.Decimal;
import org.apache.spark.sql.types.TimestampNTZType;
import org.apache.spark.sql.types.TimestampType;
import org.apache.spark.unsafe.types.UTF8String;

/**
 * Converts Spark filters to table predicates. Spark itself evaluates a filter that has no
 * equivalent.
 */
final class SparkPredicates {
  private static final BigInteger DAY = BigInteger.TEN.pow(18).multiply(BigInteger.valueOf(86_400));
  private static final BigInteger MICROSECOND = BigInteger.TEN.pow(12);

  private SparkPredicates() {}

  /**
   * Returns the predicate for a filter; a {@link Predicate.Foreign} if the filter has no
   * equivalent.
   */
  static Predicate of(Expression filter) {
    return predicate(filter).orElseGet(() -> new Predicate.Foreign(filter));
  }

  private static Optional<Predicate> predicate(Expression filter) {
    if (!(filter instanceof GeneralScalarExpression call)) {
      return column(filter).map(name -> Predicate.equal(name, true));
    }
    Expression[] parts = call.children();
    return switch (call.name()) {
      case "AND" -> Optional.of(of(parts[0]).and(of(parts[1])));
      case "OR" -> Optional.of(new Predicate.Or(List.of(of(parts[0]), of(parts[1]))));
      case "NOT" -> Optional.of(new Predicate.Not(of(parts[0])));
      case "ALWAYS_TRUE" -> Optional.of(Predicate.constant(true));
      case "ALWAYS_FALSE" -> Optional.of(Predicate.constant(false));
      case "IS_NULL" -> column(parts[0]).map(Predicate.IsNull::new);
      case "IS_NOT_NULL" ->
          column(parts[0]).map(name -> new Predicate.Not(new Predicate.IsNull(name)));
      case "IN" -> in(parts);
      case "STARTS_WITH" -> match(parts, Place.START);
      case "ENDS_WITH" -> match(parts, Place.END);
      case "CONTAINS" -> match(parts, Place.ANYWHERE);
      default -> operator(call.name()).flatMap(operator -> comparison(operator, parts));
    };
  }

  private static Optional<Operator> operator(String name) {
    return switch (name) {
      case "<" -> Optional.of(Operator.LESS);
      case "<=" -> Optional.of(Operator.LESS_OR_EQUAL);
      case "=" -> Optional.of(Operator.EQUAL);
      case "<>" -> Optional.of(Operator.NOT_EQUAL);
      case ">=" -> Optional.of(Operator.GREATER_OR_EQUAL);
      case ">" -> Optional.of(Operator.GREATER);
      case "<=>" -> Optional.of(Operator.SAME);
      default -> Optional.empty();
    };
  }

  private static Optional<Predicate> comparison(Operator operator, Expression[] parts) {
    Optional<String> left = column(parts[0]);
    Optional<String> right = column(parts[1]);
    if (left.isPresent() && right.isPresent()) {
      return Optional.of(new Predicate.ColumnComparison(left.get(), operator, right.get()));
    }
    if (left.isPresent()) {
      return value(parts[1]).map(value -> new Predicate.Comparison(left.get(), operator, value));
    }
    return right.flatMap(
        name ->
            value(parts[0])
                .map(value -> new Predicate.Comparison(name, mirrored(operator), value)));
  }

  private static Operator mirrored(Operator operator) {
    return switch (operator) {
      case LESS -> Operator.GREATER;
      case LESS_OR_EQUAL -> Operator.GREATER_OR_EQUAL;
      case GREATER -> Operator.LESS;
      case GREATER_OR_EQUAL -> Operator.LESS_OR_EQUAL;
      case EQUAL, NOT_EQUAL, SAME -> operator;
    };
  }

  private static Optional<Predicate> in(Expression[] parts) {
    Optional<String> name = column(parts[0]);
    List<Value> values = new ArrayList<>();
    for (int i = 1; i < parts.length; i++) {
      value(parts[i]).ifPresent(values::add);
    }
    return name.filter(n -> values.size() == parts.length - 1)
        .map(n -> new Predicate.In(n, values));
  }

  private static Optional<Predicate> match(Expression[] parts, Place place) {
    return column(parts[0])
        .flatMap(name -> value(parts[1]).map(value -> new Predicate.Match(name, place, value)));
  }

  /** Returns the name of a top-level column; empty for nested fields and other expressions. */
  static Optional<String> column(Expression expression) {
    return expression instanceof NamedReference reference && reference.fieldNames().length == 1
        ? Optional.of(reference.fieldNames()[0])
        : Optional.empty();
  }

  /**
   * Returns the value of a literal. Empty if the expression is not a literal, or if columns are not
   * compared with literals of its type.
   */
  private static Optional<Value> value(Expression expression) {
    if (!(expression instanceof Literal<?> literal)) {
      return Optional.empty();
    }
    Object value = literal.value();
    DataType type = literal.dataType();
    if (value == null) {
      return Optional.of(Value.NULL);
    }
    if (type instanceof DateType) {
      return Optional.of(new Value.Time(DAY.multiply(BigInteger.valueOf((int) value))));
    }
    if (type instanceof TimestampNTZType || type instanceof TimestampType) {
      return Optional.of(new Value.Time(MICROSECOND.multiply(BigInteger.valueOf((long) value))));
    }
    if (value instanceof Decimal decimal) {
      return Optional.of(Value.of(decimal.toJavaBigDecimal()));
    }
    if (value instanceof UTF8String text) {
      // Other collations compare differently.
      return type.equals(DataTypes.StringType)
          ? Optional.of(new Value.Text(text.toString()))
          : Optional.empty();
    }
    boolean number =
        type.equals(DataTypes.ByteType)
            || type.equals(DataTypes.ShortType)
            || type.equals(DataTypes.IntegerType)
            || type.equals(DataTypes.LongType)
            || type.equals(DataTypes.FloatType)
            || type.equals(DataTypes.DoubleType);
    return number || type instanceof BooleanType || type instanceof BinaryType
        ? Optional.of(Value.of(value))
        : Optional.empty();
  }
}
