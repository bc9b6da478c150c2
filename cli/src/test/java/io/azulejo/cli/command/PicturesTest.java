package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import io.azulejo.plot.picture.ColorDepth;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import javax.imageio.ImageIO;
import javax.xml.parsers.DocumentBuilderFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that draw, on the bundled arrays. */
class PicturesTest {
  private static final String GRID = Session.sample("grid");
  private static final String NAMES = Session.sample("names");
  private static final String DAYS = Session.sample("days");
  private static final String COLORS = Session.sample("colors");

  @TempDir private Path folder;

  /** What a command draws on a terminal of 50 columns, without the first line, which has a path. */
  private static String drawn(String... args) {
    Session session = Session.wide(50, ColorDepth.NONE, args);
    assertThat(session.err).isEmpty();
    assertThat(session.code).isZero();
    assertThat(session.out.lines()).allMatch(l -> l.length() <= 50);
    return session.out.substring(session.out.indexOf('\n') + 1);
  }

  @Test
  void tilesOfADenseArrayShowWhichFragmentOwnsWhat() {
    assertThat(drawn("tiles", GRID))
        .isEqualTo(
            """
            dense, 5 fragments, 20 tiles
            y
               │aaaaaaaaaaaaaaaaaaaa│
               │aaaabbbbbbbbbbbbbbbb│bbb
               │aaaabbbbcccccccccccc│ccccccc
               │dddddddddddddddddddd│ddddddddddd
             5 ┤ddddeeeeeeeeeeeeeeee│eeeeeeeeeeeeeee
               │ddddeeeeeeeeeeeeeeee│eeeeeeeeeeeeeee
               │ddddeeeeeeeeeeeeeeee│eeeeeeeeeeeeeee
               │ddddeeeeeeeeeeeeeeee│eeeeeeeeeeeeeee
               │ddddeeeeeeeeeeeeeeee│eeeeeeeeeeeeeee
            10 ┤    eeeeeeeeeeeeeeee│eeeeeeeeeeeeeee
               └──┬───┬───┬───┬───┬───┬───┬───┬───┬─
                  1   2   3   4   5   6   7   8   9
                                 x

            fragments by time
              a #1 1970-01-01T00:00:00.010Z, 2 tiles
              b #2 1970-01-01T00:00:00.020Z, 4 tiles
              c #3 1970-01-01T00:00:00.030Z, 4 tiles
              d #4 1970-01-01T00:00:00.040Z, 6 tiles
              e #5 1970-01-01T00:00:00.050Z, 4 tiles
            """);
  }

  @Test
  void tilesShowTheGridWhereThereIsRoom() {
    assertThat(Session.wide(100, ColorDepth.NONE, "tiles", GRID, "--at", "20").out)
        .contains(
            """
            y
              │aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│
              │aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│
              │aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa│
              │aaaaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb│bbbbbbbbbbbbb
            2 ┤aaaaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb│bbbbbbbbbbbbb
              │aaaaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb│bbbbbbbbbbbbb
              │aaaaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb│bbbbbbbbbbbbb
              │aaaaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb│bbbbbbbbbbbbb
              │aaaaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb│bbbbbbbbbbbbb
              │aaaaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb│bbbbbbbbbbbbb
            4 ┤aaaaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb│bbbbbbbbbbbbb
              │aaaaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb│bbbbbbbbbbbbb
              │──────────────────────────────────────────────────────────────────────┼─────────────
              │aaaaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb│bbbbbbbbbbbbb
              │aaaaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb│bbbbbbbbbbbbb
              │aaaaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb│bbbbbbbbbbbbb
            6 ┤aaaaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb│bbbbbbbbbbbbb
              │aaaaaaaaaaaaaabbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb│bbbbbbbbbbbbb
              │              bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb│bbbbbbbbbbbbb
              │              bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb│bbbbbbbbbbbbb
              │              bbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbbb│bbbbbbbbbbbbb
              └───────┬─────────────┬─────────────┬─────────────┬─────────────┬─────────────┬──────
                      1             2             3             4             5             6
                                                        x

            fragments by time
              a #1 1970-01-01T00:00:00.010Z, 2 tiles    b #2 1970-01-01T00:00:00.020Z, 4 tiles
            """);
  }

