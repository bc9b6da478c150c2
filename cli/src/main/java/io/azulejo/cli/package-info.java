/**
 * The command line. In: the arguments after {@code azulejo}. Out: text on standard output, errors
 * on standard error, an exit code. Begin with {@link io.azulejo.cli.Main}. Each command is a class
 * in {@code command}; {@code argument} holds option groups, {@code output} formats results, and
 * {@code terminal} is the environment of a command.
 */
package io.azulejo.cli;
