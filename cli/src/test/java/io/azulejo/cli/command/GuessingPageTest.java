package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPOutputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The commands that docs/guessing.md shows work as they stand, one after the other. */
class GuessingPageTest {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```sh\\n(.*?)^```$");
  private static final Pattern WORD = Pattern.compile("'([^']*)'|\\S+");

  /** Words that are paths: with an end or a folder, or the first one after the command. */
  private static final Pattern PATH = Pattern.compile("[\\w*/-]+(\\.\\w+)+|[\\w*]+/[\\w*/.]+");

  @TempDir private Path folder;

  @Test
  void everyCommandWorks() throws IOException {
    files();
    String page = Files.readString(Session.root().resolve("docs/guessing.md"));
    int found = 0;
    Matcher blocks = BLOCK.matcher(page);
    while (blocks.find()) {
      found++;
      for (String line : blocks.group(1).split("\n")) {
        run(line);
      }
    }
    assertThat(found).isPositive().isEqualTo(page.lines().filter("```sh"::equals).count());
  }

  private void files() throws IOException {
    write("january.csv", "trip,fare\n1,2.5\n2,3\n");
    write("february.csv.gz", "fare,trip\n4,3\n");
    write("march.jsonl", "{\"trip\":4,\"fare\":1.5}\n");
    write("iris.data", "5.1,3.5,setosa\n4.9,3.0,virginica\n");
    write("report.txt", "made by\nhand today\nday v\n1 2.5\n2 3.5\n");
    write("population.csv", "country,1990,1995\nChad,5.9,7\nPeru,22,23.9\n");
    write("expression.csv", "gene,s1,s2\nTP53,7,9\nBRCA1,5,0\n");
    write("heights.txt", "100 101 103\n99 100 101\n98 97 99\n");
    for (String name : new String[] {"floats.npy", "alike.npz"}) {
      Files.copy(
          Session.root().resolve("cli/src/test/resources/grids").resolve(name),
          folder.resolve(name));
    }
    Files.copy(
        Session.root().resolve("cli/src/test/resources/netcdf/air-hdf5.nc"),
        folder.resolve("air.nc"));
    ImageIO.write(
        new BufferedImage(4, 3, BufferedImage.TYPE_INT_RGB),
        "png",
        folder.resolve("photo.png").toFile());
    Files.write(
        folder.resolve("dem.tif"),
        new TiffBytes()
            .page(2, 1, 8, new byte[] {1, 2})
            .with(33550, 0.25, 0.25, 0.0)
            .with(33922, 0, 0, 0, 10.0, 50.0, 0.0)
            .bytes());
    write("terrain.asc", "ncols 2\nnrows 2\ncellsize 1\n1 2\n3 4.5\n");
    write("parts/a.csv", "trip,fare\n1,2.5\n");
    write("parts/b.csv", "trip,fare\n2,2.5\n");
  }

  private void write(String name, String text) throws IOException {
    Path file = folder.resolve(name);
    Files.createDirectories(file.getParent());
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    try (OutputStream plain = Files.newOutputStream(file);
        OutputStream out = name.endsWith(".gz") ? new GZIPOutputStream(plain) : plain) {
      out.write(bytes);
    }
  }

  private void run(String line) throws IOException {
    List<String> words = new ArrayList<>();
    Matcher found = WORD.matcher(line);
    while (found.find()) {
      words.add(found.group(1) == null ? found.group() : found.group(1));
    }
    assertThat(words.get(0)).isEqualTo("azulejo");
    String input = "";
    Path output = null;
    List<String> arguments = new ArrayList<>();
    for (int i = 1; i < words.size(); i++) {
      String word = words.get(i);
      if (word.equals("<")) {
        input = Files.readString(folder.resolve(words.get(++i)));
      } else if (word.equals(">")) {
        output = folder.resolve(words.get(++i));
      } else {
        boolean path = i == 2 || PATH.matcher(word).matches();
        arguments.add(path ? folder.resolve(word).toString() : word);
      }
    }
    String[] all = arguments.toArray(String[]::new);
    if (output != null) {
      ByteArrayOutputStream bytes = new ByteArrayOutputStream();
      Session session = Session.to(bytes, all);
      assertThat(session.err).as(line).isEmpty();
      assertThat(session.code).as(line).isZero();
      assertThat(bytes.size()).as(line).isPositive();
      Files.write(output, bytes.toByteArray());
      return;
    }
    Session session = Session.with(input, all);
    assertThat(session.err).as(line).isEmpty();
    assertThat(session.code).as(line).isZero();
    if (words.get(1).equals("create")) {
      Session read = Session.of("read", all[1], "--format", "csv");
      boolean written = words.contains("--write");
      assertThat(read.err.contains("has no cells yet")).as(line).isNotEqualTo(written);
      assertThat(read.out.lines().count() > 1).as(line).isEqualTo(written);
    }
  }
}
