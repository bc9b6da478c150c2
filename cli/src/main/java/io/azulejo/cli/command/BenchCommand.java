package io.azulejo.cli.command;

import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.spi.ToolProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.Unmatched;

/**
 * The command {@code bench}, which runs the workloads of the bench module. It finds that module
 * through {@link ToolProvider}.
 */
@CommandLoad(CommandLoad.Kind.BENCHMARKS)
@Command(
    name = "bench",
    description = "Measures workloads and prints a JSON line with the seconds of each run.",
    footer = {
      "Options:",
      "  --dir DIR        directory of the arrays (missing ones are created)",
      "  --run NAMES      workloads, separated by commas; a name may end in *",
      "  --repeat N       timed runs of each (default: 5)",
      "  --warmup N       warm-up runs of each (default: 2)",
      "  --threads N      decoding threads (default: one per processor)",
      "  --profile FILE   record the runs with the JDK's Flight Recorder",
      "  --compare A B    compare two outputs: medians and their ratios",
      "  --format F       format of a comparison: table (default), csv, json",
      "  --scaling S      measure growth with cells, fragments, attributes, ranges",
      "  --limit SIZE     with --scaling: largest size",
      "  --svg FILE       with --scaling: plot the results",
      "",
      "Examples:",
      "  azulejo bench --dir /tmp/bench --run 'dense/*' --repeat 3   # some workloads",
      "  azulejo bench --compare before.json after.json   # two runs",
      "  azulejo bench --dir /tmp/bench --scaling 'fragments/*'   # how times grow"
    })
final class BenchCommand extends Subcommand {
  private static final String TOOL = "azulejo-bench";

  @Unmatched private List<String> arguments = new ArrayList<>();

  @Override
  void run(Terminal terminal) throws IOException {
    ToolProvider tool =
        ToolProvider.findFirst(TOOL)
            .orElseThrow(
                () -> new InvalidRequestException("this build does not include the workloads"));
    PrintWriter out = writer(terminal.out());
    PrintWriter err = writer(terminal.err());
    try {
      exitWith(tool.run(out, err, arguments.toArray(String[]::new)));
    } finally {
      out.flush();
      err.flush();
    }
  }

  private static PrintWriter writer(OutputStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }
}
