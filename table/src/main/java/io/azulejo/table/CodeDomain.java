package io.azulejo.table;

import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.order.Intervals;
import io.azulejo.query.Condition;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import io.azulejo.table.Predicate.Operator;
import io.azulejo.table.Predicate.Place;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * The domain of a column with an enumeration, whose cells are indexes. A predicate is evaluated on
 * each value of the enumeration and becomes a set of indexes. The enumeration does not have to be
 * ordered. An index without a value is null to the engine.
 *
 * @param <T> the type of the enumeration's values
 */
final class CodeDomain<T> extends CellDomain<Long> {
  private final NumberDomain indexes;
  private final Datatype type;
  private final CellDomain<T> inner;
  private final List<byte[]> values;

  private CodeDomain(
      Datatype type,
      boolean nullable,
      NumberDomain indexes,
      CellDomain<T> inner,
      List<byte[]> values,
      Intervals<Long> defined) {
    super(
        new CellSet<>(indexes.all().values(), false, nullable),
        new CellSet<>(defined, false, false));
    this.type = type;
    this.indexes = indexes;
    this.inner = inner;
    this.values = values;
  }

  /**
   * Creates the domain of a column with an enumeration.
   *
   * @param type the type of the indexes
   * @param nullable whether cells can be stored as null
   * @param inner the domain of the enumeration's values
   */
  static <T> CodeDomain<T> of(
      Datatype type,
      boolean nullable,
      Enumeration enumeration,
      CellDomain<T> inner,
      Dialect dialect) {
    NumberDomain indexes = new NumberDomain(type, Optional.empty(), nullable, dialect);
    List<byte[]> values = new ArrayList<>();
    for (int i = 0; i < enumeration.size(); i++) {
      values.add(enumeration.value(i));
    }
    Intervals<Long> known = some(type, values, value -> inner.contains(inner.defined(), value));
    return new CodeDomain<>(type, nullable, indexes, inner, values, known);
  }

  /** Returns the indexes of the enumeration values that pass a test. */
  private static Intervals<Long> some(
      Datatype type, List<byte[]> values, java.util.function.Predicate<byte[]> test) {
    List<Long> indexes =
        IntStream.range(0, values.size())
            .filter(i -> test.test(values.get(i)))
            .mapToObj(i -> CoordinateKeys.ofInteger(type, i))
            .toList();
    return Intervals.of(Intervals.KEYS, indexes).and(NumberDomain.universe(type));
  }

  private Truth<Long> map(Truth<T> truth) {
    return new Truth<>(
        indexes(truth.yes()), truth.yesExact(), indexes(truth.no()), truth.noExact());
  }

  private CellSet<Long> indexes(CellSet<T> set) {
    Intervals<Long> some = some(type, values, value -> inner.contains(set, value));
    return new CellSet<>(some, false, false).and(defined());
  }

  @Override
  Optional<Truth<Long>> compare(Operator operator, Value value) {
    return inner.compare(operator, value).map(this::map);
  }

  @Override
  Optional<Truth<Long>> member(List<Value> wanted) {
    return inner.member(wanted).map(this::map);
  }

  @Override
  Optional<Truth<Long>> match(Place place, Value value) {
    return inner.match(place, value).map(this::map);
  }

  @Override
  Optional<Truth<Long>> like(String pattern, Optional<Character> escape) {
    return inner.like(pattern, escape).map(this::map);
  }

  @Override
  Truth<Long> isNan() {
    return map(inner.isNan());
  }

  @Override
  Condition values(Condition.Field field, Intervals<Long> some) {
    return NumberDomain.condition(type, field, some);
  }

  @Override
  @Nullable Long value(byte[] cell) {
    return indexes.value(cell);
  }
}
