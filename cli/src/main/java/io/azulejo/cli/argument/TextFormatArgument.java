package io.azulejo.cli.argument;

import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import java.util.Locale;
import picocli.CommandLine.Option;

/** The output format of a description: text or JSON. A mixin of {@code info} and {@code schema}. */
public final class TextFormatArgument {
  @HelpEntry(Section.OUTPUT)
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
  private Form form;

  /** Output formats for descriptions. */
  public enum Form {
    /** Text for people. */
    TEXT,
    /** A JSON object. */
    JSON;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Returns whether the format is JSON. */
  public boolean isJson() {
    return form == Form.JSON;
  }
}
