/**
 * The commands, with one class for each. They check their options, call the engine and print the
 * results. Each returns an exit code of {@link io.azulejo.cli.terminal.Failure}. Begin with {@link
 * io.azulejo.cli.command.RootCommand}, which lists all commands.
 */
package io.azulejo.cli.command;
