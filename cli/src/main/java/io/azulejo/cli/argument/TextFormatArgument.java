package io.azulejo.cli.argument;

import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import java.util.Locale;
import picocli.CommandLine.Option;

/** Whether what is described comes out as text or as JSON: a mixin of info and schema. */
public final class TextFormatArgument {
  @HelpEntry(Section.OUTPUT)
  @Option(
      names = "--format",
      paramLabel = "FORMAT",
      defaultValue = "text",
      description = "${COMPLETION-CANDIDATES} (default: ${DEFAULT-VALUE})")
  private Form form;

  /** The forms. */
  public enum Form {
    /** For people. */
    TEXT,
    /** An object. */
    JSON;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /** Whether JSON is wanted. */
  public boolean isJson() {
    return form == Form.JSON;
  }
}
