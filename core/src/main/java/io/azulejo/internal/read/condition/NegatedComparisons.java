package io.azulejo.internal.read.condition;

import io.azulejo.internal.condition.ConditionTree;
import io.azulejo.internal.condition.ConditionTree.Operator;
import io.azulejo.internal.condition.Literal;
import io.azulejo.internal.format.ConditionNode;
import io.azulejo.internal.format.ConditionNode.Combination;
import io.azulejo.internal.format.ConditionNode.Combined;
import io.azulejo.internal.format.ConditionNode.Comparison;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.order.Intervals;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.query.DeleteRequest;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import java.io.ByteArrayOutputStream;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.function.Function;

/**
 * Builds the stored form of single comparisons of a delete condition, which selects the cells to
 * keep. It records why a stored comparison would delete other cells, too. An empty value is stored
 * for strings only with operators that cannot be mistaken for a null test.
 */
final class NegatedComparisons {
  private static final Slice ANY_TEXT = Slice.of(new byte[] {'x'});
  private static final String OF_TIMES = "a stored deletion cannot compare the times of cells";

  private final DeleteRequest request;
  private final ConditionFields fields;
  private final NanPayloads nan;
  private final Function<String, Optional<String>> lacking;
  private final String firstDimension;
  private final Set<String> inexact = new LinkedHashSet<>();

  NegatedComparisons(
      DeleteRequest request,
      ConditionFields fields,
      NanPayloads nan,
      Function<String, Optional<String>> lacking,
      String firstDimension) {
    this.request = request;
    this.fields = fields;
    this.nan = nan;
    this.lacking = lacking;
    this.firstDimension = firstDimension;
  }

  /** Returns why the stored condition would delete other cells, too; empty if it would not. */
  List<String> inexact() {
    return List.copyOf(inexact);
  }

  /**
   * Returns a placeholder for a part that cannot be stored.
   *
   * @param reason why it cannot be stored
   */
  ConditionNode unstorable(String reason) {
    inexact.add(reason);
    return mark(fields.find(firstDimension), false);
  }

  /** Returns whether a condition is the marker that keeps all cells. */
  static boolean isAll(ConditionNode node) {
    return node instanceof Comparison c && c.operator() == ConditionNode.Operator.ALWAYS_TRUE;
  }

  /** Returns whether a condition is the marker that keeps no cell. */
  static boolean isNone(ConditionNode node) {
    return node instanceof Comparison c && c.operator() == ConditionNode.Operator.ALWAYS_FALSE;
  }

  /**
   * Returns a condition that no cell meets. It replaces the marker, which not all readers know. It
   * tests a dimension, because every version of the schema has the dimensions.
   */
  ConditionNode contradiction() {
    return both(Combination.AND, fields.find(firstDimension));
  }

  /**
   * Returns a condition that every cell meets, expressed with a dimension like {@link
   * #contradiction}.
   */
  static ConditionNode tautology(Dimension dimension) {
    OutputField field = OutputField.of(dimension, 0);
    Datatype type = field.type();
    if (field.isVar() || type.isFloatingPoint()) {
      return both(Combination.OR, field);
    }
    long least =
        type.isUnsigned() ? 0 : -1L << (type.size() * Byte.SIZE - 1); // all bits above are set, too
    return node(
        field, ConditionNode.Operator.GE, bytes(field, CoordinateKeys.ofInteger(type, least)));
  }

  /**
   * Returns the stored condition for the cells that do not meet a comparison (or its opposite, if
   * negated).
   *
   * @param spared fields whose null values another part deletes, so that this one may ignore them
   */
  ConditionNode of(ConditionTree condition, boolean negated, Set<String> spared) {
    if (condition instanceof ConditionTree.Comparison comparison) {
      Operator operator = comparison.operator();
      return comparison(
          comparison.field(), negated ? operator.negated() : operator, comparison.value(), spared);
    }
    if (condition instanceof ConditionTree.Membership membership) {
      return membership(
          membership.field(), membership.negated() ^ negated, membership.values(), spared);
    }
    if (condition instanceof ConditionTree.Constant constant) {
      return mark(fields.find(firstDimension), constant.value() == negated);
    }
    if (condition instanceof ConditionTree.NanTest test) {
      return nanTest(test.field(), test.negated() ^ negated, spared);
    }
    ConditionTree.NullTest test = (ConditionTree.NullTest) condition;
    return nullTest(fields.find(test.field().name()), test.negated() ^ negated, spared);
  }

  private ConditionNode nullTest(OutputField field, boolean negated, Set<String> spared) {
    if (!field.nullable()) {
      return mark(field, !negated);
    }
    if (negated) {
      check(field, spared);
      return mark(field, false);
    }
    checkEverywhere(field);
    if (!FieldLiterals.of(field).areComparable()) {
      return unstorable(
          "%s, so that a stored deletion cannot distinguish its nulls"
              .formatted(FieldLiterals.incomparable(field)));
    }
    return both(Combination.OR, field);
  }

