package io.azulejo.imports.rows;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Datatype;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.function.Predicate;

/**
 * Chooses the columns of a file that are clearly its dimensions: a unique key, or a place, a
 * position or a time that few rows share. Otherwise, the array should be dense over the row
 * numbers.
 */
final class DimensionChoice {
  /** Maximum number of columns that are tried in combinations. */
  private static final int TRIED = 6;

  /**
   * Minimum {@link KeyEvidence#need} of each column: in a key that contains a time, in other keys,
   * and in a box of cells.
   */
  private static final int NEED_IN_TIME = 2;

  private static final int NEED = 4;
  private static final int NEED_IN_BOX = 1;

  private final List<ColumnProfile> columns;
  private final List<ColumnProfile> known; // candidates with known keys for their first cells
  private final KeyEvidence evidence;
  private final List<ColumnProfile> times;
  private final List<ColumnProfile> periods; // longest periods first
  private final List<ColumnProfile> identifiers; // names, codes, and integers with few values
  private final int first; // index of the first column that is not a row counter

  private DimensionChoice(List<ColumnProfile> columns) {
    this.columns = columns;
    first = countsRows(columns.get(0)) ? 1 : 0;
    known = columns.stream().skip(first).filter(c -> isPossible(c) && c.keys().rows() > 0).toList();
    evidence = new KeyEvidence(known.stream().mapToInt(c -> c.keys().rows()).min().orElse(0));
    times = knownColumns(c -> c.type().isDatetime() && evidence.isVaried(c));
    periods =
        known.stream()
            .filter(c -> isInteger(c) && KeyNames.period(c.name()) >= 0)
            .sorted(Comparator.comparingInt(c -> KeyNames.period(c.name())))
            .toList();
    identifiers = new ArrayList<>(knownColumns(c -> isIdentifier(c) && evidence.isVaried(c)));
    identifiers.addAll(
        knownColumns(
            c -> isInteger(c) && !isIdentifier(c) && !periods.contains(c) && evidence.isVaried(c)));
  }

  private List<ColumnProfile> knownColumns(Predicate<ColumnProfile> condition) {
    return known.stream().filter(condition).toList();
  }

  /** Returns the columns that are clearly dimensions, or an empty list if there are none. */
  static List<ColumnProfile> of(List<ColumnProfile> columns) {
    DimensionChoice choice = new DimensionChoice(columns);
    return choice.known.isEmpty() ? List.of() : choice.key().orElse(List.of());
  }

  /**
   * Returns the columns that are clearly dimensions. If there are none, returns the columns whose
   * names and types most resemble dimensions.
   */
  static List<ColumnProfile> ofSparse(List<ColumnProfile> columns) {
    List<ColumnProfile> found = of(columns);
    return found.isEmpty() ? byTypes(columns) : found;
  }

  /** Returns the number of leading rows for which the keys of all dimensions are known. */
  static int known(List<ColumnProfile> dimensions) {
    return dimensions.stream().mapToInt(c -> c.keys().rows()).min().orElse(0);
  }

  /** Returns how many of the first rows repeat the coordinates of an earlier row. */
  static long repeated(List<ColumnProfile> dimensions, int rows) {
    return RowKeys.repeated(dimensions.stream().map(ColumnProfile::keys).toList(), rows);
  }

  private Optional<List<ColumnProfile>> key() {
    return position()
        .or(this::id)
        .or(this::place)
        .or(this::time)
        .or(this::code)
        .or(() -> uniqueTogether(2))
        .or(() -> uniqueTogether(3))
        .map(this::inSortOrder);
  }

  private Optional<List<ColumnProfile>> id() {
    return known.stream()
        .filter(c -> isCount(c) && KeyNames.isId(c.name()) && isUnique(c))
        .findFirst()
        .map(List::of);
  }

