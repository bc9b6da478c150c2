package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.cli.argument.KeyArgument;
import io.azulejo.cli.argument.OpenArguments;
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
import io.azulejo.text.output.RowWriter;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Compares two arrays. */
@Command(
    name = "diff",
    description = {
      "Compares two arrays, or one as it was at two times: schemas, metadata, and all cells at the"
          + " same coordinates. Ends with 0 where they are the same, with 1 where they differ, with"
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
      "  azulejo diff samples/grid samples/grid --at-a 1970-01-01T00:00:00.010Z",
    })
public final class DiffCommand implements Callable<Integer> {
  /** Two arrays differ. */
  private static final int DIFFERENT = 1;

  @ParentCommand private RootCommand root;

  @Parameters(index = "0", paramLabel = "A", description = "The path or URI of one array.")
  private String first;

  @Parameters(index = "1", paramLabel = "B", description = "The path or URI of the other one.")
  private String second;

  @Option(
      names = "--at",
      paramLabel = "TIME",
      description =
          "As they were at a time: milliseconds since 1970, or ISO 8601 (in UTC where it does not say"
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
          "Show so many cells that differ at the most, ${DEFAULT-VALUE} when not said; all are"
              + " counted.")
  private int limit;

  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = "One of ${COMPLETION-CANDIDATES}; ${DEFAULT-VALUE} when not said.")
  private RowWriter.Format format;

  @Override
  public Integer call() throws IOException {
    check();
    Terminal terminal = root.terminal();
    OpenOptions optionsOfFirst = options(atFirst, keyFileOfFirst, terminal);
    OpenOptions optionsOfSecond = options(atSecond, keyFileOfSecond, terminal);
    boolean[] same = new boolean[1];
    Interruption.during(
        () -> {
          try (Azulejo azulejo = Azulejo.create()) {
            Array a = azulejo.open(OpenArguments.locate(first), optionsOfFirst);
            Array b = azulejo.open(OpenArguments.locate(second), optionsOfSecond);
            ArrayDifference difference;
            try (ReadProgress progress = new ReadProgress(terminal, "cells")) {
              difference =
                  azulejo
                      .maintenance()
                      .diff(a, b, DiffRequest.DEFAULT.limit(limit).progress(progress));
            }
            new DifferenceText(a, b, difference).write(format, terminal);
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
    if (keyFile != null && (keyFileOfFirst != null || keyFileOfSecond != null)) {
      throw new InvalidRequestException(
          "--key-file is of both arrays: it goes without --key-file-a and --key-file-b");
    }
    if ("-".equals(keyFile) || "-".equals(keyFileOfFirst) && "-".equals(keyFileOfSecond)) {
      throw new InvalidRequestException("standard input can't give two keys: name a file");
    }
  }

  private OpenOptions options(String ownTime, String ownKey, Terminal terminal) throws IOException {
    OpenOptions options = OpenOptions.DEFAULT;
    if (at != null || ownTime != null) {
      long time =
          at != null ? RangeParser.time(at, "--at") : RangeParser.time(ownTime, "--at-a, --at-b");
      options = options.at(TimeRange.until(time));
    }
    String file = keyFile != null ? keyFile : ownKey;
    return file == null ? options : options.key(KeyArgument.read(file, terminal));
  }
}
