package io.azulejo.internal.read.condition;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.condition.ConditionTree;
import io.azulejo.internal.condition.ConditionTree.Operator;
import io.azulejo.internal.condition.Literal;
import io.azulejo.internal.order.Intervals;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.runtime.Slice;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Binds the conditions of requests to the schema of an array. */
final class ConditionBinder {
  private static final int MAX_DEPTH = 1000;

  private final ConditionFields fields;
  private final ExpressionBinder calculations;

  ConditionBinder(ConditionFields fields) {
    this.fields = fields;
    this.calculations = new ExpressionBinder(fields);
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
      return calculations.bind(calculation);
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
    return signed.isAll() ? CombinedPredicate.allOf(tests) : CombinedPredicate.anyOf(tests);
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
      OutputField field = fields.number(test.field());
      Intervals<Long> nan = FieldLiterals.of(field).nan();
      return FieldPredicate.numbers(field, test.negated() ^ negated ? nan.negated() : nan);
    }
    ConditionTree.NullTest test = (ConditionTree.NullTest) condition;
    return FieldPredicate.nullTest(fields.find(test.field().name()), test.negated() ^ negated);
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
      return calculations.expanded(calculation);
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
    OutputField field = fields.find(like.field().name());
    CellPredicate test = ExpressionPredicate.like(field, pattern, negated);
    if (negated || pattern.prefix().length == 0) {
      return test;
    }
    ConditionTree prefix =
        new ConditionTree.Prefix(like.field(), false, Literal.of(pattern.prefix()));
    return CombinedPredicate.allOf(List.of(bind(prefix), test));
  }

  /**
   * Rewrites a pattern as comparisons if it matches a single string, is a prefix, or applies to an
   * enumeration; otherwise empty.
   */
  private Optional<ConditionTree> expanded(ConditionTree.Like like) {
    LikePattern pattern = pattern(like);
    Optional<EnumerationLookup> lookup = fields.lookup(like.field());
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
    OutputField field = fields.comparable(like.field());
    Optional<EnumerationLookup> lookup = fields.lookup(like.field());
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
    OutputField field = fields.find(named.name());
    return FieldLiterals.of(field).areDatetimes() && fields.lookup(named).isEmpty()
        ? Optional.of(new Periods(named, FieldLiterals.of(field)))
        : Optional.empty();
  }

  /**
   * Rewrites a prefix test as a range of strings, or as the set of matching indexes of an
   * enumeration.
   */
  private ConditionTree expanded(ConditionTree.Prefix test) {
    OutputField field = fields.comparable(test.field());
    FieldLiterals literals = FieldLiterals.of(field);
    Optional<EnumerationLookup> lookup = fields.lookup(test.field());
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
    OutputField field = fields.comparable(named);
    FieldLiterals literals = FieldLiterals.of(field);
    Optional<EnumerationLookup> lookup = fields.lookup(named);
    if (lookup.isEmpty()) {
      return literals.areTexts()
          ? FieldPredicate.texts(field, literals.texts(operator, value))
          : FieldPredicate.numbers(field, literals.numbers(operator, value));
    }
    ConditionFields.checkOrdered(named, operator, lookup.get());
    Optional<Integer> index = lookup.get().index(value);
    if (index.isEmpty()) {
      Intervals<Long> none = Intervals.none(Intervals.KEYS);
      return FieldPredicate.numbers(field, operator == Operator.NOT_EQUAL ? none.negated() : none);
    }
    return FieldPredicate.numbers(field, literals.numbers(operator, indexLiteral(index.get())));
  }

  private CellPredicate membership(
      ConditionTree.Field named, boolean negated, List<Literal> values) {
    OutputField field = fields.comparable(named);
    FieldLiterals literals = FieldLiterals.of(field);
    Optional<EnumerationLookup> lookup = fields.lookup(named);
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
}
