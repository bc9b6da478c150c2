package io.azulejo.table;

import io.azulejo.internal.order.Intervals;
import io.azulejo.query.Condition;
import io.azulejo.table.Predicate.Operator;
import io.azulejo.table.Predicate.Place;
import java.util.List;
import java.util.Optional;

/**
 * The domain of a column whose values the array cannot compare: lists, geometries, unordered bytes,
 * wide text and labels. At most, the array can test whether a cell is null.
 */
final class OpaqueDomain extends CellDomain<Long> {
  private static final Intervals<Long> SOMETHING = Intervals.of(Intervals.KEYS, List.of(0L));

  OpaqueDomain(boolean nullable) {
    super(new CellSet<>(SOMETHING, false, nullable), new CellSet<>(SOMETHING, false, false));
  }

  @Override
  Long value(byte[] cell) {
    return 0L;
  }

  @Override
  Optional<Truth<Long>> compare(Operator operator, Value value) {
    return Optional.of(unknown());
  }

  @Override
  Optional<Truth<Long>> match(Place place, Value value) {
    return Optional.of(unknown());
  }

  @Override
  Optional<Truth<Long>> like(String pattern, Optional<Character> escape) {
    return Optional.of(unknown());
  }

  @Override
  Truth<Long> isNan() {
    return unknown();
  }

  @Override
  Condition values(Condition.Field field, Intervals<Long> some) {
    // Never called: a set of the single value is either empty or full.
    return Condition.alwaysFalse();
  }
}
