package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import io.azulejo.cli.terminal.Failure;
import java.awt.Color;
import java.awt.Graphics2D;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.zip.GZIPOutputStream;
import javax.imageio.IIOImage;
import javax.imageio.ImageIO;
import javax.imageio.ImageWriteParam;
import javax.imageio.ImageWriter;
import javax.imageio.stream.ImageOutputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are made to do harm: each is refused in one line that names it, or read. */
class HostileFilesTest {
  private static final Path FILES = Session.root().resolve("cli/src/test/resources");
  private static final int SUB_DIRECTORIES = 330;
  private static final int EXIF = 34665;
  private static final int GPS = 34853;
  private static final int COMPRESSION = 259;
  private static final int LZW = 5;
  private static final int DEFLATE = 8;
  private static final int BITS = 258;
  private static final int STRIP_OFFSETS = 273;
  private static final int ROWS_PER_STRIP = 278;
  private static final int STRIP_BYTES = 279;
  private static final int METADATA = 42112;
  private static final int TILE_WIDTH = 322;

  @TempDir private Path folder;

  private Session create(String name, byte[] bytes) throws IOException {
    Path file = Files.write(folder.resolve(name), bytes);
    return Session.line(
        "create %s --from %s --write",
        folder.resolve("array of " + name).toString(), file.toString());
  }

  private String refused(String name, byte[] bytes) throws IOException {
    Session session = create(name, bytes);
    assertThat(session.code).as(session.err).isEqualTo(Failure.REQUEST);
    assertThat(session.err).contains(name + ": ").hasLineCount(1).hasSizeLessThan(1_000);
    assertThat(folder.resolve("array of " + name)).doesNotExist();
    return session.err;
  }

  private static TiffBytes picture() {
    return new TiffBytes().page(3, 2, 8, new byte[] {1, 2, 3, 4, 5, 6});
  }

  @Test
  void directoriesWithinDirectoriesOfPicturesAreNotFollowed() throws IOException {
    for (int tag : new int[] {SUB_DIRECTORIES, EXIF, GPS}) {
      Session session = create(tag + ".tif", picture().withLong(tag, 8).bytes());

      assertThat(session.err).isEmpty();
      assertThat(session.out).contains("wrote 6 cells");
    }
  }

  @Test
  void tagsOfPicturesHaveTheirValuesWithinTheFile() throws IOException {
    byte[] bytes = picture().with(317, "a text of a length").bytes();
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int entries = file.getShort(8);
    for (int i = 0; i < entries; i++) {
      int at = 10 + 12 * i;
      if (file.getShort(at) == 317) {
        file.putInt(at + 4, Integer.MAX_VALUE);
      }
    }

    assertThat(refused("values.tif", bytes))
        .contains("tag 317 of image 1 has 2,147,483,647 values, which are not within its");
  }

  @Test
  void stripsOfPicturesEndWithTheFile() throws IOException {
    byte[] bytes =
        picture().with(COMPRESSION, DEFLATE).withLong(STRIP_BYTES, Integer.MAX_VALUE - 16).bytes();

    assertThat(refused("deflate.tif", bytes)).contains("the image is damaged");
  }

  @Test
  void samplesOfOddWidthsAreRefusedBeforeATableOfTheirValuesIsMade() throws IOException {
    byte[] bytes = new TiffBytes().page(3, 2, 28, new byte[21]).bytes();

    assertThat(refused("bits.tif", bytes)).contains("samples of 28 bits");
  }

  @Test
  void tagsThatOccurTwiceCountOnce() throws IOException {
    byte[] bytes = new TiffBytes().page(3, 2, 28, new byte[21]).with(BITS + 1, 8).bytes();
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int second = entry(file, BITS + 1);
    file.putShort(second, (short) BITS);

    assertThat(refused("twice.tif", bytes)).contains("samples of 28 bits");
  }

  /** Returns where the entry of a tag is in the first directory of a picture. */
  private static int entry(ByteBuffer file, int tag) {
    return IntStream.range(0, file.getShort(8))
        .map(i -> 10 + 12 * i)
        .filter(at -> file.getShort(at) == (short) tag)
        .findFirst()
        .orElseThrow();
  }

