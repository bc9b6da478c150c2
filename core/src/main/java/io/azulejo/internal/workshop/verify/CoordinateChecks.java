package io.azulejo.internal.workshop.verify;

import io.azulejo.error.AzulejoException;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.maintain.StatisticsCheck;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.order.CoordinateKeys;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.TileReading;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.TileStatistics;
import io.azulejo.internal.workshop.verify.CellOrderCheck.Rule;
import io.azulejo.internal.workshop.verify.CellOrderCheck.Violation;
import io.azulejo.internal.write.fragment.CellRuns;
import io.azulejo.internal.write.fragment.FieldCells;
import io.azulejo.internal.write.fragment.FieldSummarizer;
import io.azulejo.internal.write.fragment.FieldSummary;
import io.azulejo.maintenance.Problem.Kind;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Checks the coordinates and timestamps of a sparse fragment. They must be readable and in order,
 * and coordinates must be in the domain and in the box of their tile.
 */
final class CoordinateChecks {
  private final InspectedFragment checks;
  private final Fragment fragment;
  private final ArraySchema schema;
  private final List<Dimension> dimensions;
  private final List<FieldStorage> storages = new ArrayList<>();
  private final List<Optional<StatisticsCheck>> claims = new ArrayList<>();
  private final Optional<FieldStorage> times;
  private final CellOrderCheck order;
  private final TileEnds ends;

  CoordinateChecks(InspectedFragment checks) {
    this.checks = checks;
    this.fragment = checks.fragment();
    this.schema = fragment.schema().schema();
    this.dimensions = checks.opened().dimensions();
    for (Dimension dimension : dimensions) {
      FieldStorage storage = fragment.field(dimension.name()).orElseThrow();
      storages.add(storage);
      claims.add(claims(storage));
    }
    this.times = fragment.field(FieldStorage.TIMESTAMPS);
    this.order =
        new CellOrderCheck(schema, times.isPresent(), fragment.version().keepsGlobalOrder());
    this.ends = new TileEnds(fragment, dimensions);
  }

  private Optional<StatisticsCheck> claims(FieldStorage storage) {
    try {
      TileStatistics known = fragment.statistics(storage);
      return Optional.of(new StatisticsCheck(known, storage));
    } catch (AzulejoException e) {
      return Optional.empty(); // TableChecks reports this
    }
  }

  void run(ReadScope reading, VerificationProgress progress) {
    TileReading tiles =
        new TileReading(
            fragment, dimensions, times.map(List::of).orElse(List.of()), checks.array().key());
    TileCells[] last = new TileCells[1];
    int[] at = {0};
    tiles.<Optional<TileCells>>read(
        reading,
        fragment.tiles(),
        fragment::cells,
        new TileReading.Visitor<>() {
          @Override
          public Optional<TileCells> tile(int tile, CellColumn[] columns) {
            return check(tile, columns);
          }

          @Override
          public Optional<TileCells> failed(int tile, AzulejoException failure) {
            checks.failed("coordinates", tile, failure);
            return Optional.empty();
          }
        },
        step -> {
          for (Optional<TileCells> tile : step) {
            progress.tiles(tile.isPresent() ? dimensions.size() + (times.isPresent() ? 1 : 0) : 0);
            progress.advanced(tiles.storedBytes(at[0]++));
            if (tile.isPresent() && last[0] != null) {
              order.between(last[0], tile.get()).ifPresent(v -> report(tile.get(), v));
            }
            last[0] = tile.orElse(null);
          }
        });
  }

  /** Checks a tile and returns its cells; empty if a cell outside the domain prevents ordering. */
  private Optional<TileCells> check(int tile, CellColumn[] columns) {
    int cells = fragment.cells(tile);
    for (int d = 0; d < dimensions.size(); d++) {
      checkBox(tile, d, columns[d], cells);
    }
    TileCells all = new TileCells(tile, cells, dimensions, columns);
    checkTimes(all);
    ends.mismatch(all)
        .ifPresent(
            what ->
                checks.report(
                    Severity.WARNING,
                    Kind.CONTRADICTION,
                    "coordinates",
                    tile,
                    what,
                    "other engines may read cells in a wrong order"));
    if (isOutside(all)) {
      return Optional.empty();
    }
    order.within(all).ifPresent(violation -> report(all, violation));
    return Optional.of(all);
  }

