package io.azulejo.cli.argument;

import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.text.output.ResultTable;
import io.azulejo.text.output.RowWriter;
import java.io.IOException;
import picocli.CommandLine.Option;

/**
 * The output format of results, which is a table by default. A mixin of commands that print
 * results.
 */
public final class FormatArgument {
  @HelpEntry(Section.OUTPUT)
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "table",
      description = {
        "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})",
        "The table rounds; all other formats keep every bit."
      })
  private RowWriter.Format format;

  /** Returns the output format. */
  public RowWriter.Format value() {
    return format;
  }

  /** Returns whether the output format is a table for people. */
  public boolean isTable() {
    return format == RowWriter.Format.TABLE;
  }

  /** Writes results to standard output in the selected format. */
  public void write(ResultTable results, Terminal terminal) throws IOException {
    results.write(format, terminal.out(), terminal.width());
  }
}
