package io.azulejo.internal.read.condition;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.Suggestion;
import io.azulejo.internal.condition.ConditionTree;
import io.azulejo.internal.condition.ConditionTree.Operator;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Enumeration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Finds the fields of an array that a condition names, and loads their enumerations. */
final class ConditionFields {
  private final ArraySchema schema;
  private final Function<String, Enumeration> enumerations;
  private final Map<String, EnumerationLookup> lookups = new HashMap<>();

  /**
   * Creates the fields of an array.
   *
   * @param enumerations loads an enumeration by name
   */
  ConditionFields(ArraySchema schema, Function<String, Enumeration> enumerations) {
    this.schema = schema;
    this.enumerations = enumerations;
  }

  /** Checks that an enumeration has an order if the operator needs one. */
  static void checkOrdered(ConditionTree.Field named, Operator operator, EnumerationLookup lookup) {
    boolean equality = operator == Operator.EQUAL || operator == Operator.NOT_EQUAL;
    if (!equality && !lookup.ordered()) {
      throw new InvalidRequestException(
          ("the values of enumeration \"%s\" of field \"%s\" have no order; compare with ="
                  + " or !=, or compare indexes, as in %s %s 1")
              .formatted(lookup.name(), named.name(), named.byIndex(), operator.symbol()));
    }
  }

  /** Returns a field by name, after checking that its cells can be compared. */
  OutputField comparable(ConditionTree.Field named) {
    OutputField field = find(named.name());
    if (!FieldLiterals.of(field).areComparable()) {
      throw new InvalidRequestException(
          "%s: %s"
              .formatted(
                  FieldLiterals.incomparable(field),
                  field.nullable()
                      ? "use only is null and is not null"
                      : "remove it from the condition"));
    }
    return field;
  }

  /** Returns a field by name, after checking that its cells are numbers. */
  OutputField number(ConditionTree.Field named) {
    OutputField field = comparable(named);
    if (FieldLiterals.of(field).areTexts() || lookup(named).isPresent()) {
      throw new InvalidRequestException(
          "field \"%s\" has %s, but only numbers can be NaN"
              .formatted(
                  field.name(),
                  lookup(named).isPresent() ? "values of an enumeration" : "strings"));
    }
    return field;
  }

  /**
   * Returns the enumeration that a field's stored indexes refer to; empty if the field is compared
   * by its stored values.
   */
  Optional<EnumerationLookup> lookup(ConditionTree.Field named) {
    Optional<String> name =
        named.index()
            ? Optional.empty()
            : schema
                .attribute(named.name())
                .filter(attribute -> attribute.type().isInteger())
                .flatMap(Attribute::enumeration);
    return name.map(
        e -> lookups.computeIfAbsent(e, n -> new EnumerationLookup(enumerations.apply(n))));
  }

  /** Returns whether a name refers to a field, a dimension label or the cell timestamps. */
  boolean has(String name) {
    return OutputField.find(schema, name).isPresent()
        || name.equals(ReadRequest.TIMESTAMPS)
        || schema.labels().stream().map(DimensionLabel::name).anyMatch(name::equals);
  }

  /**
   * Returns a field by name.
   *
   * @throws InvalidRequestException if the name is unknown or conditions cannot use it
   */
  OutputField find(String name) {
    Optional<OutputField> found = OutputField.find(schema, name);
    if (found.isPresent()) {
      return found.get();
    }
    if (name.equals(ReadRequest.TIMESTAMPS)) {
      if (!schema.isDense()) {
        return OutputField.timestamps();
      }
      throw new InvalidRequestException(
          "cells of a dense array have no timestamps; remove %s from the condition"
              .formatted(name));
    }
    boolean label = schema.labels().stream().map(DimensionLabel::name).anyMatch(name::equals);
    throw new InvalidRequestException(
        "%s: conditions can use the dimensions %s and the attributes %s%s"
            .formatted(
                label
                    ? "\"%s\" is a dimension label, which conditions do not support".formatted(name)
                    : "unknown field \"%s\"".formatted(name),
                quoted(schema.dimensions(), Dimension::name),
                quoted(schema.attributes(), Attribute::name),
                label ? "" : Suggestion.hint(name, names())));
  }

  private List<String> names() {
    return Stream.concat(
            schema.dimensions().stream().map(Dimension::name),
            schema.attributes().stream().map(Attribute::name))
        .toList();
  }

  private static <T> List<String> quoted(List<T> parts, Function<T, String> name) {
    return parts.stream().map(part -> '"' + name.apply(part) + '"').toList();
  }
}
