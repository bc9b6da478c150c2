package io.azulejo.internal.read.condition;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.condition.ConditionAccess;
import io.azulejo.internal.condition.ConditionTree;
import io.azulejo.internal.format.ConditionNode;
import io.azulejo.internal.format.ConditionNode.Combination;
import io.azulejo.internal.format.ConditionNode.Combined;
import io.azulejo.internal.format.ConditionNode.Comparison;
import io.azulejo.query.DeleteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Enumeration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Converts the condition of a deletion to its stored form, which is true for the cells to keep.
 * Each comparison is negated, and "and" and "or" are exchanged.
 *
 * <p>A stored comparison is false for nulls and for cells of fragments without the field, so these
 * would be deleted, too. If that can happen and the request does not accept it, the result says so.
 */
public final class NegatedCondition {
  private static final int MAX_DEPTH = 400;

  private final ConditionBinder binder;
  private final NegatedComparisons comparisons;

  /**
   * The stored form of a deletion.
   *
   * @param kept the condition of the cells that stay; empty if no cell can match the deletion
   * @param inexact the reasons why {@code kept} must not be stored: the other cells that it would
   *     delete, or what the format cannot store; empty if {@code kept} is exact
   */
  public record Stored(Optional<ConditionNode> kept, List<String> inexact) {}

  private NegatedCondition(
      DeleteRequest request,
      ArraySchema schema,
      Function<String, Enumeration> enumerations,
      NanPayloads nan,
      Function<String, Optional<String>> lacking) {
    ConditionFields fields = new ConditionFields(schema, enumerations);
    this.binder = new ConditionBinder(fields);
    this.comparisons =
        new NegatedComparisons(request, fields, nan, lacking, schema.dimensions().get(0).name());
  }

  /**
   * Returns a condition that holds for the cells to keep.
   *
   * @param enumerations loads an enumeration by name
   * @param nan finds the NaN patterns of a field
   * @param lacking returns why cells without an attribute would be deleted, too; empty if none
   *     would
   * @throws InvalidRequestException if the condition does not fit the array
   */
  public static Stored of(
      DeleteRequest request,
      ArraySchema schema,
      Function<String, Enumeration> enumerations,
      NanPayloads nan,
      Function<String, Optional<String>> lacking) {
    NegatedCondition kept = new NegatedCondition(request, schema, enumerations, nan, lacking);
    ConditionNode node = kept.of(ConditionAccess.tree(request.condition()), false, Set.of(), 0);
    List<String> inexact = kept.comparisons.inexact();
    if (NegatedComparisons.isAll(node)) {
      return new Stored(Optional.empty(), inexact);
    }
    return new Stored(
        Optional.of(NegatedComparisons.isNone(node) ? kept.comparisons.contradiction() : node),
        inexact);
  }

  /**
   * Returns a condition that all cells of an array meet. Stored as a deletion, it deletes nothing.
   */
  public static ConditionNode keepingAll(ArraySchema schema) {
    return NegatedComparisons.tautology(schema.dimensions().get(0));
  }

  /**
   * Returns the condition of the cells to keep.
   *
   * @param negated whether the condition is negated
   * @param spared fields whose null values another part deletes, so that this one may ignore them
   * @param depth number of enclosing combinations
   */
  private ConditionNode of(
      ConditionTree condition, boolean negated, Set<String> spared, int depth) {
    SignedCondition signed = SignedCondition.of(condition, negated, depth, MAX_DEPTH);
    SignedCondition positive = signed.withoutNegatedCalculation();
    Optional<ConditionTree> simpler = binder.expanded(positive.condition());
    if (simpler.isPresent()) {
      return of(simpler.get(), positive.negated(), spared, depth + 1);
    }
    if (positive.condition() instanceof ConditionTree.Calculation
        || positive.condition() instanceof ConditionTree.Like) {
      // Binding checks that the condition fits the array.
      binder.bind(positive.condition());
      return comparisons.unstorable(
          "a stored deletion can only compare fields with values, and cannot express \"%s\""
              .formatted(positive.condition()));
    }
    if (!signed.isCombination()) {
      return comparisons.of(signed.condition(), signed.negated(), spared);
    }
    List<SignedCondition> parts = signed.parts();
    return signed.isAll() ? anyOf(parts, spared, depth) : allOf(parts, spared, depth);
  }

  /** Keeps the cells that fail at least one of the parts. */
  private ConditionNode anyOf(List<SignedCondition> parts, Set<String> spared, int depth) {
    List<ConditionNode> nodes = new ArrayList<>();
    for (SignedCondition part : parts) {
      nodes.add(of(part.condition(), part.negated(), spared, depth + 1));
    }
    return combined(Combination.OR, nodes);
  }

  /**
   * Keeps the cells that fail all of the parts. If one part deletes the nulls of a field, the other
   * parts may ignore them.
   */
  private ConditionNode allOf(List<SignedCondition> parts, Set<String> spared, int depth) {
    Set<String> deleted = new HashSet<>(spared);
    for (SignedCondition part : parts) {
      nullTested(part).ifPresent(deleted::add);
    }
    List<ConditionNode> nodes = new ArrayList<>();
    Set<String> compared = new HashSet<>();
    for (SignedCondition part : parts) {
      if (nullTested(part).isEmpty()) {
        ConditionNode node = of(part.condition(), part.negated(), deleted, depth + 1);
        nodes.add(node);
        if (node instanceof Comparison comparison && !NegatedComparisons.isAll(node)) {
          compared.add(comparison.field());
        }
      }
    }
    for (SignedCondition part : parts) {
      Optional<String> field = nullTested(part);
      // A stored comparison of the field is false for nulls, so it already deletes them.
      if (field.isPresent() && !compared.contains(field.get())) {
        nodes.add(of(part.condition(), part.negated(), spared, depth + 1));
      }
    }
    return combined(Combination.AND, nodes);
  }

  /** Returns the field that a part tests for null; empty if the part is not such a test. */
  private static Optional<String> nullTested(SignedCondition part) {
    return part.condition() instanceof ConditionTree.NullTest test
            && test.negated() == part.negated()
        ? Optional.of(test.field().name())
        : Optional.empty();
  }

  private static ConditionNode combined(Combination combination, List<ConditionNode> nodes) {
    boolean all = combination == Combination.AND;
    List<ConditionNode> deciding = new ArrayList<>();
    for (ConditionNode node : nodes) {
      if (all ? NegatedComparisons.isNone(node) : NegatedComparisons.isAll(node)) {
        return node;
      }
      if (!(all ? NegatedComparisons.isAll(node) : NegatedComparisons.isNone(node))) {
        deciding.add(node);
      }
    }
    if (deciding.isEmpty()) {
      return nodes.get(0);
    }
    List<ConditionNode> parts = flattened(combination, deciding);
    return parts.size() == 1 ? parts.get(0) : new Combined(combination, parts);
  }

  private static List<ConditionNode> flattened(Combination combination, List<ConditionNode> nodes) {
    List<ConditionNode> flat = new ArrayList<>();
    for (ConditionNode node : nodes) {
      if (node instanceof Combined inner && inner.combination() == combination) {
        flat.addAll(inner.children());
      } else {
        flat.add(node);
      }
    }
    return flat;
  }
}
