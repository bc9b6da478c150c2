/**
 * Groups of options that several commands share, as picocli mixins, and what turns their text into
 * requests. In: the values of options. Out: locations, keys, times, ranges, requests. Begin with
 * {@link io.azulejo.cli.argument.OpenArguments} and {@link
 * io.azulejo.cli.argument.SelectionArguments}. Errors name the option and what would be right.
 */
package io.azulejo.cli.argument;