  private void checkBox(int tile, int d, CellColumn column, int count) {
    Dimension dimension = dimensions.get(d);
    FieldCells cells =
        new FieldCells(
            count,
            column.data(),
            column.start(),
            column.data().length - column.start(),
            column.offsets(),
            null);
    FieldSummary summary =
        FieldSummarizer.ofDimension(dimension.type()).of(cells, CellRuns.all(count));
    claims
        .get(d)
        .flatMap(known -> known.mismatch(tile, summary, count))
        .ifPresent(
            what ->
                checks.report(
                    checks.severity(),
                    Kind.BOUNDS,
                    dimension.name(),
                    tile,
                    what,
                    "reads of ranges may miss cells, and aggregates may be wrong"));
  }

  private void checkTimes(TileCells tile) {
    for (int row = 0; tile.times != null && row < tile.selected; row++) {
      long time = tile.times[row];
      if (Long.compareUnsigned(time, fragment.name().t1()) < 0
          || Long.compareUnsigned(time, fragment.name().t2()) > 0) {
        checks.report(
            checks.severity(),
            Kind.VALUE,
            FieldStorage.TIMESTAMPS,
            tile.tile,
            "the time of cell %d is %s, outside of %d to %d, the times of the fragment"
                .formatted(
                    row, Long.toUnsignedString(time), fragment.name().t1(), fragment.name().t2()),
            "reads may return cells that are not the newest, or as of a wrong time");
        return;
      }
    }
  }

  /** Returns whether a tile has a cell outside the domain, whose order is undefined. Reports it. */
  private boolean isOutside(TileCells tile) {
    for (int d = 0; d < dimensions.size(); d++) {
      Dimension dimension = dimensions.get(d);
      Range domain = dimension.domain().filter(r -> !(r instanceof Range.Strings)).orElse(null);
      if (domain == null || tile.keys[d] == null) {
        continue;
      }
      long low = CoordinateKeys.low(dimension.type(), domain);
      long high = CoordinateKeys.high(dimension.type(), domain);
      for (int row = 0; row < tile.selected; row++) {
        if (tile.keys[d][row] < low || tile.keys[d][row] > high) {
          checks.report(
              Severity.WARNING,
              Kind.BOUNDS,
              dimension.name(),
              tile.tile,
              "cell %d is outside of the domain".formatted(row),
              "reads return the cell, and the non-empty domain exceeds the domain");
          return true;
        }
      }
    }
    return false;
  }

  /**
   * Returns whether the fragment's format version permits violations of a rule. Writers of early
   * versions ordered cells of some types differently.
   */
  private boolean isAllowedByVersion(Rule rule) {
    return rule == Rule.ORDER && !fragment.version().keepsGlobalOrder();
  }

  private void report(TileCells tile, Violation violation) {
    Rule rule = violation.rule();
    boolean harmless = rule == Rule.TIMED_DUPLICATE || isAllowedByVersion(rule);
    checks.report(
        harmless ? Severity.NOTICE : checks.severity(),
        rule == Rule.ORDER || rule == Rule.OLDER_FIRST ? Kind.ORDER : Kind.DUPLICATE,
        "coordinates",
        tile.tile,
        "%s (cell %d and the one before)".formatted(rule, violation.row()),
        rule == Rule.TIMED_DUPLICATE
            ? "either of the two may be read, because two writes had the same time"
            : harmless
                ? "none here, because reads sort the cells; TileDB releases of that time had other"
                    + " orders for some types"
                : rule == Rule.ORDER
                    ? "reads in order and reads of ranges may return cells in a wrong order or miss"
                        + " some"
                    : "reads may return cells that are not the newest, or cells twice");
  }
}
