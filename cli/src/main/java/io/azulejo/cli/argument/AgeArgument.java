package io.azulejo.cli.argument;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Durations;
import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine.Option;

/**
 * The option {@code --older-than}, which sets the minimum age of garbage to remove. A mixin of
 * commands that remove garbage.
 */
public final class AgeArgument {
  private static final Pattern AGE = Pattern.compile("(\\d{1,9})\\s*([smhd]?)");

  @Option(
      names = "--older-than",
      paramLabel = "AGE",
      defaultValue = "24h",
      description = {
        "keep files younger than AGE (default: ${DEFAULT-VALUE})",
        "Applies to files that nothing refers to. AGE is written like 90s, 30m, 24h, 7d or PT36H"
            + " (ISO 8601). Use 0 only if nothing is writing to the array."
      })
  private String olderThan;

  /**
   * Returns the minimum age, which is not negative.
   *
   * @throws InvalidRequestException if the option's value is not a duration
   */
  public Duration value() {
    return parse(olderThan);
  }

  /** Parses a duration such as {@code 24h}, {@code 7d} or {@code PT36H}. */
  static Duration parse(String text) {
    Matcher age = AGE.matcher(text.strip().toLowerCase(Locale.ROOT));
    if (age.matches()) {
      long number = Long.parseLong(age.group(1));
      if (age.group(2).isEmpty() && number > 0) {
        throw new InvalidRequestException(
            "--older-than " + text + ": the unit is missing; use s, m, h or d, such as 24h");
      }
      return switch (age.group(2)) {
        case "m" -> Duration.ofMinutes(number);
        case "h" -> Duration.ofHours(number);
        case "d" -> Duration.ofDays(number);
        default -> Duration.ofSeconds(number);
      };
    }
    try {
      long millis = Durations.parse(text, Datatype.TIME_MS);
      if (millis >= 0) {
        return Duration.ofMillis(millis);
      }
    } catch (InvalidRequestException e) {
      // The exception below describes the formats that this option accepts.
    }
    throw new InvalidRequestException(
        "--older-than " + text + ": expected a duration, such as 90s, 30m, 24h, 7d or PT36H");
  }
}
