package io.azulejo.cli.argument;

import io.azulejo.Array;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.rows.RowOrder;
import io.azulejo.cli.rows.RowStage;
import io.azulejo.cli.rows.SampledRows;
import io.azulejo.cli.rows.SlicedRows;
import io.azulejo.cli.rows.SortedRows;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.text.output.RowField;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import picocli.CommandLine.Option;

/** Options that sort, limit, skip and sample the cells of a read. A mixin of {@code read}. */
public final class ChoiceArguments {
  private static final Pattern PERCENT = Pattern.compile("(\\d{1,3}(?:\\.\\d{1,12})?)\\s*%");

  /** The memory limit for buffered rows is the maximum heap size divided by this number. */
  private static final int PART = 4;

  @HelpEntry(Section.ORDER)
  @Option(
      names = "--order-by",
      paramLabel = "NAME [desc],...",
      description = {
        "sort by fields, e.g. 'depth desc, time'",
        "desc sorts in descending order. Nulls and NaN come last. Without --top, all cells are"
            + " kept in memory."
      })
  private String orderBy;

  @HelpEntry(Section.ORDER)
  @Option(
      names = "--top",
      paramLabel = "N",
      description = {"with --order-by: only the first N cells", "Keeps only N cells in memory."})
  private Long top;

  @HelpEntry(Section.SELECT)
  @Option(
      names = "--limit",
      paramLabel = "N",
      description = {"stop after N cells", "Reads only what these cells need."})
  private Long limit;

  @HelpEntry(value = Section.SELECT, rare = true)
  @Option(
      names = "--offset",
      paramLabel = "N",
      description = {"skip the first N cells", "Applied before --limit and --top."})
  private long offset;

  @HelpEntry(Section.SELECT)
  @Option(
      names = "--sample",
      paramLabel = "N|P%",
      description = {
        "a random sample of N cells or P percent",
        "Every cell is equally likely. The same --seed gives the same sample."
      })
  private String sample;

  @HelpEntry(value = Section.SELECT, rare = true)
  @Option(
      names = "--seed",
      paramLabel = "S",
      description = "with --sample: seed of the random numbers")
  private Long seed;

  /**
   * Validates the options.
   *
   * @throws InvalidRequestException if a value is invalid or options cannot be combined
   */
  public void check() {
    least("--limit", limit);
    least("--offset", offset);
    least("--top", top);
    if (top != null && orderBy == null) {
      throw new InvalidRequestException(
          "--top requires --order-by, such as --order-by \"temp desc\" --top "
              + top
              + "; use --limit for the first cells in read order");
    }
    if (top != null && limit != null) {
      throw new InvalidRequestException(
          "use either --top or --limit: with --order-by, they mean the same");
    }
    if (seed != null && sample == null) {
      throw new InvalidRequestException("--seed requires --sample");
    }
    order();
    sampled(null);
  }

  private static void least(String option, Long number) {
    if (number != null && number < 0) {
      throw new InvalidRequestException(option + " " + number + ": must be at least 0");
    }
  }

  private Optional<RowOrder> order() {
    return Optional.ofNullable(orderBy).map(OrderText::parse);
  }

  /** Returns whether the rows must pass through {@link #before} on their way to the output. */
  public boolean isNeeded() {
    return orderBy != null || sample != null || offset > 0;
  }

  /** Returns whether the rows are sorted, so that the order of the read does not matter. */
  public boolean isOrdered() {
    return orderBy != null;
  }

  /**
   * Adds the limit to a request if the engine can apply it, and adds fields that are needed for
   * sorting.
   *
   * @throws InvalidRequestException if a field to sort by does not exist
   */
  public ReadRequest describe(ReadRequest request, Array array) {
    ReadRequest more =
        order().map(order -> request.select(fields(request, order, array))).orElse(request);
    if (limit != null && orderBy == null && sample == null) {
      more = more.limit(offset > Long.MAX_VALUE - limit ? Long.MAX_VALUE : offset + limit);
    }
    return more;
  }

  private static List<String> fields(ReadRequest request, RowOrder order, Array array) {
    List<String> own =
        Stream.concat(
                array.schema().dimensions().stream().map(Dimension::name),
                array.schema().attributes().stream().map(Attribute::name))
            .toList();
    List<String> all = new ArrayList<>(own);
    array.schema().labels().stream().map(DimensionLabel::name).forEach(all::add);
    if (!array.schema().isDense()) {
      all.add(ReadRequest.TIMESTAMPS);
    }
    OrderText.check(order, all);
    List<String> fields = new ArrayList<>(request.fields().orElse(own));
    order.keys().stream()
        .map(RowOrder.Key::field)
        .filter(f -> !fields.contains(f))
        .forEach(fields::add);
    return fields;
  }

  /**
   * Creates the stages that sample, sort, skip and limit rows before they reach an output.
   *
   * @param output receives the selected rows, which still contain the fields added for sorting
   * @param fields the fields of the columns that the read returns
   * @return the first stage, to which the rows of the read are written
   */
  public RowStage before(RowStage output, List<RowField> fields) {
    long mostBytes = Runtime.getRuntime().maxMemory() / PART;
    long most = top != null ? top : limit != null ? limit : Long.MAX_VALUE;
    RowStage sink = offset > 0 || orderBy == null ? new SlicedRows(offset, most, output) : output;
    if (orderBy != null) {
      long kept = offset > Long.MAX_VALUE - most ? Long.MAX_VALUE : offset + most;
      sink = new SortedRows(fields, order().orElseThrow(), kept, mostBytes, sink);
    }
    return sample == null ? sink : sampled(sink);
  }

  /**
   * Creates a stage that passes on a random sample to the next stage, or returns the next stage if
   * no sample was requested.
   */
  private RowStage sampled(RowStage next) {
    if (sample == null) {
      return next;
    }
    long mostBytes = Runtime.getRuntime().maxMemory() / PART;
    long begin = seed == null ? 0 : seed;
    Matcher percent = PERCENT.matcher(sample.strip());
    if (percent.matches()) {
      double part = Double.parseDouble(percent.group(1)) / 100;
      if (part <= 1) {
        return SampledRows.withProbability(part, begin, next);
      }
    } else if (sample.strip().matches("\\d{1,9}")) {
      return SampledRows.of(Integer.parseInt(sample.strip()), begin, mostBytes, next);
    }
    throw new InvalidRequestException(
        "--sample "
            + sample
            + ": expected a number of cells, such as 1000, or a percentage, such as 1%");
  }
}