  @Test
  void theDimensionsOfTilesCanBeChosen() {
    assertThat(drawn("tiles", GRID, "--dims", "x,y", "--at", "10"))
        .isEqualTo(
            """
            dense, 1 fragment, 2 tiles
            x
              │aaaaaaaaaaaaaaaaaaaaaaaa│aaaaaaaaaaa
              │aaaaaaaaaaaaaaaaaaaaaaaa│aaaaaaaaaaa
            2 ┤aaaaaaaaaaaaaaaaaaaaaaaa│aaaaaaaaaaa
              │aaaaaaaaaaaaaaaaaaaaaaaa│aaaaaaaaaaa
              │aaaaaaaaaaaaaaaaaaaaaaaa│aaaaaaaaaaa
              │aaaaaaaaaaaaaaaaaaaaaaaa│aaaaaaaaaaa
            4 ┤aaaaaaaaaaaaaaaaaaaaaaaa│aaaaaaaaaaa
              │aaaaaaaaaaaaaaaaaaaaaaaa│aaaaaaaaaaa
              │aaaaaaaaaaaaaaaaaaaaaaaa│aaaaaaaaaaa
              │aaaaaaaaaaaaaaaaaaaaaaaa│aaaaaaaaaaa
              └───┬─────┬─────┬─────┬─────┬─────┬──
                  1     2     3     4     5     6
                                y

            fragments by time
              a #1 1970-01-01T00:00:00.010Z, 2 tiles
            """);
    assertThat(drawn("tiles", GRID, "--dims", "x")).contains("fragment\n", "#5 ┤", "#1 ┤");
  }

  @Test
  void tilesOfOneDimensionLieByTime() {
    assertThat(drawn("tiles", NAMES))
        .isEqualTo(
            """
            sparse, 2 fragments, 7 tiles
            fragment
            #2 ┤  bbbbbbbbbbbbbbbbbbbbb  bbbbbbbb
               │  bbbbbbbbbbbbbbbbbbbbb  bbbbbbbb
            #1 ┤aaaaaaaaaaaaaaaaaaaaaaaaaa  aaaaaaaa
               │aaaaaaaaaaaaaaaaaaaaaaaaaa  aaaaaaaa
               └─┬─────────┬─────────┬──────────┬───
                         etao    lambda"q\\      z
                                name

            fragments by time
              a #1 2023-03-28T10:40:02Z, 4 tiles
              b #2 2023-03-28T10:40:03Z, 3 tiles
            """);
  }

  @Test
  void aHeatMapLeavesBlankWhatWasNeverWrittenAndNulls() {
    assertThat(drawn("plot", GRID, "--color", "f"))
        .isEqualTo(
            """
            y
               │████    ····    ████
               │▓▓▓▓        ░░░░    ████
               │▒▒▒▒▓▓▓▓····▓▓▓▓████
               │████████▓▓▓▓▒▒▒▒████····    ····
             5 ┤····▒▒▒▒····▓▓▓▓░░░░████▒▒▒▒    ▒▒▒▒
               │████    ········████    ▒▒▒▒▒▒▒▒
               │····▓▓▓▓▓▓▓▓····████████    ········
               │····    ▒▒▒▒▒▒▒▒········████    ░░░░
               │▓▓▓▓▒▒▒▒····░░░░░░░░████········▓▓▓▓
            10 ┤    ░░░░    ▓▓▓▓▓▓▓▓····░░░░████
               └──┬───┬───┬───┬───┬───┬───┬───┬───┬─
                  1   2   3   4   5   6   7   8   9
                                 x

            f
              -484 ··· -290 ░░░ -96.8 ▒▒▒ 97 ▓▓▓ 291 ███ 484
            """);
  }

  @Test
  void aLineShowsAnAttributeOverTheOnlyFreeDimension() {
    assertThat(drawn("plot", GRID, "--range", "y=4"))
        .isEqualTo(
            """
            y=4
            a
            50 ┤     ⢠⡆
               │     ⡜⠘⡄
               │    ⢀⠇ ⠱⡄       ⢀⣀⣄⣀
               │    ⡸   ⠸⡀  ⣀⠤⠊⠉⠁   ⠉⠉⠓⠒⠤⢄⡀
               │    ⡇    ⠱⡔⠊              ⢇
               │   ⢸                      ⠸⡀
             0 ┤   ⡏                       ⢣
               │  ⢸                        ⠘⡄
               │  ⡎                         ⢣
               │  ⠃                         ⠘⡄
               │                             ⢣
               │                             ⠘⠄
               └──┬───┬───┬───┬───┬───┬───┬───┬───┬─
                  1   2   3   4   5   6   7   8   9
                                 x
            """);
  }

  @Test
  void attributesCanBeAxes() {
    assertThat(drawn("plot", GRID, "--x", "a", "--y", "f"))
        .isEqualTo(
            """
            f
             500 ┤      ⢀  ⣀⠂               ⠠ ⡀  ⢐
                 │     ⠄          ⠐ ⠐          ⠐
                 │         ⠄      ⠐   ⢀           ⠈
                 │  ⢀   ⢠⠁     ⢀       ⠠  ⠐
                 │    ⠐                      ⠁   ⢠
                 │          ⡀   ⠂          ⠄
               0 ┤      ⠂   ⠉  ⠂          ⠁      ⠐
                 │     ⠂                        ⢐
                 │                       ⠂ ⠊    ⠈
                 │                        ⡀⢠   ⡀⠄⠠
                 │  ⠐ ⠄  ⠈⠁    ⠈  ⠠          ⠆
            -500 ┤             ⠠⠄         ⠐ ⠒
                 └─────┬─────┬──────┬─────┬─────┬─────
                      -40   -20     0    20    40
                                   a
            """);
  }

