package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.cli.argument.FormatArgument;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.argument.OutputArguments;
import io.azulejo.cli.output.AdviceText;
import io.azulejo.cli.terminal.Interruption;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.maintenance.Advice;
import io.azulejo.maintenance.AdviceRequest;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * The command {@code advise}, which recommends a layout after trying several on a sample of cells.
 */
@CommandLoad(CommandLoad.Kind.CELLS)
@Command(
    name = "advise",
    description = {
      "Tries layouts of an array on a sample and recommends the best one.",
      "Tries filters, tiles and orders on cells from all parts of the array. The output ends"
          + " with the repack command for the best layout. The array is not changed.",
      "Measures the size and decoding speed of filters on the sample, with one thread. Rates"
          + " tiles by how many of them boxes and slices of the sample touch; other reads may need"
          + " other tiles."
    },
    footer = {
      "  azulejo advise samples/colors   # a table of layouts, and the best one",
      "  azulejo advise samples/grid --format json   # the same for programs"
    })
final class AdviseCommand extends Subcommand {
  private static final long MEBIBYTE = 1 << 20;
  private static final long MAX_SAMPLE_MIB = 1 << 20;

  @Mixin private OpenArguments open;

  @Option(
      names = "--sample",
      paramLabel = "MIB",
      defaultValue = "8",
      description = {"size of the sample in MiB (default: 8)", "Reads at least one tile."})
  private long sample;

  @Mixin private FormatArgument format;

  @Mixin private OutputArguments output;

  @Override
  void run(Terminal terminal) throws IOException {
    if (sample < 1 || sample > MAX_SAMPLE_MIB) {
      throw new InvalidRequestException(
          "--sample " + sample + ": must be from 1 to " + MAX_SAMPLE_MIB + " MiB");
    }
    OpenOptions options = open.options(terminal);
    Advice advice =
        Interruption.during(
            () -> {
              try (Azulejo azulejo = terminal.engine().build()) {
                Array array = azulejo.open(open.location(), options);
                AdviceRequest request = AdviceRequest.DEFAULT.sampleBytes(sample * MEBIBYTE);
                return array.advise(request);
              }
            });
    AdviceText text = new AdviceText(advice, open.uri());
    if (format.isTable()) {
      terminal.print(text.forPeople());
    } else {
      format.write(text.rows(), terminal);
    }
  }
}
