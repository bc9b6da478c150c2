package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.Catalog;
import io.azulejo.ObjectType;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** The command {@code rm}, which removes arrays and groups. */
@CommandLoad(CommandLoad.Kind.STRUCTURES)
@Command(
    name = "rm",
    description = {
      "Removes arrays and groups.",
      "A group is removed with everything in its folder, but not its members elsewhere. Also"
          + " removes the remains of an interrupted copy, repack or removal. Does not remove other"
          + " folders. Removes a symbolic link, but not its target."
    },
    footer = {
      "  azulejo rm samples/group --dry-run   # list what would be removed",
      "  azulejo rm new/grid3 new/group3   # an array and a group"
    })
final class RemoveCommand extends ChangingCommand {
  @Parameters(
      index = "0..*",
      arity = "1..*",
      paramLabel = "URI",
      description = "paths or URIs of arrays and groups")
  private List<String> uris = List.of();

  @Option(names = "--dry-run", description = "remove nothing; print what would be removed")
  private boolean dryRun;

  @Override
  boolean isPreview() {
    return dryRun;
  }

  @Override
  void run(Terminal terminal) throws IOException {
    List<Location> places = new ArrayList<>();
    try (Azulejo azulejo = terminal.engine().build()) {
      for (String uri : uris) {
        Location place = OpenArguments.locate(uri);
        if (azulejo.catalog().type(place) == ObjectType.NONE
            && !azulejo.catalog().isRemains(place)) {
          throw azulejo.storage(place).find(place).filter(Storage.Entry::folder).isPresent()
              ? new InvalidRequestException(
                  uri
                      + " is a folder, not an array or group; remove the arrays and groups in it by name")
              : NotFoundException.ofObject("no array or group exists at " + uri, uri);
        }
        places.add(place);
      }
      for (Location place : places) {
        if (dryRun) {
          list(azulejo, place, terminal);
        } else {
          boolean remains = azulejo.catalog().isRemains(place);
          azulejo.catalog().remove(place);
          if (remains) {
            terminal.print("removed the remains of an interrupted change at " + place + "\n");
          }
        }
      }
    }
  }

  private static void list(Azulejo azulejo, Location place, Terminal terminal) throws IOException {
    if (azulejo.catalog().isRemains(place)) {
      terminal.print("would remove the remains of an interrupted change at " + place + "\n");
      return;
    }
    StringBuilder text = new StringBuilder();
    try (Stream<Catalog.Entry> all = azulejo.catalog().walk(place)) {
      all.forEach(
          entry ->
              text.append("would remove the ")
                  .append(entry.type().name().toLowerCase(Locale.ROOT))
                  .append(' ')
                  .append(entry.location())
                  .append('\n'));
    }
    terminal.print(text.toString());
  }
}
