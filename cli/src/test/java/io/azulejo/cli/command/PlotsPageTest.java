package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that docs/plots.md shows work as they stand, one after the other. */
class PlotsPageTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```sh\\n(.*?)^```$");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\\S+");
  private static final Map<String, String> TABLES =
      Map.of(
          "taxi.csv", "taxi.csv",
          "stocks.csv", "stocks.csv",
          "weather.csv", "weather-by-place.csv",
          "hits.tsv", "gwas.tsv");

  @TempDir private Path folder;

  @Test
  void everyCommandWorks() throws IOException {
    for (Map.Entry<String, String> table : TABLES.entrySet()) {
      Files.copy(
          Session.root().resolve("cli/src/test/resources/guesses").resolve(table.getValue()),
          folder.resolve(table.getKey()));
    }
    Files.writeString(folder.resolve("heights.txt"), "100 101 103\n99 100 101\n98 97 99\n");
    ImageIO.write(
        new BufferedImage(30, 20, BufferedImage.TYPE_INT_RGB),
        "png",
        folder.resolve("photo.png").toFile());
    int commands = 0;
    Matcher blocks = BLOCK.matcher(Files.readString(Session.root().resolve("docs/plots.md")));
    while (blocks.find()) {
      for (String line : blocks.group(1).split("\n")) {
        Session session = Session.of(words(line));
        assertThat(session.code).as(line + "\n" + session.err).isZero();
        commands++;
      }
    }
    assertThat(commands).isGreaterThan(10);
    assertThat(ImageIO.read(folder.resolve("stocks.png").toFile()).getWidth()).isEqualTo(2000);
    assertThat(folder.resolve("fares.svg")).content().contains(">trip_distance</text>");
  }

  /** The words after the program, with files and arrays in the folder. */
  private String[] words(String line) {
    List<String> words = new ArrayList<>();
    Matcher found = WORD.matcher(line);
    while (found.find()) {
      words.add(found.group(1) == null ? found.group() : found.group(1));
    }
    assertThat(words.remove(0)).isEqualTo("azulejo");
    for (int i = 0; i < words.size(); i++) {
      boolean path =
          i == 1 || List.of("--from", "--png", "--svg").contains(words.get(i - 1 < 0 ? 0 : i - 1));
      if (path) {
        words.set(i, folder.resolve(words.get(i)).toString());
      }
    }
    return words.toArray(String[]::new);
  }
}
