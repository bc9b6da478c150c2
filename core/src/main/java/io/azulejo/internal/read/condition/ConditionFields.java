package io.azulejo.internal.read.condition;

import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.schema.ArraySchema;
import java.util.Optional;

/** The fields of an array that conditions can look at. */
final class ConditionFields {
  private final ArraySchema schema;

  ConditionFields(ArraySchema schema) {
    this.schema = schema;
  }

  /** The dimension or attribute of that name. */
  Optional<OutputField> find(String name) {
    for (int d = 0; d < schema.dimensions().size(); d++) {
      if (schema.dimensions().get(d).name().equals(name)) {
        return Optional.of(OutputField.of(schema.dimensions().get(d), d));
      }
    }
    return schema.attribute(name).map(OutputField::of);
  }

  /** Cells that are null, or that are not. */
  static CellPredicate nullTest(OutputField field, boolean negated) {
    if (!field.nullable()) {
      return negated ? CellPredicate.TRUE : CellPredicate.FALSE;
    }
    if (!negated) {
      return FieldPredicate.nulls(field);
    }
    return FieldLiterals.of(field).areTexts()
        ? FieldPredicate.texts(field, Intervals.all(Intervals.TEXTS))
        : FieldPredicate.numbers(field, Intervals.all(Intervals.KEYS));
  }

  /** The message about cells that cannot be compared. */
  static String incomparable(OutputField field) {
    return "field \"%s\" has cells of %s%s, which cannot be compared"
        .formatted(
            field.name(),
            field.isVar()
                ? "any number of "
                : field.cellValNum() == 1 ? "" : field.cellValNum() + " ",
            field.type());
  }
}
