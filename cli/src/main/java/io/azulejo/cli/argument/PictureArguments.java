package io.azulejo.cli.argument;

import io.azulejo.cli.terminal.LocalFile;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.plot.picture.Chart;
import io.azulejo.plot.picture.Picture;
import io.azulejo.plot.picture.TextChart;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import picocli.CommandLine.Option;

/** Where a picture goes: into files, or to the terminal. */
public final class PictureArguments {
  private static final String STANDARD_OUTPUT = "-";

  @Option(
      names = "--png",
      paramLabel = "FILE",
      description = "Write the picture to a PNG file; - is standard output.")
  private String png;

  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description = "Write the picture to an SVG file; - is standard output.")
  private String svg;

  /** Whether the picture goes into files, where it is drawn finely. */
  public boolean toFiles() {
    return png != null || svg != null;
  }

  /** The greatest number of bins to the right. */
  public int columns(Terminal terminal) {
    return toFiles() ? Chart.COLUMNS : TextChart.columns(terminal.pictureWidth());
  }

  /** The greatest number of bins upwards. */
  public int rows(Terminal terminal) {
    return toFiles() ? Chart.ROWS : TextChart.rows(terminal.pictureWidth(), terminal.colors());
  }

  /** Checks, before any work, that the files can be written. */
  public void check() {
    if (STANDARD_OUTPUT.equals(png) && STANDARD_OUTPUT.equals(svg)) {
      throw new InvalidRequestException("--png and --svg can't both go to standard output");
    }
    check("--png", png);
    check("--svg", svg);
    if (png != null) {
      Chart.requireFonts();
    }
  }

  private static void check(String option, String file) {
    if (file != null && !file.equals(STANDARD_OUTPUT)) {
      Path folder;
      try {
        folder = Path.of(file).toAbsolutePath().getParent();
      } catch (InvalidPathException e) {
        throw new InvalidRequestException(option + " " + file + ": " + e.getReason());
      }
      if (folder == null || Files.isDirectory(Path.of(file))) {
        throw new InvalidRequestException(option + " " + file + ": that is a folder; name a file");
      }
      if (!Files.isDirectory(folder)) {
        throw new InvalidRequestException(
            option + " " + file + ": there is no folder " + folder + "; make it first");
      }
    }
  }

  /** Draws the picture. */
  public void show(Picture picture, Terminal terminal) throws IOException {
    if (png != null) {
      write(png, Chart.png(picture), terminal);
    }
    if (svg != null) {
      write(svg, Chart.svg(picture), terminal);
    }
    if (!toFiles()) {
      String text = TextChart.of(picture, terminal.pictureWidth(), terminal.colors());
      terminal.out().write(text.getBytes(StandardCharsets.UTF_8));
    }
  }

  private static void write(String file, byte[] bytes, Terminal terminal) throws IOException {
    if (file.equals(STANDARD_OUTPUT)) {
      terminal.out().write(bytes);
      return;
    }
    try {
      Files.write(Path.of(file), bytes);
    } catch (IOException e) {
      throw LocalFile.failed("write", file, e);
    }
  }
}
