/**
 * Command help for the terminal, as {@code man} pages, and as completions for the fish shell. It is
 * generated from picocli's command models, whose options can have a {@link
 * io.azulejo.cli.help.HelpEntry}. Begin with {@link io.azulejo.cli.help.HelpText}.
 *
 * <p>The first element of a description is the summary line. The other elements are details, which
 * only the full help and the manual page show.
 */
package io.azulejo.cli.help;
