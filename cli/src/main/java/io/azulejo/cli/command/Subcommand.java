package io.azulejo.cli.command;

import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.Terminal;
import java.io.IOException;
import java.util.concurrent.Callable;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** A command whose exit code is 0 unless it fails or sets another code. */
abstract class Subcommand implements Callable<Integer> {
  @Spec private CommandSpec spec;
  private int code = Failure.OK;

  /** Runs the command. */
  abstract void run(Terminal terminal) throws IOException;

  /** Sets the exit code. */
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