  /**
   * Finds a chromosome and a position on it. They are recognized by their column names, or by cells
   * with chromosome names next to integers.
   */
  private Optional<List<ColumnProfile>> position() {
    List<ColumnProfile> integers = known.stream().filter(DimensionChoice::isInteger).toList();
    Optional<ColumnProfile> named =
        integers.stream().filter(c -> KeyNames.isPosition(c.name())).findFirst();
    for (ColumnProfile chromosome : known) {
      boolean shown = isText(chromosome) && areChromosomes(chromosome);
      Optional<ColumnProfile> position =
          shown
              ? positionColumn(chromosome, integers)
              : named.filter(c -> KeyNames.isChromosome(chromosome.name()));
      if (position.isPresent()) {
        return Optional.of(List.of(chromosome, position.get())).filter(this::isShort);
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the first integer column that is named like a position or directly follows the
   * chromosome column.
   */
  private Optional<ColumnProfile> positionColumn(
      ColumnProfile chromosome, List<ColumnProfile> integers) {
    int next = columns.indexOf(chromosome) + 1;
    return integers.stream()
        .filter(
            c -> KeyNames.isPosition(c.name()) || next < columns.size() && c == columns.get(next))
        .findFirst();
  }

  private static boolean areChromosomes(ColumnProfile column) {
    return column.values().isPresent()
        && column.values().get().stream().allMatch(KeyNames::isChromosomeOf);
  }

  /**
   * Finds a latitude and a longitude, extended by a time or by periods if many rows share a place.
   * Longer periods are tried first.
   */
  private Optional<List<ColumnProfile>> place() {
    Optional<List<ColumnProfile>> place = placeOf(known);
    if (place.isEmpty() || isShort(place.get())) {
      return place;
    }
    List<List<ColumnProfile>> others = new ArrayList<>();
    times.forEach(time -> others.add(List.of(time)));
    for (int count = 1; count <= periods.size(); count++) {
      others.add(periods.subList(0, count));
    }
    for (List<ColumnProfile> other : others) {
      List<ColumnProfile> both = new ArrayList<>(place.get());
      both.addAll(other);
      if (isShort(both)) {
        return Optional.of(both);
      }
    }
    return Optional.empty();
  }

  private static Optional<List<ColumnProfile>> placeOf(List<ColumnProfile> columns) {
    List<ColumnProfile> latitudes = degrees(columns, KeyNames::isLatitude, 90);
    List<ColumnProfile> longitudes = degrees(columns, KeyNames::isLongitude, 360);
    return latitudes.size() == 1 && longitudes.size() == 1
        ? Optional.of(List.of(latitudes.get(0), longitudes.get(0)))
        : Optional.empty();
  }

  private static List<ColumnProfile> degrees(
      List<ColumnProfile> columns, Predicate<String> named, int most) {
    return columns.stream()
        .filter(c -> named.test(c.name()) && isNumber(c))
        .filter(c -> c.low() >= -most && c.high() <= most)
        .toList();
  }

  /**
   * Finds a time that orders the rows or is their first column. Otherwise finds the periods that
   * make up a time, such as year and month.
   */
  private Optional<List<ColumnProfile>> time() {
    for (ColumnProfile time : times) {
      boolean leads = isFirst(time) || time.isAscending() || time.isDescending();
      if (leads && isShort(List.of(time))) {
        return Optional.of(List.of(time));
      }
    }
    for (int count = 1; count <= periods.size(); count++) {
      List<ColumnProfile> some = periods.subList(0, count);
      boolean leads = count > 1 || isFirst(some.get(0)) || some.get(0).isAscending();
      if (leads && leavesAttributes(some) && evidence.areUnique(some)) {
        return Optional.of(some);
      }
    }
    return Optional.empty();
  }

  /**
   * Finds unique row names, row numbers or codes. A code must be the first column or strictly
   * increase.
   */
  private Optional<List<ColumnProfile>> code() {
    return known.stream()
        .filter(c -> isCount(c) && isUnique(c))
        .filter(
            c ->
                c.isUnnamed()
                    || KeyNames.isRowNumber(c.name())
                    || KeyNames.isCode(c.name())
                        && (isFirst(c) || isInteger(c) && c.isIncreasing()))
        .findFirst()
        .map(List::of);
  }

  /**
   * Finds columns that are unique together and that are all needed for it. Combinations with a time
   * or with periods are tried first.
   *
   * @param count maximum number of columns
   */
  private Optional<List<ColumnProfile>> uniqueTogether(int count) {
    List<ColumnProfile> some = identifiers.subList(0, Math.min(TRIED, identifiers.size()));
    List<List<ColumnProfile>> bases = new ArrayList<>();
    times.stream().limit(2).forEach(t -> bases.add(List.of(t)));
    for (int i = 1; i <= Math.min(count - 1, periods.size()); i++) {
      bases.add(periods.subList(0, i));
    }
    for (List<ColumnProfile> base : bases) {
      Optional<List<ColumnProfile>> found = with(base, some, count, NEED_IN_TIME);
      if (found.isPresent()) {
        return found;
      }
    }
    return with(List.of(), some, count, NEED);
  }

  private Optional<List<ColumnProfile>> with(
      List<ColumnProfile> base, List<ColumnProfile> some, int count, int need) {
    if (base.size() == count) {
      return isKey(base, need) ? Optional.of(base) : Optional.empty();
    }
    for (int i = 0; i < some.size(); i++) {
      List<ColumnProfile> more = new ArrayList<>(base);
      more.add(some.get(i));
      Optional<List<ColumnProfile>> found =
          with(more, some.subList(i + 1, some.size()), count, need);
      if (found.isPresent()) {
        return found;
      }
    }
    return Optional.empty();
  }

  private boolean isKey(List<ColumnProfile> some, int need) {
    boolean named = some.stream().allMatch(c -> isIdentifier(c) || isTimeOrPeriod(c));
    boolean box = evidence.fillBox(some);
    return leavesAttributes(some)
        && (named || box)
        && evidence.areUnique(some)
        && evidence.need(some) >= (box ? NEED_IN_BOX : need);
  }

  private boolean isTimeOrPeriod(ColumnProfile column) {
    return times.contains(column) || periods.contains(column);
  }

  /**
   * Returns the columns in the order by which the rows are sorted. If the rows are not sorted,
   * names come first and times last.
   */
  private List<ColumnProfile> inSortOrder(List<ColumnProfile> key) {
    List<ColumnProfile> ranked = new ArrayList<>(key);
    ranked.sort(Comparator.comparingInt(DimensionChoice::periodRank));
    if (key.size() == 1 || key.stream().anyMatch(c -> c.type().isFloatingPoint())) {
      return ranked;
    }
    return permutations(ranked).stream().filter(evidence::areSorted).findFirst().orElse(ranked);
  }

  /**
   * Returns the rank by which columns are ordered: columns without a period, then times, then
   * periods from long to short.
   */
  private static int periodRank(ColumnProfile column) {
    return column.type().isDatetime() ? 0 : KeyNames.period(column.name());
  }

  private static List<List<ColumnProfile>> permutations(List<ColumnProfile> columns) {
    if (columns.isEmpty()) {
      return List.of(List.of());
    }
    List<List<ColumnProfile>> all = new ArrayList<>();
    for (ColumnProfile head : columns) {
      List<ColumnProfile> rest = new ArrayList<>(columns);
      rest.remove(head);
      for (List<ColumnProfile> tail : permutations(rest)) {
        List<ColumnProfile> one = new ArrayList<>(List.of(head));
        one.addAll(tail);
        all.add(one);
      }
    }
    return all;
  }

  private boolean isShort(List<ColumnProfile> some) {
    return leavesAttributes(some) && evidence.areNearlyUnique(some);
  }

  private boolean isUnique(ColumnProfile column) {
    return leavesAttributes(List.of(column)) && evidence.areUnique(List.of(column));
  }

  /** Returns whether at least one column remains as an attribute. */
  private boolean leavesAttributes(List<ColumnProfile> some) {
    return some.size() < columns.size();
  }

  private boolean isFirst(ColumnProfile column) {
    return columns.size() > first && columns.get(first) == column;
  }

  /** Finds dimensions by type alone: a place, then a datetime, an integer, or a text column. */
  private static List<ColumnProfile> byTypes(List<ColumnProfile> columns) {
    List<ColumnProfile> possible = columns.stream().filter(DimensionChoice::isPossible).toList();
    return placeOf(possible)
        .or(() -> first(possible, c -> c.type().isDatetime()))
        .or(() -> first(possible, c -> isInteger(c) && !isFlag(c)))
        .or(() -> first(possible, DimensionChoice::isText))
        .or(() -> first(possible, DimensionChoice::isInteger))
        .orElseThrow(
            () ->
                new InvalidRequestException(
                    "no column of dates, integers or strings without nulls can be a dimension;"
                        + " choose dimensions with --dims, or number the rows with --dense"));
  }

  private static Optional<List<ColumnProfile>> first(
      List<ColumnProfile> columns, Predicate<ColumnProfile> condition) {
    return columns.stream().filter(condition).findFirst().map(List::of);
  }

  /** Returns whether a column contains row numbers, which are meaningful only within one file. */
  private static boolean countsRows(ColumnProfile column) {
    boolean number = column.isUnnamed() || KeyNames.isRowNumber(column.name());
    return number && isInteger(column);
  }

  private static boolean isFlag(ColumnProfile column) {
    return isInteger(column) && column.min() >= 0 && column.max() <= 1;
  }

  private static boolean isInteger(ColumnProfile column) {
    return column.type() == Datatype.INT32 || column.type() == Datatype.INT64;
  }

  private static boolean isNumber(ColumnProfile column) {
    return isInteger(column) || column.type().isFloatingPoint();
  }

  private static boolean isText(ColumnProfile column) {
    return column.type().isString();
  }

  /** Returns whether a column contains integers or texts, which can serve as codes. */
  private static boolean isCount(ColumnProfile column) {
    return isInteger(column) || isText(column);
  }

  private static boolean isIdentifier(ColumnProfile column) {
    return isText(column)
        || isInteger(column) && (KeyNames.isId(column.name()) || KeyNames.isCode(column.name()));
  }

  private static boolean isPossible(ColumnProfile column) {
    return column.count() > 0 && reason(column).isEmpty();
  }

  /** Returns a user-facing remark on whether a column could be a dimension. */
  static String remark(ColumnProfile column) {
    String reason = reason(column);
    if (!reason.isEmpty()) {
      return "not a dimension: " + reason;
    }
    if (isFlag(column)) {
      return "not a dimension: its cells are only 0 or 1";
    }
    return isCount(column) || column.type().isDatetime()
        ? "could be a dimension"
        : "a measured value";
  }

  /** Returns why a column cannot be a dimension, or an empty string if it can. */
  static String reason(ColumnProfile column) {
    if (column.isList() || column.isMixed()) {
      return "its cells are lists";
    }
    if (column.enumeration().isPresent()) {
      return "its cells are values of a dictionary";
    }
    if (column.hasNulls()) {
      return "some of its cells are empty";
    }
    if (column.type() == Datatype.BOOL) {
      return "its cells are only true or false";
    }
    return column.type() == Datatype.FLOAT64 && !column.isFinite()
        ? "some of its cells are NaN or infinite"
        : "";
  }
}
