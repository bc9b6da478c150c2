package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import io.azulejo.cli.terminal.Failure;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrays of NumPy (written by NumPy 2.4), pictures and grids of elevations as dense arrays. */
class GridsTest {
  private static final Path FILES = Session.root().resolve("cli/src/test/resources/grids");

  @TempDir private Path folder;
  private String array;

  @BeforeEach
  void locate() {
    array = folder.resolve("array").toString();
  }

  private Session create(Path file, String... args) {
    String[] all =
        Arrays.copyOf(new String[] {"create", array, "--from", file.toString()}, 4 + args.length);
    System.arraycopy(args, 0, all, 4, args.length);
    return Session.of(all);
  }

  private String read() {
    return Session.of("read", array, "--format", "csv").out;
  }

  private void assertBecomes(String name, String cells) {
    array = folder.resolve(name.replace('.', '-')).toString();
    Session session = create(FILES.resolve(name), "--write");
    assertThat(session.err).as(name).isEmpty();
    assertThat(read()).as(name).isEqualTo(cells);
  }

  @Test
  void arraysOfNumPyAreDenseArrays() {
    assertBecomes(
        "floats.npy", "row,column,value\n0,0,1.5\n0,1,2.0\n0,2,3.0\n1,0,4.0\n1,1,5.0\n1,2,NaN\n");
    assertBecomes("fortran.npy", "row,column,value\n0,0,0\n0,1,1\n0,2,2\n1,0,3\n1,1,4\n1,2,5\n");
    assertBecomes("big-endian.npy", "row,value\n0,-2\n1,-1\n2,0\n3,1\n");
    assertBecomes("truths.npy", "row,value\n0,true\n1,false\n2,true\n");
    assertBecomes(
        "halves.npy", "row,value\n0,0.0\n1,1.0\n2,-2.5\n3,65504.0\n4,5.9604645e-8\n5,Infinity\n");
    assertBecomes("complexes.npy", "row,value\n0,\"[1.0,2.0]\"\n1,\"[-0.0,-0.5]\"\n");
    assertBecomes("words.npy", "row,value\n0,a\n1,\"\"\n2,\u00fc\ud83d\ude00 b\n");
    assertBecomes("bytes.npy", "row,value\n0,ab\n1,c\n");
    assertBecomes("days.npy", "row,value\n0,2020-01-31\n1,NaT\n");
    assertBecomes("records.npy", "row,id,v,t\n0,1,2.5,x\n1,3,4.5,yz\n");
    assertBecomes(
        "alike.npz",
        "row,column,a,b\n0,0,0,1.0\n0,1,1,1.0\n0,2,2,1.0\n1,0,3,1.0\n1,1,4,1.0\n1,2,5,1.0\n");
  }

  @Test
  void sidesCanHaveOtherNames() {
    Session session = create(FILES.resolve("cube.npy"), "--dims", "t,y,x", "--write");

    assertThat(session.err).isEmpty();
    assertThat(session.out)
        .contains("2 by 3 by 4")
        .containsPattern("t +INT32 +0\\.\\.1 ")
        .containsPattern("value +UINT8 ")
        .contains("wrote 24 cells");
    array = folder.resolve("another").toString();
    assertThat(create(FILES.resolve("cube.npy"), "--dims", "y,x").err)
        .contains("--dims has 2 names, but the file has 3 dimensions: 2 x 3 x 4");
  }

  @Test
  void whatHasNoCellsIsRefusedWithAdvice() {
    String[][] refused = {
      {"objects.npy", "Python objects, which can contain programs"},
      {"number.npy", "has no dimensions"},
      {"nothing.npy", "has no cells"},
      {"different.npz", "a [2, 3], c [4]); choose arrays with the same shape, such as --arrays a"},
    };
    for (String[] file : refused) {
      Session session = create(FILES.resolve(file[0]), "--write");
      assertThat(session.code).isEqualTo(Failure.REQUEST);
      assertThat(session.err).contains(file[0] + ": ").contains(file[1]);
    }
    assertThat(create(FILES.resolve("different.npz"), "--arrays", "c", "--write").err).isEmpty();
    assertThat(read()).isEqualTo("row,c\n0,0\n1,1\n2,2\n3,3\n");
    assertThat(create(FILES.resolve("cube.npy"), "--arrays", "c").code).isNotZero();
    array = folder.resolve("another").toString();
    assertThat(create(FILES.resolve("alike.npz"), "--arrays", "c").err)
        .contains("--arrays: unknown array c; valid: a, b");
    assertThat(create(FILES.resolve("cube.npy"), "--sparse").err).contains("becomes a dense array");
  }

