package io.azulejo.tests;

import io.azulejo.query.Condition;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** A condition that fits an array, whatever its fields are, and that some cells may meet. */
final class AnyCondition {
  private AnyCondition() {}

  /** One that looks at all attributes and the first dimension; empty if none can be compared. */
  static Optional<Condition> of(ArraySchema schema) {
    List<Condition> parts = new ArrayList<>();
    for (Attribute attribute : schema.attributes()) {
      Condition.Field field = Condition.field(attribute.name());
      bounded(
              attribute.enumeration().isPresent() ? field.byIndex() : field,
              attribute.type(),
              attribute.cellValNum())
          .ifPresent(parts::add);
    }
    Dimension first = schema.dimensions().get(0);
    Optional<Condition> coordinates =
        bounded(Condition.field(first.name()), first.type(), first.cellValNum());
    if (parts.isEmpty()) {
      return coordinates;
    }
    Condition values = parts.stream().reduce(Condition::or).orElseThrow();
    return Optional.of(coordinates.map(values::and).orElse(values));
  }

  private static Optional<Condition> bounded(Condition.Field field, Datatype type, int cellValNum) {
    if (type == Datatype.CHAR || type == Datatype.STRING_ASCII || type == Datatype.STRING_UTF8) {
      return Optional.of(field.notEqualTo("b"));
    }
    return (type.isIntegerValued() || type.isFloatingPoint()) && cellValNum == 1
        ? Optional.of(field.notIn(2, 3).and(field.greaterThanOrEqualTo(1)))
        : Optional.empty();
  }
}
