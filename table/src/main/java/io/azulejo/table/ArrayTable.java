package io.azulejo.table;

import io.azulejo.Array;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Condition;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Layout;
import io.azulejo.table.TableColumn.Role;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * A view of an array as a table. Dimensions, attributes and optionally labels are columns; cells
 * are rows. Immutable and thread-safe.
 *
 * <p>The rows of a sparse array are its cells. The rows of a dense array are either its written
 * cells or all cells of its non-empty domain ({@link TableOptions#cells}). The table shows one
 * snapshot of the array.
 *
 * <pre>{@code
 * ArrayTable table = ArrayTable.of(array, TableOptions.of(Dialect.SPARK));
 * Translation pushed = table.translate(Predicate.between("y", 10, 20).and(residual));
 * for (Split split : pushed.splits(List.of("y", "x", "a"), SplitOptions.DEFAULT)) ...
 * }</pre>
 */
public final class ArrayTable {
  private final Array array;
  private final TableOptions options;
  private final List<BoundField<?>> fields;
  private final Optional<RegionRanges> ranges;

  private ArrayTable(Array array, TableOptions options) {
    this.array = array;
    this.options = options;
    this.fields = new TableFields(array, options).fields();
    Map<String, BoundField<?>> dimensions = new LinkedHashMap<>();
    fields.stream()
        .filter(field -> field.column().role() == Role.DIMENSION)
        .forEach(field -> dimensions.put(field.column().field(), field));
    this.ranges =
        array.nonEmptyDomain().map(box -> new RegionRanges(array.schema(), dimensions, box));
  }

  /**
   * Creates a table view of an array. Loads the enumerations of the array, unless the options ask
   * for their indexes.
   *
   * @param array the snapshot to show
   * @param options the engine's dialect and the choice of rows and columns
   */
  public static ArrayTable of(Array array, TableOptions options) {
    return new ArrayTable(array, options);
  }

  /** Returns the snapshot that the table shows. */
  public Array array() {
    return array;
  }

  /** Returns the options of the view. */
  public TableOptions options() {
    return options;
  }

  /** Returns the columns in this order: dimensions, attributes, and labels if requested. */
  public List<TableColumn> columns() {
    List<TableColumn> columns = new ArrayList<>();
    fields.forEach(field -> columns.add(field.column()));
    return columns;
  }

  /**
   * Returns the column with a name.
   *
   * @param name the name of the column; ignores case if the options say so
   * @throws InvalidRequestException if the column does not exist, or if names are not
   *     case-sensitive and several columns match
   */
  public TableColumn column(String name) {
    return field(name).column();
  }

  /** Returns the column with a name, together with its domain. Throws like {@link #column}. */
  BoundField<?> field(String name) {
    List<BoundField<?>> found = new ArrayList<>();
    for (BoundField<?> field : fields) {
      String own = field.column().name();
      if (own.equals(name)) {
        return field;
      }
      if (!options.caseSensitive() && own.equalsIgnoreCase(name)) {
        found.add(field);
      }
    }
    if (found.size() == 1) {
      return found.get(0);
    }
    String names = names(found.isEmpty() ? fields : found);
    throw new InvalidRequestException(
        found.isEmpty()
            ? "column \"%s\" not found; valid: %s".formatted(name, names)
            : "column \"%s\" is ambiguous (%s); make names case-sensitive".formatted(name, names));
  }

  private static String names(List<BoundField<?>> fields) {
    return fields.stream()
        .map(field -> '"' + field.column().name() + '"')
        .collect(Collectors.joining(", "));
  }

  /** Returns a translation that selects all rows. */
  public Translation all() {
    return translate(Predicate.constant(true));
  }

  /**
   * Translates a predicate into tests of the array. A part that the array cannot test is left to
   * the engine, for example a comparison of a text column with a number.
   *
   * @param predicate the predicate; its conjuncts are translated separately
   * @throws InvalidRequestException if a column does not exist or is ambiguous
   */
  public Translation translate(Predicate predicate) {
    Translator translator = new Translator(this::field);
    List<Translation.Conjunct> conjuncts = new ArrayList<>();
    List<Region> regions = new ArrayList<>();
    for (Predicate part : predicate.conjuncts()) {
      Outcome outcome = translator.translate(part);
      Region tested = tested(outcome.yes());
      boolean exact = outcome.yesExact() && tested.equals(outcome.yes());
      Verdict left = tested.equals(Region.EVERYTHING) ? Verdict.NONE : Verdict.SUPERSET;
      conjuncts.add(new Translation.Conjunct(part, exact ? Verdict.EXACT : left));
      regions.add(tested);
    }
    Region region = Region.all(regions);
    Optional<RegionRanges.Result> result = ranges.map(r -> r.of(region));
    boolean empty = result.map(RegionRanges.Result::empty).orElse(true);
    return new Translation(
        this,
        List.copyOf(conjuncts),
        result.map(RegionRanges.Result::subarray).orElse(Subarray.ALL),
        empty ? Optional.of(Condition.alwaysFalse()) : condition(result.get().remainder()),
        empty,
        region);
  }

  /**
   * Widens a region so that conditions can test it. A test that is not possible becomes all rows.
   */
  private static Region tested(Region region) {
    if (region instanceof Region.Cells<?> cells) {
      return isTestable(cells) ? region : Region.EVERYTHING;
    }
    return region instanceof Region.All all
        ? Region.all(all.parts().stream().map(ArrayTable::tested).toList())
        : Region.any(((Region.Any) region).parts().stream().map(ArrayTable::tested).toList());
  }

  private static <T> boolean isTestable(Region.Cells<T> cells) {
    return cells.field().isTestable(cells.set());
  }

  /** Returns the condition that selects the rows of a region, or empty if it contains all rows. */
  static Optional<Condition> condition(Region region) {
    if (region instanceof Region.Cells<?> cells) {
      return condition(cells);
    }
    if (region instanceof Region.All all) {
      return all.parts().stream().flatMap(part -> condition(part).stream()).reduce(Condition::and);
    }
    List<Condition> parts = new ArrayList<>();
    for (Region part : ((Region.Any) region).parts()) {
      Optional<Condition> one = condition(part);
      if (one.isEmpty()) {
        return Optional.empty();
      }
      parts.add(one.get());
    }
    return Optional.of(parts.isEmpty() ? Condition.alwaysFalse() : CellDomain.any(parts));
  }

  private static <T> Optional<Condition> condition(Region.Cells<T> cells) {
    return cells.field().domain().condition(cells.field().tested(), cells.set());
  }

  /**
   * Returns the layout that yields rows in the order of the keys, or empty if there is none. See
   * {@link Translation#layoutFor}.
   */
  Optional<Layout> layoutFor(List<Translation.SortKey> keys) {
    int count = array.schema().dimensions().size();
    if (keys.isEmpty() || keys.size() > count) {
      return Optional.empty();
    }
    boolean forwards = true;
    boolean backwards = true;
    for (int i = 0; i < keys.size(); i++) {
      TableColumn column = column(keys.get(i).column());
      forwards &= column.equals(fields.get(i).column());
      backwards &= column.equals(fields.get(count - 1 - i).column());
      if (!isOrdered(column, keys.get(i), i + 1 == keys.size())) {
        return Optional.empty();
      }
    }
    if (forwards) {
      return Optional.of(Layout.ROW_MAJOR);
    }
    return backwards ? Optional.of(Layout.COL_MAJOR) : Optional.empty();
  }

  /**
   * Returns whether the engine and the array sort the values of a dimension in the same order.
   *
   * @param last whether the key is the last one
   */
  private boolean isOrdered(TableColumn column, Translation.SortKey key, boolean last) {
    Datatype type = column.stored();
    Dialect dialect = options.dialect();
    boolean sameOrder =
        switch (type) {
          case STRING_ASCII ->
              dialect.stringOrder() == Dialect.StringOrder.BYTES
                  && dialect.trailingSpaces() == Dialect.TrailingSpaces.COUNT;
          case UINT64 -> dialect.unsigned() == Dialect.Unsigned.EXACT;
          case FLOAT32, FLOAT64 -> last && dialect.zeros() == Dialect.Zeros.EQUAL;
          default -> true;
        };
    // Times beyond the engine's range are null to it, but the array sorts them last.
    boolean beyond =
        column.nullable()
            && dialect.outOfRange() == Dialect.OutOfRange.NULL
            && dialect.isTime(type);
    // The array sorts rounded times by their exact values, so later keys would be out of order.
    boolean rounded = dialect.isTime(type) && dialect.isFiner(type);
    return key.direction() == Translation.Direction.ASCENDING
        && (key.nulls() == Translation.Nulls.FIRST || !column.nullable())
        && sameOrder
        && !beyond
        && (last || !rounded);
  }
}
