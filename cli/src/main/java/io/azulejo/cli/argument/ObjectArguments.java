package io.azulejo.cli.argument;

import io.azulejo.Azulejo;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.storage.Location;
import java.io.IOException;
import picocli.CommandLine.Parameters;

/**
 * The location of the array, group or folder that a command works on, and the encryption key. A
 * mixin of most commands.
 */
public class ObjectArguments extends KeyArgument {
  @HelpEntry(value = Section.ARGUMENTS, rare = true)
  @Parameters(
      index = "0",
      paramLabel = "URI",
      description = "path or URI, such as samples/grid or s3://bucket/grid")
  private String uri;

  /**
   * Returns the location.
   *
   * @throws io.azulejo.error.InvalidRequestException if the path or URI is invalid
   */
  public Location location() {
    return OpenArguments.locate(uri);
  }

  /** Returns the path or URI as typed. */
  public String uri() {
    return uri;
  }

  /**
   * Creates an engine that uses the key, if one was named, for objects at and below the location.
   * The caller closes it.
   */
  public Azulejo engine(Terminal terminal) throws IOException {
    return engine(location(), terminal);
  }
}
