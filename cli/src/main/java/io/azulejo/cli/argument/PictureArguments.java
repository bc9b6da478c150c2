package io.azulejo.cli.argument;

import io.azulejo.cli.help.HelpEntry;
import io.azulejo.cli.help.Section;
import io.azulejo.cli.terminal.LocalFile;
import io.azulejo.cli.terminal.OptionMistake;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.Suggestion;
import io.azulejo.plot.PlotSpace;
import io.azulejo.plot.picture.Chart;
import io.azulejo.plot.picture.ColorDepth;
import io.azulejo.plot.picture.Paper;
import io.azulejo.plot.picture.Picture;
import io.azulejo.plot.picture.TextChart;
import io.azulejo.plot.picture.Theme;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Option;
import picocli.CommandLine.Spec;

/** Options for the output of a picture, which goes to files or to the terminal. */
public final class PictureArguments {
  private static final String STANDARD_OUTPUT = "-";
  private static final int MIN_SIZE = 200;
  private static final int MAX_SIZE = 8_000;
  private static final int MAX_PIXELS = 64_000_000;
  private static final List<String> THEMES = List.of("light", "dark");

  /** Height of a terminal character relative to its width. */
  private static final double CHARACTER = 2;

  @HelpEntry(Section.OUTPUT)
  @Option(
      names = "--png",
      paramLabel = "FILE",
      description = "write a PNG file (- for standard output)")
  private String png;

  @HelpEntry(Section.OUTPUT)
  @Option(
      names = "--svg",
      paramLabel = "FILE",
      description = "write an SVG file (- for standard output)")
  private String svg;

  @HelpEntry(Section.OUTPUT)
  @Option(
      names = "--title",
      paramLabel = "TEXT",
      description = "title of the picture (default: what it shows)")
  private String title;

  @HelpEntry(Section.OUTPUT)
  @Option(
      names = "--size",
      paramLabel = "WIDTHxHEIGHT",
      description = {
        "size of the picture in a file, e.g. 1200x800",
        "In pixels of 1/96 inch. Default: fits the picture."
      })
  private String size;

  @HelpEntry(value = Section.OUTPUT, rare = true)
  @Option(
      names = "--dpi",
      paramLabel = "N",
      description = {
        "resolution of a PNG file, 24 to 1200 (default: 96)",
        "In pixels per inch. 192 doubles the pixels in each direction."
      })
  private String dpi;

  @HelpEntry(value = Section.OUTPUT, rare = true)
  @Option(
      names = "--theme",
      paramLabel = "THEME",
      description = "background of a file: light (default) or dark")
  private String theme;

  @Spec(Spec.Target.MIXEE)
  private CommandSpec command;

  private Paper paper = Paper.STANDARD;

  /** Returns whether the picture is written to files. Otherwise it is drawn on the terminal. */
  public boolean toFiles() {
    return png != null || svg != null;
  }

  /** Returns the maximum number of bins along the x axis. */
  public int columns(Terminal terminal) {
    return toFiles() ? paper.columns() : TextChart.columns(terminal.pictureWidth());
  }

  /** Returns the maximum number of bins along the y axis. */
  public int rows(Terminal terminal) {
    return toFiles() ? paper.rows() : TextChart.rows(terminal.pictureWidth(), terminal.colors());
  }

  /** Returns the available space for a picture of cells, in bins. */
  public PlotSpace space(Terminal terminal) {
    boolean characters = !toFiles() && terminal.colors() == ColorDepth.NONE;
    return new PlotSpace(columns(terminal), rows(terminal), characters ? CHARACTER : 1, toFiles());
  }

  /**
   * Validates the options and checks that the folders of the files exist. Call this before {@link
   * #columns}, {@link #rows}, {@link #space} and {@link #show}.
   *
   * @throws InvalidRequestException if an option or path is invalid
   * @throws picocli.CommandLine.ParameterException if a file name has the extension of another
   *     format
   */
  public void check() {
    if (png != null && png.equals(svg)) {
      throw new InvalidRequestException(
          "--png and --svg cannot both write to %s; use two files"
              .formatted(png.equals(STANDARD_OUTPUT) ? "standard output" : png));
    }
    paper = paper();
    check("--png", png, "png");
    check("--svg", svg, "svg");
    if (png != null) {
      Chart.requireFonts();
    }
  }

