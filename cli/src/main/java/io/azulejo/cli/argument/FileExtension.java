package io.azulejo.cli.argument;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** The extension of a file's name, which tells readers of the file its format. */
public final class FileExtension {
  /** Letters and digits after the last dot of a name. Longer suffixes are random parts of names. */
  private static final Pattern EXTENSION =
      Pattern.compile("[^/\\\\]\\.(?=\\d*[A-Za-z])([A-Za-z0-9]{1,9})\\z");

  private FileExtension() {}

  /**
   * Returns the extension of a name or a path in lower case and without its dot; empty for none.
   */
  public static Optional<String> of(String name) {
    Matcher extension = EXTENSION.matcher(name);
    return extension.find()
        ? Optional.of(extension.group(1).toLowerCase(Locale.ROOT))
        : Optional.empty();
  }

  /**
   * Rejects a name whose extension differs from the only format that the command writes.
   *
   * @param argument the option or parameter for which the name was given
   * @throws CommandLine.ParameterException if the extension differs
   */
  public static void require(String only, String name, String argument, CommandSpec command) {
    of(name)
        .filter(extension -> !extension.equals(only))
        .ifPresent(
            extension -> {
              throw refused(extension, name, argument, command, "." + only);
            });
  }

  /**
   * Returns the exception for an extension whose format a command does not write.
   *
   * @param written the extensions that the command writes
   */
  static CommandLine.ParameterException refused(
      String extension, String name, String argument, CommandSpec command, String written) {
    return new CommandLine.ParameterException(
        command.commandLine(),
        "%s %s: %s does not write .%s files; use a name that ends in %s"
            .formatted(argument, name, command.name(), extension, written));
  }
}
