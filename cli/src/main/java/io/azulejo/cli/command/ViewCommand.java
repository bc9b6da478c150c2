package io.azulejo.cli.command;

import io.azulejo.Azulejo;
import io.azulejo.ObjectType;
import io.azulejo.OpenOptions;
import io.azulejo.cli.argument.OpenArguments;
import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.Interruption;
import io.azulejo.cli.terminal.OptionMistake;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.NotFoundException;
import io.azulejo.storage.Location;
import io.azulejo.view.Browser;
import io.azulejo.view.ViewServer;
import java.io.IOException;
import java.net.BindException;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.ParentCommand;

/** The command {@code view}, which shows an array, a group or a folder on a local web page. */
@CommandLoad(CommandLoad.Kind.CELLS_AS_OBJECTS)
@Command(
    name = "view",
    description = {
      "Shows an array, a group or a folder on a local web page.",
      "The page shows rows, plots, schema and history, and is read-only. Only this machine can"
          + " open it, at the printed address, which contains a secret. Stop it with Ctrl-C."
    },
    footer = {
      "  azulejo view samples   # a folder, in the browser",
      "  azulejo view samples/grid --port 8080 --no-open   # at a port",
      "  azulejo view samples/grid --at 1970-01-01T00:00:00.010Z   # as of a time"
    })
final class ViewCommand implements Callable<Integer> {
  private static final int MAX_PORT = 65_535;

  @ParentCommand private RootCommand root;
  @Mixin private OpenArguments open;

  @HelpEntry(Section.OPTIONS)
  @Option(
      names = "--port",
      paramLabel = "N",
      description = "port of the page (default: any free port)")
  private int port;

  @HelpEntry(Section.OPTIONS)
  @Option(names = "--no-open", description = "print the address; do not open a browser")
  private boolean noOpen;

  @Override
  public Integer call() throws IOException {
    Terminal terminal = root.terminal();
    if (port < 0 || port > MAX_PORT) {
      throw OptionMistake.of(
          "--port %d: must be from 1 to %d, or 0 for any free port".formatted(port, MAX_PORT),
          "--port");
    }
    try (Azulejo azulejo = terminal.engine().build()) {
      Location location = open.location();
      if (azulejo.catalog().type(location) == ObjectType.NONE
          && azulejo.catalog().list(location).isEmpty()) {
        throw NotFoundException.ofObject(
            open.uri() + " is not an array, a group, or a folder that contains one", open.uri());
      }
      try (ViewServer server = start(azulejo, location, open.options(terminal))) {
        print(terminal, server.address() + "\n");
        if (!noOpen) {
          Browser.open(server.address());
        }
        Interruption.during(ViewCommand::waitForInterruption);
      }
    }
    return Failure.OK;
  }

  private ViewServer start(Azulejo azulejo, Location location, OpenOptions options)
      throws IOException {
    try {
      return ViewServer.start(
          azulejo, location, open.uri(), options, new PageTexts(azulejo, options), port);
    } catch (BindException e) {
      throw OptionMistake.of(
          "--port %d: %s; use another port, or omit the option for any free port"
              .formatted(port, e.getMessage()),
          "--port");
    }
  }

  private static void print(Terminal terminal, String text) throws IOException {
    terminal.out().write(text.getBytes(StandardCharsets.UTF_8));
    terminal.out().flush();
  }

  private static void waitForInterruption() {
    try {
      new CountDownLatch(1).await();
    } catch (InterruptedException e) {
      // Control-C ends the command. Clears the interrupt flag, so that later waits are not
      // interrupted.
      Thread.interrupted();
    }
  }
}
