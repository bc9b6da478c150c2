package io.azulejo.internal.read.condition;

import io.azulejo.internal.condition.ConditionTree;
import io.azulejo.internal.condition.ConditionTree.Operator;
import io.azulejo.internal.condition.Literal;
import io.azulejo.schema.Datatype;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/** What conditions mean, a cell at a time and as plainly as can be said. */
final class ConditionModel {
  /** A value of a whole type is a {@link BigInteger}, of a real one its box, else its bytes. */
  record Field(
      String name, Datatype type, int cellValNum, boolean nullable, List<byte[]> enumeration) {
    boolean isChar() {
      return type == Datatype.CHAR && cellValNum == 1;
    }

    boolean isText() {
      return !isChar()
          && (type == Datatype.CHAR
              || type == Datatype.STRING_ASCII
              || type == Datatype.STRING_UTF8);
    }

    /** The value that bytes stand for. */
    Object value(byte[] bytes) {
      if (isText()) {
        return bytes;
      }
      ByteBuffer buffer = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      if (type == Datatype.FLOAT32) {
        return buffer.getFloat();
      }
      if (type == Datatype.FLOAT64) {
        return buffer.getDouble();
      }
      byte[] big = new byte[bytes.length];
      for (int i = 0; i < bytes.length; i++) {
        big[i] = bytes[bytes.length - 1 - i];
      }
      return type.isUnsigned() ? new BigInteger(1, big) : new BigInteger(big);
    }
  }

  private final Map<String, Field> fields;

  ConditionModel(Map<String, Field> fields) {
    this.fields = fields;
  }

  /**
   * Whether a condition holds.
   *
   * @param cell the bytes of each field; no entry where the fragment lacks it, null for null
   */
  boolean holds(ConditionTree condition, Map<String, byte[]> cell) {
    return holds(condition, false, cell);
  }

  private boolean holds(ConditionTree condition, boolean negated, Map<String, byte[]> cell) {
    if (condition instanceof ConditionTree.Not not) {
      return holds(not.part(), !negated, cell);
    }
    if (condition instanceof ConditionTree.And and) {
      return negated
          ? and.parts().stream().anyMatch(part -> holds(part, true, cell))
          : and.parts().stream().allMatch(part -> holds(part, false, cell));
    }
    if (condition instanceof ConditionTree.Or or) {
      return negated
          ? or.parts().stream().allMatch(part -> holds(part, true, cell))
          : or.parts().stream().anyMatch(part -> holds(part, false, cell));
    }
    if (condition instanceof ConditionTree.Constant constant) {
      return constant.value() ^ negated;
    }
    if (condition instanceof ConditionTree.NanTest test) {
      Field field = fields.get(test.field().name());
      byte[] bytes = cell.get(field.name());
      boolean nan =
          bytes != null
              && field.type().isFloatingPoint()
              && Double.isNaN(((Number) field.value(bytes)).doubleValue());
      return bytes != null && nan != (test.negated() ^ negated);
    }
    if (condition instanceof ConditionTree.Prefix test) {
      Field field = fields.get(test.field().name());
      byte[] bytes = cell.get(field.name());
      return bytes != null
          && startsWith(field, bytes, textOf(test.prefix())) != (test.negated() ^ negated);
    }
    if (condition instanceof ConditionTree.NullTest test) {
      Field field = fields.get(test.field().name());
      if (!field.nullable()) {
        return test.negated() ^ negated;
      }
      return cell.containsKey(field.name())
          && (cell.get(field.name()) == null) != (test.negated() ^ negated);
    }
    if (condition instanceof ConditionTree.Comparison comparison) {
      Field field = fields.get(comparison.field().name());
      byte[] bytes = cell.get(field.name());
      Operator operator = negated ? comparison.operator().negated() : comparison.operator();
      return bytes != null
          && compare(field, comparison.field().index(), bytes, operator, comparison.value());
    }
    ConditionTree.Membership membership = (ConditionTree.Membership) condition;
    Field field = fields.get(membership.field().name());
    byte[] bytes = cell.get(field.name());
    return bytes != null
        && membership.values().stream()
                .anyMatch(value -> isMember(field, membership.field().index(), bytes, value))
            != (membership.negated() ^ negated);
  }

  private static boolean startsWith(Field field, byte[] bytes, byte[] prefix) {
    byte[] text = bytes;
    if (field.enumeration() != null) {
      BigInteger index = (BigInteger) field.value(bytes);
      boolean known =
          index.signum() >= 0
              && index.compareTo(BigInteger.valueOf(field.enumeration().size())) < 0;
      if (!known) {
        return false;
      }
      text = field.enumeration().get(index.intValue());
    }
    return text.length >= prefix.length
        && Arrays.equals(Arrays.copyOf(text, prefix.length), prefix);
  }

