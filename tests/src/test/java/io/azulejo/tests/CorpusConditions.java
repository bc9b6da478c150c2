package io.azulejo.tests;

import com.fasterxml.jackson.databind.JsonNode;
import io.azulejo.Array;
import io.azulejo.query.Condition;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.testkit.CorpusValues;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Conditions of the corpus as those of requests. */
final class CorpusConditions {
  private final Array array;

  CorpusConditions(Array array) {
    this.array = array;
  }

  /** The condition that a tree says. */
  Condition of(JsonNode tree) {
    String op = tree.get("op").asText();
    switch (op) {
      case "and":
        return parts(tree).stream().reduce(Condition::and).orElseThrow();
      case "or":
        return parts(tree).stream().reduce(Condition::or).orElseThrow();
      case "not":
        return parts(tree).get(0).negate();
      default:
        break;
    }
    String name = tree.get("field").asText();
    boolean byIndex = tree.path("by_index").asBoolean();
    Condition.Field field = byIndex ? Condition.field(name).byIndex() : Condition.field(name);
    Datatype type = type(name, byIndex);
    return switch (op) {
      case "lt" -> field.lessThan(value(type, tree.get("value")));
      case "le" -> field.lessThanOrEqualTo(value(type, tree.get("value")));
      case "gt" -> field.greaterThan(value(type, tree.get("value")));
      case "ge" -> field.greaterThanOrEqualTo(value(type, tree.get("value")));
      case "eq" -> field.equalTo(value(type, tree.get("value")));
      case "ne" -> field.notEqualTo(value(type, tree.get("value")));
      case "in" -> field.in(values(type, tree.get("values")));
      case "not_in" -> field.notIn(values(type, tree.get("values")));
      case "is_null" -> field.isNull();
      case "not_null" -> field.isNotNull();
      default -> throw new IllegalArgumentException(op);
    };
  }

  private List<Condition> parts(JsonNode tree) {
    List<Condition> parts = new ArrayList<>();
    tree.get("args").forEach(part -> parts.add(of(part)));
    return parts;
  }

  /** The type of the values that a field is compared with. */
  private Datatype type(String name, boolean byIndex) {
    Optional<Attribute> attribute = array.schema().attribute(name);
    if (attribute.isPresent()) {
      return byIndex || attribute.get().enumeration().isEmpty()
          ? attribute.get().type()
          : array.enumeration(attribute.get().enumeration().get()).type();
    }
    return array.schema().dimensions().stream()
        .filter(dimension -> dimension.name().equals(name))
        .map(Dimension::type)
        .findFirst()
        .orElseThrow();
  }

  private static Object[] values(Datatype type, JsonNode texts) {
    List<Object> values = new ArrayList<>();
    texts.forEach(text -> values.add(value(type, text)));
    return values.toArray();
  }

  private static Object value(Datatype type, JsonNode node) {
    String text = node.asText();
    if (text.startsWith("\"")) {
      return CorpusValues.string(text);
    }
    if (type.isFloatingPoint()) {
      return CorpusValues.real(type, text);
    }
    return type.isIntegerValued() ? new BigInteger(text) : text;
  }
}
