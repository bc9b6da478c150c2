package io.azulejo.cli.command;

/**
 * A command that changes what is stored. Its output only reports the change: the change is made,
 * and the exit code says so, whether or not the report can be printed.
 */
abstract class ChangingCommand extends Subcommand {
  /**
   * Whether this call changes nothing, as with {@code --dry-run}. Its output is then its only
   * result, and the call fails where the output cannot be printed.
   */
  boolean isPreview() {
    return false;
  }
}