  @Test
  void damagedArraysAreErrorsThatNameTheFile() throws IOException {
    Random random = new Random(5);
    List<String> names = List.of("floats.npy", "records.npy", "alike.npz", "words.npy");
    for (int trial = 0; trial < 400; trial++) {
      String name = names.get(trial % names.size());
      byte[] bytes = Files.readAllBytes(FILES.resolve(name));
      if (trial % 8 < 4) {
        bytes = Arrays.copyOf(bytes, 9 + random.nextInt(bytes.length - 9));
      } else {
        for (int i = 1 + random.nextInt(3); i > 0; i--) {
          bytes[6 + random.nextInt(Math.min(bytes.length - 6, 130))] = (byte) random.nextInt();
        }
      }
      array = folder.resolve("array" + trial).toString();
      Session session = create(Files.write(folder.resolve(name), bytes), "--write");

      assertThat(session.code).as("seed 5, trial %d: %s", trial, session.err).isIn(0, 1, 4);
      assertThat(session.err).doesNotContain("Exception").doesNotContain("java.");
    }
  }

  @Test
  void shapesOfHostileHeadersTakeNoMemory() throws IOException {
    for (String shape :
        List.of(
            "(1000000000, 1000000000)",
            "(9223372036854775807, 2)",
            "(-1,)",
            "(2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2, 2)",
            "((((((((((1,),),),),),),),),),)",
            "(4000000000,)",
            "(9007199254740992,)",
            "(1,)")) {
      for (String type :
          List.of(
              "'<f8'",
              "'<U1000000'",
              "'|S0'",
              "[('a', '<f8'), ('a', '<f8')]",
              "[" + "('a', '|S4194304'), ".repeat(512) + "]",
              "[" + "('a', '|S4194304'), ".repeat(1024) + "]")) {
        String header =
            "{'descr': %s, 'fortran_order': False, 'shape': %s, }\n".formatted(type, shape);
        String text =
            "\u0093NUMPY\1\0" + (char) (header.length() & 0xff) + (char) (header.length() >> 8);
        Path file =
            Files.write(
                folder.resolve("x.npy"), (text + header).getBytes(StandardCharsets.ISO_8859_1));
        Session session = create(file, "--write");

        assertThat(session.code).as(header).isEqualTo(Failure.REQUEST);
        assertThat(session.err).contains("x.npy: ").doesNotContain("Exception");
      }
    }
  }

  @Test
  void picturesHaveAnAttributeForEachChannel() throws IOException {
    BufferedImage image = new BufferedImage(2, 1, BufferedImage.TYPE_INT_RGB);
    image.setRGB(0, 0, 0x102030);
    image.setRGB(1, 0, 0xff00fe);
    for (String format : List.of("png", "tiff", "bmp")) {
      Path file = folder.resolve("x." + format);
      ImageIO.write(image, format, file.toFile());
      array = folder.resolve(format).toString();
      if (format.equals("bmp")) {
        assertThat(create(file).code).isEqualTo(Failure.REQUEST);
        continue;
      }
      assertThat(create(file, "--write").err).as(format).isEmpty();
      assertThat(read()).isEqualTo("y,x,red,green,blue\n0,0,16,32,48\n0,1,255,0,254\n");
    }
  }

  @Test
  void grayAndDeepPicturesKeepTheirValues() throws IOException {
    int[] forms = {
      BufferedImage.TYPE_BYTE_GRAY, BufferedImage.TYPE_USHORT_GRAY, BufferedImage.TYPE_BYTE_BINARY
    };
    int[] greatest = {255, 65535, 1};
    for (int i = 0; i < forms.length; i++) {
      BufferedImage image = new BufferedImage(3, 2, forms[i]);
      image.getRaster().setSample(2, 1, 0, greatest[i]);
      Path file = folder.resolve("x" + i + ".png");
      ImageIO.write(image, "png", file.toFile());
      array = folder.resolve("array" + i).toString();

      assertThat(create(file, "--write").err).isEmpty();
      assertThat(read())
          .isEqualTo(
              "y,x,value\n0,0,0\n0,1,0\n0,2,0\n1,0,0\n1,1,0\n1,2,%d\n"
                  .formatted(i == 1 ? 65535 : 255));
    }
  }

