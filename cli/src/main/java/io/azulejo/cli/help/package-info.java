/**
 * The help of commands in all forms: for the terminal, as {@code man} pages, and for the fish
 * shell. In: picocli's command models, whose options have a {@link io.azulejo.cli.help.HelpEntry}.
 * Out: text. Begin with {@link io.azulejo.cli.help.HelpText}.
 *
 * <p>The first element of a description is a complete summary line. The other elements are details,
 * which only the full help and the manual show.
 */
package io.azulejo.cli.help;
