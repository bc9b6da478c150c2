package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.FragmentInfo;
import io.azulejo.OpenOptions;
import io.azulejo.cli.argument.ChangeArguments;
import io.azulejo.cli.argument.OptionScanner;
import io.azulejo.cli.argument.RangeParser;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.ReadProgress;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.format.Text;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Batch;
import io.azulejo.query.Condition;
import io.azulejo.query.DeleteRequest;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.Datatype;
import io.azulejo.text.value.RangeText;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** Deletes cells. */
@Command(
    name = "delete",
    description =
        "Deletes the cells of a sparse array that meet a condition, which reads of earlier times"
            + " still see; or for good what was written between two times. Prints how many cells"
            + " these are.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo delete samples/names --where \"v > 40\"",
      "  azulejo delete samples/days --where \"day < 1970-01-01\" --at 2024-05-31",
      "  azulejo delete samples/grid --fragments-between 1970-01-01T00:00:00.040Z 50",
    })
final class DeleteCommand implements ChangingCommand {
  @ParentCommand private RootCommand root;
  @Mixin private ChangeArguments change;

  @Option(
      names = "--where",
      paramLabel = "CONDITION",
      description =
          "What the cells meet that go, as in read --where. Cells that are null in a field, or of"
              + " fragments without it, stay; where the format can't say that, the deletion is"
              + " refused.")
  private String where;

  @Option(
      names = "--fragments-between",
      arity = "2",
      paramLabel = "TIME",
      description =
          "Delete, for good and from all of its past, what was written from one time to another,"
              + " both included: fragments whose times all lie there.")
  private List<String> times;

  @Option(
      names = "--also-nulls",
      paramLabel = "NAME,...",
      description = "Accept that cells go too that are null in these fields.")
  private List<String> nulls = List.of();

  @Option(
      names = "--also-missing",
      paramLabel = "NAME,...",
      description = "Accept that cells go too that were written before there were these fields.")
  private List<String> missing = List.of();

  @Option(
      names = "--also-nan",
      paramLabel = "NAME,...",
      description = "Accept that cells go too that are NaN in these fields.")
  private List<String> nan = List.of();

  @Option(
      names = "--no-count",
      description =
          "With --where: do not count the cells that go. Counting reads the fields of the condition"
              + " where statistics do not suffice; deleting alone is quick.")
  private boolean withoutCount;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
    if ((where == null) == (times == null)) {
      throw new InvalidRequestException("say what goes: --where CONDITION, or --fragments-between");
    }
    try (Azulejo azulejo = change.engine(terminal)) {
      String line = where == null ? fragments(azulejo) : cells(azulejo, terminal);
      terminal.out().write(Text.encode(line + "\n"));
    }
    return Failure.OK;
  }

  private String cells(Azulejo azulejo, Terminal terminal) {
    DeleteRequest request =
        DeleteRequest.where(Condition.parse(where))
            .alsoNulls(names(nulls, "--also-nulls"))
            .alsoMissing(names(missing, "--also-missing"))
            .alsoNaN(names(nan, "--also-nan"));
    long time = change.options().at().orElseGet(System::currentTimeMillis);
    String from =
        change.options().at().isPresent() ? RangeText.ofNumber(Datatype.DATETIME_MS, time) : "now";
    // Counted before, as what may go beside cells that meet the condition shows by the difference.
    boolean more = !nulls.isEmpty() || !missing.isEmpty() || !nan.isEmpty();
    OptionalLong before =
        withoutCount ? OptionalLong.empty() : count(azulejo, time, more, terminal);
    Optional<String> deletion =
        azulejo.delete(change.location(), request, ChangeOptions.DEFAULT.at(time));
    if (deletion.isEmpty()) {
      return "no cell can meet the condition; nothing was changed";
    }
    if (before.isEmpty()) {
      return "deleted the cells that meet the condition, from %s on".formatted(from);
    }
    long deleted =
        before.getAsLong() - (more ? count(azulejo, time, true, terminal).orElseThrow() : 0);
    return "deleted %s, from %s on".formatted(cells(deleted), from);
  }

  /**
   * The cells that a read at a time sees: all of them, or those that meet the condition.
   *
   * @return empty where they cannot be read by the condition; the deletion then says why
   */
  private OptionalLong count(Azulejo azulejo, long time, boolean all, Terminal terminal) {
    try (ReadProgress progress = new ReadProgress(terminal, "counting")) {
      Array array = azulejo.open(change.location(), OpenOptions.DEFAULT.at(TimeRange.until(time)));
      ReadRequest.Builder request = ReadRequest.builder().progress(progress);
      if (!all) {
        request.where(Condition.parse(where));
      }
      Batch answer = array.aggregate(request.build(), List.of(Aggregate.count()), List.of());
      return OptionalLong.of(answer.column(0).getLong(0));
    } catch (InvalidRequestException | NotFoundException e) {
      return OptionalLong.empty();
    }
  }

  private static String cells(long number) {
    return "%,d cell%s".formatted(number, number == 1 ? "" : "s");
  }

  private String fragments(Azulejo azulejo) {
    if (!nulls.isEmpty() || !missing.isEmpty() || !nan.isEmpty()) {
      throw new InvalidRequestException("--also-nulls and the like go with --where");
    }
    if (withoutCount) {
      throw new InvalidRequestException("--no-count goes with --where");
    }
    long from = RangeParser.time(times.get(0), "--fragments-between");
    long to = RangeParser.time(times.get(1), "--fragments-between");
    if (Long.compareUnsigned(from, to) > 0) {
      throw new InvalidRequestException(
          "--fragments-between: " + times.get(0) + " is later than " + times.get(1));
    }
    List<FragmentInfo> all = azulejo.open(change.location()).fragments();
    List<String> gone = azulejo.deleteFragments(change.location(), TimeRange.between(from, to));
    long cells =
        all.stream()
            .filter(fragment -> gone.contains(fragment.name()))
            .mapToLong(FragmentInfo::cells)
            .sum();
    return gone.isEmpty()
        ? "no fragment has all its times there; nothing was changed"
        : "deleted %d fragment%s, in which %s were written"
            .formatted(gone.size(), gone.size() == 1 ? "" : "s", cells(cells));
  }

  private static String[] names(List<String> lists, String option) {
    List<String> names = new ArrayList<>();
    lists.forEach(list -> names.addAll(OptionScanner.list(list, option)));
    return names.stream().distinct().toArray(String[]::new);
  }
}
