package io.azulejo.internal.read;

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

  /** The literals that a field can be compared with. */
  static FieldLiterals literals(OutputField field) {
    return new FieldLiterals("field \"" + field.name() + "\"", field.type(), field.cellValNum());
  }

  /** Cells that are null, or that are not. */
  static CellTest nullTest(OutputField field, boolean negated) {
    if (!field.nullable()) {
      return negated ? CellTest.TRUE : CellTest.FALSE;
    }
    if (!negated) {
      return CellTest.nulls(field);
    }
    return literals(field).areTexts()
        ? CellTest.texts(field, Intervals.all(Intervals.TEXTS))
        : CellTest.numbers(field, Intervals.all(Intervals.KEYS));
  }

  /** What a message says of cells that cannot be compared. */
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
