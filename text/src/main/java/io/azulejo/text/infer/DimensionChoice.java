package io.azulejo.text.infer;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Datatype;
import io.azulejo.text.input.ColumnProfile;
import io.azulejo.text.input.RowKeys;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/**
 * Which columns of a file are best made dimensions, where nobody says: those that people look
 * things up by, and that tell the rows apart. Combinations are tried in an order, places first,
 * then positions in genomes, times, years, numbers and names of things; the first one taken that
 * tells nearly all rows apart, else the one that tells most of them apart.
 */
final class DimensionChoice {
  /** Of so many rows at the most others may have the coordinates: one in twenty. */
  private static final int FEW = 20;

  /** So many columns of a kind are tried together. */
  private static final int TRIED = 6;

  private static final List<List<String>> PLACES =
      List.of(
          List.of("latitude", "longitude"),
          List.of("lat", "lon"),
          List.of("lat", "lng"),
          List.of("lat", "long"),
          List.of("y", "x"));

  private static final List<String> CHROMOSOMES = List.of("chr", "chrom", "chromosome", "#chrom");
  private static final List<String> POSITIONS =
      List.of("pos", "position", "bp", "start", "chromstart", "base_pair_location", "ps");

  /** Names of numbers by which things are looked up, other than by what is measured. */
  private static final Pattern KEY =
      Pattern.compile(
          "(?i:^(id|n|no|nr|#|index|idx|key|code|row|col|column|i|j|k|rank|step|iteration|frame|page"
              + "|line|sample|subject|patient|run|trial|level|layer|band|depth_index|rownum|rownames)$"
              + "|[_. -](id|no|nr|num|number|index|idx|key|code)$)|[a-z](Id|ID|No|Key|Code|Index|Number)$");

  private static final Pattern PERIOD =
      Pattern.compile("(?i)^(year|yr|month|quarter|week|day|doy|yday|hour|minute|decade|season)$");

  private final List<ColumnProfile> columns;
  private final List<ColumnProfile> possible = new ArrayList<>();
  private final List<ColumnProfile> known; // those of which the first cells are told apart
  private final int rows; // of which the cells are known
  private List<ColumnProfile> best = List.of();
  private long fewest = Long.MAX_VALUE;

  private DimensionChoice(List<ColumnProfile> columns) {
    this.columns = columns;
    columns.stream().filter(DimensionChoice::isPossible).forEach(possible::add);
    known = possible.stream().filter(c -> c.keys().rows() > 1).toList();
    rows = known.stream().mapToInt(c -> c.keys().rows()).min().orElse(0);
  }

  /** The columns that become dimensions. */
  static List<ColumnProfile> of(List<ColumnProfile> columns) {
    DimensionChoice choice = new DimensionChoice(columns);
    List<ColumnProfile> found = choice.known.isEmpty() ? List.of() : choice.byEvidence();
    return found.isEmpty() ? choice.byNames() : found;
  }

  /** Of how many of the first rows the coordinates are told apart; 0 where that is not known. */
  static int known(List<ColumnProfile> dimensions) {
    return dimensions.stream().mapToInt(c -> c.keys().rows()).min().orElse(0);
  }

  /** How many of so many first rows have the coordinates of rows before them. */
  static long repeated(List<ColumnProfile> dimensions, int rows) {
    return RowKeys.repeated(dimensions.stream().map(ColumnProfile::keys).toList(), rows);
  }

  /** Whether so many rows of all are more than should have the coordinates of others. */
  static boolean isMany(long repeated, long rows) {
    return repeated * FEW > rows;
  }

  private List<ColumnProfile> byEvidence() {
    List<ColumnProfile> telling = known.stream().filter(c -> !isConstant(c) && !isFlag(c)).toList();
    List<ColumnProfile> times = telling.stream().filter(c -> c.type().isDatetime()).toList();
    List<ColumnProfile> periods =
        telling.stream().filter(c -> isInteger(c) && PERIOD.matcher(c.name()).find()).toList();
    List<ColumnProfile> things = new ArrayList<>();
    telling.stream()
        .filter(c -> isText(c) || isInteger(c) && KEY.matcher(c.name()).find())
        .forEach(things::add);
    List<ColumnProfile> others = new ArrayList<>(times);
    others.addAll(periods);
    others.addAll(things);
    List<ColumnProfile> places = places();
    if (!places.isEmpty() && known.containsAll(places)) {
      if (!tries(places, List.of())) {
        with(places, others, 1);
      }
      return best;
    }
    List<ColumnProfile> genome = genome();
    if (!genome.isEmpty() && known.containsAll(genome)) {
      if (!tries(genome, List.of())) {
        with(genome, things, 1);
      }
      return best;
    }
    boolean found =
        inTime(times, things)
            || inPeriods(periods, things)
            || alone(telling, things)
            || combined(things, 2)
            || combined(things, 3);
    if (!found) {
      combined(others, 3);
    }
    return best;
  }

  private boolean inTime(List<ColumnProfile> times, List<ColumnProfile> things) {
    List<ColumnProfile> first = times.subList(0, Math.min(2, times.size()));
    for (ColumnProfile time : first) {
      if (tries(List.of(time), List.of())) {
        return true;
      }
    }
    for (int count = 1; count <= 2; count++) {
      for (ColumnProfile time : first) {
        if (with(List.of(time), things, count)) {
          return true;
        }
      }
    }
    return false;
  }

