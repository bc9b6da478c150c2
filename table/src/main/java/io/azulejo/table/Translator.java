package io.azulejo.table;

import io.azulejo.table.Predicate.And;
import io.azulejo.table.Predicate.Operator;
import io.azulejo.table.Predicate.Or;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Determines the rows for which predicates are true and false. */
final class Translator {
  /** The maximum nesting depth of a predicate. Deeper parts are not pushed down. */
  private static final int MAX_DEPTH = 500;

  private final Function<String, BoundField<?>> fields;

  /**
   * Creates a translator.
   *
   * @param fields finds a column by name; throws if it does not exist or is ambiguous
   */
  Translator(Function<String, BoundField<?>> fields) {
    this.fields = fields;
  }

  /** Returns the regions of rows for which a predicate is true and false. */
  Outcome translate(Predicate predicate) {
    return translate(predicate, 0);
  }

  private Outcome translate(Predicate predicate, int depth) {
    if (depth > MAX_DEPTH) {
      return Outcome.UNKNOWN;
    }
    if (predicate instanceof And) {
      return Outcome.all(translated(predicate, true, depth));
    }
    if (predicate instanceof Or) {
      return Outcome.any(translated(predicate, false, depth));
    }
    if (predicate instanceof Predicate.Not not) {
      return translate(not.part(), depth + 1).not();
    }
    if (predicate instanceof Predicate.Constant constant) {
      boolean yes = constant.value().orElse(false);
      boolean no = !constant.value().orElse(true);
      return new Outcome(region(yes), true, region(no), true);
    }
    if (predicate instanceof Predicate.Foreign) {
      return Outcome.UNKNOWN;
    }
    if (predicate instanceof Predicate.ColumnComparison comparison) {
      return unknown(
          fields.apply(comparison.column()),
          fields.apply(comparison.other()),
          comparison.operator());
    }
    return leaf(fields.apply(((Predicate.ColumnTest) predicate).column()), predicate);
  }

  /**
   * Translates a comparison of two columns. It can be true or false only if both are not null,
   * except for SAME.
   */
  private static Outcome unknown(BoundField<?> column, BoundField<?> other, Operator operator) {
    if (operator == Operator.SAME) {
      return Outcome.UNKNOWN;
    }
    Region some = Region.all(List.of(notNull(column), notNull(other)));
    return new Outcome(some, false, some, false);
  }

  private static <T> Region notNull(BoundField<T> field) {
    return field.cells(field.domain().defined());
  }

  private List<Outcome> translated(Predicate predicate, boolean all, int depth) {
    List<Outcome> outcomes = new ArrayList<>();
    for (Predicate part : flat(predicate, all)) {
      outcomes.add(translate(part, depth + 1));
    }
    return outcomes;
  }

  /** Flattens nested conjunctions (or disjunctions, if not {@code all}) without recursion. */
  static List<Predicate> flat(Predicate predicate, boolean all) {
    List<Predicate> found = new ArrayList<>();
    Deque<Predicate> left = new ArrayDeque<>(List.of(predicate));
    while (!left.isEmpty()) {
      Predicate next = left.pop();
      List<Predicate> parts = parts(next, all);
      if (parts == null) {
        found.add(next);
      } else {
        for (int i = parts.size() - 1; i >= 0; i--) {
          left.push(parts.get(i));
        }
      }
    }
    return found;
  }

  /**
   * Returns the parts of a conjunction (or a disjunction, if not {@code all}), or null for other
   * predicates.
   */
  private static @Nullable List<Predicate> parts(Predicate predicate, boolean all) {
    if (all && predicate instanceof And and) {
      return and.parts();
    }
    return !all && predicate instanceof Or or ? or.parts() : null;
  }

  private static Region region(boolean all) {
    return all ? Region.EVERYTHING : Region.NOTHING;
  }

  private static <T> Outcome leaf(BoundField<T> field, Predicate predicate) {
    return Outcome.of(field, truth(field.domain(), predicate));
  }

  private static <T> Truth<T> truth(CellDomain<T> domain, Predicate predicate) {
    if (predicate instanceof Predicate.Comparison test) {
      return comparison(domain, test.operator(), test.value());
    }
    if (predicate instanceof Predicate.In test) {
      List<Value> values =
          test.values().stream().filter(value -> !(value instanceof Value.Null)).toList();
      boolean withNull = values.size() < test.values().size();
      if (test.values().isEmpty()) { // an empty list is false, even for null
        return new Truth<>(domain.defined().minus(domain.defined()), true, domain.all(), true);
      }
      Truth<T> truth = domain.member(values).orElseGet(domain::unknown);
      CellSet<T> none = truth.no().minus(truth.no());
      return withNull ? new Truth<>(truth.yes(), truth.yesExact(), none, true) : truth;
    }
    if (predicate instanceof Predicate.IsNull) {
      CellSet<T> nulls = domain.all().minus(domain.defined());
      return new Truth<>(nulls, true, domain.defined(), true);
    }
    if (predicate instanceof Predicate.IsNan) {
      return domain.isNan();
    }
    if (predicate instanceof Predicate.Match test) {
      return test.value() instanceof Value.Null
          ? never(domain)
          : domain.match(test.place(), test.value()).orElseGet(domain::unknown);
    }
    Predicate.Like test = (Predicate.Like) predicate;
    return domain.like(test.pattern(), test.escape()).orElseGet(domain::unknown);
  }

  private static <T> Truth<T> comparison(CellDomain<T> domain, Operator operator, Value value) {
    if (value instanceof Value.Null) {
      return operator == Operator.SAME ? truth(domain, new Predicate.IsNull("")) : never(domain);
    }
    if (operator != Operator.SAME) {
      return domain.compare(operator, value).orElseGet(domain::unknown);
    }
    Optional<Truth<T>> equal = domain.compare(Operator.EQUAL, value);
    Truth<T> known = equal.orElseGet(domain::unknown);
    CellSet<T> nulls = domain.all().minus(domain.defined());
    return new Truth<>(
        known.yes(), known.yesExact(), CellSet.union(List.of(known.no(), nulls)), known.noExact());
  }

  /** Returns the result of a predicate that is unknown for all cells. */
  private static <T> Truth<T> never(CellDomain<T> domain) {
    CellSet<T> none = domain.all().minus(domain.all());
    return new Truth<>(none, true, none, true);
  }
}
