package io.azulejo.cli.argument;

import io.azulejo.text.output.RowWriter;
import java.util.Optional;
import picocli.CommandLine.Option;

/** In which form a report comes out, as sentences when not given: a mixin of maintenance. */
public final class ReportFormatArgument {
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      description =
          "A row for each thing, as one of ${COMPLETION-CANDIDATES}; sentences when not given.")
  private RowWriter.Format format;

  /** The form; empty for sentences. */
  public Optional<RowWriter.Format> value() {
    return Optional.ofNullable(format);
  }
}
