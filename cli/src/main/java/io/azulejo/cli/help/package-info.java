/**
 * The help of commands, in all its forms: in the terminal, as pages for {@code man}, and for the
 * shell fish. In: commands as picocli describes them, whose options have a {@link
 * io.azulejo.cli.help.HelpEntry}. Out: text. Begin with {@link io.azulejo.cli.help.HelpText}.
 *
 * <p>The first element of a description is a line that stands for itself; the others are details,
 * which only the full help and the manual show.
 */
package io.azulejo.cli.help;
