package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.GroupChange;
import io.azulejo.ObjectType;
import io.azulejo.cli.argument.ChangeArguments;
import io.azulejo.cli.argument.OpenArguments;
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
@Command(
    name = "group add",
    description = "Adds an array or a group to a group.",
    sortOptions = false,
    footerHeading = "%nExamples:%n",
    footer = {
      "  azulejo group add samples/group samples/grid --name grid",
      "  azulejo group add samples/group samples/group/sub/two --name two",
    })
final class GroupAddCommand implements ChangingCommand {
  @ParentCommand private RootCommand root;
  @Mixin private ChangeArguments change;

  @Parameters(
      index = "1",
      paramLabel = "MEMBER",
      description = "The path or URI of the array or group that becomes a member.")
  private String member;

  @Option(names = "--name", paramLabel = "NAME", description = "The name that the member has.")
  private String name;

  @Option(
      names = "--absolute",
      description =
          "The member stays where it is when the group is moved. When not given, this is so of members"
              + " outside the group's folder.")
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
        throw new NotFoundException("there is no array or group " + member, member);
      }
      azulejo.catalog().changeGroup(group, addition.build(), change.options());
    }
    return Failure.OK;
  }
}
