package io.azulejo.cli.command;

import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.Terminal;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/**
 * A command that prints to a terminal. Its exit code is 0 unless it fails or calls {@link
 * #exitWith}.
 */
abstract class Subcommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  private int code = Failure.OK;

  /**
   * Runs the command.
   *
   * @param terminal the terminal with all settings of the command
   * @throws IOException if output cannot be written or a file cannot be read
   */
  abstract void run(Terminal terminal) throws IOException;

  /** Sets the exit code to return if the command does not fail. */
  final void exitWith(int other) {
    code = other;
  }

  final CommandSpec spec() {
    return spec;
  }

  final RootCommand root() {
    return (RootCommand) spec.root().userObject();
  }

  @Override
  public final Integer call() throws IOException {
    run(root().terminal());
    return code;
  }
}
