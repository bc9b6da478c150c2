/**
 * The command line: turns words into calls of the front door, and what comes back into text. Must
 * never know a file format beyond what {@code dump} shows. Start at {@link io.azulejo.cli.Main}.
 */
package io.azulejo.cli;