  /**
   * Keeps either NaN or the numbers. Comparisons are never true for NaN, but sets can contain it.
   */
  private ConditionNode nanTest(ConditionTree.Field named, boolean negated, Set<String> spared) {
    if (isTime(named)) {
      return unstorable(OF_TIMES);
    }
    OutputField field = fields.number(named);
    if (!field.type().isFloatingPoint()) {
      return constant(field, !negated, spared);
    }
    check(field, spared);
    if (negated) {
      return nans(field);
    }
    long last = CoordinateKeys.ofFloatingPoint(field.type(), Double.POSITIVE_INFINITY);
    return node(field, ConditionNode.Operator.LE, bytes(field, last));
  }

  private ConditionNode comparison(
      ConditionTree.Field named, Operator operator, Literal value, Set<String> spared) {
    if (isTime(named)) {
      return unstorable(OF_TIMES);
    }
    OutputField field = fields.comparable(named);
    FieldLiterals literals = FieldLiterals.of(field);
    Optional<EnumerationLookup> lookup = fields.lookup(named);
    if (lookup.isPresent()) {
      ConditionFields.checkOrdered(named, operator, lookup.get());
      Optional<Integer> index = lookup.get().index(value);
      if (index.isEmpty()) {
        return constant(field, operator != Operator.NOT_EQUAL, spared);
      }
      return numbers(field, operator, ConditionBinder.indexLiteral(index.get()), spared);
    }
    return literals.areTexts()
        ? texts(field, operator, value, spared)
        : numbers(field, operator, value, spared);
  }

  private ConditionNode numbers(
      OutputField field, Operator operator, Literal value, Set<String> spared) {
    FieldLiterals literals = FieldLiterals.of(field);
    Intervals<Long> deleted = literals.numbers(operator, value);
    if (deleted.isEmpty() || deleted.isAll()) {
      return constant(field, deleted.isEmpty(), spared);
    }
    check(field, spared);
    Long key = literals.key(value);
    Comparison node;
    if (key != null) {
      node = node(field, ConditionNode.Operator.of(operator.negated()), bytes(field, key));
    } else if (field.type().isFloatingPoint()) {
      node = beyondFinite(field, deleted);
    } else {
      // The literal lies between two integers. Compare with the next one.
      node =
          node(
              field,
              deleted.containsMin() ? ConditionNode.Operator.GE : ConditionNode.Operator.LT,
              bytes(field, deleted.changes().get(0)));
    }
    boolean equality = operator == Operator.EQUAL || operator == Operator.NOT_EQUAL;
    return equality ? node : withNan(field, node);
  }

  /**
   * Returns the comparison for a literal beyond the finite numbers. All finite numbers are treated
   * alike; only one infinity differs from them.
   */
  private static Comparison beyondFinite(OutputField field, Intervals<Long> deleted) {
    boolean finite = deleted.contains(CoordinateKeys.ofFloatingPoint(field.type(), 0));
    long above = CoordinateKeys.ofFloatingPoint(field.type(), Double.POSITIVE_INFINITY);
    long below = CoordinateKeys.ofFloatingPoint(field.type(), Double.NEGATIVE_INFINITY);
    long alone = deleted.contains(above) ^ finite ? above : below;
    return node(
        field, finite ? ConditionNode.Operator.EQ : ConditionNode.Operator.NE, bytes(field, alone));
  }

  /**
   * Adds the NaN patterns of a field to the cells to keep. Order comparisons are false for NaN, but
   * a set can list its patterns.
   */
  private ConditionNode withNan(OutputField field, Comparison node) {
    if (!field.type().isFloatingPoint()
        || field.isDimension()
        || node.operator() == ConditionNode.Operator.NE
        || request.nan().contains(field.name())) {
      return node;
    }
    return new Combined(Combination.OR, List.of(node, nans(field)));
  }

  /** Returns the set of all NaN patterns of a field. */
  private ConditionNode nans(OutputField field) {
    Optional<SortedSet<Long>> kinds = nan.of(field);
    if (kinds.isEmpty()) {
      return unstorable(
          "\"%s\" has more than %d kinds of NaN, too many for a stored deletion to list"
              .formatted(field.name(), NanPayloads.MAX_PAYLOADS));
    }
    return set(
        field,
        ConditionNode.Operator.IN,
        kinds.get().stream().map(key -> bytes(field, key)).toList());
  }

