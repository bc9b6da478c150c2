package io.azulejo.cli.command;

/**
 * A command that changes stored data. Its exit code tells whether the change was made, even if the
 * report about the change cannot be printed.
 */
abstract class ChangingCommand extends Subcommand {
  /**
   * Returns whether this call changes nothing, as with {@code --dry-run}. Its output is then its
   * only result, so that it fails if the output cannot be printed.
   */
  boolean isPreview() {
    return false;
  }
}
