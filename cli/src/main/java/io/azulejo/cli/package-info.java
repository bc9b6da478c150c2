/**
 * The command line. It takes the arguments after {@code azulejo}, writes results to standard output
 * and errors to standard error, and returns an exit code. Begin with {@link io.azulejo.cli.Main}.
 * Each command is a class in {@code command}. Option groups are in {@code argument}, output formats
 * in {@code output}, and a command's environment in {@code terminal}.
 */
package io.azulejo.cli;