  /** Years alone tell apart what has one row a year; else with what is counted by year. */
  private boolean inPeriods(List<ColumnProfile> periods, List<ColumnProfile> things) {
    for (int count = 1; count <= Math.min(3, periods.size()); count++) {
      if (tries(periods.subList(0, count), List.of())) {
        return true;
      }
    }
    for (int count = 1; count <= 2 && !periods.isEmpty(); count++) {
      if (with(periods.subList(0, Math.min(2, periods.size())), things, count)) {
        return true;
      }
    }
    return false;
  }

  /** Numbers and names of things that no other row has; also numbers that only grow. */
  private boolean alone(List<ColumnProfile> telling, List<ColumnProfile> things) {
    for (ColumnProfile column : things) {
      if (tries(List.of(column), List.of())) {
        return true;
      }
    }
    for (ColumnProfile column : telling) {
      if (isInteger(column) && column.isGrowing() && tries(List.of(column), List.of())) {
        return true;
      }
    }
    return false;
  }

  /** So many of the columns before those that are there. */
  private boolean with(List<ColumnProfile> base, List<ColumnProfile> columns, int count) {
    List<ColumnProfile> some =
        columns.stream().filter(c -> !base.contains(c)).limit(TRIED).toList();
    for (int i = 0; i < some.size(); i++) {
      if (count == 1 && tries(List.of(some.get(i)), base)) {
        return true;
      }
      for (int j = i + 1; count == 2 && j < some.size(); j++) {
        if (tries(List.of(some.get(i), some.get(j)), base)) {
          return true;
        }
      }
    }
    return false;
  }

  private boolean combined(List<ColumnProfile> columns, int count) {
    List<ColumnProfile> some = columns.subList(0, Math.min(TRIED, columns.size()));
    for (ColumnProfile first : some) {
      List<ColumnProfile> later = some.subList(some.indexOf(first) + 1, some.size());
      if (with(List.of(first), later, count - 1)) {
        return true;
      }
    }
    return false;
  }

  /** Tries some columns; keeps them if they are better by far than those before. */
  private boolean tries(List<ColumnProfile> first, List<ColumnProfile> last) {
    Set<ColumnProfile> all = new LinkedHashSet<>(first);
    all.addAll(last);
    if (all.size() == columns.size()) {
      return false;
    }
    long repeated = RowKeys.aboutRepeated(all.stream().map(ColumnProfile::keys).toList(), rows);
    if (repeated < fewest - rows / 100) {
      fewest = repeated;
      best = List.copyOf(all);
    }
    return !isMany(repeated, rows) && fewest == repeated;
  }

  private List<ColumnProfile> places() {
    for (List<String> names : PLACES) {
      List<ColumnProfile> found = new ArrayList<>();
      for (String name : names) {
        named(List.of(name)).filter(c -> !isText(c)).ifPresent(found::add);
      }
      if (found.size() == names.size() && found.get(0).type() == found.get(1).type()) {
        return found;
      }
    }
    return List.of();
  }

  private List<ColumnProfile> genome() {
    Optional<ColumnProfile> chromosome = named(CHROMOSOMES);
    Optional<ColumnProfile> position = named(POSITIONS).filter(DimensionChoice::isInteger);
    return chromosome.isPresent() && position.isPresent()
        ? List.of(chromosome.get(), position.get())
        : List.of();
  }

  /** The first of the columns that can be dimensions with one of these names, whatever its case. */
  private Optional<ColumnProfile> named(List<String> names) {
    return possible.stream()
        .filter(c -> names.contains(c.name().toLowerCase(Locale.ROOT)))
        .findFirst();
  }

  /** Places, else times, else integers, else texts. */
  private List<ColumnProfile> byNames() {
    List<ColumnProfile> places = places();
    if (!places.isEmpty()) {
      return places;
    }
    return possible.stream()
        .filter(c -> c.type().isDatetime())
        .findFirst()
        .or(() -> possible.stream().filter(c -> isInteger(c) && !isFlag(c)).findFirst())
        .or(() -> possible.stream().filter(DimensionChoice::isText).findFirst())
        .or(() -> possible.stream().filter(DimensionChoice::isInteger).findFirst())
        .map(List::of)
        .orElseThrow(
            () ->
                new InvalidRequestException(
                    "no column can be a dimension: of dates, integers or texts of ASCII, without"
                        + " nulls; name some with --dims, or number the rows with --dense"));
  }

  private boolean isConstant(ColumnProfile column) {
    return RowKeys.aboutRepeated(List.of(column.keys()), rows) >= rows - 1;
  }

  private static boolean isFlag(ColumnProfile column) {
    return isInteger(column) && column.min() >= 0 && column.max() <= 1;
  }

  private static boolean isInteger(ColumnProfile column) {
    return column.type() == Datatype.INT32 || column.type() == Datatype.INT64;
  }

  private static boolean isText(ColumnProfile column) {
    return column.type().isString();
  }

  private static boolean isPossible(ColumnProfile column) {
    return column.count() > 0 && reason(column).isEmpty();
  }

  /** What speaks against or for a column, in words. */
  static String remark(ColumnProfile column) {
    String reason = reason(column);
    if (!reason.isEmpty()) {
      return "no dimension: " + reason;
    }
    if (isFlag(column)) {
      return "no dimension: its cells are only 0 or 1";
    }
    return isInteger(column) || isText(column) || column.type().isDatetime()
        ? "could be a dimension"
        : "something measured";
  }

  /** Why a column can't be a dimension; empty if it can. */
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
    if (column.type() == Datatype.FLOAT64 && !column.isFinite()) {
      return "some of its cells are NaN or infinite";
    }
    return column.type().isString() && !column.isAscii()
        ? "it has characters that are not ASCII"
        : "";
  }
}
