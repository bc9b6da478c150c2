package io.azulejo;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.condition.ConditionTree;
import io.azulejo.internal.condition.ConditionTree.Operator;
import io.azulejo.internal.condition.Literal;
import io.azulejo.internal.format.ConditionFormat;
import io.azulejo.internal.format.ConditionNode;
import io.azulejo.internal.format.ConditionNode.Combination;
import io.azulejo.internal.read.condition.NegatedCondition;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Datetimes;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Formats the stored conditions of deletions as text. A stored condition is true for the cells that
 * remain. All other cells are deleted; in every comparison, these include nulls and NaN.
 */
final class StoredConditionText {
  private final ArraySchema schema;
  private final List<ArraySchema> schemas;
  private final Function<String, Enumeration> enumerations;

  /** A field in a comparison: a dimension, an attribute, or a name that is not in any schema. */
  private record Compared(
      String name, Datatype type, int cellValNum, boolean nullable, Optional<String> enumeration) {
    boolean isText() {
      return type == Datatype.STRING_ASCII || type == Datatype.STRING_UTF8 || type == Datatype.CHAR;
    }
  }

  /**
   * Creates a formatter for the conditions of an array.
   *
   * @param schema the current schema
   * @param schemas all schemas of the array
   * @param enumerations returns an enumeration by name
   */
  StoredConditionText(
      ArraySchema schema, List<ArraySchema> schemas, Function<String, Enumeration> enumerations) {
    this.schema = schema;
    this.schemas = schemas;
    this.enumerations = enumerations;
  }

  /** Returns the condition that the remaining cells meet. */
  String kept(ConditionNode node) {
    return text(node, false).orElseThrow();
  }

  /**
   * Returns the condition that the deleted cells meet; empty if a condition cannot express it
   * exactly.
   */
  Optional<String> deleted(ConditionNode node) {
    return text(node, true);
  }

  private Optional<String> text(ConditionNode node, boolean negated) {
    if (node.equals(NegatedCondition.keepingAll(schema))) {
      return Optional.of(String.valueOf(!negated));
    }
    if (node instanceof ConditionNode.Comparison comparison) {
      return leaf(comparison, negated);
    }
    ConditionNode.Combined combined = (ConditionNode.Combined) node;
    if (combined.children().isEmpty()) {
      throw CorruptDataException.of(
          ConditionFormat.STRUCTURE, "children", -1, "a combination without conditions");
    }
    List<String> parts = new ArrayList<>();
    boolean many = combined.children().size() > 1;
    for (ConditionNode child : combined.children()) {
      Optional<String> part = text(child, negated);
      if (part.isEmpty()) {
        return part;
      }
      parts.add(many && isCompound(part.get(), child) ? "(" + part.get() + ")" : part.get());
    }
    boolean all = combined.combination() == Combination.AND ^ negated;
    return Optional.of(String.join(all ? " and " : " or ", parts));
  }

  /**
   * Returns whether a part needs parentheses, because it is a combination or a comparison with an
   * additional null test.
   */
  private static boolean isCompound(String text, ConditionNode node) {
    return node instanceof ConditionNode.Combined || text.contains(" or ");
  }

  private Optional<String> leaf(ConditionNode.Comparison node, boolean negated) {
    switch (node.operator()) {
      case ALWAYS_TRUE:
        return Optional.of(String.valueOf(!negated));
      case ALWAYS_FALSE:
        return Optional.of(String.valueOf(negated));
      default:
        break;
    }
    Compared field = compared(node.field());
    ConditionNode.Operator operator = node.operator();
    boolean equality =
        operator == ConditionNode.Operator.EQ || operator == ConditionNode.Operator.NE;
    boolean varText = field.isText() && field.cellValNum() == Attribute.VAR;
    ConditionTree.Field named = new ConditionTree.Field(field.name(), false);
    if (node.value().length() == 0 && equality && field.nullable() && !varText) {
      boolean isNull = operator == ConditionNode.Operator.EQ ^ negated;
      return Optional.of(new ConditionTree.NullTest(named, !isNull).toString());
    }
    if (operator.isSet() && node.offsets().isEmpty()) {
      boolean none = operator == ConditionNode.Operator.NOT_IN;
      if (none && field.nullable()) {
        return Optional.of(new ConditionTree.NullTest(named, !negated).toString());
      }
      return Optional.of(String.valueOf(none ^ negated));
    }
    if (negated && !isExact(field, equality || operator.isSet())) {
      return Optional.empty();
    }
    String text = compare(node, field, negated).toString();
    return Optional.of(
        negated && field.nullable()
            ? text + " or " + new ConditionTree.NullTest(named, false)
            : text);
  }