  private static boolean compare(
      Field field, boolean byIndex, byte[] bytes, Operator operator, Literal literal) {
    if (field.enumeration() != null && !byIndex) {
      int index = indexOf(field, literal);
      if (index < 0) {
        return operator == Operator.NOT_EQUAL;
      }
      BigInteger own = (BigInteger) field.value(bytes);
      return meets(own.compareTo(BigInteger.valueOf(index)), operator);
    }
    Object value = field.value(bytes);
    if (literal instanceof Literal.Bytes raw && !field.isText()) {
      Object other = field.value(raw.value());
      if (other instanceof BigInteger whole) {
        return meets(((BigInteger) value).compareTo(whole), operator);
      }
      return meets(((Number) value).doubleValue(), ((Number) other).doubleValue(), operator);
    }
    if (value instanceof byte[] text) {
      return meets(Arrays.compareUnsigned(text, textOf(literal)), operator);
    }
    BigDecimal decimal = decimalOf(literal);
    if (value instanceof BigInteger whole) {
      return decimal == null
          ? meets(0, ((Literal.FloatingPoint) literal).value(), operator)
          : meets(new BigDecimal(whole).compareTo(decimal), operator);
    }
    double own = ((Number) value).doubleValue();
    if (decimal == null) {
      return meets(own, ((Literal.FloatingPoint) literal).value(), operator);
    }
    double nearest =
        literal instanceof Literal.FloatingPoint real && real.value() == 0
            ? real.value()
            : value instanceof Float ? decimal.floatValue() : decimal.doubleValue();
    if (Double.isInfinite(nearest) && !Double.isNaN(own)) { // beyond all finite values
      return meets(own == nearest ? decimal.signum() : -decimal.signum(), operator);
    }
    return meets(own, nearest, operator);
  }

  private static boolean isMember(Field field, boolean byIndex, byte[] bytes, Literal literal) {
    if (field.enumeration() != null && !byIndex) {
      int index = indexOf(field, literal);
      return index >= 0 && field.value(bytes).equals(BigInteger.valueOf(index));
    }
    if (field.isText() || literal instanceof Literal.Bytes) {
      return Arrays.equals(bytes, textOf(literal));
    }
    Object value = field.value(bytes);
    BigDecimal decimal = decimalOf(literal);
    if (value instanceof BigInteger whole) {
      return decimal != null && new BigDecimal(whole).compareTo(decimal) == 0;
    }
    boolean real = literal instanceof Literal.FloatingPoint;
    if (value instanceof Float own) {
      float other = real ? (float) ((Literal.FloatingPoint) literal).value() : decimal.floatValue();
      boolean overflow = Float.isInfinite(other) && decimal != null;
      return !overflow && Float.floatToRawIntBits(own) == Float.floatToRawIntBits(other);
    }
    double other = real ? ((Literal.FloatingPoint) literal).value() : decimal.doubleValue();
    boolean overflow = Double.isInfinite(other) && decimal != null;
    return !overflow
        && Double.doubleToRawLongBits((Double) value) == Double.doubleToRawLongBits(other);
  }

  private static int indexOf(Field field, Literal literal) {
    byte[] text = textOf(literal);
    for (int i = 0; i < field.enumeration().size(); i++) {
      if (Arrays.equals(field.enumeration().get(i), text)) {
        return i;
      }
    }
    return -1;
  }

  private static byte[] textOf(Literal literal) {
    return literal instanceof Literal.Bytes bytes
        ? bytes.value()
        : ((Literal.Text) literal).value().getBytes(StandardCharsets.UTF_8);
  }

  /** The number; null for one that is not finite. */
  private static BigDecimal decimalOf(Literal literal) {
    if (literal instanceof Literal.FloatingPoint real) {
      return Double.isFinite(real.value()) ? new BigDecimal(real.value()) : null;
    }
    if (literal instanceof Literal.Bool flag) {
      return flag.value() ? BigDecimal.ONE : BigDecimal.ZERO;
    }
    return ((Literal.Decimal) literal).value();
  }

  private static boolean meets(double own, double other, Operator operator) {
    return switch (operator) {
      case LESS_THAN -> own < other;
      case LESS_THAN_OR_EQUAL -> own <= other;
      case GREATER_THAN -> own > other;
      case GREATER_THAN_OR_EQUAL -> own >= other;
      case EQUAL -> own == other;
      case NOT_EQUAL -> own != other;
    };
  }

  private static boolean meets(int order, Operator operator) {
    return meets((double) order, 0, operator);
  }
}