  @Test
  void damagedPicturesAreErrors() throws IOException {
    BufferedImage image = new BufferedImage(20, 20, BufferedImage.TYPE_4BYTE_ABGR);
    Random random = new Random(3);
    for (String format : List.of("png", "tiff")) {
      Path file = folder.resolve("x." + format);
      ImageIO.write(image, format, file.toFile());
      byte[] whole = Files.readAllBytes(file);
      for (int trial = 0; trial < 100; trial++) {
        byte[] bytes = whole.clone();
        for (int i = 0; i < 3; i++) {
          bytes[8 + random.nextInt(whole.length - 8)] = (byte) random.nextInt();
        }
        Files.write(file, trial % 2 == 0 ? bytes : Arrays.copyOf(bytes, 8 + random.nextInt(60)));
        Session session = create(file, "--dry-run");

        assertThat(session.code).as("seed 3, %s, trial %d", format, trial).isIn(0, 1);
        assertThat(session.err).doesNotContain("Exception");
      }
    }
  }

  @Test
  void gridsOfElevationsHaveNullsWhereThereIsNoData() throws IOException {
    String text =
        "ncols 3\nnrows 2\nxllcorner 10.5\nyllcorner 50\ncellsize 0.25\nNODATA_value -9999\n"
            + "1 2 3.5\n4 -9999 6\n";
    Path file = Files.writeString(folder.resolve("x.asc"), text);
    Session session = create(file, "--write");

    assertThat(session.err).isEmpty();
    assertThat(read())
        .isEqualTo("y_index,x_index,value\n0,0,1.0\n0,1,2.0\n0,2,3.5\n1,0,4.0\n1,1,\n1,2,6.0\n");
    assertThat(Session.of("meta", array).out).contains("cellsize").contains("0.25");
    array = folder.resolve("another").toString();
    Files.writeString(file, text.replace(" 6\n", "\n"));
    assertThat(create(file, "--write").err).contains("x.asc: the grid is truncated: it has 5 of 6");
    Files.writeString(file, text + "7\n");
    array = folder.resolve("longer").toString();
    assertThat(create(file, "--write").err).contains("has more than 2 x 3 numbers");
    Files.writeString(file, text.replace("3.5", "n/a"));
    array = folder.resolve("odd").toString();
    assertThat(create(file, "--write").err).contains("\"n/a\" where a number is expected");
  }

