/**
 * Groups of options that several commands share, as picocli mixins, and parsers of their values.
 * In: option values. Out: locations, keys, times, ranges, requests. Begin with {@link
 * io.azulejo.cli.argument.OpenArguments} and {@link io.azulejo.cli.argument.SelectionArguments}.
 * Errors name the option and a valid value.
 */
package io.azulejo.cli.argument;
