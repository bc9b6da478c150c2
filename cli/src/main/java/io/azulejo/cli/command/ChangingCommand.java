package io.azulejo.cli.command;

/**
 * A command that changes stored data. Its output only reports the change: the exit code tells
 * whether the change was made, even if the report cannot be printed.
 */
abstract class ChangingCommand extends Subcommand {
  /**
   * Returns whether this call changes nothing, as with {@code --dry-run}. Its output is then its
   * only result, so the call fails if the output cannot be printed.
   */
  boolean isPreview() {
    return false;
  }
}
