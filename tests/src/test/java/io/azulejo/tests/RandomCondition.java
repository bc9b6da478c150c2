package io.azulejo.tests;

import io.azulejo.Array;
import io.azulejo.internal.condition.ConditionTree.Operator;
import io.azulejo.query.Condition;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.tests.ArrayModel.Cell;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * A random condition on an array, and what it means for a cell of the model. Its negation stands
 * beside, as not is moved to the comparisons.
 *
 * @param condition the condition
 * @param holds whether it is true of a cell
 * @param fails whether its negation is true of a cell
 */
record RandomCondition(Condition condition, Predicate<Cell> holds, Predicate<Cell> fails) {
  /** A condition on fields of an array, with values that some cells have. */
  static RandomCondition of(Array array, List<Cell> cells, Random random, int depth) {
    if (depth > 0 && random.nextInt(3) > 0) {
      RandomCondition a = of(array, cells, random, depth - 1);
      if (random.nextInt(4) == 0) {
        return new RandomCondition(a.condition.negate(), a.fails, a.holds);
      }
      RandomCondition b = of(array, cells, random, depth - 1);
      return random.nextBoolean()
          ? new RandomCondition(
              a.condition.and(b.condition), a.holds.and(b.holds), a.fails.or(b.fails))
          : new RandomCondition(
              a.condition.or(b.condition), a.holds.or(b.holds), a.fails.and(b.fails));
    }
    if (random.nextInt(30) == 0) {
      boolean value = random.nextBoolean();
      return new RandomCondition(
          value ? Condition.alwaysTrue() : Condition.alwaysFalse(), cell -> value, cell -> !value);
    }
    List<Leaf> leaves = leaves(array);
    return leaves.get(random.nextInt(leaves.size())).random(cells, random);
  }

  /** A field that can be compared. */
  private record Leaf(
      String name,
      Datatype type,
      boolean nullable,
      int dimension,
      Optional<Enumeration> enumeration) {
    Object value(Cell cell) {
      return dimension >= 0 ? cell.coordinates().get(dimension) : cell.values().get(name);
    }

    /** Whether a fragment has the field. */
    boolean has(Cell cell) {
      return dimension >= 0 || cell.values().containsKey(name);
    }

    Predicate<Cell> where(Predicate<Object> test) {
      return cell -> has(cell) && value(cell) != null && test.test(value(cell));
    }

    RandomCondition random(List<Cell> cells, Random random) {
      Condition.Field field = Condition.field(name);
      if (random.nextInt(8) == 0) {
        Predicate<Cell> isNull = cell -> nullable ? has(cell) && value(cell) == null : false;
        Predicate<Cell> isNot = cell -> nullable ? has(cell) && value(cell) != null : true;
        return random.nextBoolean()
            ? new RandomCondition(field.isNull(), isNull, isNot)
            : new RandomCondition(field.isNotNull(), isNot, isNull);
      }
      if (enumeration.isPresent()) {
        field = field.byIndex();
      }
      if (type.isFloatingPoint() && random.nextInt(4) == 0) {
        return new RandomCondition(
            field.isNan(), where(ArrayModel::isNaN), where(value -> !ArrayModel.isNaN(value)));
      }
      if (!ArrayModel.isNumber(type) && random.nextInt(3) == 0) {
        String text = (String) some(cells, random);
        String prefix = text.substring(0, random.nextInt(text.length() + 1));
        return new RandomCondition(
            field.startsWith(literal(prefix)),
            where(value -> ((String) value).startsWith(prefix)),
            where(value -> !((String) value).startsWith(prefix)));
      }
      if (random.nextInt(3) == 0) {
        List<Object> members =
            IntStream.range(0, 1 + random.nextInt(4)).mapToObj(i -> some(cells, random)).toList();
        Predicate<Cell> in = where(members::contains);
        Predicate<Cell> out = where(value -> !members.contains(value));
        Object[] literals = members.stream().map(this::literal).toArray();
        return random.nextBoolean()
            ? new RandomCondition(field.in(literals), in, out)
            : new RandomCondition(field.notIn(literals), out, in);
      }
      Operator[] all = Operator.values();
      Operator operator = all[random.nextInt(all.length)];
      Object wanted = some(cells, random);
      return new RandomCondition(
          comparison(field, operator, literal(wanted)),
          where(value -> compare(operator, value, wanted)),
          where(value -> compare(operator.negated(), value, wanted)));
    }

    private static Condition comparison(Condition.Field field, Operator operator, Object value) {
      return switch (operator) {
        case LESS_THAN -> field.lessThan(value);
        case LESS_THAN_OR_EQUAL -> field.lessThanOrEqualTo(value);
        case GREATER_THAN -> field.greaterThan(value);
        case GREATER_THAN_OR_EQUAL -> field.greaterThanOrEqualTo(value);
        case EQUAL -> field.equalTo(value);
        case NOT_EQUAL -> field.notEqualTo(value);
      };
    }

    private boolean compare(Operator operator, Object value, Object wanted) {
      if (ArrayModel.isNaN(value) || ArrayModel.isNaN(wanted)) {
        return operator == Operator.NOT_EQUAL;
      }
      int order = ArrayModel.compare(type, value, wanted);
      return switch (operator) {
        case LESS_THAN -> order < 0;
        case LESS_THAN_OR_EQUAL -> order <= 0;
        case GREATER_THAN -> order > 0;
        case GREATER_THAN_OR_EQUAL -> order >= 0;
        case EQUAL -> order == 0;
        case NOT_EQUAL -> order != 0;
      };
    }

    /** A value of some cell, or of no cell. */
    private Object some(List<Cell> cells, Random random) {
      List<Object> values =
          cells.stream().filter(this::has).map(this::value).filter(Objects::nonNull).toList();
      Object value = values.isEmpty() ? null : values.get(random.nextInt(values.size()));
      if (value != null && random.nextInt(5) > 0) {
        return value;
      }
      if (type == Datatype.BOOL) {
        return (long) random.nextInt(2);
      }
      if (ArrayModel.isNumber(type)) {
        return type.isFloatingPoint()
            ? (Object) (double) random.nextInt(50)
            : (Object) (long) random.nextInt(50);
      }
      return value == null ? "a" : value;
    }

    private Object literal(Object value) {
      if (value instanceof Long whole && type == Datatype.UINT64) {
        return new BigInteger(Long.toUnsignedString(whole));
      }
      return value instanceof String text ? text.getBytes(StandardCharsets.ISO_8859_1) : value;
    }
  }

  private static List<Leaf> leaves(Array array) {
    List<Leaf> leaves = new ArrayList<>();
    for (int d = 0; d < array.schema().dimensions().size(); d++) {
      Dimension dimension = array.schema().dimensions().get(d);
      leaves.add(new Leaf(dimension.name(), dimension.type(), false, d, Optional.empty()));
    }
    for (Attribute attribute : array.schema().attributes()) {
      boolean text =
          attribute.isVar()
              && (attribute.type() == Datatype.STRING_ASCII
                  || attribute.type() == Datatype.STRING_UTF8);
      if (text || (attribute.cellValNum() == 1 && ArrayModel.isNumber(attribute.type()))) {
        leaves.add(
            new Leaf(
                attribute.name(),
                attribute.type(),
                attribute.nullable(),
                -1,
                attribute.enumeration().map(array::enumeration)));
      }
    }
    return leaves;
  }
}
