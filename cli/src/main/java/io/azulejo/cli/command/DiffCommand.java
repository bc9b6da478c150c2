package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.cli.argument.FormatArgument;
import io.azulejo.cli.argument.KeyArgument;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.argument.OutputArguments;
import io.azulejo.cli.argument.RangeParser;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
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
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code diff}, which compares two arrays, or one array at two times. */
@CommandLoad(CommandLoad.Kind.CELLS)
@Command(
    name = "diff",
    description = {
      "Compares two arrays, or one array at two times.",
      "Compares schemas, metadata, and all cells at the same coordinates. Exits with 0 if the"
          + " arrays are equal, 1 if they differ, and 2 or more if they cannot be compared.",
      "Compares values bit by bit: -0.0 differs from 0.0, and NaN equals NaN with the same"
          + " bits. In dense arrays, a cell that only one array has is compared with the other"
          + " array's fill value. Duplicates at the same coordinates are compared one by one."
    },
    footer = {
      "  azulejo diff samples/grid samples/grid   # two arrays: these are equal",
      "  azulejo diff samples/grid --at 1970-01-01T00:00:00.010Z   # then and now",
      "  azulejo diff samples/grid --at-a 10 --at-b 30   # at two times"
    })
public final class DiffCommand extends Subcommand {
  /** Exit code if the arrays differ. */
  private static final int DIFFERENT = 1;

  @Parameters(index = "0", paramLabel = "A", description = "path or URI of an array")
  private String first;

  @Parameters(
      index = "1",
      arity = "0..1",
      paramLabel = "B",
      description = "path or URI of another array (default: A)")
  private String second;

  @HelpEntry(Section.TIME)
  @Option(
      names = "--at",
      paramLabel = "TIME",
      description = {
        "compare A as of TIME with A now, or A and B as of TIME",
        "TIME is ISO 8601 (in UTC unless it names a zone) or milliseconds since 1970."
      })
  private String at;

  @HelpEntry(Section.TIME)
  @Option(names = "--at-a", paramLabel = "TIME", description = "read A as of TIME")
  private String atFirst;

  @HelpEntry(Section.TIME)
  @Option(names = "--at-b", paramLabel = "TIME", description = "read B as of TIME")
  private String atSecond;

  @HelpEntry(Section.STORE)
  @Option(
      names = "--key-file",
      paramLabel = "FILE",
      description = {"key of both arrays", "The file holds 32 bytes, or 64 hex digits."})
  private String keyFile;

  @HelpEntry(Section.STORE)
  @Option(
      names = "--key-file-a",
      paramLabel = "FILE",
      description = "key of A (- for standard input)")
  private String keyFileOfFirst;

  @HelpEntry(Section.STORE)
  @Option(
      names = "--key-file-b",
      paramLabel = "FILE",
      description = "key of B (- for standard input)")
  private String keyFileOfSecond;

  @HelpEntry(Section.OUTPUT)
  @Option(
      names = "--limit",
      paramLabel = "CELLS",
      defaultValue = "20",
      description = {
        "print at most this many different cells (default: 20)",
        "All different cells are counted."
      })
  private int limit;

  @Mixin private FormatArgument format;

  @Mixin private OutputArguments output;

  @Override
  void run(Terminal terminal) throws IOException {
    check();
    Location a = OpenArguments.locate(first);
    Location b = second == null ? a : OpenArguments.locate(second);
    OptionalLong timeOfFirst = time(at, "--at", atFirst, "--at-a");
    OptionalLong timeOfSecond = time(a.equals(b) ? null : at, "--at", atSecond, "--at-b");
    OpenOptions optionsOfFirst = options(timeOfFirst, keyFileOfFirst, terminal);
    OpenOptions optionsOfSecond = options(timeOfSecond, keyFileOfSecond, terminal);
    boolean same =
        Interruption.during(
            () -> {
              try (Azulejo azulejo = terminal.engine().build()) {
                Array one = azulejo.open(a, optionsOfFirst);
                Array other = azulejo.open(b, optionsOfSecond);
                ArrayDifference difference;
                try (ReadProgress progress = new ReadProgress(terminal, "comparing", "cells")) {
                  difference = one.diff(other, DiffRequest.DEFAULT.limit(limit).progress(progress));
                }
                new DifferenceText(one, other, difference).write(format.value(), terminal);
                return difference.isSame();
              }
            });
    exitWith(same ? Failure.OK : DIFFERENT);
  }

  private void check() {
    if (limit < 0) {
      throw new InvalidRequestException("--limit " + limit + ": must be at least 0");
    }
    if (at != null && (atFirst != null || atSecond != null)) {
      throw new InvalidRequestException(
          "--at applies to both arrays; it cannot be combined with --at-a and --at-b");
    }
    if (second == null && at == null && atFirst == null && atSecond == null) {
      throw new CommandLine.ParameterException(
          spec().commandLine(),
          "B is missing: path or URI of the array to compare A with; or use --at TIME to compare A with itself");
    }
    if (keyFile != null && (keyFileOfFirst != null || keyFileOfSecond != null)) {
      throw new InvalidRequestException(
          "--key-file applies to both arrays; it cannot be combined with --key-file-a and --key-file-b");
    }
    if ("-".equals(keyFile) || "-".equals(keyFileOfFirst) && "-".equals(keyFileOfSecond)) {
      throw new InvalidRequestException("cannot read two keys from standard input; use files");
    }
  }

  /**
   * Returns the time of one array: the common time if given, else its own, else an empty result for
   * now.
   */
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
