/**
 * The environment of a command: standard streams, local files, progress, signals, error messages
 * and exit codes. Begin with {@link io.azulejo.cli.terminal.Terminal} and {@link
 * io.azulejo.cli.terminal.Failure}.
 */
package io.azulejo.cli.terminal;
