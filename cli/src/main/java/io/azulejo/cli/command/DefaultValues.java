package io.azulejo.cli.command;

import io.azulejo.cli.argument.RowFormat;
import io.azulejo.cli.argument.TextFormatArgument;
import io.azulejo.cli.terminal.Defaults;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;
import picocli.CommandLine.IDefaultValueProvider;
import picocli.CommandLine.Model.ArgSpec;
import picocli.CommandLine.Model.OptionSpec;

/**
 * Provides picocli with option defaults from environment variables and the configuration file.
 * Remembers the source of each default for error messages.
 */
public final class DefaultValues implements IDefaultValueProvider {
  private final Defaults defaults;
  private final Map<String, String> sources = new LinkedHashMap<>();

  DefaultValues(Defaults defaults) {
    this.defaults = defaults;
  }

  /** Returns the configured default of an option, or null to use the default in its declaration. */
  @Override
  public String defaultValue(ArgSpec argument) {
    if (!(argument instanceof OptionSpec option)) {
      return null;
    }
    String name = option.longestName();
    Optional<Defaults.Default> found =
        name.startsWith("--")
            ? defaults.find(argument.command().name(), name.substring(2))
            : Optional.empty();
    if (found.isEmpty()
        || found.get().isGeneral() && isFormatOfOtherCommands(option, found.get().value())) {
      return null;
    }
    sources.put(name, found.get().source());
    return found.get().value();
  }

  /** Returns whether a format is unknown to this command but known to other commands. */
  private static boolean isFormatOfOtherCommands(OptionSpec option, String value) {
    return option.longestName().equals("--format")
        && !has(Stream.of(option.type().getEnumConstants()), value)
        && (has(Stream.of(RowFormat.values()), value)
            || has(Stream.of(TextFormatArgument.Form.values()), value));
  }

  private static boolean has(Stream<?> values, String value) {
    return values.anyMatch(v -> v.toString().equalsIgnoreCase(value));
  }

  /**
   * Adds the sources of configured defaults to the first line of an error message.
   *
   * @param text the error message
   * @param options the long names of the options that the message is about
   * @return the message, with the source of each of these options that has a configured default
   */
  public String withSources(String text, List<String> options) {
    int end = text.indexOf('\n') < 0 ? text.length() : text.indexOf('\n');
    StringBuilder first = new StringBuilder(text.substring(0, end));
    sources.forEach(
        (option, source) -> {
          if (options.contains(option)) {
            first.append(" (").append(option).append(" set by ").append(source).append(')');
          }
        });
    return first + text.substring(end);
  }
}
