package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.cli.argument.FormatArgument;
import io.azulejo.cli.argument.KeyArgument;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.argument.OutputArguments;
import io.azulejo.cli.argument.RangeParser;
import io.azulejo.cli.output.DifferenceText;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.Interruption;
import io.azulejo.cli.terminal.ReadProgress;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.maintenance.ArrayDifference;
import io.azulejo.maintenance.DiffRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.util.OptionalLong;
import java.util.concurrent.Callable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Spec;

/** Compares two arrays. */
@Command(
    name = "diff",
    description = {
      "Compares two arrays, or one at two times: schemas, metadata, and all cells at the same"
          + " coordinates. Ends with 0 where they are the same, with 1 where they differ, with"
          + " 2 and more where they can't be compared.",
      "Values are the same that are the same to the bit: -0.0 is not 0.0, and NaN is the same as NaN"
          + " of the same bits. Of dense arrays the cells are compared that one of them has; where"
          + " the other has none, its fill values. Where duplicates are allowed, each of several"
          + " cells at one place counts as often as it is there."
    },
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo diff samples/grid samples/grid",
      "  azulejo diff samples/grid --at 1970-01-01T00:00:00.010Z",
      "  azulejo diff samples/grid --at-a 10 --at-b 1970-01-01T00:00:00.030Z",
    })
public final class DiffCommand implements Callable<Integer> {
  /** Two arrays differ. */
  private static final int DIFFERENT = 1;

  @ParentCommand private RootCommand root;
  @Spec private CommandSpec spec;

  @Parameters(index = "0", paramLabel = "A", description = "The path or URI of one array.")
  private String first;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "B",
      description = "The path or URI of the other one; the same one when a time of it is named.")
  private String second;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description =
          "Of one array: as it was at this time, compared with how it is now. Of two: both as they"
              + " were at this time. Milliseconds since 1970, or ISO 8601 (in UTC where it does not say"
              + " otherwise).")
  private String at;

  @Option(names = "--at-a", paramLabel = "TIME", description = "As the first one was at a time.")
  private String atFirst;

  @Option(names = "--at-b", paramLabel = "TIME", description = "As the other one was at a time.")
  private String atSecond;

  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description = "The key of both arrays: 32 bytes, or the same in 64 hex digits.")
  private String keyFile;

  @Option(
      names = "--key-file-a",
      paramLabel = "FILE",
      description = "The key of the first one alone; - is standard input.")
  private String keyFileOfFirst;

  @Option(
      names = "--key-file-b",
      paramLabel = "FILE",
      description = "The key of the other one alone; - is standard input.")
  private String keyFileOfSecond;

  @Option(
      names = "--limit",
      paramLabel = "CELLS",
      defaultValue = "20",
      description =
          "Show so many cells that differ at the most, ${DEFAULT-VALUE} when not given; all are"
              + " counted.")
  private int limit;

  @Mixin private FormatArgument format;

  @Mixin private OutputArguments output;

  @Override
  public Integer call() throws IOException {
    check();
    Terminal terminal = root.terminal();
    Location a = OpenArguments.locate(first);
    Location b = second == null ? a : OpenArguments.locate(second);
    OptionalLong timeOfFirst = time(at, "--at", atFirst, "--at-a");
    OptionalLong timeOfSecond = time(a.equals(b) ? null : at, "--at", atSecond, "--at-b");
    OpenOptions optionsOfFirst = options(timeOfFirst, keyFileOfFirst, terminal);
    OpenOptions optionsOfSecond = options(timeOfSecond, keyFileOfSecond, terminal);
    boolean[] same = new boolean[1];
    Interruption.during(
        () -> {
          try (Azulejo azulejo = terminal.engine().build()) {
            Array one = azulejo.open(a, optionsOfFirst);
            Array other = azulejo.open(b, optionsOfSecond);
            ArrayDifference difference;
            try (ReadProgress progress = new ReadProgress(terminal, "comparing", "cells")) {
              difference =
                  azulejo
                      .maintenance()
                      .diff(one, other, DiffRequest.DEFAULT.limit(limit).progress(progress));
            }
            new DifferenceText(one, other, difference).write(format.value(), terminal);
            same[0] = difference.isSame();
          }
        });
    return same[0] ? Failure.OK : DIFFERENT;
  }

  private void check() {
    if (limit < 0) {
      throw new InvalidRequestException("--limit " + limit + ": the least is 0");
    }
    if (at != null && (atFirst != null || atSecond != null)) {
      throw new InvalidRequestException(
          "--at is of both arrays: it goes without --at-a and --at-b");
    }
    if (second == null && at == null && atFirst == null && atSecond == null) {
      throw new CommandLine.ParameterException(
          spec.commandLine(),
          "B is missing: the path or URI of the array to compare A with; or compare A with itself, at a time: --at TIME");
    }
    if (keyFile != null && (keyFileOfFirst != null || keyFileOfSecond != null)) {
      throw new InvalidRequestException(
          "--key-file is of both arrays: it goes without --key-file-a and --key-file-b");
    }
    if ("-".equals(keyFile) || "-".equals(keyFileOfFirst) && "-".equals(keyFileOfSecond)) {
      throw new InvalidRequestException("standard input can't give two keys: name a file");
    }
  }

  /** The time of one array: the common one, else its own; empty for now. */
  private static OptionalLong time(String common, String option, String own, String ownOption) {
    return common != null
        ? OptionalLong.of(RangeParser.time(common, option))
        : own != null ? OptionalLong.of(RangeParser.time(own, ownOption)) : OptionalLong.empty();
  }

  private OpenOptions options(OptionalLong time, String ownKey, Terminal terminal)
      throws IOException {
    OpenOptions options = OpenOptions.DEFAULT;
    if (time.isPresent()) {
      options = options.at(TimeRange.until(time.getAsLong()));
    }
    String file = keyFile != null ? keyFile : ownKey;
    return file == null ? options : options.key(KeyArgument.read(file, terminal));
  }
}
