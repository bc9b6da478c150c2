package io.azulejo.cli.output;

import io.azulejo.maintenance.StoreReport;
import io.azulejo.maintenance.StoreReport.Finding;
import io.azulejo.text.output.ResultTable;
import java.time.Duration;
import java.util.Locale;

/** Formats a report on the guarantees that a store must give. */
public final class StoreText {
  private StoreText() {}

  /** Returns a table with one row per guarantee, formatted for people. */
  public static ResultTable table(StoreReport report) {
    ResultTable table = ResultTable.of("promise kept calls:INT64 median longest");
    for (Finding finding : report.findings()) {
      boolean timed = finding.calls() > 0;
      table.add(
          finding.promise().text(),
          kept(finding),
          (long) finding.calls(),
          timed ? milliseconds(finding.median()) : null,
          timed ? milliseconds(finding.longest()) : null);
    }
    return table;
  }

  /** Returns one row per guarantee with all details and exact durations, for programs. */
  public static ResultTable rows(StoreReport report) {
    ResultTable rows =
        ResultTable.of(
            "promise kept calls:INT64 median_us:INT64 longest_us:INT64 what consequence");
    for (Finding finding : report.findings()) {
      rows.add(
          finding.promise().name().toLowerCase(Locale.ROOT),
          kept(finding),
          (long) finding.calls(),
          finding.median().toNanos() / 1000,
          finding.longest().toNanos() / 1000,
          finding.broken().orElse(null),
          finding.isKept() ? null : finding.promise().consequence());
    }
    return rows;
  }

  /**
   * Returns text about broken guarantees, their consequences, and the difference between the
   * clocks.
   */
  public static String remarks(StoreReport report) {
    StringBuilder text = new StringBuilder();
    long broken = 0;
    for (Finding finding : report.findings()) {
      if (!finding.isKept()) {
        broken++;
        text.append("broken: ").append(finding.promise().text()).append('\n');
        text.append("  ").append(finding.broken().orElseThrow()).append('\n');
        text.append("  consequence: ").append(finding.promise().consequence()).append('\n');
      }
    }
    Duration ahead = report.clockAhead();
    text.append(
        "the store's clock is %s %s this machine's clock\n"
            .formatted(milliseconds(ahead.abs()), ahead.isNegative() ? "behind" : "ahead of"));
    text.append(
        broken == 0
            ? "the store kept all promises\n"
            : "the store broke %d of %d promises\n".formatted(broken, report.findings().size()));
    return text.toString();
  }

  private static String kept(Finding finding) {
    return finding.isKept() ? "yes" : "no";
  }

  private static String milliseconds(Duration time) {
    return String.format(Locale.ROOT, "%.1f ms", time.toNanos() / 1e6);
  }
}