  /**
   * Returns whether an option is on the command line. Users' defaults do not count, because they
   * apply only where they fit.
   */
  private boolean isGiven(String option) {
    return command.commandLine().getParseResult().hasMatchedOption(option);
  }

  private Paper paper() {
    String given = isGiven("--size") ? "--size" : isGiven("--dpi") ? "--dpi" : "--theme";
    if (!toFiles() && isGiven(given)) {
      throw OptionMistake.of(
          given + " requires --png FILE or --svg FILE; a terminal sets its own size and colors",
          given);
    }
    if (isGiven("--dpi") && png == null) {
      throw OptionMistake.of("--dpi requires --png FILE; SVG files have no resolution", "--dpi");
    }
    int resolution = dpi == null ? Paper.DPI : number(dpi, 24, 1200);
    if (resolution < 0) {
      throw OptionMistake.of(
          "--dpi " + dpi + ": expected pixels per inch from 24 to 1200, such as 192", "--dpi");
    }
    int width = 0;
    int height = 0;
    if (size != null) {
      String[] parts = size.toLowerCase(Locale.ROOT).split("[x×]", -1);
      width = parts.length == 2 ? number(parts[0].strip(), MIN_SIZE, MAX_SIZE) : -1;
      height = parts.length == 2 ? number(parts[1].strip(), MIN_SIZE, MAX_SIZE) : -1;
      if (width < 0 || height < 0) {
        throw OptionMistake.of(
            "--size %s: expected width and height from %d to %,d pixels each, such as 1200x800"
                .formatted(size, MIN_SIZE, MAX_SIZE),
            "--size");
      }
    }
    double scale = (double) resolution / Paper.DPI;
    double pixels =
        (double) Math.max(width, Paper.DPI * 10) * Math.max(height, Paper.DPI * 8) * scale * scale;
    if (pixels > MAX_PIXELS) {
      throw OptionMistake.of(
          "--size and --dpi make %,.0f million pixels; use at most %,d million"
              .formatted(pixels / 1e6, MAX_PIXELS / 1_000_000),
          "--size",
          "--dpi");
    }
    return new Paper(width, height, resolution, theme());
  }

  private Theme theme() {
    if (theme == null || theme.equalsIgnoreCase("light")) {
      return Theme.LIGHT;
    }
    if (theme.equalsIgnoreCase("dark")) {
      return Theme.DARK;
    }
    throw OptionMistake.of(
        "--theme " + theme + ": expected light or dark" + Suggestion.hint(theme, THEMES),
        "--theme");
  }

  /** Parses an integer between two limits (inclusive), or returns -1 if it is invalid. */
  private static int number(String text, int min, int max) {
    try {
      int number = Integer.parseInt(text);
      return number >= min && number <= max ? number : -1;
    } catch (NumberFormatException none) {
      return -1;
    }
  }

  private void check(String option, String file, String extension) {
    if (file != null && !file.equals(STANDARD_OUTPUT)) {
      FileExtension.require(extension, file, option, command);
      Path folder;
      try {
        folder = Path.of(file).toAbsolutePath().getParent();
      } catch (InvalidPathException e) {
        throw new InvalidRequestException(option + " " + file + ": " + e.getReason());
      }
      if (folder == null || Files.isDirectory(Path.of(file))) {
        throw new InvalidRequestException(
            option + " " + file + ": is a folder; use the path of a file");
      }
      if (!Files.isDirectory(folder)) {
        throw new InvalidRequestException(
            option + " " + file + ": folder " + folder + " does not exist; create it first");
      }
    }
  }

  /**
   * Writes the picture to the files, or to the terminal if no file was named. {@link #check} must
   * have been called.
   *
   * @throws io.azulejo.error.StorageException if a file cannot be written
   */
  public void show(Picture drawn, Terminal terminal) throws IOException {
    Picture picture = title == null ? drawn : drawn.titled(title);
    if (png != null) {
      write(png, Chart.png(picture, paper), terminal);
    }
    if (svg != null) {
      write(svg, Chart.svg(picture, paper), terminal);
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
