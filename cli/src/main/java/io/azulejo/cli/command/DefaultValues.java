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

/** Gives options the values that variables and the file of the user say, and remembers whence. */
public final class DefaultValues implements IDefaultValueProvider {
  private final Defaults defaults;
  private final Map<String, String> sources = new LinkedHashMap<>();

  DefaultValues(Defaults defaults) {
    this.defaults = defaults;
  }

  /** The value for an option; null for that which its own declaration says. */
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
    if (found.isEmpty() || found.get().isGeneral() && isOfOthers(option, found.get().value())) {
      return null;
    }
    sources.put(name, found.get().source());
    return found.get().value();
  }

  /** Whether a form is none of this command, but one of others. */
  private static boolean isOfOthers(OptionSpec option, String value) {
    return option.longestName().equals("--format")
        && !has(Stream.of(option.type().getEnumConstants()), value)
        && (has(Stream.of(RowFormat.values()), value)
            || has(Stream.of(TextFormatArgument.Form.values()), value));
  }

  private static boolean has(Stream<?> values, String value) {
    return values.anyMatch(v -> v.toString().equalsIgnoreCase(value));
  }

  /**
   * Adds to the first line of a text about a failure where the values of its options came from.
   *
   * @param options the options that the failure is about
   */
  public String withSources(String text, List<String> options) {
    int end = text.indexOf('\n') < 0 ? text.length() : text.indexOf('\n');
    StringBuilder first = new StringBuilder(text.substring(0, end));
    sources.forEach(
        (option, source) -> {
          if (options.contains(option)) {
            first.append(" (").append(option).append(" is from ").append(source).append(')');
          }
        });
    return first + text.substring(end);
  }
}