  @Test
  void datesAndStringsStandOnTheirAxes() {
    assertThat(drawn("plot", DAYS)).contains("1970-01-05", "month", "day\n");
    assertThat(drawn("plot", NAMES)).contains("etao", "name\n");
    assertThat(drawn("plot", COLORS, "--y", "plain")).contains(" 20\n", "plain\n");
  }

  @Test
  void coloursAreOnlyThoseOfTheTerminal() {
    String all = Session.wide(80, ColorDepth.ALL, "plot", GRID).out;
    assertThat(all).contains("\u001b[38;2;", "\u001b[48;2;", "▀", "\u001b[0m\n");
    String cube = Session.wide(80, ColorDepth.CUBE, "tiles", GRID).out;
    assertThat(cube).contains("\u001b[38;5;25m", "■").doesNotContain(";2;");
    assertThat(Session.wide(80, ColorDepth.NONE, "plot", GRID).out).doesNotContain("\u001b");
  }

  @Test
  void picturesAreWrittenToFiles() throws Exception {
    Path png = folder.resolve("grid.png");
    Path svg = folder.resolve("grid.svg");
    Session session = Session.of("plot", GRID, "--png", png.toString(), "--svg", svg.toString());
    assertThat(session.err + session.out).isEmpty();
    assertThat(session.code).isZero();
    BufferedImage image = ImageIO.read(png.toFile());
    assertThat(image.getWidth()).isBetween(850, 1100);
    assertThat(image.getHeight()).isBetween(650, 750);
    // Cells of 88 x 60 pixels: -50 and 47 are the least and the greatest value.
    assertThat(colorOfCell(image, 2, 6)).isEqualTo(0x440154);
    assertThat(colorOfCell(image, 2, 4)).isEqualTo(0xfde725);
    assertThat(colorOfCell(image, 9, 1)).isEqualTo(0xededed);
    assertThat(
            DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(svg.toFile())
                .getDocumentElement()
                .getTagName())
        .isEqualTo("svg");
  }

  private static int colorOfCell(BufferedImage image, int x, int y) {
    int left = 0;
    while ((image.getRGB(left, 300) & 0xffffff) != 0x595959
        || (image.getRGB(left, 301) & 0xffffff) != 0x595959) {
      left++;
    }
    int top = 0;
    while ((image.getRGB(left + 40, top) & 0xffffff) != 0x595959) {
      top++;
    }
    return image.getRGB(left + 1 + (x - 1) * 88 + 44, top + 1 + (y - 1) * 60 + 30) & 0xffffff;
  }

  @Test
  void aPictureCanGoToStandardOutput() throws IOException {
    assertThat(Session.of("tiles", NAMES, "--svg", "-").out)
        .startsWith("<svg xmlns=\"http://www.w3.org/2000/svg\"")
        .endsWith("</svg>\n");
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    assertThat(Session.to(out, "tiles", GRID, "--png", "-").code).isZero();
    assertThat(ImageIO.read(new ByteArrayInputStream(out.toByteArray())).getWidth())
        .isGreaterThan(800);
  }

  @Test
  void errorsSayWhatCanBeDrawn() throws IOException {
    failure("unknown field; valid: y, x, a, s, f", "plot", GRID, "--x", "z");
    failure("--x and --y are both x", "plot", GRID, "--x", "x", "--y", "x");
    failure(
        "is not categorical, which colors of lines require; use --categories x",
        Session.words("plot %s --range y=1 --kind line --color x", GRID));
    failure("or azulejo tiles for the positions", "plot", Session.sample("group/one"), "--x", "a");
    failure("unknown dimension q; valid: y, x", "tiles", GRID, "--dims", "q,x");
    failure("--dims requires two dimensions, such as y,x", "tiles", GRID, "--dims", "y,x,y");
    failure("--dims requires two different dimensions", "tiles", GRID, "--dims", "y,y");
    failure("no cells were written at these times", "tiles", GRID, "--at", "5");
    failure("nothing to draw", "plot", GRID, "--at", "5");
    failure("1..99", "plot", GRID, "--range", "y=1..99");
    failure("nothing to draw", "plot", DAYS, "--range", "day=1980-01-01..1980-02-01");
    failure("cannot both write to standard output", "plot", GRID, "--png", "-", "--svg", "-");
    failure("is a folder", "plot", GRID, "--svg", folder.toString());
    failure("create it first", "plot", GRID, "--png", folder.resolve("none/a.png").toString());
    assertThat(Files.list(folder)).isEmpty();
  }

  private static void failure(String part, String... args) {
    Session session = Session.of(args);
    assertThat(session.err).startsWith("azulejo: ").contains(part).hasLineCount(1);
    assertThat(session.code).isEqualTo(1);
  }
}
