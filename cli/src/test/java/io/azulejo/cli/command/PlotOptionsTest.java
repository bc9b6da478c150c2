package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import io.azulejo.plot.picture.ColorDepth;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The options of {@code plot}, on tables of a few rows. */
class PlotOptionsTest {
  private static final String GRID = Session.sample("grid");
  private static final String COLORS = Session.sample("colors");
  private static final Path TABLES = Session.root().resolve("cli/src/test/resources/guesses");

  @TempDir private Path folder;
  private String png;

  @BeforeEach
  void namePicture() {
    png = folder.resolve("picture.png").toString();
  }

  private String array(String table) {
    String array = folder.resolve(table).toString();
    Session made =
        Session.of("create", array, "--from", TABLES.resolve(table).toString(), "--write");
    assertThat(made.code).as(made.err).isZero();
    return array;
  }

  private static String svg(String... args) {
    String[] all = Arrays.copyOf(args, args.length + 2);
    all[args.length] = "--svg";
    all[args.length + 1] = "-";
    String said = Session.done(all);
    return said;
  }

  @Test
  void namesAreBarsBelowOneAnotherInATerminal() {
    Session session = Session.wide(60, ColorDepth.NONE, "plot", COLORS, "--histogram", "w");
    assertThat(session.err).isEmpty();
    List<String> lines = session.out.lines().toList();
    assertThat(lines).allMatch(line -> line.length() <= 60);
    assertThat(lines).anyMatch(line -> line.matches(" +red ┤█+.?"));
    assertThat(lines.indexOf(line(lines, "red ┤")))
        .isLessThan(lines.indexOf(line(lines, " blue ┤")));
  }

  private static String line(List<String> lines, String part) {
    return lines.stream().filter(l -> l.contains(part)).findFirst().orElseThrow();
  }

  @Test
  void numbersAreBarsThatStandInATerminal() {
    Session session = Session.wide(60, ColorDepth.NONE, "plot", GRID, "--histogram", "f");
    assertThat(session.err).isEmpty();
    assertThat(session.out).contains("bars of ", "cells\n", "█", "┬");
  }

  @Test
  void linesOfSymbolsHaveTheirNamesInAnSvgFile() {
    String stocks = array("stocks.csv");
    String drawn = svg("plot", stocks, "--x", "date", "--y", "price", "--color", "symbol");
    assertThat(drawn).contains(">symbol</text>", ">MSFT</text>", "<polyline", "price by date");
    Session letters =
        Session.wide(
            70,
            ColorDepth.NONE,
            Session.words("plot %s --x date --y price --color symbol", stocks));
    assertThat(letters.out).contains("MSFT").containsPattern("│ *[a-e]+ +[a-e]");
  }

  @Test
  void partsOfDatesAndPlacesMakeATableOfMeans() {
    String weather = array("weather-by-place.csv");
    String drawn =
        svg("plot", weather, "--x", "month(date)", "--y", "location", "--color", "temp_max");
    assertThat(drawn)
        .contains("mean of temp_max by month(date) and location", ">Jan</text>", ">Dec</text>");
  }

  @Test
  void panelsAreNamedByTheirValues() {
    String drawn =
        svg("plot", array("weather-by-place.csv"), "--histogram", "wind", "--by", "location");
    assertThat(drawn).contains(">location: New York</text>");
    Session text =
        Session.wide(
            60,
            ColorDepth.NONE,
            Session.words(
                "plot %s --histogram wind --by location",
                folder.resolve("weather-by-place.csv").toString()));
    assertThat(text.out).contains("\nlocation: New York\n");
  }

  @Test
  void logarithmicScalesHavePowersOfTen() {
    String genome = array("gwas.tsv");
    String drawn = svg("plot", genome, "--x", "BP", "--y", "P", "--log", "y", "--kind", "points");
    assertThat(drawn).contains(">1e-2</text>", "without P");
    Session error = Session.of("plot", genome, "--x", "SNP", "--y", "P", "--log", "x");
    assertThat(error.err).contains("--log x: SNP is not numeric");
    assertThat(error.code).isEqualTo(1);
  }

