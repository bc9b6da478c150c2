package io.azulejo.cli.argument;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.text.value.RangeText;
import java.io.IOException;
import java.util.LongSummaryStatistics;
import java.util.Optional;
import java.util.stream.LongStream;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The object to open, the time or period to read, the encryption key, and whether to verify reads.
 * A mixin of commands that read arrays or groups.
 */
public final class OpenArguments extends ObjectArguments {
  private static final int LONG_NAME = 44;

  @HelpEntry(Section.TIME)
  @Option(
      names = "--at",
      paramLabel = "TIME",
      description = {
        "the array as of TIME, e.g. 2024-05-31T12:30:00Z",
        "TIME is ISO 8601 (in UTC unless it names a zone) or milliseconds since 1970."
      })
  private String at;

  @Mixin private PeriodArguments period;

  @HelpEntry(value = Section.STORE, rare = true)
  @Option(
      names = "--verify-reads",
      description = {
        "compare every byte read with the seal (see 'seal')",
        "Also compares listings, and rejects files that the seal does not list."
      })
  private boolean verifyReads;

  /** Returns the URI as typed, or the end of a long URI after an ellipsis, for use in titles. */
  public String shortName() {
    String uri = uri();
    int slash = uri.indexOf('/', Math.max(0, uri.length() - LONG_NAME));
    return uri.length() <= LONG_NAME || slash < 0 ? uri : "…" + uri.substring(slash);
  }

  /**
   * Parses a path or URI as a location.
   *
   * @throws InvalidRequestException if it is empty or invalid
   */
  public static Location locate(String uri) {
    if (uri.isEmpty()) {
      throw new InvalidRequestException("the URI is empty; use . for the current folder");
    }
    try {
      return Location.of(uri);
    } catch (InvalidRequestException e) {
      throw new InvalidRequestException(
          "\"" + uri + "\" is not a valid path or URI: " + e.getMessage());
    }
  }

  /**
   * Parses the location of a new object. Names that start with two underscores are rejected,
   * because they are reserved for parts of arrays and groups.
   *
   * @throws InvalidRequestException if the location is invalid or its name is reserved
   */
  public static Location locateNew(String uri) {
    Location place = locate(uri);
    if (place.name().startsWith("__")) {
      throw new InvalidRequestException(
          "%s: names that start with __ are reserved for parts of arrays and groups; choose another name"
              .formatted(uri));
    }
    return place;
  }

  /**
   * Returns the options for opening the object, including the key.
   *
   * @throws InvalidRequestException if the times or the key are invalid
   */
  public OpenOptions options(Terminal terminal) throws IOException {
    OpenOptions options = verifyReads ? OpenOptions.DEFAULT.verified() : OpenOptions.DEFAULT;
    Optional<TimeRange> times = period.times(System.currentTimeMillis());
    if (at != null && times.isPresent()) {
      throw new InvalidRequestException("--at cannot be combined with --from or --to");
    }
    if (at != null) {
      times = Optional.of(TimeRange.until(RangeParser.time(at, "--at")));
    }
    if (times.isPresent()) {
      options = options.at(times.get());
    }
    Optional<EncryptionKey> secret = key(terminal);
    return secret.isPresent() ? options.key(secret.get()) : options;
  }

  /**
   * Warns on standard error if the array has no cells at the selected times.
   *
   * @param options the options that were used to open the array
   */
  public void warn(Array array, Azulejo azulejo, OpenOptions options, Terminal terminal)
      throws IOException {
    if (array.nonEmptyDomain().isPresent()) {
      return;
    }
    LongSummaryStatistics times =
        azulejo.open(location(), options.at(TimeRange.ALL)).fragments().stream()
            .flatMapToLong(f -> LongStream.of(f.times().start(), f.times().end()))
            .summaryStatistics();
    terminal.warn(
        times.getCount() == 0
            ? uri() + " has no cells yet; add some with azulejo write"
            : "nothing was written to %s from %s to %s: its first write was at %s, its last at %s"
                .formatted(
                    uri(),
                    time(array.times().start()),
                    time(array.times().end()),
                    time(times.getMin()),
                    time(times.getMax())));
  }

  private static String time(long milliseconds) {
    return RangeText.ofNumber(Datatype.DATETIME_MS, milliseconds);
  }
}
