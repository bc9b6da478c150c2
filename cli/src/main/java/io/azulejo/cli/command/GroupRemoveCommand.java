package io.azulejo.cli.command;

import io.azulejo.GroupChange;
import io.azulejo.cli.argument.ChangeArguments;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.Failure;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Removes members from a group. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "group remove",
    description = "Removes members from a group; the arrays and groups themselves stay.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo group remove samples/group two   # by name",
      "  azulejo group remove samples/group grid   # a member outside the folder"
    })
final class GroupRemoveCommand implements ChangingCommand {
  @ParentCommand private RootCommand root;
  @Mixin private ChangeArguments change;

  @HelpEntry(Section.ARGUMENTS)
  @Parameters(
      index = "1..*",
      arity = "1..*",
      paramLabel = "MEMBER",
      description = "names of members, or their URIs as the group has them")
  private List<String> members = List.of();

  @Override
  public Integer call() throws IOException {
    GroupChange.Builder removal = GroupChange.builder();
    members.forEach(removal::remove);
    change.apply(removal.build(), root.terminal());
    return Failure.OK;
  }
}
