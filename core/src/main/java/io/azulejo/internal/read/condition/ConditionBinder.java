package io.azulejo.internal.read.condition;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.Suggestion;
import io.azulejo.internal.condition.ConditionTree;
import io.azulejo.internal.condition.ConditionTree.Operator;
import io.azulejo.internal.condition.Literal;
import io.azulejo.internal.order.Intervals;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Enumeration;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Binds the conditions of requests to the schema of an array. */
final class ConditionBinder {
  private static final int MAX_DEPTH = 1000;

  private final ArraySchema schema;
  private final Function<String, Enumeration> enumerations;
  private final Map<String, EnumerationLookup> lookups = new HashMap<>();

  ConditionBinder(ArraySchema schema, Function<String, Enumeration> enumerations) {
    this.schema = schema;
    this.enumerations = enumerations;
  }

  /**
   * Returns the test for a condition.
   *
   * @throws InvalidRequestException if the condition does not fit the schema
   */
  CellPredicate bind(ConditionTree condition) {
    return bind(condition, false, 0);
  }

  private CellPredicate bind(ConditionTree condition, boolean negated, int depth) {
    SignedCondition signed = SignedCondition.of(condition, negated, depth, MAX_DEPTH);
    SignedCondition positive = signed.withoutNegatedCalculation();
    Optional<ConditionTree> simpler = expanded(positive.condition());
    if (simpler.isPresent()) {
      return bind(simpler.get(), positive.negated(), depth + 1);
    }
    if (positive.condition() instanceof ConditionTree.Calculation calculation) {
      return new ExpressionBinder(this).bind(calculation);
    }
    if (positive.condition() instanceof ConditionTree.Like like) {
      return like(like, like.negated() ^ positive.negated());
    }
    if (!signed.isCombination()) {
      return leaf(signed.condition(), signed.negated());
    }
    List<CellPredicate> tests = new ArrayList<>();
    for (SignedCondition part : signed.parts()) {
      tests.add(bind(part.condition(), part.negated(), depth + 1));
    }
    return signed.isAll() ? CellPredicate.allOf(tests) : CellPredicate.anyOf(tests);
  }

  private CellPredicate leaf(ConditionTree condition, boolean negated) {
    if (condition instanceof ConditionTree.Comparison comparison) {
      Operator operator = comparison.operator();
      return comparison(
          comparison.field(), negated ? operator.negated() : operator, comparison.value());
    }
    if (condition instanceof ConditionTree.Membership membership) {
      return membership(membership.field(), membership.negated() ^ negated, membership.values());
    }
    if (condition instanceof ConditionTree.Constant constant) {
      return constant.value() ^ negated ? CellPredicate.TRUE : CellPredicate.FALSE;
    }
    if (condition instanceof ConditionTree.NanTest test) {
      OutputField field = number(test.field());
      Intervals<Long> nan = FieldLiterals.of(field).nan();
      return FieldPredicate.numbers(field, test.negated() ^ negated ? nan.negated() : nan);
    }
    ConditionTree.NullTest test = (ConditionTree.NullTest) condition;
    return FieldPredicate.nullTest(find(test.field().name()), test.negated() ^ negated);
  }

  /**
   * Rewrites a condition as comparisons with single values; empty if it does not need rewriting.
   */
  Optional<ConditionTree> expanded(ConditionTree condition) {
    if (condition instanceof ConditionTree.Prefix prefix) {
      return Optional.of(expanded(prefix));
    }
    if (condition instanceof ConditionTree.Like like) {
      return expanded(like);
    }
    if (condition instanceof ConditionTree.Calculation calculation) {
      return new ExpressionBinder(this).expanded(calculation);
    }
    if (condition instanceof ConditionTree.Comparison comparison) {
      return periods(comparison.field())
          .flatMap(periods -> periods.expanded(comparison.operator(), comparison.value()));
    }
    return condition instanceof ConditionTree.Membership membership
        ? periods(membership.field()).flatMap(periods -> periods.expanded(membership))
        : Optional.empty();
  }

  /**
   * Returns the test of a pattern, combined with a test of its prefix, which can use statistics.
   */
  private CellPredicate like(ConditionTree.Like like, boolean negated) {
    LikePattern pattern = pattern(like);
    CellPredicate test = ExpressionPredicate.like(find(like.field().name()), pattern, negated);
    if (negated || pattern.prefix().length == 0) {
      return test;
    }
    ConditionTree prefix =
        new ConditionTree.Prefix(like.field(), false, Literal.of(pattern.prefix()));
    return CellPredicate.allOf(List.of(bind(prefix), test));
  }

  /**
   * Rewrites a pattern as comparisons if it matches a single string, is a prefix, or applies to an
   * enumeration; otherwise empty.
   */
  private Optional<ConditionTree> expanded(ConditionTree.Like like) {
    LikePattern pattern = pattern(like);
    Optional<EnumerationLookup> lookup = lookup(like.field());
    if (lookup.isPresent()) {
      List<Literal> indexes =
          lookup.get().matching(pattern).stream().map(ConditionBinder::indexLiteral).toList();
      return Optional.of(
          new ConditionTree.Membership(like.field().byIndex(), like.negated(), indexes));
    }
    Literal prefix = Literal.of(pattern.prefix());
    if (pattern.isExact()) {
      Operator operator = like.negated() ? Operator.NOT_EQUAL : Operator.EQUAL;
      return Optional.of(new ConditionTree.Comparison(like.field(), operator, prefix));
    }
    return pattern.isPrefix()
        ? Optional.of(new ConditionTree.Prefix(like.field(), like.negated(), prefix))
        : Optional.empty();
  }

