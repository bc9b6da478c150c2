package io.azulejo.cli.argument;

import io.azulejo.Azulejo;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.storage.Location;
import java.io.IOException;
import picocli.CommandLine.Parameters;

/** The array, group or folder of a command, with its key: a mixin of most commands. */
public class ObjectArguments extends KeyArgument {
  @HelpEntry(value = Section.ARGUMENTS, rare = true)
  @Parameters(
      index = "0",
      paramLabel = "URI",
      description = "path or URI, such as samples/grid or s3://bucket/grid")
  private String uri;

  /** Returns the location. */
  public Location location() {
    return OpenArguments.locate(uri);
  }

  /** Returns the URI or path as typed. */
  public String uri() {
    return uri;
  }

  /** Returns an engine with the key, if one was named, for objects at and below the location. */
  public Azulejo engine(Terminal terminal) throws IOException {
    return engine(location(), terminal);
  }
}
