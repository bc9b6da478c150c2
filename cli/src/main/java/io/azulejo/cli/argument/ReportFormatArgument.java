package io.azulejo.cli.argument;

import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.text.output.RowWriter;
import java.util.Optional;
import picocli.CommandLine.Option;

/**
 * The output format of a report, which is sentences by default. A mixin of maintenance commands.
 */
public final class ReportFormatArgument {
  @HelpEntry(Section.OUTPUT)
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description = {
        "${COMPLETION-CANDIDATES} (default: sentences)",
        "csv, tsv, json and table have one row per item."
      })
  private RowWriter.Format format;

  /** Returns the format, or an empty result for sentences. */
  public Optional<RowWriter.Format> value() {
    return Optional.ofNullable(format);
  }
}