  @Test
  void linesOfTheHeaderComeInAnyOrderAndCase() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("x.asc"),
            "NODATA_VALUE -1\nyllcenter 50.05\nDX 0.1\nNROWS 3\r\ndy 0.2\nNcols 2\n"
                + "XLLCENTER 10\n1 2\n3 -1\n-9999 6\n");
    Session session = create(file, "--write");

    assertThat(session.err).isEmpty();
    assertThat(session.out).doesNotContain("-9999");
    assertThat(read())
        .isEqualTo(
            "y_index,x_index,value\n0,0,1.0\n0,1,2.0\n1,0,3.0\n1,1,\n2,0,-9999.0\n2,1,6.0\n");
    Session corner =
        Session.line(
            "read %s --format csv --fields y,x,value --range y=50.05..50.2 --range x=10.1..10.2",
            array);
    assertThat(corner.out).isEqualTo("y,x,value\n50.05,10.1,6.0\n");
    assertThat(Session.of("meta", array).out).contains("[0.1,0.0,9.95,0.0,-0.2,50.55]");
  }

  @Test
  void theUsualNumberForNoDataIsNullWhereTheHeaderNamesNone() throws IOException {
    String text = "nrows 1\nncols 3\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 -9999 3\n";
    Path file = Files.writeString(folder.resolve("x.asc"), text);
    String note = "cells of -9999 are read as null (the default NODATA_value)";

    assertThat(create(file).out).containsOnlyOnce(note);
    String said = Session.done("write", array, file.toString());
    assertThat(said).containsOnlyOnce(note);
    assertThat(read()).isEqualTo("y_index,x_index,value\n0,0,1.0\n0,1,\n0,2,3.0\n");
    array = folder.resolve("another").toString();
    assertThat(create(file, "--write").out).containsOnlyOnce(note);
    array = folder.resolve("plain").toString();
    Files.writeString(file, text.replace("-9999", "2"));
    assertThat(create(file, "--write").out).doesNotContain("-9999 are null");
  }

  private Path written(String format, String... args) throws IOException {
    String[] all = Arrays.copyOf(new String[] {"read", array, "--format", format}, 4 + args.length);
    System.arraycopy(args, 0, all, 4, args.length);
    Path file = folder.resolve("out." + format);
    try (OutputStream out = Files.newOutputStream(file)) {
      Session session = Session.to(out, all);
      assertThat(session.err).isEmpty();
    }
    return file;
  }

  @Test
  void arraysOfNumPyComeBackAsTheyWere() throws IOException {
    for (String name : List.of("floats", "cube", "truths", "days", "complexes", "alike.npz")) {
      array = folder.resolve("from-" + name).toString();
      String file = name.contains(".") ? name : name + ".npy";
      assertThat(create(FILES.resolve(file), "--write").err).isEmpty();
      String cells = read();
      boolean pairs = name.equals("complexes");
      for (String format : List.of("npy", "npz")) {
        Path written = written(format);
        if (format.equals("npy") && !pairs && !name.contains(".")) {
          assertThat(values(written)).as(name).isEqualTo(values(FILES.resolve(file)));
        }
        String before = array;
        array = folder.resolve("again-" + name + "-" + format).toString();
        Session again = create(written, "--write");
        assertThat(again.err).as(name).isEmpty();
        if (!pairs) {
          assertThat(read().replaceFirst("(?s)^.*?\n", ""))
              .isEqualTo(cells.replaceFirst("(?s)^.*?\n", ""));
        }
        array = before;
      }
    }
  }

  @Test
  void statsOfAnArchiveCountTheReadsOfAllAttributes() {
    assertThat(create(FILES.resolve("alike.npz"), "--write").err).isEmpty();
    long cells = read().lines().count() - 1;
    String file = folder.resolve("two.npz").toString();

    assertThat(Session.of("read", array, "--stats", "--output", file).err)
        .contains(" %d delivered in 2 batches\n".formatted(2 * cells));
  }

  /** The bytes after the header of an array of NumPy. */
  private static byte[] values(Path file) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    int at = 0;
    while (bytes[at] != '\n' || at < 12) {
      at++;
    }
    assertThat((at + 1) % 64).isZero();
    return Arrays.copyOfRange(bytes, at + 1, bytes.length);
  }

  @Test
  void partsAndNullsComeAsNumPyHasThem() throws IOException {
    array = Session.sample("grid");
    byte[] values =
        values(written("npy", "--fields", "a", "--range", "y=1..2", "--range", "x=3..4"));
    assertThat(values).hasSize(4 * Integer.BYTES);
    assertThat(Session.of("read", array, "--format", "npy").err)
        .contains("cannot be stored as a NumPy array: its cells have a variable number of values");
    assertThat(Session.of("read", array, "--format", "npy", "--fields", "y").err)
        .contains("writes only attributes; y is not one");
    assertThat(Session.of("read", array, "--format", "npy", "--where", "a > 1").err)
        .contains("it cannot be combined with --where, --points, --limit and --layout");
    assertThat(Session.of("read", Session.sample("names"), "--format", "npz").err)
        .contains("which requires a dense array");
    assertThat(Session.of("read", array, "--format", "png", "--fields", "a").err)
        .contains("use --format npy or azulejo plot");
  }

  @Test
  void picturesComeBackAsTheyWere() throws IOException {
    int[] forms = {
      BufferedImage.TYPE_BYTE_GRAY,
      BufferedImage.TYPE_USHORT_GRAY,
      BufferedImage.TYPE_3BYTE_BGR,
      BufferedImage.TYPE_4BYTE_ABGR
    };
    Random random = new Random(9);
    for (int form : forms) {
      BufferedImage image = new BufferedImage(13, 7, form);
      for (int y = 0; y < 7; y++) {
        for (int x = 0; x < 13; x++) {
          for (int band = 0; band < image.getRaster().getNumBands(); band++) {
            image.getRaster().setSample(x, y, band, random.nextInt(256));
          }
        }
      }
      for (String format : List.of("png", "tiff")) {
        Path file = folder.resolve("in" + form + "." + format);
        ImageIO.write(image, format, file.toFile());
        array = folder.resolve("array" + form + format).toString();
        assertThat(create(file, "--write").err).isEmpty();

        BufferedImage back = ImageIO.read(written(format).toFile());
        for (int y = 0; y < 7; y++) {
          for (int x = 0; x < 13; x++) {
            assertThat(back.getRaster().getPixel(x, y, (int[]) null))
                .isEqualTo(image.getRaster().getPixel(x, y, (int[]) null));
          }
        }
      }
    }
  }

  @Test
  void gridsAreWrittenToPartsOfDenseArrays() throws IOException {
    assertThat(create(FILES.resolve("floats.npy"), "--write").err).isEmpty();
    String file = FILES.resolve("floats.npy").toString();

    assertThat(Session.of("write", array, file, "--at", "2040").err).isEmpty();
    assertThat(Session.of("write", Session.sample("names"), file).err)
        .contains("which requires a dense array");
    assertThat(Session.of("write", array, file, FILES.resolve("cube.npy").toString()).err)
        .contains("holds a whole array, and cannot be combined with other files");
  }
}
