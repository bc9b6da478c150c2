package io.azulejo.cli.argument;

import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.TimeRange;
import java.util.Optional;
import picocli.CommandLine.Option;

/** Between which times something was written: a mixin of commands that look at a period. */
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
   * The period, if an end of it was named. A start that was not is the beginning of times.
   *
   * @param end the end that is meant where none was named; at least the start is
   * @throws InvalidRequestException if it ends before it starts
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
