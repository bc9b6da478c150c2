package io.azulejo.cli;

import io.azulejo.cli.argument.ChecksumArgument;
import io.azulejo.cli.argument.DataArguments;
import io.azulejo.cli.argument.DataFormat;
import io.azulejo.cli.argument.RowFormat;
import io.azulejo.cli.argument.TextFormatArgument;
import io.azulejo.cli.command.DiffCommand;
import io.azulejo.cli.command.RootCommand;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.StoreJars;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.text.output.RowWriter;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.PrintWriter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine;

/** The command line. */
public final class Main {
  private Main() {}

  /** Runs a command and ends the process with its code. */
  public static void main(String[] args) {
    Locale.setDefault(Locale.ROOT);
    StoreJars.find();
    System.exit(run(Terminal.system(), args));
  }

  /**
   * Runs a command.
   *
   * @return the code that the process ends with: 0 when all went well, else as {@code azulejo
   *     --help} lists them
   */
  public static int run(Terminal terminal, String... args) {
    PrintWriter err = writer(terminal.err());
    String[] words = joined(args);
    CommandLine line = RootCommand.line(terminal, words);
    line.setOut(writer(terminal.out()));
    line.setErr(err);
    line.setExpandAtFiles(false);
    line.registerConverter(RowWriter.Format.class, text -> choice(RowWriter.Format.values(), text));
    line.registerConverter(
        TextFormatArgument.Form.class, text -> choice(TextFormatArgument.Form.values(), text));
    line.registerConverter(RowFormat.class, text -> choice(RowFormat.values(), text));
    line.registerConverter(DataFormat.class, text -> choice(DataFormat.values(), text));
    line.registerConverter(
        DataArguments.Enumerated.class, text -> choice(DataArguments.Enumerated.values(), text));
    line.registerConverter(
        ChecksumArgument.Kind.class, text -> choice(ChecksumArgument.Kind.values(), text));
    line.setUsageHelpAutoWidth(false);
    line.setUsageHelpWidth(Math.min(100, Math.max(60, terminal.pictureWidth())));
    line.setColorScheme(CommandLine.Help.defaultColorScheme(CommandLine.Help.Ansi.OFF));
    line.setParameterExceptionHandler(
        (failure, ignored) -> {
          err.println(UsageError.text(failure));
          return Failure.USAGE;
        });
    line.setExecutionExceptionHandler(
        (failure, command, parsed) -> {
          int code = report(failure, err, wantsTrace(args));
          // As of diff(1): 1 says that two arrays differ, and nothing else.
          boolean differs = code == Failure.REQUEST && command.getCommand() instanceof DiffCommand;
          return differs ? Failure.USAGE : code;
        });
    int code;
    try {
      code = line.execute(words);
    } catch (OutOfMemoryError | StackOverflowError failure) {
      code = report(failure, err, wantsTrace(args));
    }
    line.getOut().flush();
    err.flush();
    return code;
  }

  /** The arguments with the two words of commands such as {@code meta set} as one. */
  private static String[] joined(String[] args) {
    for (int i = 0; i + 1 < args.length; i++) {
      if (!args[i].startsWith("-") && !args[i].equals("help")) {
        String two = args[i] + " " + args[i + 1];
        if (!RootCommand.isCommand(two)) {
          return args;
        }
        List<String> all = new ArrayList<>(Arrays.asList(args));
        all.set(i, two);
        all.remove(i + 1);
        return all.toArray(String[]::new);
      }
    }
    return args;
  }

  private static <T> T choice(T[] all, String text) {
    return Arrays.stream(all)
        .filter(c -> c.toString().equalsIgnoreCase(text))
        .findFirst()
        .orElseThrow(
            () ->
                new CommandLine.TypeConversionException(
                    "there is no \"%s\", but %s".formatted(text, Arrays.toString(all))));
  }

  private static int report(Throwable failure, PrintWriter err, boolean trace) {
    if (failure instanceof Terminal.Closed) {
      return Failure.OK;
    }
    err.println(Failure.text(failure));
    if (trace) {
      failure.printStackTrace(err);
    }
    return Failure.code(failure);
  }

  private static boolean wantsTrace(String[] args) {
    return Arrays.asList(args).contains("--debug");
  }

  private static PrintWriter writer(OutputStream stream) {
    return new PrintWriter(new OutputStreamWriter(stream, StandardCharsets.UTF_8));
  }
}
