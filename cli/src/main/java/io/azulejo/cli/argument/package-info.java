/**
 * Groups of options that several commands share, implemented as picocli mixins, and parsers for
 * option values. Errors name the option and give a valid value. Begin with {@link
 * io.azulejo.cli.argument.OpenArguments} and {@link io.azulejo.cli.argument.SelectionArguments}.
 */
package io.azulejo.cli.argument;
