package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.GroupChange;
import io.azulejo.ObjectType;
import io.azulejo.cli.argument.ChangeArguments;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.storage.Location;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.ParentCommand;

/** Adds a member to a group. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "group add",
    description = "Adds an array or a group to a group.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo group add samples/group samples/grid --name grid   # a member elsewhere",
      "  azulejo group add samples/group samples/group/sub/two --name two   # one inside"
    })
final class GroupAddCommand implements ChangingCommand {
  @ParentCommand private RootCommand root;
  @Mixin private ChangeArguments change;

  @HelpEntry(Section.ARGUMENTS)
  @Parameters(
      index = "1",
      paramLabel = "MEMBER",
      description = "path or URI of the array or group to add")
  private String member;

  @HelpEntry(Section.OPTIONS)
  @Option(names = "--name", paramLabel = "NAME", description = "name of the member")
  private String name;

  @HelpEntry(Section.OPTIONS)
  @Option(
      names = "--absolute",
      description = {
        "keep the member where it is when the group moves",
        "Default for members outside the folder of the group."
      })
  private boolean absolute;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
    Location group = change.location();
    Location place = OpenArguments.locate(member);
    String within = group + "/";
    boolean relative = !absolute && place.toString().startsWith(within);
    GroupChange.Builder addition = GroupChange.builder();
    if (relative) {
      String path = place.toString().substring(within.length());
      if (name == null) {
        addition.addRelative(path);
      } else {
        addition.addRelative(path, name);
      }
    } else if (name == null) {
      addition.addAbsolute(place);
    } else {
      addition.addAbsolute(place, name);
    }
    try (Azulejo azulejo = change.engine(terminal)) {
      if (place.equals(group)) {
        throw new InvalidRequestException("a group can't be a member of itself");
      }
      if (azulejo.catalog().type(place) == ObjectType.NONE) {
        throw NotFoundException.ofObject("there is no array or group " + member, member);
      }
      azulejo.group(group).change(addition.build(), change.options());
    }
    return Failure.OK;
  }
}