  /**
   * Returns whether the negated comparison, combined with a null test, matches exactly the cells
   * that do not meet the comparison. It does not if the field may be NaN, which is neither less nor
   * greater, or if older fragments may lack the field.
   */
  private boolean isExact(Compared field, boolean equality) {
    boolean everywhere =
        schemas.stream()
            .allMatch(
                s ->
                    s.attribute(field.name()).isPresent() || s.dimension(field.name()).isPresent());
    boolean isDimension = schema.dimension(field.name()).isPresent();
    return everywhere && (equality || isDimension || !field.type().isFloatingPoint());
  }

  private ConditionTree compare(ConditionNode.Comparison node, Compared field, boolean negated) {
    Optional<Enumeration> values = field.enumeration().map(enumerations);
    if (node.operator().isSet()) {
      boolean none = node.operator() == ConditionNode.Operator.NOT_IN ^ negated;
      List<Slice> members = node.members();
      boolean known = members.stream().allMatch(m -> value(m, field, values).isPresent());
      return new ConditionTree.Membership(
          new ConditionTree.Field(field.name(), values.isPresent() && !known),
          none,
          members.stream()
              .map(m -> value(m, field, values).orElseGet(() -> literal(m, field)))
              .collect(Collectors.toList()));
    }
    Operator operator = node.operator().comparison().orElseThrow();
    boolean byValue =
        operator == Operator.EQUAL
            || operator == Operator.NOT_EQUAL
            || values.map(Enumeration::ordered).orElse(false);
    Optional<Literal> value =
        byValue ? value(node.value(), field, values) : Optional.<Literal>empty();
    return new ConditionTree.Comparison(
        new ConditionTree.Field(field.name(), values.isPresent() && value.isEmpty()),
        negated ? operator.negated() : operator,
        value.orElseGet(() -> literal(node.value(), field)));
  }

  /**
   * Returns the enumeration's value at an index. Empty if the field has no enumeration, or if the
   * index is invalid.
   */
  private static Optional<Literal> value(
      Slice index, Compared field, Optional<Enumeration> enumeration) {
    if (enumeration.isEmpty() || index.length() != field.type().size()) {
      return Optional.empty();
    }
    Enumeration values = enumeration.get();
    BigInteger at = whole(index.toBytes(), field.type());
    if (at.signum() < 0 || at.compareTo(BigInteger.valueOf(values.size())) >= 0) {
      return Optional.empty();
    }
    Compared of = new Compared("", values.type(), values.cellValNum(), false, Optional.empty());
    return Optional.of(literal(Slice.of(values.value(at.intValue())), of));
  }

  /** Returns a stored value as a literal, or its bytes if they do not fit the field's type. */
  private static Literal literal(Slice slice, Compared field) {
    byte[] bytes = slice.toBytes();
    Datatype type = field.type();
    if (field.isText()) {
      String text = new String(bytes, StandardCharsets.UTF_8);
      return Arrays.equals(text.getBytes(StandardCharsets.UTF_8), bytes)
          ? new Literal.Text(text)
          : new Literal.Bytes(bytes);
    }
    if (bytes.length != type.size() || field.cellValNum() != 1) {
      return new Literal.Bytes(bytes);
    }
    if (type.isFloatingPoint()) {
      ByteBuffer data = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
      double value = type == Datatype.FLOAT32 ? data.getFloat() : data.getDouble();
      boolean plain = Double.isFinite(value) && value != 0;
      return plain
          ? new Literal.Decimal(
              new BigDecimal(
                  type == Datatype.FLOAT32
                      ? Float.toString((float) value)
                      : Double.toString(value)))
          : new Literal.FloatingPoint(value);
    }
    if (!type.isIntegerValued() && type != Datatype.BOOL) {
      return new Literal.Bytes(bytes);
    }
    BigInteger whole = whole(bytes, type);
    if (type == Datatype.BOOL && whole.bitLength() <= 1) {
      return new Literal.Bool(whole.signum() > 0);
    }
    if (type.isDatetime()) {
      return whole.longValue() == Long.MIN_VALUE
          ? new Literal.Bytes(bytes)
          : new Literal.Text(Datetimes.format(type, whole.longValue()));
    }
    return new Literal.Decimal(new BigDecimal(whole));
  }

  private static BigInteger whole(byte[] littleEndian, Datatype type) {
    byte[] bytes = new byte[littleEndian.length];
    for (int i = 0; i < bytes.length; i++) {
      bytes[i] = littleEndian[bytes.length - 1 - i];
    }
    boolean unsigned = type.isUnsigned() || type == Datatype.BOOL;
    return unsigned ? new BigInteger(1, bytes) : new BigInteger(bytes);
  }

  private Compared compared(String name) {
    Optional<Dimension> dimension = schema.dimension(name);
    if (dimension.isPresent()) {
      Dimension d = dimension.get();
      return new Compared(name, d.type(), d.cellValNum(), false, Optional.empty());
    }
    return schema
        .attribute(name)
        .map(a -> new Compared(name, a.type(), a.cellValNum(), a.nullable(), a.enumeration()))
        .orElseGet(() -> new Compared(name, Datatype.BLOB, Attribute.VAR, false, Optional.empty()));
  }
}
