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
 * From the condition of a deletion to the one that is stored, which is true of the cells that stay.
 * Each comparison is turned into what it does not hold for, with "and" and "or" exchanged. A stored
 * comparison is false for nulls and for cells of fragments without the field, so that these would
 * be deleted, too: where that can happen and was not accepted, the result says so.
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
    this.binder = new ConditionBinder(schema, enumerations);
    this.comparisons =
        new NegatedComparisons(request, binder, nan, lacking, schema.dimensions().get(0).name());
  }

  /**
   * The condition of the cells that stay.
   *
   * @param enumerations finds an enumeration by its name
   * @param nan finds the kinds of NaN of a field
   * @param lacking says of an attribute why cells without it would be deleted, too; empty where
   *     none would
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

  /** A condition that all cells of an array meet: stored as a deletion, it deletes none. */
  public static ConditionNode keepingAll(ArraySchema schema) {
    return NegatedComparisons.tautology(schema.dimensions().get(0));
  }

  /**
   * What stays.
   *
   * @param negated whether the condition is the one that is not to hold
   * @param spared fields of which cells with null are deleted anyway, so that it does not matter
   *     what is said of them here
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
      // Binding it finds out whether it fits the array.
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

  /** A cell stays that fails any of the parts. */
  private ConditionNode anyOf(List<SignedCondition> parts, Set<String> spared, int depth) {
    List<ConditionNode> nodes = new ArrayList<>();
    for (SignedCondition part : parts) {
      nodes.add(of(part.condition(), part.negated(), spared, depth + 1));
    }
    return combined(Combination.OR, nodes);
  }

  /**
   * A cell stays that fails all of the parts; where one deletes nulls, the others need not care.
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
      // A comparison of the field holds for no null, so that nothing has to be added to it.
      if (field.isPresent() && !compared.contains(field.get())) {
        nodes.add(of(part.condition(), part.negated(), spared, depth + 1));
      }
    }
    return combined(Combination.AND, nodes);
  }

  /** The field that a part asks whether it is null. */
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
