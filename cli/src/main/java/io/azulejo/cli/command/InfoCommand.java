package io.azulejo.cli.command;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.ObjectType;
import io.azulejo.OpenOptions;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.argument.OutputArguments;
import io.azulejo.cli.argument.TextFormatArgument;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.output.ArrayInfo;
import io.azulejo.cli.output.Tree;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.schema.LosslessUtf8;
import io.azulejo.storage.Location;
import java.io.IOException;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** The command {@code info}, which describes an array, a group or a folder. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "info",
    description = {
      "Describes an array, or lists the contents of a group or folder.",
      "For a group or a folder, prints the tree of everything below it, with one line per"
          + " array."
    },
    footer = {
      "  azulejo info samples/grid   # an array: shape, fields, times, size",
      "  azulejo info samples   # everything in a folder",
      "  azulejo info samples/grid --at 1970-01-01T00:00:00.020Z   # as of a time",
      "  azulejo info samples/group --format json   # for programs"
    })
final class InfoCommand extends Subcommand {
  @Mixin private OpenArguments open;
  @Mixin private TextFormatArgument format;

  @HelpEntry(value = Section.OPTIONS, rare = true)
  @Option(
      names = "--token",
      description = {
        "print a token of the array's current state, for 'write --only-if'",
        "The token is one line of text."
      })
  private boolean token;

  @Mixin private OutputArguments output;

  @Override
  void run(Terminal terminal) throws IOException {
    Location location = open.location();
    byte[] out;
    try (Azulejo azulejo = terminal.engine().build()) {
      OpenOptions options = open.options(terminal);
      Tree tree = Tree.described(azulejo, options);
      ObjectType type = azulejo.catalog().type(location);
      if (type == ObjectType.GROUP || (type == ObjectType.NONE && tree.isFolder(location))) {
        if (token) {
          throw new InvalidRequestException(
              "--token requires an array; this is a "
                  + (type == ObjectType.GROUP ? "group" : "folder"));
        }
        out =
            format.isJson()
                ? tree.json(open.uri(), location)
                : LosslessUtf8.encode(tree.text(open.uri(), location));
        exitWith(tree.report(terminal));
      } else {
        Array array = azulejo.open(location, options);
        ArrayInfo info = new ArrayInfo(open.uri(), array);
        out =
            token
                ? LosslessUtf8.encode(TokenFile.line(array.token()))
                : format.isJson() ? info.json() : LosslessUtf8.encode(info.text());
      }
    }
    terminal.out().write(out);
  }
}
