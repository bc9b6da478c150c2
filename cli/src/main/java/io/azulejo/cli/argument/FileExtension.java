package io.azulejo.cli.argument;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;

/** Determines and checks the extensions of file names, which indicate the format of a file. */
public final class FileExtension {
  /**
   * Matches an extension: up to nine letters and digits after the last dot, with at least one
   * letter. Longer suffixes are usually random parts of temporary names.
   */
  private static final Pattern EXTENSION =
      Pattern.compile("[^/\\\\]\\.(?=\\d*[A-Za-z])([A-Za-z0-9]{1,9})\\z");

  private FileExtension() {}

  /**
   * Returns a file name's extension in lower case without its dot, or an empty result if it has
   * none.
   *
   * @param name a file name or path
   */
  public static Optional<String> of(String name) {
    Matcher extension = EXTENSION.matcher(name);
    return extension.find()
        ? Optional.of(extension.group(1).toLowerCase(Locale.ROOT))
        : Optional.empty();
  }

  /**
   * Rejects a file name whose extension does not match the format that a command writes.
   *
   * @param only the valid extension, without a dot; names without an extension are accepted as well
   * @param name the file name or path
   * @param argument the option or parameter with the file name, for the error message
   * @param command the command that writes the file
   * @throws CommandLine.ParameterException if the extension is another one
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
   * Returns the exception for a file name whose extension belongs to a format that a command does
   * not write.
   *
   * @param extension the rejected extension, without a dot
   * @param name the file name or path
   * @param argument the option or parameter with the file name
   * @param written the valid extensions, with dots, as the end of the message
   */
  static CommandLine.ParameterException refused(
      String extension, String name, String argument, CommandSpec command, String written) {
    return new CommandLine.ParameterException(
        command.commandLine(),
        "%s %s: %s does not write .%s files; use a name that ends in %s"
            .formatted(argument, name, command.name(), extension, written));
  }
}