  @Test
  void sizeResolutionThemeAndTitleAreThoseAskedFor() throws IOException {
    Session.done(
        "plot", GRID, "--png", png, "--size", "500x400", "--dpi", "192", "--theme", "dark");
    BufferedImage image = ImageIO.read(Path.of(png).toFile());
    assertThat(image.getWidth()).isEqualTo(1000);
    assertThat(image.getHeight()).isEqualTo(800);
    assertThat(image.getRGB(3, 3) & 0xffffff).isEqualTo(0x1b1b1f);
    assertThat(Files.readAllBytes(Path.of(png)))
        .containsSequence('p', 'H', 'Y', 's', 0, 0, 0x1d, 0x87);
    assertThat(svg("plot", GRID, "--size", "640x480", "--title", "Cells <1>"))
        .contains("width=\"640\" height=\"480\"", ">Cells &lt;1&gt;</text>");
    assertThat(svg("tiles", GRID, "--size", "640x480", "--theme", "dark")).contains("#1b1b1f");
    assertThat(Session.wide(60, ColorDepth.NONE, "plot", GRID, "--title", "Mine").out)
        .startsWith("Mine\n");
  }

  @Test
  void anImageIsDrawnAsSuch() throws IOException {
    BufferedImage image = new BufferedImage(40, 30, BufferedImage.TYPE_INT_RGB);
    for (int i = 0; i < 1200; i++) {
      image.setRGB(i % 40, i / 40, 0x102030 + i * 7);
    }
    Path photo = folder.resolve("photo.png");
    ImageIO.write(image, "png", photo.toFile());
    String array = folder.resolve("photo").toString();
    assertThat(Session.of("create", array, "--from", photo.toString(), "--write").code).isZero();
    assertThat(Session.of("plot", array, "--png", png).err).isEmpty();
    BufferedImage drawn = ImageIO.read(Path.of(png).toFile());
    int found = 0;
    for (int x = 0; x < drawn.getWidth(); x++) {
      for (int y = 0; y < drawn.getHeight(); y++) {
        found += (drawn.getRGB(x, y) & 0xffffff) == 0x102030 + 7 * 615 ? 1 : 0;
      }
    }
    // Each of the pixels is a square of 20 x 20.
    assertThat(found).isEqualTo(400);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          --kind pie                       | expected one of heat, line, points, image
          --kind lines                     | did you mean "line"?
          --kind image                     | use --kind heat for other numbers
          --log z                          | expected one of x, y, color
          --log x --kind image             | --kind image requires a dense array
          --aspect wide                    | expected one of free, equal, geographic
          --aspect equal --x s --y a       | requires two axes of numbers
          --y-axis left                    | expected one of up, down
          --histogram q                    | valid: y, x, a, s, f
          --histogram a --x y              | cannot be combined with --x, --y, --color and --kind
          --histogram a --bins 0           | expected a number of bars from 1 to 500
          --histogram a --bins many        | expected a number of bars from 1 to 500
          --histogram a --log color        | this plot has no color scale
          --histogram hour(a)              | which has no hours
          --bins 20                        | --bins requires --histogram FIELD
          --by f                           | f is not categorical
          --categories f                   | f is not categorical
          --categories q                   | unknown field
          --size 300x200                   | --size requires --png FILE or --svg FILE
          --theme dark                     | --theme requires --png FILE or --svg FILE
          --dpi 100                        | --dpi requires --png FILE or --svg FILE
          --svg - --dpi 100                | SVG files have no resolution
          --svg - --size big               | such as 1200x800
          --svg - --size 10x10             | from 200 to 8,000 pixels each
          --svg - --size 300               | such as 1200x800
          --svg - --theme blue             | expected light or dark
          --png p.png --dpi 9              | from 24 to 1200
          --png p.png --dpi x              | from 24 to 1200
          --png p.png --dpi 1200 --size 8000x8000 | use at most 64 million
          """)
  void wrongValuesGetALineThatSaysWhatIsRight(String options, String advice) {
    Session session = Session.line("plot %s %s", GRID, options.split(" "));
    assertThat(session.err).startsWith("azulejo: ").contains(advice).hasLineCount(1);
    assertThat(session.code).isEqualTo(1);
    assertThat(session.out).isEmpty();
  }
}