  private ConditionNode texts(
      OutputField field, Operator operator, Literal value, Set<String> spared) {
    FieldLiterals literals = FieldLiterals.of(field);
    Intervals<Slice> deleted = literals.texts(operator, value);
    if (deleted.isEmpty() || deleted.isAll()) {
      return constant(field, deleted.isEmpty(), spared);
    }
    check(field, spared);
    return text(field, operator.negated(), literals.text(value));
  }

  private static Comparison text(OutputField field, Operator operator, Slice text) {
    ConditionNode.Operator stored = ConditionNode.Operator.of(operator);
    if (text.length() == 0) {
      boolean equal = operator == Operator.EQUAL || operator == Operator.LESS_THAN_OR_EQUAL;
      stored = equal ? ConditionNode.Operator.EQ : ConditionNode.Operator.NE;
    }
    return node(field, stored, text);
  }

  private ConditionNode membership(
      ConditionTree.Field named, boolean negated, List<Literal> values, Set<String> spared) {
    if (isTime(named)) {
      return unstorable(OF_TIMES);
    }
    OutputField field = fields.comparable(named);
    FieldLiterals literals = FieldLiterals.of(field);
    Optional<EnumerationLookup> lookup = fields.lookup(named);
    Set<Slice> members = new LinkedHashSet<>();
    for (Literal value : values) {
      if (lookup.isEmpty() && literals.areTexts()) {
        Slice text = literals.text(value);
        // The reference engine requires set members to have the size of fixed-size cells. Other
        // members match nothing.
        if (field.isVar() || text.length() == field.cellSize()) {
          members.add(text);
        }
        continue;
      }
      Literal wanted = value;
      if (lookup.isPresent()) {
        wanted = lookup.get().index(value).map(ConditionBinder::indexLiteral).orElse(null);
      }
      Long key = wanted == null ? null : literals.key(wanted);
      if (key != null) {
        members.add(bytes(field, key));
      }
    }
    if (members.isEmpty()) {
      return constant(field, !negated, spared);
    }
    check(field, spared);
    ConditionNode.Operator operator =
        negated ? ConditionNode.Operator.IN : ConditionNode.Operator.NOT_IN;
    if (members.stream().allMatch(member -> member.length() == 0)) {
      return text(field, negated ? Operator.EQUAL : Operator.NOT_EQUAL, Slice.EMPTY);
    }
    return set(field, operator, members);
  }

  private static Comparison set(
      OutputField field, ConditionNode.Operator operator, Collection<Slice> members) {
    ByteArrayOutputStream value = new ByteArrayOutputStream();
    List<Long> offsets = new ArrayList<>();
    for (Slice member : members) {
      offsets.add((long) value.size());
      value.write(member.array(), member.offset(), member.length());
    }
    return new Comparison(operator, field.name(), Slice.of(value.toByteArray()), offsets);
  }

  /** Returns the stored form of a comparison that no value meets, or that all values meet. */
  private ConditionNode constant(OutputField field, boolean none, Set<String> spared) {
    if (!none) {
      check(field, spared);
    }
    return mark(field, none);
  }

  private static ConditionNode mark(OutputField field, boolean all) {
    return node(
        field,
        all ? ConditionNode.Operator.ALWAYS_TRUE : ConditionNode.Operator.ALWAYS_FALSE,
        Slice.EMPTY);
  }

  /** Returns a field equal to some value and (or) not equal to it. */
  private static ConditionNode both(Combination combination, OutputField field) {
    Slice value =
        FieldLiterals.of(field).areTexts() ? ANY_TEXT : Slice.of(new byte[field.cellSize()]);
    return new Combined(
        combination,
        List.of(
            node(field, ConditionNode.Operator.EQ, value),
            node(field, ConditionNode.Operator.NE, value)));
  }

  private static Comparison node(OutputField field, ConditionNode.Operator operator, Slice value) {
    return new Comparison(operator, field.name(), value, List.of());
  }

  /** Returns the bytes of a number as stored in cells. */
  private static Slice bytes(OutputField field, long key) {
    byte[] bytes = new byte[field.type().size()];
    CoordinateKeys.encode(field.type(), key, bytes);
    return Slice.of(bytes);
  }

  private static boolean isTime(ConditionTree.Field named) {
    return named.name().equals(ReadRequest.TIMESTAMPS);
  }

  private void check(OutputField field, Set<String> spared) {
    checkEverywhere(field);
    String name = field.name();
    if (field.nullable() && !spared.contains(name) && !request.nulls().contains(name)) {
      inexact.add(
          "\"%s\" is nullable, and a stored deletion would also delete its nulls".formatted(name));
    }
  }

  private void checkEverywhere(OutputField field) {
    String name = field.name();
    if (!field.isDimension() && !request.missing().contains(name)) {
      lacking.apply(name).ifPresent(inexact::add);
    }
  }
}
