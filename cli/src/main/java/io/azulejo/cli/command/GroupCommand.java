package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.GroupChange;
import io.azulejo.ObjectType;
import io.azulejo.cli.argument.ChangeArguments;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParameterException;
import picocli.CommandLine.Parameters;

/** The command {@code group}, whose subcommands create groups and change their members. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "group",
    description = "Creates groups, and adds and removes their members.",
    subcommands = {GroupCommand.Create.class, GroupCommand.Add.class, GroupCommand.Remove.class},
    footer = {
      "  azulejo group create new/group   # an empty group",
      "  azulejo group add new/group samples/grid --name grid   # add a member",
      "  azulejo group remove new/group grid   # by its name"
    })
final class GroupCommand extends Subcommand {
  @Override
  void run(Terminal terminal) {
    throw new ParameterException(
        spec().commandLine(), "missing command; valid: group create, group add, group remove");
  }

  /** The command {@code group create}, which creates a group without members. */
  @Command(
      name = "create",
      description = "Creates a group without members.",
      footer = {
        "  azulejo group create new/group   # an empty group",
        "  azulejo group create new/group/sub   # another one in its folder"
      })
  static final class Create extends ChangingCommand {
    @Parameters(
        index = "0",
        paramLabel = "URI",
        description = "path or URI of the group, such as data/group")
    private String uri;

    @Override
    void run(Terminal terminal) throws IOException {
      Location location = OpenArguments.locateNew(uri);
      try (Azulejo azulejo = terminal.engine().build()) {
        azulejo.group(location).create();
      }
    }
  }

  /** The command {@code group add}, which adds a member to a group. */
  @Command(
      name = "add",
      description = "Adds an array or a group to a group.",
      footer = {
        "  azulejo group add samples/group samples/grid --name grid   # a member elsewhere",
        "  azulejo group add samples/group samples/group/sub/two --name two   # one inside"
      })
  static final class Add extends ChangingCommand {
    @Mixin private ChangeArguments change;

    @Parameters(
        index = "1",
        paramLabel = "MEMBER",
        description = "path or URI of the array or group to add")
    private String member;

    @Option(names = "--name", paramLabel = "NAME", description = "name of the member")
    private String name;

    @Option(
        names = "--absolute",
        description = {
          "store the absolute URI of the member",
          "The member does not move with the group. Default for members outside the group's folder."
        })
    private boolean absolute;

    @Override
    void run(Terminal terminal) throws IOException {
      Location group = change.location();
      Location place = OpenArguments.locate(member);
      String within = group + "/";
      boolean relative = !absolute && place.toString().startsWith(within);
      GroupChange.Builder addition = GroupChange.builder();
      if (relative) {
        String path = place.toString().substring(within.length());
        addition = name == null ? addition.addRelative(path) : addition.addRelative(path, name);
      } else {
        addition = name == null ? addition.addAbsolute(place) : addition.addAbsolute(place, name);
      }
      try (Azulejo azulejo = change.engine(terminal)) {
        if (place.equals(group)) {
          throw new InvalidRequestException("a group cannot be a member of itself");
        }
        if (azulejo.catalog().type(place) == ObjectType.NONE) {
          throw NotFoundException.ofObject("no array or group exists at " + member, member);
        }
        azulejo.group(group).change(addition.build(), change.options());
      }
    }
  }

  /** The command {@code group remove}, which removes members from a group. */
  @Command(
      name = "remove",
      description = "Removes members from a group without removing their arrays and groups.",
      footer = {
        "  azulejo group remove samples/group two   # by name",
        "  azulejo group remove samples/group grid   # a member outside the folder"
      })
  static final class Remove extends ChangingCommand {
    @Mixin private ChangeArguments change;

    @Parameters(
        index = "1..*",
        arity = "1..*",
        paramLabel = "MEMBER",
        description = "names or stored URIs of members")
    private List<String> members = List.of();

    @Override
    void run(Terminal terminal) throws IOException {
      GroupChange.Builder removal = GroupChange.builder();
      members.forEach(removal::remove);
      change.apply(removal.build(), terminal);
    }
  }
}