  /** Returns the pattern, after checking that the field holds strings. */
  private LikePattern pattern(ConditionTree.Like like) {
    OutputField field = comparable(like.field());
    Optional<EnumerationLookup> lookup = lookup(like.field());
    boolean texts =
        lookup.isPresent() ? !lookup.get().areNumbers() : FieldLiterals.of(field).areTexts();
    if (!texts) {
      throw new InvalidRequestException(
          "field \"%s\" is %s, but like applies only to strings; use =, < and so on"
              .formatted(
                  field.name(), lookup.isPresent() ? "an enumeration of numbers" : field.type()));
    }
    Literal literal = like.pattern();
    if (literal instanceof Literal.Text text) {
      return LikePattern.of(Slice.of(text.value().getBytes(StandardCharsets.UTF_8)));
    }
    throw new InvalidRequestException(
        "like %s: expected a string in quotes, such as 'DE-%%'".formatted(literal));
  }

  /** Returns how a datetime field interprets dates; empty for other fields. */
  private Optional<Periods> periods(ConditionTree.Field named) {
    OutputField field = find(named.name());
    return FieldLiterals.of(field).areDatetimes() && lookup(named).isEmpty()
        ? Optional.of(new Periods(named, FieldLiterals.of(field)))
        : Optional.empty();
  }

  /**
   * Rewrites a prefix test as a range of strings, or as the set of matching indexes of an
   * enumeration.
   */
  private ConditionTree expanded(ConditionTree.Prefix test) {
    OutputField field = comparable(test.field());
    FieldLiterals literals = FieldLiterals.of(field);
    Optional<EnumerationLookup> lookup = lookup(test.field());
    if (lookup.isPresent()) {
      List<Literal> indexes =
          lookup.get().startingWith(test.prefix()).stream()
              .map(ConditionBinder::indexLiteral)
              .toList();
      return new ConditionTree.Membership(test.field().byIndex(), test.negated(), indexes);
    }
    if (!literals.areTexts()) {
      throw new InvalidRequestException(
          "field \"%s\" is %s, but starts with applies only to strings; use =, < and so on"
              .formatted(field.name(), field.type()));
    }
    ConditionTree from =
        new ConditionTree.Comparison(test.field(), Operator.GREATER_THAN_OR_EQUAL, test.prefix());
    ConditionTree starting =
        after(literals.text(test.prefix()))
            .map(end -> new ConditionTree.Comparison(test.field(), Operator.LESS_THAN, end))
            .map(from::and)
            .orElse(from);
    return test.negated() ? new ConditionTree.Not(starting) : starting;
  }

  /**
   * Returns the smallest string that is greater than all strings with a prefix; empty if none
   * exists.
   */
  private static Optional<Literal> after(Slice prefix) {
    byte[] bytes = prefix.toBytes();
    int length = bytes.length;
    while (length > 0 && bytes[length - 1] == (byte) 0xff) {
      length--;
    }
    if (length == 0) {
      return Optional.empty();
    }
    byte[] end = Arrays.copyOf(bytes, length);
    end[length - 1]++;
    return Optional.of(Literal.of(end));
  }

  private CellPredicate comparison(ConditionTree.Field named, Operator operator, Literal value) {
    OutputField field = comparable(named);
    FieldLiterals literals = FieldLiterals.of(field);
    Optional<EnumerationLookup> lookup = lookup(named);
    if (lookup.isEmpty()) {
      return literals.areTexts()
          ? FieldPredicate.texts(field, literals.texts(operator, value))
          : FieldPredicate.numbers(field, literals.numbers(operator, value));
    }
    checkOrdered(named, operator, lookup.get());
    Optional<Integer> index = lookup.get().index(value);
    if (index.isEmpty()) {
      Intervals<Long> none = Intervals.none(Intervals.KEYS);
      return FieldPredicate.numbers(field, operator == Operator.NOT_EQUAL ? none.negated() : none);
    }
    return FieldPredicate.numbers(field, literals.numbers(operator, indexLiteral(index.get())));
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

  private CellPredicate membership(
      ConditionTree.Field named, boolean negated, List<Literal> values) {
    OutputField field = comparable(named);
    FieldLiterals literals = FieldLiterals.of(field);
    Optional<EnumerationLookup> lookup = lookup(named);
    if (lookup.isEmpty() && literals.areTexts()) {
      Intervals<Slice> members = literals.texts(values);
      return FieldPredicate.texts(field, negated ? members.negated() : members);
    }
    List<Literal> wanted = values;
    if (lookup.isPresent()) {
      wanted = new ArrayList<>();
      for (Literal value : values) {
        lookup.get().index(value).map(ConditionBinder::indexLiteral).ifPresent(wanted::add);
      }
    }
    Intervals<Long> members = literals.numbers(wanted);
    return FieldPredicate.numbers(field, negated ? members.negated() : members);
  }

  /** Returns the literal of an enumeration index. */
  static Literal indexLiteral(int index) {
    return new Literal.Decimal(BigDecimal.valueOf(index));
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
