/**
 * The commands, one class each. In: parsed options. Out: calls of the engine and their printed
 * results. Begin with {@link io.azulejo.cli.command.RootCommand}, which lists all commands. A
 * command checks its options before it opens anything, and returns an exit code of {@link
 * io.azulejo.cli.terminal.Failure}.
 */
package io.azulejo.cli.command;