  @Test
  void picturesOfMuchMetadataAreRefusedForThat() throws IOException {
    int values = (1 << 22) + 1;
    byte[] some = picture().with(METADATA, "a text of a length").bytes();
    byte[] bytes = Arrays.copyOf(some, some.length + values);
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int metadata = entry(file, METADATA);
    file.putInt(metadata + 4, values).putInt(metadata + 8, some.length);

    assertThat(refused("metadata.tif", bytes))
        .contains(
            "the TIFF file has too much metadata: its tags up to tag 42112 of image 1 have more than 4,194,304 values");
  }

  @Test
  void stripsThatPassTheEndOfPicturesAreReadAsFarAsTheyGo() throws IOException {
    byte[] one = picture().withLong(ROWS_PER_STRIP, 64).withLong(STRIP_BYTES, 192).bytes();
    Session session = create("strip.tif", one);

    assertThat(session.err).isEmpty();
    assertThat(session.out).contains("wrote 6 cells");

    Session strips = create("strips.tif", twoStrips());

    assertThat(strips.err).isEmpty();
    assertThat(strips.out).contains("wrote 6 cells");
    assertThat(
            Session.of("read", folder.resolve("array of strips.tif").toString(), "--format", "csv")
                .out)
        .isEqualToIgnoringNewLines("y,x,value0,0,10,1,20,2,31,0,41,1,51,2,6");
  }

  /** A picture of two strips, the second of which should have two rows and has one. */
  private static byte[] twoStrips() {
    byte[] bytes =
        new TiffBytes()
            .page(3, 2, 8, new byte[] {1, 2, 3, 4, 5, 6})
            .withLong(ROWS_PER_STRIP, 1)
            .with(STRIP_BYTES, 3, 100)
            .bytes();
    ByteBuffer file = ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    int offsets = entry(file, STRIP_OFFSETS);
    int strip = file.getInt(offsets + 8);
    byte[] moved = Arrays.copyOf(bytes, bytes.length + 14);
    file = ByteBuffer.wrap(moved).order(ByteOrder.LITTLE_ENDIAN);
    System.arraycopy(moved, strip, moved, bytes.length + 8, 6);
    file.putInt(offsets + 4, 2).putInt(offsets + 8, bytes.length);
    file.putInt(bytes.length, bytes.length + 8).putInt(bytes.length + 4, bytes.length + 11);
    return moved;
  }

  @Test
  void tilesOfPicturesThatNoFileHasAreRefused() throws IOException {
    byte[] bytes =
        picture()
            .withLong(TILE_WIDTH, 1 << 14)
            .withLong(TILE_WIDTH + 1, 1 << 14)
            .withLong(TILE_WIDTH + 2, 8)
            .withLong(TILE_WIDTH + 3, 6)
            .bytes();

    assertThat(refused("tile.tif", bytes))
        .contains("tiles of 16,384 x 16,384 pixels, which do not fit");
  }

  @Test
  void arraysOfMoreFieldsThanAnArrayShouldHaveAreRefused() throws IOException {
    String fields =
        IntStream.range(0, 5_000)
            .mapToObj("('f%d', '<i4')"::formatted)
            .collect(Collectors.joining(", ", "[", "]"));

    assertThat(refused("fields.npy", npy(fields, new byte[20_000])))
        .contains("the file has 5,000 fields or bands; at most 4,096 can become attributes");
  }

  private static byte[] npy(String type, byte[] values) {
    String header = "{'descr': %s, 'fortran_order': False, 'shape': (1,), }".formatted(type);
    return ByteBuffer.allocate(12 + header.length() + values.length)
        .order(ByteOrder.LITTLE_ENDIAN)
        .put("\u0093NUMPY\2\0".getBytes(StandardCharsets.ISO_8859_1))
        .putInt(header.length())
        .put(header.getBytes(StandardCharsets.US_ASCII))
        .put(values)
        .array();
  }

  @Test
  void picturesLargerThanTheirFileCanBeAreRefused() throws IOException {
    byte[] bytes = new TiffBytes().page(10_000, 10_000, 8, new byte[6]).bytes();

    assertThat(refused("large.tif", bytes)).contains("10,000 x 10,000 pixels, too many for");
  }

