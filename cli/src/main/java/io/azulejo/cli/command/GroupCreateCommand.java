package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.storage.Location;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Creates a group. */
@Command(
    name = "group create",
    description = "Creates a group without members.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {"  azulejo group create new/group"})
final class GroupCreateCommand implements ChangingCommand {
  @ParentCommand private RootCommand root;

  @Parameters(
      index = "0",
      paramLabel = "URI",
      description = "A path or a URI, such as data/group or file:///data/group.")
  private String uri;

  @Override
  public Integer call() throws IOException {
    Location location = OpenArguments.locateNew(uri);
    try (Azulejo azulejo = root.terminal().engine().build()) {
      azulejo.catalog().createGroup(location);
    }
    return Failure.OK;
  }
}
