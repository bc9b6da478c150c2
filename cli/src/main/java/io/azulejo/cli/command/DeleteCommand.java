package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.FragmentInfo;
import io.azulejo.OpenOptions;
import io.azulejo.cli.argument.ChangeArguments;
import io.azulejo.cli.argument.OptionScanner;
import io.azulejo.cli.argument.RangeParser;
import io.azulejo.cli.terminal.ReadProgress;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.maintenance.DeletionPlan;
import io.azulejo.query.Aggregate;
import io.azulejo.query.Aggregation;
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

/**
 * The command {@code delete}, which deletes cells by a condition, or fragments by their timestamps.
 */
@CommandLoad(CommandLoad.Kind.CELLS)
@Command(
    name = "delete",
    description = {
      "Deletes cells that match, or everything written between two times.",
      "--where deletes cells of a sparse array; reads as of an earlier time still see them."
          + " --fragments-between deletes permanently. Prints the number of deleted cells."
    },
    footer = {
      "  azulejo delete samples/names --where 'v > 40'   # the cells that match",
      "  azulejo delete samples/names --where 'v > 40' --plan   # how, and how many",
      "  azulejo delete samples/days --where 'day < 1970' --at 2024-05-31   # at a time",
      "  azulejo delete samples/grid --fragments-between 40 50   # for good"
    })
final class DeleteCommand extends ChangingCommand {
  @Mixin private ChangeArguments change;

  @Option(
      names = "--where",
      paramLabel = "CONDITION",
      description = {
        "delete the cells that match (see 'read --where')",
        "Keeps cells that are null in a field of the condition, or were written before the field"
            + " existed. If a stored condition cannot express that, deletes the cells one by one;"
            + " --plan prints the method."
      })
  private String where;

  @Option(
      names = "--plan",
      description = {
        "with --where: delete nothing; print how, why and how many",
        "Prints the method, the reasons and the number of cells."
      })
  private boolean plan;

  @Option(
      names = "--fragments-between",
      arity = "2",
      paramLabel = "TIME",
      description = {
        "permanently delete everything written between two times",
        "Deletes the fragments whose times are all in this range (ends included), also from the"
            + " history of the array."
      })
  private List<String> times;

  @Option(
      names = "--also-nulls",
      paramLabel = "NAME,...",
      description = "may also delete cells with nulls in these fields, for speed")
  private List<String> nulls = List.of();

  @Option(
      names = "--also-missing",
      paramLabel = "NAME,...",
      description = "may also delete cells written before these fields existed, for speed")
  private List<String> missing = List.of();

  @Option(
      names = "--also-nan",
      paramLabel = "NAME,...",
      description = "may also delete cells with NaN in these fields, for speed")
  private List<String> nan = List.of();

  @Option(
      names = "--no-count",
      description = {
        "with --where: do not count the deleted cells",
        "Counting may read the fields of the condition; deleting does not."
      })
  private boolean withoutCount;

  @Override
  void run(Terminal terminal) throws IOException {
    if ((where == null) == (times == null)) {
      throw new InvalidRequestException(
          "nothing to delete: use --where CONDITION or --fragments-between");
    }
    try (Azulejo azulejo = change.engine(terminal)) {
      String line = where == null ? fragments(azulejo) : cells(azulejo, terminal);
      terminal.print(line + "\n");
    }
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
    // Counts before the deletion. The difference to the count afterwards includes cells that are
    // deleted without matching the condition.
    boolean more = !nulls.isEmpty() || !missing.isEmpty() || !nan.isEmpty();
    OptionalLong before =
        withoutCount ? OptionalLong.empty() : count(azulejo, time, more, terminal);
    if (plan) {
      DeletionPlan how =
          azulejo.array(change.location()).planDelete(request, ChangeOptions.DEFAULT.at(time));
      return planned(how, more ? count(azulejo, time, false, terminal) : before);
    }
    Optional<String> deletion =
        azulejo.array(change.location()).delete(request, ChangeOptions.DEFAULT.at(time));
    if (deletion.isEmpty()) {
      return "no cell matches the condition; nothing changed";
    }
    if (before.isEmpty()) {
      return "deleted the cells that match the condition, as of %s".formatted(from);
    }
    long deleted =
        before.getAsLong() - (more ? count(azulejo, time, true, terminal).orElseThrow() : 0);
    return "deleted %s, as of %s".formatted(cells(deleted), from);
  }

  private static String planned(DeletionPlan plan, OptionalLong matching) {
    String how =
        switch (plan.strategy()) {
          case NOTHING -> "no cell can match the condition";
          case CONDITION ->
              "by a stored condition, which also deletes matching cells written later with earlier times";
          case COORDINATES -> "by coordinates: a new fragment lists the existing cells";
          case REWRITE -> "by rewriting the fragments with matching cells into one";
        };
    StringBuilder text = new StringBuilder(how);
    plan.reasons().forEach(reason -> text.append("\n  because ").append(reason));
    matching.ifPresent(
        cells -> text.append("\n%s currently match the condition".formatted(cells(cells))));
    return text.append("\nnothing changed").toString();
  }

  /**
   * Counts the cells that a read at the given time returns.
   *
   * @param time the timestamp of the read, in milliseconds since 1970
   * @param all whether to count all cells, instead of only the cells that match the condition
   * @return the count, or an empty result if the cells cannot be read; the deletion then reports
   *     the reason
   */
  private OptionalLong count(Azulejo azulejo, long time, boolean all, Terminal terminal) {
    try (ReadProgress progress = new ReadProgress(terminal, "counting")) {
      Array array = azulejo.open(change.location(), OpenOptions.DEFAULT.at(TimeRange.until(time)));
      ReadRequest request = ReadRequest.ALL.progress(progress);
      if (!all) {
        request = request.where(Condition.parse(where));
      }
      Batch answer =
          array.read(request).aggregate(Aggregation.of(List.of(Aggregate.count()), List.of()));
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
      throw new InvalidRequestException(
          "--also-nulls, --also-missing and --also-nan require --where");
    }
    if (withoutCount) {
      throw new InvalidRequestException("--no-count requires --where");
    }
    if (plan) {
      throw new InvalidRequestException("--plan requires --where");
    }
    long from = RangeParser.time(times.get(0), "--fragments-between");
    long to = RangeParser.time(times.get(1), "--fragments-between");
    if (Long.compareUnsigned(from, to) > 0) {
      throw new InvalidRequestException(
          "--fragments-between: " + times.get(0) + " is later than " + times.get(1));
    }
    List<FragmentInfo> all = azulejo.open(change.location()).fragments();
    List<String> gone =
        azulejo.array(change.location()).deleteFragments(TimeRange.between(from, to));
    long cells =
        all.stream()
            .filter(fragment -> gone.contains(fragment.name()))
            .mapToLong(FragmentInfo::cells)
            .sum();
    return gone.isEmpty()
        ? "no fragment has all its times in this range; nothing changed"
        : "deleted %d fragment%s with %s"
            .formatted(gone.size(), gone.size() == 1 ? "" : "s", cells(cells));
  }

  private static String[] names(List<String> lists, String option) {
    List<String> names = new ArrayList<>();
    lists.forEach(list -> names.addAll(OptionScanner.list(list, option)));
    return names.stream().distinct().toArray(String[]::new);
  }
}
