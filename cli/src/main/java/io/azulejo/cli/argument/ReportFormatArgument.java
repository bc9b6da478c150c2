package io.azulejo.cli.argument;

import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.text.output.RowWriter;
import java.util.Optional;
import picocli.CommandLine.Option;

/** In which form a report comes out, as sentences when not given: a mixin of maintenance. */
public final class ReportFormatArgument {
  @HelpEntry(Section.OUTPUT)
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = {
        "${COMPLETION-CANDIDATES} (default: sentences)",
        "All formats but sentences have one row for each item."
      })
  private RowWriter.Format format;

  /** The form; empty for sentences. */
  public Optional<RowWriter.Format> value() {
    return Optional.ofNullable(format);
  }
}
