package io.azulejo.cli;

import io.azulejo.cli.command.DefaultValues;
import io.azulejo.cli.command.DiffCommand;
import io.azulejo.cli.command.RootCommand;
import io.azulejo.cli.terminal.Defaults;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.OptionMistake;
import io.azulejo.cli.terminal.Pager;
import io.azulejo.cli.terminal.ReportStream;
import io.azulejo.cli.terminal.StoreJars;
import io.azulejo.cli.terminal.Terminal;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Stream;
import picocli.CommandLine;

/** The entry point of the command line. */
public final class Main {
  private Main() {}

  /** Runs a command and exits the process with the command's exit code. */
  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    printWarnings();
    StoreJars.find();
    System.exit(run(Terminal.system(), System.getenv(), args));
  }

  /**
   * Sets the log format so that warnings of the engine are single lines, whether or not the module
   * java.logging is present.
   */
  private static void printWarnings() {
    String format = "azulejo: %4$s: %5$s%n";
    System.setProperty("java.util.logging.SimpleFormatter.format", format);
    System.setProperty("jdk.system.logger.format", format);
  }

  /** Runs a command with no environment variables and no configuration file. */
  public static int run(Terminal terminal, String... args) {
    return run(terminal, Map.of(), args);
  }

  /**
   * Runs a command and prints its errors. Does not exit the process.
   *
   * @param environment environment variables, which can set defaults of options
   * @param args the command, its options and its arguments
   * @return the exit code: 0 on success, otherwise as listed by {@code azulejo --help-all}
   */
  public static int run(Terminal terminal, Map<String, String> environment, String... args) {
    PrintWriter err = writer(terminal.err());
    Defaults defaults;
    try {
      defaults =
          isHelpRequest(args)
              ? Defaults.NONE
              : Defaults.of(environment, RootCommand.configFile(args));
    } catch (IOException | RuntimeException failure) {
      int code = report(failure, Failure.text(failure), err, isDebug(args));
      err.flush();
      return code;
    }
    CommandLine line =
        RootCommand.line(terminal, defaults, Pager.of(environment, terminal.out()), args);
    DefaultValues values = (DefaultValues) line.getDefaultValueProvider();
    ReportStream help = new ReportStream(terminal.out());
    line.setOut(writer(help));
    line.setErr(err);
    line.setExpandAtFiles(false);
    line.setCaseInsensitiveEnumValuesAllowed(true);
    line.setUsageHelpAutoWidth(false);
    line.setUsageHelpWidth(Math.min(100, Math.max(60, terminal.pictureWidth())));
    line.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
    line.setParameterExceptionHandler(
        (failure, ignored) -> {
          err.println(values.withSources(UsageError.text(failure), UsageError.options(failure)));
          return Failure.USAGE;
        });
    line.setExecutionExceptionHandler(
        (failure, command, parsed) -> {
          String text = values.withSources(Failure.text(failure), OptionMistake.options(failure));
          int code = report(failure, text, err, isDebug(args));
          // As in diff(1), exit code 1 means only that two arrays differ.
          boolean differs = code == Failure.REQUEST && command.getCommand() instanceof DiffCommand;
          return differs ? Failure.USAGE : code;
        });
    int code;
    try {
      code = line.execute(args);
    } catch (OutOfMemoryError | StackOverflowError failure) {
      code = report(failure, Failure.text(failure), err, isDebug(args));
    }
    line.getOut().flush();
    if (help.failure().isPresent()) {
      Throwable failure = help.failure().get();
      code = report(failure, Failure.text(failure), err, isDebug(args));
    }
    err.flush();
    return code;
  }

  /** Returns whether the arguments only ask for help, the version or a completion script. */
  private static boolean isHelpRequest(String[] words) {
    List<String> all = Arrays.asList(words);
    return words.length == 0
        || words[0].equals("completion")
        || words[0].equals("help") && !all.contains("--defaults")
        || all.stream()
            .anyMatch(List.of("-h", "--help", "--help-all", "-V", "--version")::contains);
  }

  private static int report(Throwable failure, String text, PrintWriter err, boolean trace) {
    if (Stream.iterate(failure, Objects::nonNull, Throwable::getCause)
        .anyMatch(Terminal.Closed.class::isInstance)) {
      return Failure.OK;
    }
    err.println(text);
    if (trace) {
      failure.printStackTrace(err);
    }
    return Failure.code(failure);
  }

  private static boolean isDebug(String[] args) {
    return Arrays.asList(args).contains("--debug");
  }

  private static PrintWriter writer(OutputStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
  }
}
