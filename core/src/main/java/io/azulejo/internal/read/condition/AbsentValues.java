package io.azulejo.internal.read.condition;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.condition.ConditionTree;
import io.azulejo.internal.condition.Literal;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Enumeration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * Finds values in a condition that no cell can have, because the enumeration of the field does not
 * contain them.
 */
public final class AbsentValues {
  private final ArraySchema schema;
  private final Function<String, Enumeration> enumerations;
  private final Map<String, EnumerationLookup> lookups = new LinkedHashMap<>();
  private final Map<String, List<String>> absent = new LinkedHashMap<>();

  private AbsentValues(ArraySchema schema, Function<String, Enumeration> enumerations) {
    this.schema = schema;
    this.enumerations = enumerations;
  }

  /**
   * Returns the values in tests for equality or membership that are not in the enumerations of
   * their attributes. Negated tests are ignored.
   *
   * @param enumerations loads an enumeration by name
   * @return the absent values by attribute name, written as in the text of a condition
   */
  public static Map<String, List<String>> of(
      ConditionTree tree, ArraySchema schema, Function<String, Enumeration> enumerations) {
    AbsentValues values = new AbsentValues(schema, enumerations);
    values.take(tree);
    return values.absent;
  }

  private void take(ConditionTree tree) {
    if (tree instanceof ConditionTree.And and) {
      and.parts().forEach(this::take);
    } else if (tree instanceof ConditionTree.Or or) {
      or.parts().forEach(this::take);
    } else if (tree instanceof ConditionTree.Comparison comparison
        && comparison.operator() == ConditionTree.Operator.EQUAL) {
      look(comparison.field(), List.of(comparison.value()));
    } else if (tree instanceof ConditionTree.Membership membership && !membership.negated()) {
      look(membership.field(), membership.values());
    }
  }

  private void look(ConditionTree.Field field, List<Literal> values) {
    String enumeration =
        schema.attribute(field.name()).flatMap(Attribute::enumeration).orElse(null);
    if (field.index() || enumeration == null) {
      return;
    }
    EnumerationLookup lookup =
        lookups.computeIfAbsent(
            enumeration, name -> new EnumerationLookup(enumerations.apply(name)));
    for (Literal value : values) {
      if (lacks(lookup, value)) {
        absent.computeIfAbsent(field.name(), name -> new ArrayList<>()).add(value.toString());
      }
    }
  }

  private static boolean lacks(EnumerationLookup lookup, Literal value) {
    try {
      return lookup.index(value).isEmpty();
    } catch (InvalidRequestException e) {
      // The value has another type. Reads reject it with a message.
      return false;
    }
  }
}
