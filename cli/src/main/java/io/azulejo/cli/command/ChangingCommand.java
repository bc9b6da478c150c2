package io.azulejo.cli.command;

import java.util.concurrent.Callable;

/**
 * A command that changes what is stored. Its output only reports the change: the change is made,
 * and the exit code says so, whether or not the report can be printed.
 */
interface ChangingCommand extends Callable<Integer> {
  /**
   * Whether this call changes nothing, as with {@code --dry-run}. Its output is then its only
   * result, and the call fails where the output cannot be printed.
   */
  default boolean isPreview() {
    return false;
  }
}
