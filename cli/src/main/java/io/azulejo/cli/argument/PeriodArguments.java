package io.azulejo.cli.argument;

import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.TimeRange;
import java.util.Optional;
import picocli.CommandLine.Option;

/** A period in which data was written. A mixin of commands that can be limited to a period. */
public final class PeriodArguments {
  @HelpEntry(Section.TIME)
  @Option(
      names = "--from",
      paramLabel = "TIME",
      description = "only what was written at TIME or later")
  private String from;

  @HelpEntry(Section.TIME)
  @Option(
      names = "--to",
      paramLabel = "TIME",
      description = "only what was written at TIME or earlier")
  private String to;

  /**
   * Returns the period, or an empty result if neither end was given. The default start is the
   * earliest time.
   *
   * @param end the default end in milliseconds since 1970; if it is before the start, the period
   *     contains only the start
   * @throws InvalidRequestException if an end is invalid, or the period ends before it starts
   */
  public Optional<TimeRange> times(long end) {
    if (from == null && to == null) {
      return Optional.empty();
    }
    long first = from == null ? 0 : RangeParser.time(from, "--from");
    long last =
        to != null
            ? RangeParser.time(to, "--to")
            : Long.compareUnsigned(first, end) > 0 ? first : end;
    if (Long.compareUnsigned(first, last) > 0) {
      throw new InvalidRequestException("--from " + from + " is later than --to " + to);
    }
    return Optional.of(TimeRange.between(first, last));
  }
}