  @Test
  void accidentsInReadersOfPicturesAreNotQuoted() throws IOException {
    byte[] bytes =
        new TiffBytes()
            .page(3, 2, 8, (byte) 0x80, (byte) 0x3f, (byte) 0xff, (byte) 0xff, (byte) 0xff)
            .with(COMPRESSION, LZW)
            .bytes();

    assertThat(refused("lzw.tif", bytes))
        .contains("the image is damaged, or Java cannot read its format")
        .doesNotContain("null");
  }

  @Test
  void attributesThatMetadataCannotNameAreLeftOut() throws IOException {
    byte[] bytes = Files.readAllBytes(FILES.resolve("netcdf/air-classic.nc"));
    int title = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("title");
    bytes[title + 2] = 0;
    Session session = create("nul.nc", bytes);

    assertThat(session.err).isEmpty();
    assertThat(session.out)
        .contains("wrote 36 cells")
        .contains(
            "skipped attributes whose names contain U+0000, which metadata keys cannot store: \"ti\\x00le\"");
    assertThat(Session.of("meta", folder.resolve("array of nul.nc").toString()).out)
        .contains("__tiledb_attr.t.units")
        .doesNotContain("A made file");
  }

  @Test
  void accidentsInTheReaderOfHdf5AreNotQuoted() throws IOException {
    int[][] changes = {
      {229, 128, 9396, 0, 11347, 255},
      {3495, 255, 3496, 255, 3497, 0, 3498, 0},
      {2394, 1, 2395, 0, 2396, 0, 2397, 0, 2400, 0, 2401, 0, 9050, 5, 15842, 8},
    };
    for (int[] change : changes) {
      byte[] bytes = Files.readAllBytes(FILES.resolve("netcdf/plain.h5"));
      for (int i = 0; i < change.length; i += 2) {
        bytes[change[i]] = (byte) change[i + 1];
      }

      assertThat(refused(change[0] + ".h5", bytes))
          .contains("the HDF5 file is damaged, or uses unsupported features")
          .doesNotContain("Exception", "Index ");
    }
  }

  @Test
  void chunksOfHdf5AreAsManyAsTheFileCanHave() throws IOException {
    byte[] bytes = Files.readAllBytes(FILES.resolve("netcdf/small-growing.h5"));
    int index = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("EAHD");
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putLong(index + 44, Integer.MAX_VALUE);

    assertThat(refused("chunks.h5", bytes)).contains("the index of \"/v\" has 2147483647 chunks");
  }

  @Test
  void partsOfArchivesAreWithinThem() throws IOException {
    byte[] bytes = Files.readAllBytes(FILES.resolve("grids/alike.npz"));
    int directory = new String(bytes, StandardCharsets.ISO_8859_1).indexOf("PK\1\2");
    ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN).putInt(directory + 42, bytes.length - 5);

