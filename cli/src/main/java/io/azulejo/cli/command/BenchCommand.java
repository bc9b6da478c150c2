package io.azulejo.cli.command;

import io.azulejo.error.InvalidRequestException;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.spi.ToolProvider;
import picocli.CommandLine.Command;
import picocli.CommandLine.ParentCommand;
import picocli.CommandLine.Unmatched;

/** Runs the workloads of the bench module, which is found as a tool. */
@Command(
    name = "bench",
    description = "Times workloads; prints a JSON line with the seconds of each run.",
    sortOptions = false,
    footerHeading = "%nOptions and examples:%n",
    footer = {
      "  --dir DIR      where the arrays are, or are made",
      "  --run NAMES    workloads, with commas between; a name may end in *",
      "  --repeat N     timed runs of each; 5 when not given",
      "  --warmup N     runs before these; 2 when not given",
      "  --threads N    threads that decode; one for each processor when not given",
      "  --profile FILE records the runs with the JDK's Flight Recorder",
      "  --compare A B  compares two files of such lines: medians, and first / second",
      "  --format F     of a comparison: table, csv, json; table when not given",
      "  --scaling S    measures how times grow with cells, fragments, attributes, ranges",
      "  --limit SIZE   with --scaling: no more of them",
      "  --svg FILE     with --scaling: draws the figures",
      "",
      "  azulejo bench --dir /tmp/bench --run 'dense/*' --repeat 3",
      "  azulejo bench --compare before.json after.json",
      "  azulejo bench --dir /tmp/bench --scaling 'fragments/*' --svg fragments.svg"
    })
final class BenchCommand implements Callable<Integer> {
  private static final String TOOL = "azulejo-bench";

  @ParentCommand private RootCommand root;
  @Unmatched private List<String> arguments = new ArrayList<>();

  @Override
  public Integer call() throws IOException {
    ToolProvider tool =
        ToolProvider.findFirst(TOOL)
            .orElseThrow(
                () -> new InvalidRequestException("the workloads are not part of this build"));
    PrintWriter out = writer(root.terminal().out());
    PrintWriter err = writer(root.terminal().err());
    try {
      return tool.run(out, err, arguments.toArray(String[]::new));
    } finally {
      out.flush();
      err.flush();
    }
  }

  private static PrintWriter writer(OutputStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8), true);
  }
}
