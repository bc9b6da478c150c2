package io.azulejo.cli.argument;

import io.azulejo.Azulejo;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.storage.Location;
import java.io.IOException;
import picocli.CommandLine.Parameters;

/** The array, group or folder that a command is about, with its key: a mixin of most commands. */
public class ObjectArguments extends KeyArgument {
  @HelpEntry(value = Section.ARGUMENTS, rare = true)
  @Parameters(
      index = "0",
      paramLabel = "URI",
      description = "a path or a URI, such as samples/grid or file:///data/grid")
  private String uri;

  /** Where it is. */
  public Location location() {
    return OpenArguments.locate(uri);
  }

  /** The URI or path as it was given. */
  public String uri() {
    return uri;
  }

  /** An engine that has the key, if one was named, for what is at and below the location. */
  public Azulejo engine(Terminal terminal) throws IOException {
    return engine(location(), terminal);
  }
}
