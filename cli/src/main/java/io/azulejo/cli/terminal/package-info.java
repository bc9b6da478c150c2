/**
 * The environment of a command: streams, local files, progress, SIGINT, exit codes. In: the process
 * and its environment. Out: UTF-8 streams, one-line errors and an exit code. Begin with {@link
 * io.azulejo.cli.terminal.Terminal} and {@link io.azulejo.cli.terminal.Failure}.
 */
package io.azulejo.cli.terminal;
