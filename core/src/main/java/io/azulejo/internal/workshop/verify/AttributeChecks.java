package io.azulejo.internal.workshop.verify;

import io.azulejo.error.AzulejoException;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.maintain.StatisticsCheck;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.TileReading;
import io.azulejo.internal.snapshot.fragment.TileStatistics;
import io.azulejo.internal.write.fragment.CellRuns;
import io.azulejo.internal.write.fragment.FieldCells;
import io.azulejo.internal.write.fragment.FieldSummarizer;
import io.azulejo.internal.write.fragment.FieldSummary;
import io.azulejo.maintenance.Problem.Kind;
import java.util.List;
import java.util.Optional;
import java.util.function.IntFunction;

/**
 * Checks the tiles of an attribute. The tiles must be readable, validity bytes must be 0 or 1, and
 * the stored statistics must match the cells.
 */
final class AttributeChecks {
  private final InspectedFragment fragment;
  private final String name;
  private final FieldStorage field;
  private final IntFunction<CellRuns> written;
  private final FieldSummarizer summarizer;
  private final Optional<TileStatistics> claims;

  AttributeChecks(
      InspectedFragment fragment, String name, FieldStorage field, IntFunction<CellRuns> written) {
    this.fragment = fragment;
    this.name = name;
    this.field = field;
    this.written = written;
    this.summarizer = FieldSummarizer.ofAttribute(field.type(), field.cellValNum());
    this.claims = claims(() -> fragment.fragment().statistics(field));
  }

  /**
   * Returns the stored statistics; empty if they are damaged, which {@link TableChecks} reports.
   */
  private static Optional<TileStatistics> claims(java.util.function.Supplier<TileStatistics> all) {
    try {
      return Optional.of(all.get());
    } catch (AzulejoException e) {
      return Optional.empty();
    }
  }

  void run(ReadScope reading, VerificationProgress progress) {
    TileReading tiles =
        new TileReading(fragment.fragment(), List.of(), List.of(field), fragment.array().key());
    FragmentTotals totals = new FragmentTotals();
    int count = fragment.fragment().tiles();
    int[] at = {0};
    tiles.<Optional<FieldSummary>>read(
        reading,
        count,
        fragment::storedCells,
        new TileReading.Visitor<>() {
          @Override
          public Optional<FieldSummary> tile(int tile, CellColumn[] columns) {
            return Optional.of(check(tile, columns[0]));
          }

          @Override
          public Optional<FieldSummary> failed(int tile, AzulejoException failure) {
            fragment.failed('"' + name + '"', tile, failure);
            return Optional.empty();
          }
        },
        step -> {
          progress.tiles(step.stream().filter(Optional::isPresent).count());
          for (Optional<FieldSummary> summary : step) {
            totals.add(summary);
            progress.advanced(tiles.storedBytes(at[0]++));
          }
        });
    checkFragmentStatistics(totals);
  }

  private FieldSummary check(int tile, CellColumn column) {
    checkValidity(tile, column.validity());
    CellRuns runs = written.apply(tile);
    FieldCells cells =
        new FieldCells(
            fragment.storedCells(tile),
            column.data(),
            column.start(),
            column.data().length - column.start(),
            column.offsets(),
            column.validity());
    FieldSummary summary = summarizer.of(cells, runs);
    claims
        .flatMap(known -> new StatisticsCheck(known, field).mismatch(tile, summary, runs.cells()))
        .ifPresent(what -> statistics(tile, what));
    return summary;
  }

  private void statistics(int tile, String what) {
    fragment.report(
        fragment.severity(),
        Kind.STATISTICS,
        name,
        tile,
        what,
        "conditions on \"%s\" may miss cells, and its aggregates may be wrong".formatted(name));
  }

  private void checkValidity(int tile, byte[] validity) {
    for (int i = 0; validity != null && i < validity.length; i++) {
      if ((validity[i] & 0xfe) != 0) {
        fragment.report(
            fragment.severity(),
            Kind.VALUE,
            name,
            tile,
            "the validity of cell %d is %d, not 0 or 1".formatted(i, validity[i] & 0xff),
            "other engines may or may not read the cell as null");
        return;
      }
    }
  }

  private void checkFragmentStatistics(FragmentTotals totals) {
    if (totals.incomplete || totals.sum == null || !hasFragmentStatistics()) {
      return;
    }
    long cells = fragment.fragment().writtenCells();
    claims(() -> fragment.fragment().fragmentStatistics(field))
        .flatMap(known -> new StatisticsCheck(known, field).mismatch(0, totals.sum, cells))
        .ifPresent(
            what ->
                fragment
                    .array()
                    .problems()
                    .add(
                        ProblemBuilder.of(
                                fragment.severity(), Kind.STATISTICS, fragment.fragment().folder())
                            .in("fragment statistics")
                            .field(name)
                            .problem(
                                what,
                                fragment.reads("aggregates of \"%s\" may be wrong".formatted(name)),
                                ProblemBuilder.RESTORE)));
  }

  private boolean hasFragmentStatistics() {
    return fragment.fragment().version().hasFragmentStatistics()
        && fragment.fragment().footer().fragmentStatistics() != 0;
  }

  /** Accumulates tile summaries into the summary of the fragment. */
  private final class FragmentTotals {
    private FieldSummary sum;
    private boolean full;
    private boolean incomplete;

    void add(Optional<FieldSummary> tile) {
      if (tile.isEmpty()) {
        incomplete = true;
      } else if (sum == null) {
        sum = tile.get();
      } else {
        FieldSummary next = tile.get();
        FieldSummary merged = summarizer.merge(sum, next);
        long total = full ? sum.sum() : summarizer.add(sum.sum(), next.sum());
        full = full || summarizer.stops(sum.sum(), next.sum());
        sum = new FieldSummary(merged.min(), merged.max(), total, merged.nullCount());
      }
    }
  }
}
