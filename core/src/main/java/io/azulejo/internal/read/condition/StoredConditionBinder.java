package io.azulejo.internal.read.condition;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.condition.ConditionTree.Operator;
import io.azulejo.internal.condition.Literal;
import io.azulejo.internal.format.ConditionFormat;
import io.azulejo.internal.format.ConditionNode;
import io.azulejo.internal.format.ConditionNode.Combination;
import io.azulejo.internal.order.Intervals;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.ArraySchema;
import java.util.ArrayList;
import java.util.List;

/**
 * Binds stored delete conditions to the schema of an array. Their values are stored as in cells;
 * for enumerations, these are indexes.
 *
 * <p>An empty value can mean null or the empty string. It means the empty string for variable-size
 * strings and null for fixed-size cells (format document, "Query conditions, delete files, update
 * files").
 */
final class StoredConditionBinder {
  private final ArraySchema schema;

  StoredConditionBinder(ArraySchema schema) {
    this.schema = schema;
  }

  /**
   * Returns the test for a condition. The recursion is as deep as the condition, which the decoder
   * limits.
   */
  CellPredicate bind(ConditionNode node) {
    if (node instanceof ConditionNode.Combined combined) {
      if (combined.children().isEmpty()) {
        throw corrupt("children", "a combination without conditions");
      }
      List<CellPredicate> tests = new ArrayList<>();
      for (ConditionNode child : combined.children()) {
        tests.add(bind(child));
      }
      return combined.combination() == Combination.AND
          ? CombinedPredicate.allOf(tests)
          : CombinedPredicate.anyOf(tests);
    }
    return comparison((ConditionNode.Comparison) node);
  }

  private CellPredicate comparison(ConditionNode.Comparison node) {
    switch (node.operator()) {
      case ALWAYS_TRUE:
        return CellPredicate.TRUE;
      case ALWAYS_FALSE:
        return CellPredicate.FALSE;
      default:
        break;
    }
    OutputField field =
        OutputField.find(schema, node.field())
            .orElseThrow(
                () ->
                    corrupt(
                        "field",
                        ("a deletion uses field \"%s\", which the schema lacks; open the"
                                + " array at a time when the field existed")
                            .formatted(node.field())));
    FieldLiterals literals = FieldLiterals.of(field);
    boolean equality =
        node.operator() == ConditionNode.Operator.EQ
            || node.operator() == ConditionNode.Operator.NE;
    boolean varText = literals.areTexts() && field.isVar();
    if (node.value().length() == 0 && equality && field.nullable() && !varText) {
      return FieldPredicate.nullTest(field, node.operator() == ConditionNode.Operator.NE);
    }
    if (!literals.areComparable()) {
      throw corrupt("field", FieldLiterals.incomparable(field));
    }
    return node.operator().isSet()
        ? membership(node, field, literals)
        : comparison(node, field, literals);
  }

  private CellPredicate comparison(
      ConditionNode.Comparison node, OutputField field, FieldLiterals literals) {
    Operator operator = node.operator().comparison().orElseThrow();
    Literal value = value(node.value(), field, literals);
    return literals.areTexts()
        ? FieldPredicate.texts(field, literals.texts(operator, value))
        : FieldPredicate.numbers(field, literals.numbers(operator, value));
  }

  private CellPredicate membership(
      ConditionNode.Comparison node, OutputField field, FieldLiterals literals) {
    List<Literal> members = new ArrayList<>();
    for (Slice member : node.members()) {
      members.add(value(member, field, literals));
    }
    boolean negated = node.operator() == ConditionNode.Operator.NOT_IN;
    if (literals.areTexts()) {
      Intervals<Slice> texts = literals.texts(members);
      return FieldPredicate.texts(field, negated ? texts.negated() : texts);
    }
    Intervals<Long> numbers = literals.numbers(members);
    return FieldPredicate.numbers(field, negated ? numbers.negated() : numbers);
  }

  private static Literal value(Slice bytes, OutputField field, FieldLiterals literals) {
    if (!literals.areTexts() && bytes.length() != field.cellSize()) {
      throw corrupt(
          "value",
          "field \"%s\" is compared with %d bytes, but its cells have %d"
              .formatted(field.name(), bytes.length(), field.cellSize()));
    }
    return new Literal.Bytes(bytes.toBytes());
  }

  private static CorruptDataException corrupt(String field, String reason) {
    return CorruptDataException.of(ConditionFormat.STRUCTURE, field, -1, reason);
  }
}
