package io.azulejo.cli.argument;

import io.azulejo.Array;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.Suggestion;
import io.azulejo.plot.AxisLabels;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Range;
import io.azulejo.text.value.QuotedText;
import io.azulejo.text.value.ValueText;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import picocli.CommandLine.Option;

/** Options that select cells by ranges and a condition. A mixin of all commands that read cells. */
public final class SelectionArguments {
  @HelpEntry(Section.SELECT)
  @Option(
      names = "--range",
      paramLabel = "DIM=LO..HI",
      description = {
        "only cells in this range (repeatable; DIM=V for one value, LO..HI..STEP for every"
            + " STEP-th)",
        "Both ends are included. A missing end is the end of the non-empty domain. Results of"
            + " several ranges follow in the given order. Datetimes are ISO 8601, or numbers in the"
            + " dimension's unit; a year, month or day covers all its times. DIM can be a dimension"
            + " label."
      })
  private List<String> ranges = List.of();

  @HelpEntry(Section.SELECT)
  @Option(
      names = "--where",
      paramLabel = "CONDITION",
      description = {
        "only cells that match a condition, e.g. \"temp > 30 and station in ('A','B')\"",
        "Operators: = != < <= > >= in, between, like, is null, and, or, not, + - * / and"
            + " parentheses. Functions such as year(t) return parts of dates. Put text in single"
            + " quotes, and names with unusual characters in double quotes."
      })
  private String where;

  @HelpEntry(value = Section.SELECT, rare = true)
  @Option(
      names = "--keep-shape",
      description = {
        "with --where: keep the shape of a dense array",
        "Cells that do not match get fill values."
      })
  private boolean keepShape;

  /**
   * Returns the subarray that the ranges select.
   *
   * @throws InvalidRequestException if a range is invalid
   */
  Subarray subarray(Array array) {
    return ranges.isEmpty()
        ? Subarray.ALL
        : new RangeParser(array.schema(), array.nonEmptyDomain()).subarray(ranges);
  }

  /**
   * Returns the subarray that the ranges select, with ranges of labels converted to coordinates.
   *
   * @param command the command, for error messages
   * @throws InvalidRequestException if a range is invalid or has a step
   */
  public Subarray box(Array array, String command) {
    Subarray part = subarray(array);
    part.ranges()
        .forEach(
            (name, list) -> {
              if (list.stream().anyMatch(Range.Strided.class::isInstance)) {
                throw new InvalidRequestException(
                    command
                        + " does not support a step; use "
                        + QuotedText.ofName(name)
                        + "=LO..HI");
              }
            });
    return AxisLabels.inCoordinates(array, part);
  }

  /**
   * Warns on standard error about ranges without written cells, and about values in the condition
   * that an enumeration does not contain.
   */
  public void warn(Array array, Terminal terminal) throws IOException {
    if (!ranges.isEmpty()) {
      RangeParser parser = new RangeParser(array.schema(), array.nonEmptyDomain());
      for (String note : parser.outside(ranges)) {
        terminal.warn(note);
      }
    }
    Optional<Condition> condition = condition();
    if (condition.isPresent()) {
      for (var absent : array.absentValues(condition.get()).entrySet()) {
        terminal.warn(absence(array, absent.getKey(), absent.getValue()));
      }
    }
  }

  private static String absence(Array array, String attribute, List<String> absent) {
    Attribute field = array.schema().attribute(attribute).orElseThrow();
    Enumeration enumeration = array.enumeration(field.enumeration().orElseThrow());
    boolean text = ValueText.isText(enumeration.type());
    List<String> values =
        IntStream.range(0, enumeration.size())
            .mapToObj(enumeration::value)
            .map(
                value ->
                    text
                        ? new String(value, StandardCharsets.UTF_8)
                        : ValueText.of(enumeration.type(), enumeration.cellValNum(), value))
            .toList();
    String first = absent.get(0);
    String plain = first.startsWith("'") ? first.substring(1, first.length() - 1) : first;
    return "%s has no value %s; %s%s"
        .formatted(
            QuotedText.ofName(attribute),
            String.join(" or ", absent),
            Suggestion.valid(values),
            Suggestion.hint(plain, values));
  }

  /** Returns whether ranges were given. */
  public boolean hasRanges() {
    return !ranges.isEmpty();
  }

  private Optional<Condition> condition() {
    if (where == null && keepShape) {
      throw new InvalidRequestException("--keep-shape requires --where");
    }
    return Optional.ofNullable(where).map(Condition::parse);
  }

  /**
   * Returns a request for the selected cells. The caller adds fields and an order.
   *
   * @throws InvalidRequestException if a range or the condition is invalid
   */
  public ReadRequest request(Array array) {
    ReadRequest request = ReadRequest.ALL.subarray(subarray(array));
    ReadRequest.Cells cells = keepShape ? ReadRequest.Cells.GRID : ReadRequest.Cells.MATCHING;
    return condition().map(request::where).map(r -> r.cells(cells)).orElse(request);
  }

  /**
   * Returns the same request as {@link #request}. Without a condition, it selects only written
   * cells of a dense array.
   */
  public ReadRequest written(Array array) {
    ReadRequest request = request(array);
    return where == null ? request.cells(ReadRequest.Cells.WRITTEN) : request;
  }
}
