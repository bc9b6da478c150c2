package io.azulejo.cli.terminal;

import io.azulejo.error.InvalidRequestException;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * An output stream that shows output page by page in a program such as {@code less}. The program
 * starts when the output fills the terminal. Shorter output is written directly to the terminal. If
 * the user quits the program, further writes throw {@link Terminal.Closed}. Not thread-safe.
 */
public final class Pager extends OutputStream {
  /** Height of the terminal in lines if it is unknown. */
  private static final int LINES = 24;

  /** Maximum number of output bytes to hold back before the program starts. */
  private static final int MOST_HELD = 1 << 16;

  /** Exit code of shells for a command that exists but cannot be run. */
  private static final int NOT_RUN = 126;

  /** Exit code of shells for a command that does not exist. */
  private static final int NOT_FOUND = 127;

  private final List<String> command;
  private final Map<String, String> environment;
  private final OutputStream terminal;
  private final int height;
  private final ByteArrayOutputStream held = new ByteArrayOutputStream();
  private int lines;
  private Process process;
  private OutputStream to;

  private Pager(List<String> command, Map<String, String> environment, OutputStream terminal) {
    this.command = command;
    this.environment = environment;
    this.terminal = terminal;
    this.height = height(environment.getOrDefault("LINES", ""));
  }

  /**
   * Returns a pager if standard output is a terminal that supports one. The program is {@code
   * AZULEJO_PAGER}, else {@code PAGER}, else {@code less} if it is installed. An empty value or
   * {@code cat} disables paging.
   *
   * @param environment all environment variables
   * @param terminal the destination of short output; {@link #close} does not close it
   */
  public static Optional<Pager> of(Map<String, String> environment, OutputStream terminal) {
    if (!Terminal.isTerminal(environment, "1")
        || environment.getOrDefault("TERM", "").equals("dumb")) {
      return Optional.empty();
    }
    String said = environment.getOrDefault("AZULEJO_PAGER", environment.get("PAGER"));
    if (said == null) {
      return has("less", environment)
          ? Optional.of(new Pager(List.of("less", "-FRX"), environment, terminal))
          : Optional.empty();
    }
    if (said.isBlank() || said.strip().equals("cat")) {
      return Optional.empty();
    }
    List<String> shell =
        System.getProperty("os.name", "").toLowerCase(Locale.ROOT).startsWith("windows")
            ? List.of("cmd", "/c", said)
            : List.of("sh", "-c", said);
    return Optional.of(new Pager(shell, environment, terminal));
  }

  private static boolean has(String program, Map<String, String> environment) {
    for (String folder : environment.getOrDefault("PATH", "").split(File.pathSeparator)) {
      if (!folder.isEmpty() && Files.isExecutable(Path.of(folder, program))) {
        return true;
      }
    }
    return false;
  }

  private static int height(String lines) {
    try {
      return Math.max(2, Integer.parseInt(lines.strip()));
    } catch (NumberFormatException e) {
      return LINES;
    }
  }

  @Override
  public void write(int b) throws IOException {
    write(new byte[] {(byte) b}, 0, 1);
  }

  @Override
  public void write(byte[] bytes, int offset, int length) throws IOException {
    if (process == null) {
      held.write(bytes, offset, length);
      for (int i = offset; i < offset + length; i++) {
        lines += bytes[i] == '\n' ? 1 : 0;
      }
      if (lines >= height || held.size() > MOST_HELD) {
        start();
        pass(held.toByteArray(), 0, held.size());
        held.reset();
      }
    } else {
      pass(bytes, offset, length);
    }
  }

  private void start() throws IOException {
    ProcessBuilder builder =
        new ProcessBuilder(command)
            .redirectOutput(ProcessBuilder.Redirect.INHERIT)
            .redirectError(ProcessBuilder.Redirect.INHERIT);
    builder.environment().put("LESS", environment.getOrDefault("LESS", "FRX"));
    process = builder.start();
    to = process.getOutputStream();
    // Control-C ends this process but not the pager, which needs the terminal until it ends.
    Runtime.getRuntime().addShutdownHook(new Thread(this::await, "azulejo-pager"));
  }

  private void pass(byte[] bytes, int offset, int length) throws IOException {
    try {
      to.write(bytes, offset, length);
    } catch (IOException e) {
      throw new Terminal.Closed(e);
    }
  }

  @Override
  public void flush() throws IOException {
    if (to != null) {
      try {
        to.flush();
      } catch (IOException e) {
        throw new Terminal.Closed(e);
      }
    }
  }

  /**
   * Ends the output and waits until the user quits the pager. Output that did not fill the terminal
   * is written to it directly.
   *
   * @throws InvalidRequestException if the pager could not be run
   */
  @Override
  public void close() throws IOException {
    if (process == null) {
      terminal.write(held.toByteArray());
      terminal.flush();
      held.reset();
      return;
    }
    int code = await();
    if (code == NOT_RUN || code == NOT_FOUND) {
      throw new InvalidRequestException(
          "cannot run the pager \"%s\"; set AZULEJO_PAGER (or PAGER) to another one, or use --no-pager"
              .formatted(command.get(command.size() - 1)));
    }
  }

  private int await() {
    try {
      to.close();
    } catch (IOException e) {
      // The user quit the pager before it had read all output.
      lines = 0;
    }
    try {
      return process.waitFor();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return 0;
    }
  }
}
