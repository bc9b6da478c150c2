package io.azulejo.cli.argument;

import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import java.util.Locale;
import picocli.CommandLine.Option;

/** Whether a description is printed as text or as JSON: a mixin of info and schema. */
public final class TextFormatArgument {
  @HelpEntry(Section.OUTPUT)
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
  private Form form;

  /** Output formats. */
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
