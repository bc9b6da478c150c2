/**
 * The world around a command: streams, local files, progress, the signal of control-C, exit codes.
 * In: the process and its environment. Out: streams that are always UTF-8, errors as one line and
 * an exit code. Begin with {@link io.azulejo.cli.terminal.Terminal} and {@link
 * io.azulejo.cli.terminal.Failure}.
 */
package io.azulejo.cli.terminal;
