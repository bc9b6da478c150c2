package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.storage.Location;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Creates a group. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "group create",
    description = "Creates a group without members.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo group create new/group   # an empty group",
      "  azulejo group create new/group/sub   # another one in its folder"
    })
final class GroupCreateCommand implements ChangingCommand {
  @ParentCommand private RootCommand root;

  @HelpEntry(Section.ARGUMENTS)
  @Parameters(
      index = "0",
      paramLabel = "URI",
      description = "a path or a URI, such as data/group or file:///data/group")
  private String uri;

  @Override
  public Integer call() throws IOException {
    Location location = OpenArguments.locateNew(uri);
    try (Azulejo azulejo = root.terminal().engine().build()) {
      azulejo.group(location).create();
    }
    return Failure.OK;
  }
}
