package io.azulejo.cli.terminal;

import io.azulejo.Azulejo;
import io.azulejo.plot.picture.ColorDepth;
import io.azulejo.schema.LosslessUtf8;
import java.io.BufferedInputStream;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Map;
import java.util.function.UnaryOperator;

/**
 * The standard streams of a command, the capabilities of its terminal, and the engine settings.
 *
 * @param in standard input
 * @param out standard output; text is always UTF-8
 * @param err standard error; text is always UTF-8
 * @param width the maximum width of tables in columns; {@link #UNLIMITED} for no limit
 * @param colors the color support of standard output
 * @param live whether standard error is a terminal, so that progress can be shown and erased
 * @param watched whether standard output is a terminal, so that the output itself shows progress
 * @param engines adds the settings to an engine builder; it is a function so that {@code toString}
 *     cannot reveal secrets
 */
public record Terminal(
    InputStream in,
    OutputStream out,
    OutputStream err,
    int width,
    ColorDepth colors,
    boolean live,
    boolean watched,
    UnaryOperator<Azulejo.Builder> engines) {
  /** Width of output that does not go to a terminal. */
  public static final int UNLIMITED = Integer.MAX_VALUE;

  private static final int DEFAULT_WIDTH = 100;
  private static final int MIN_WIDTH = 20;

  /**
   * Creates a terminal whose streams are files or buffers: without colors and progress, and with
   * default engine settings.
   *
   * @param in standard input
   * @param out standard output
   * @param err standard error
   * @param width the maximum width of tables in columns; {@link #UNLIMITED} for no limit
   */
  public Terminal(InputStream in, OutputStream out, OutputStream err, int width) {
    this(in, out, err, width, ColorDepth.NONE, false, false, engine -> engine);
  }

  /** Thrown by writes to standard output after its reader has closed the pipe or quit the pager. */
  public static final class Closed extends IOException {
    private static final long serialVersionUID = 1L;

    public Closed(IOException cause) {
      super("the reader of the output has closed it", cause);
    }
  }

  /**
   * Returns the terminal of this process, as described by environment variables from the launcher.
   */
  public static Terminal system() {
    return new Terminal(
        new BufferedInputStream(new FileInputStream(FileDescriptor.in)),
        detectingClosedPipe(new FileOutputStream(FileDescriptor.out)),
        new FileOutputStream(FileDescriptor.err),
        width(System.getenv()),
        colors(System.getenv()),
        isTerminal(System.getenv(), "2"),
        isTerminal(System.getenv(), "1"),
        engine -> engine);
  }

  /** Returns a stream that throws {@link Closed} if the reader of the pipe has closed it. */
  static OutputStream detectingClosedPipe(OutputStream out) {
    return new Pipe(out);
  }

  /**
   * Returns a copy with additional engine settings.
   *
   * @param more adds the settings to an engine builder, after the existing settings
   */
  public Terminal withSettings(UnaryOperator<Azulejo.Builder> more) {
    return new Terminal(
        in, out, err, width, colors, live, watched, engine -> more.apply(engines.apply(engine)));
  }

  /**
   * Returns a copy that writes standard output to a file, without colors and with unlimited width.
   *
   * @param file the stream of the file, which remains owned by the caller
   */
  public Terminal withOutput(OutputStream file) {
    return new Terminal(in, file, err, UNLIMITED, ColorDepth.NONE, live, false, engines);
  }

  /**
   * Returns a copy that sends standard output through a pager, which remains owned by the caller.
   */
  public Terminal withPager(Pager pager) {
    return new Terminal(in, pager, err, width, colors, live, watched, engines);
  }

  /**
   * Returns a copy that sends standard output to a report stream, so that failures do not throw.
   */
  public Terminal withReport(ReportStream report) {
    return new Terminal(in, report, err, width, colors, live, watched, engines);
  }

  /**
   * Prints text to standard output.
   *
   * @throws Closed if the reader has closed the pipe or quit the pager
   * @throws IOException if the text cannot be written
   */
  public void print(String text) throws IOException {
    out.write(LosslessUtf8.encode(text));
  }

  /**
   * Prints a one-line warning to standard error, with the program name as prefix.
   *
   * @throws IOException if the warning cannot be written
   */
  public void warn(String note) throws IOException {
    err.write(("azulejo: warning: " + note + "\n").getBytes(StandardCharsets.UTF_8));
  }

  /** Returns a new engine builder with all settings of this terminal. */
  public Azulejo.Builder engine() {
    return engines.apply(Azulejo.builder());
  }

  /** Returns the color support of standard output, as given by environment variables. */
  static ColorDepth colors(Map<String, String> environment) {
    String unwanted = environment.getOrDefault("NO_COLOR", "");
    if (!unwanted.isEmpty()
        || environment.getOrDefault("TERM", "").equals("dumb")
        || !isTerminal(environment, "1")) {
      return ColorDepth.NONE;
    }
    return switch (environment.getOrDefault("COLORTERM", "")) {
      case "truecolor", "24bit" -> ColorDepth.ALL;
      default -> ColorDepth.CUBE;
    };
  }

  /**
   * Returns whether a standard stream is a terminal. Java cannot tell this for a single stream, so
   * the launcher lists the streams in {@code AZULEJO_TERMINALS}.
   *
   * @param stream the stream's file descriptor, such as {@code 1} for standard output
   */
  static boolean isTerminal(Map<String, String> environment, String stream) {
    return environment.getOrDefault("AZULEJO_TERMINALS", "").contains(stream);
  }

  /** Returns the width of pictures and help in columns, which is always limited. */
  public int pictureWidth() {
    return width == UNLIMITED ? DEFAULT_WIDTH : width;
  }

  /**
   * Returns the maximum width of output in columns, from {@code COLUMNS}, which the launcher sets.
   */
  static int width(Map<String, String> environment) {
    try {
      return Math.max(MIN_WIDTH, Integer.parseInt(environment.getOrDefault("COLUMNS", "").strip()));
    } catch (NumberFormatException e) {
      return isTerminal(environment, "1") ? DEFAULT_WIDTH : UNLIMITED;
    }
  }

  /**
   * An output stream that throws {@link Closed} if its pipe is closed, so that callers can
   * distinguish this from other failures.
   */
  private static final class Pipe extends OutputStream {
    private final OutputStream out;

    Pipe(OutputStream out) {
      this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
      try {
        out.write(bytes, offset, length);
      } catch (IOException e) {
        String message = String.valueOf(e.getMessage()).toLowerCase(Locale.ROOT);
        throw message.contains("pipe") ? new Closed(e) : e;
      }
    }
  }

  @Override
  public String toString() {
    return "a terminal of %d columns".formatted(width);
  }
}