    assertThat(refused("far.npz", bytes))
        .contains("the npz archive is damaged or truncated")
        .doesNotContain("null", "EOFException");
  }

  @Test
  void directoriesOfPicturesAreWithinTheFile() throws IOException {
    assertThat(refused("far.tif", picture().bytes(-16)))
        .contains("the directory of image 2 is not within the file");
  }

  @Test
  void gridsOfMoreNumbersThanTheirFileAreRefused() throws IOException {
    String grid = "ncols 4000000\nnrows 4000000\nxllcorner 0\nyllcorner 0\ncellsize 1\n1 2 3\n";

    assertThat(refused("large.asc", grid.getBytes(StandardCharsets.UTF_8)))
        .contains("the grid is truncated: 4,000,000 x 4,000,000 numbers do not fit into ");
  }

  @Test
  void typesOfNumPyAreQuotedInShort() throws IOException {
    byte[] bytes = npy("'" + "x".repeat(60_000) + "'", new byte[8]);

    assertThat(refused("long.npy", bytes)).contains("has type xxx", "…");
  }

  @Test
  void limitsOfJsonNameTheLine() throws IOException {
    String deep = "[{\"a\": 1},\n{\"a\": %s%s}]".formatted("[".repeat(2_000), "]".repeat(2_000));
    String number = "[{\"a\": 1},\n{\"a\": %s}]".formatted("1".repeat(2_000));

    assertThat(refused("deep.json", deep.getBytes(StandardCharsets.UTF_8)))
        .contains("deep.json: line 2: the JSON has");
    assertThat(refused("number.json", number.getBytes(StandardCharsets.UTF_8)))
        .contains("number.json: line 2: the JSON has");
  }

  @Test
  void rowsOfManyKeysAndTablesOfManyColumnsAreRefused() throws IOException {
    String rows =
        IntStream.range(0, 50_000)
            .mapToObj("{\"k%d\":1}\n"::formatted)
            .collect(Collectors.joining());
    String names =
        IntStream.range(0, 100_000).mapToObj(i -> "c" + i).collect(Collectors.joining(","));
    String cells = String.join(",", Collections.nCopies(100_000, "1"));

    assertThat(refused("keys.jsonl", rows.getBytes(StandardCharsets.UTF_8)))
        .contains(
            "cannot guess a schema from more than 4,096 columns", "in JSON, move varying keys");
    assertThat(
            refused(
                "wide.csv",
                String.join("\n", List.of(names, cells, cells)).getBytes(StandardCharsets.UTF_8)))
        .contains("cannot guess a schema from more than 4,096 columns", "use --melt or --matrix");
  }

  @Test
  void controlCharactersOfFilesDoNotReachTheTerminal() throws IOException {
    assertThat(
            refused(
                "bell.csv", "a\u001b[31m,a\u001b[31m\n1,2\n3,4\n".getBytes(StandardCharsets.UTF_8)))
        .contains("twice")
        .doesNotContain("\u001b");
  }

  @Test
  void whitePagesOfFaxesAreRead() throws IOException {
    BufferedImage page = new BufferedImage(4960, 7016, BufferedImage.TYPE_BYTE_BINARY);
    Graphics2D graphics = page.createGraphics();
    graphics.setColor(Color.WHITE);
    graphics.fillRect(0, 0, page.getWidth(), page.getHeight());
    graphics.dispose();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    ImageWriter writer = ImageIO.getImageWritersByFormatName("tiff").next();
    try (ImageOutputStream out = ImageIO.createImageOutputStream(bytes)) {
      ImageWriteParam packing = writer.getDefaultWriteParam();
      packing.setCompressionMode(ImageWriteParam.MODE_EXPLICIT);
      packing.setCompressionType("CCITT T.6");
      packing.setTilingMode(ImageWriteParam.MODE_EXPLICIT);
      packing.setTiling(4960, 7016, 0, 0);
      writer.setOutput(out);
      writer.write(null, new IIOImage(page, null, null), packing);
    } finally {
      writer.dispose();
    }
    assertThat(bytes.size()).isLessThan(4_500);
    Path file = Files.write(folder.resolve("fax.tif"), bytes.toByteArray());

    Session.done("create", folder.resolve("fax").toString(), "--from", file.toString());
  }

  @Test
  void packedPicturesThatUnpackToFarMoreAreRefused() throws IOException {
    byte[] some = picture().bytes();
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(some);
      byte[] zeros = new byte[1 << 20];
      for (int i = 0; i < 200; i++) {
        out.write(zeros);
      }
    }

    assertThat(refused("bomb.tif.gz", bytes.toByteArray()))
        .contains(
            "the file decompresses to more than 32 MiB and 256 times its size; decompress it first");
  }

  @Test
  void packedPicturesAreReadLikeOthers() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (OutputStream out = new GZIPOutputStream(bytes)) {
      out.write(picture().bytes());
    }

    assertThat(create("packed.tif.gz", bytes.toByteArray()).out).contains("wrote 6 cells");
  }

  @Test
  void manyAttributesThatMetadataCannotNameAreNotedInShort() throws IOException {
    byte[] bytes = Files.readAllBytes(FILES.resolve("netcdf/air-classic.nc"));
    String text = new String(bytes, StandardCharsets.ISO_8859_1);
    for (String name : List.of("title", "units", "long_name", "standard_name", "calendar")) {
      for (int at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
        bytes[at + 1] = 0;
      }
    }

    assertThat(create("nuls.nc", bytes).out).containsPattern("store: .* and \\d+ more");
  }
}
