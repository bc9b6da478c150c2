package io.azulejo.cli.argument;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.Suggestion;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Datetimes;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.text.value.QuotedText;
import io.azulejo.text.value.RangeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * A parser for ranges on the command line. {@code DIM=LO..HI} includes both ends, {@code DIM=V} is
 * a single value, and {@code DIM=LO..HI..STEP} selects every STEP-th value. An omitted end is the
 * end of the non-empty domain.
 */
public final class RangeParser {
  private static final String OPTION = "--range";

  private final ArraySchema schema;
  private final Optional<NDRange> nonEmptyDomain;
  private final boolean bounded;
  private final String option;

  /**
   * Creates a parser for ranges of an array.
   *
   * @param schema the schema of the array
   * @param nonEmptyDomain the ranges whose ends replace omitted ends; empty if nothing was written
   */
  public RangeParser(ArraySchema schema, Optional<NDRange> nonEmptyDomain) {
    this(schema, nonEmptyDomain, true, OPTION);
  }

  private RangeParser(
      ArraySchema schema, Optional<NDRange> nonEmptyDomain, boolean bounded, String option) {
    this.schema = schema;
    this.nonEmptyDomain = nonEmptyDomain;
    this.bounded = bounded;
    this.option = option;
  }

  /**
   * Creates a parser for ranges that may exceed the domain of an array.
   *
   * @param schema the schema of the array
   * @param ends the ranges whose ends replace omitted ends, if known
   * @param option the option that contains the ranges, for error messages
   */
  public static RangeParser unbounded(ArraySchema schema, Optional<NDRange> ends, String option) {
    return new RangeParser(schema, ends, false, option);
  }

  /**
   * Parses ranges and combines them into a subarray.
   *
   * @param texts the ranges; several ranges of the same dimension are all selected
   * @throws InvalidRequestException if a range is invalid
   */
  public Subarray subarray(List<String> texts) {
    Subarray part = Subarray.ALL;
    for (String text : texts) {
      OptionScanner scanner = OptionScanner.of(text, option);
      AxisRangeParser axis = axis(scanner);
      part = part.and(axis.name(), axis.range(scanner));
    }
    return part;
  }

  /**
   * Returns a warning for each range of a dimension that is within the domain but outside the
   * non-empty domain.
   */
  public List<String> outside(List<String> texts) {
    List<String> notes = new ArrayList<>();
    for (String text : texts) {
      OptionScanner scanner = OptionScanner.of(text, OPTION);
      AxisRangeParser axis = axis(scanner);
      if (schema.dimension(axis.name()).isPresent()) {
        Range range = axis.range(scanner);
        if (!axis.isBeyondDomain(range)) {
          axis.outside(range).ifPresent(note -> notes.add(OPTION + " " + text + note));
        }
      }
    }
    return notes;
  }

  private AxisRangeParser axis(OptionScanner scanner) {
    String name = scanner.next("=").text();
    if (!scanner.accept("=")) {
      throw scanner.error("expected DIM=LO..HI, such as " + example());
    }
    return AxisRangeParser.of(schema, nonEmptyDomain, name)
        .map(axis -> bounded ? axis : axis.unbounded())
        .orElseThrow(
            () ->
                scanner.error(
                    "unknown dimension "
                        + QuotedText.ofName(name)
                        + "; valid: "
                        + String.join(", ", names().stream().map(QuotedText::ofName).toList())
                        + advice(name)));
  }

  private String advice(String name) {
    if (schema.attribute(name).isPresent()) {
      return "; use --where to select by attribute values";
    }
    return name.endsWith("<") || name.endsWith(">")
        ? "; use LO.. for values of at least LO, and ..HI for values of at most HI"
        : Suggestion.hint(name, names());
  }

  private List<String> names() {
    return Stream.concat(
            schema.dimensions().stream().map(Dimension::name),
            schema.labels().stream().map(DimensionLabel::name))
        .toList();
  }

  private String example() {
    Dimension first = schema.dimensions().get(0);
    return QuotedText.ofName(first.name())
        + "="
        + nonEmptyDomain
            .map(box -> box.get(0))
            .or(first::domain)
            .map(r -> RangeText.of(first.type(), r))
            .orElse("a..b");
  }

  /**
   * Parses a time on the command line.
   *
   * @param text milliseconds since 1970, or an ISO 8601 date or time
   * @param option the option that contains the time, for error messages
   * @return milliseconds since 1970, as an unsigned number
   * @throws InvalidRequestException if the time is invalid or before 1970
   */
  public static long time(String text, String option) {
    if (!AxisRangeParser.looksLikeDate(text)) {
      try {
        return Long.parseUnsignedLong(text);
      } catch (NumberFormatException e) {
        throw new InvalidRequestException(
            option
                + " "
                + text
                + ": expected milliseconds since 1970, or a date or time such as"
                + " 2024-05-31T12:30Z");
      }
    }
    long time;
    try {
      time = Datetimes.parse(text, Datatype.DATETIME_MS);
    } catch (InvalidRequestException e) {
      throw new InvalidRequestException(option + " " + text + ": " + e.getMessage());
    }
    if (time < 0) {
      throw new InvalidRequestException(option + " " + text + ": times must not be before 1970");
    }
    return time;
  }
}
