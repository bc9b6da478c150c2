/**
 * The command line. In: the words after {@code azulejo}. Out: text on standard output, errors on
 * standard error, an exit code. Begin with {@link io.azulejo.cli.Main}; each command is a class of
 * its name in {@code command}, option groups are in {@code argument}, what commands print is made
 * in {@code output}, and {@code terminal} is the world around a command.
 */
package io.azulejo.cli;
