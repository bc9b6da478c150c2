package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import io.azulejo.cli.terminal.Failure;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import java.util.zip.ZipOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrays of NumPy of rare types, and what is not whole. */
class GridEdgesTest {
  private static final Path FILES = Session.root().resolve("cli/src/test/resources/grids");

  @TempDir private Path folder;
  private String array;

  @BeforeEach
  void locate() {
    array = folder.resolve("array").toString();
  }

  private Session create(Path file) {
    return Session.of("create", array, "--from", file.toString(), "--write");
  }

  private Path npy(String type, long... values) throws IOException {
    String header =
        "{'descr': '%s', 'fortran_order': False, 'shape': (%d,), }\n"
            .formatted(type, values.length);
    ByteBuffer bytes =
        ByteBuffer.allocate(10 + header.length() + 8 * values.length)
            .order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(new byte[] {(byte) 0x93, 'N', 'U', 'M', 'P', 'Y', 1, 0});
    bytes.putShort((short) header.length()).put(header.getBytes(StandardCharsets.US_ASCII));
    for (long value : values) {
      bytes.putLong(value);
    }
    return Files.write(folder.resolve("values.npy"), bytes.array());
  }

  @Test
  void durationsKeepTheirUnit() throws IOException {
    Session session = create(npy("<m8[s]", 5, 90));
    assertThat(session.err).isEmpty();
    assertThat(session.out).containsPattern("value +TIME_SEC");
    Path back = folder.resolve("back.npy");
    try (OutputStream out = Files.newOutputStream(back)) {
      assertThat(Session.to(out, "read", array, "--format", "npy").code).isZero();
    }
    assertThat(new String(Files.readAllBytes(back), StandardCharsets.ISO_8859_1))
        .contains("<m8[s]");
  }

  @Test
  void durationsThatNoTypeHasAreRefused() throws IOException {
    for (String type : new String[] {"<m8[2s]", "<m8[D]", "<m8[Y]", "<m8"}) {
      Session session = create(npy(type, 5));
      assertThat(session.code).as(type).isEqualTo(Failure.REQUEST);
      assertThat(session.err).contains("the NumPy array has type " + type);
    }
  }

  @Test
  void archivesThatAreCutWithinAnArrayAreDamaged() throws IOException {
    Path archive = folder.resolve("cut.npz");
    byte[] half = Files.readAllBytes(FILES.resolve("floats.npy"));
    try (ZipOutputStream out = new ZipOutputStream(Files.newOutputStream(archive))) {
      out.putNextEntry(new ZipEntry("a.npy"));
      out.write(half, 0, 40);
    }
    Session session = create(archive);
    assertThat(session.code).isEqualTo(Failure.REQUEST);
    byte[] bytes = Files.readAllBytes(FILES.resolve("alike.npz"));
    for (int at = 0; at < bytes.length; at += 16) {
      byte[] damaged = bytes.clone();
      damaged[at] ^= 0x55;
      Path file = Files.write(folder.resolve("damaged.npz"), damaged);
      array = folder.resolve("array" + at).toString();
      assertThat(create(file).code).as("byte " + at).isNotEqualTo(Failure.DEFECT);
    }
  }

  @Test
  void nothingIsWrittenOfWhatIsRefused() throws IOException {
    assertThat(create(FILES.resolve("floats.npy")).err).isEmpty();
    for (String format : new String[] {"npy", "npz"}) {
      Session session = Session.of("read", array, "--format", format, "--range", "row=0..99");
      assertThat(session.code).isEqualTo(Failure.REQUEST);
      assertThat(session.out).isEmpty();
    }
  }

  @Test
  void halvesOfCharactersAreNoTexts() throws IOException {
    Path file = npy("<U2", 0x41L | 0xd800L << 32);
    Session session = create(file);

    assertThat(session.code).isEqualTo(Failure.REQUEST);
    assertThat(session.err)
        .contains("values.npy: the NumPy array has strings with invalid characters");
  }

  /** A picture of one strip, little-endian and not compressed. */
  private Path tiff(int width, int height, int photometric, int bands, int bits, int format)
      throws IOException {
    int fields = 10;
    int bandData = 8 + 2 + 12 * fields + 4;
    int pixels = bandData + 4 * bands;
    int size = (int) Math.min(1 << 10, (long) width * height * bands * bits / 8);
    ByteBuffer out = ByteBuffer.allocate(pixels + size).order(ByteOrder.LITTLE_ENDIAN);
    out.put(new byte[] {'I', 'I', 42, 0}).putInt(8).putShort((short) fields);
    field(out, 256, 4, 1, width);
    field(out, 257, 4, 1, height);
    field(out, 258, 3, bands, bands <= 2 ? bits * (bands == 2 ? 0x10001 : 1) : bandData);
    field(out, 259, 3, 1, 1);
    field(out, 262, 3, 1, photometric);
    field(out, 273, 4, 1, pixels);
    field(out, 277, 3, 1, bands);
    field(out, 278, 4, 1, height);
    field(out, 279, 4, 1, size);
    field(
        out,
        339,
        3,
        bands,
        bands <= 2 ? format * (bands == 2 ? 0x10001 : 1) : bandData + 2 * bands);
    out.putInt(0);
    for (int value : new int[] {bits, format}) {
      for (int band = 0; band < bands; band++) {
        out.putShort((short) value);
      }
    }
    while (out.hasRemaining()) {
      out.put((byte) 0xfe);
    }
    return Files.write(folder.resolve("picture.tif"), out.array());
  }

  private static void field(ByteBuffer out, int tag, int type, int count, int value) {
    out.putShort((short) tag).putShort((short) type).putInt(count).putInt(value);
  }

  @Test
  void samplesOfPicturesAreSignedOrNotAsTheFileSays() throws IOException {
    String[][] all = {
      {"8", "1", "UINT8", "254"},
      {"8", "2", "INT8", "-2"},
      {"16", "1", "UINT16", "65278"},
      {"16", "2", "INT16", "-258"},
      {"32", "1", "UINT32", "4278124286"},
      {"32", "2", "INT32", "-16843010"},
    };
    for (String[] one : all) {
      array = folder.resolve("array" + one[2]).toString();
      Session session =
          create(tiff(2, 1, 1, 1, Integer.parseInt(one[0]), Integer.parseInt(one[1])));

      assertThat(session.err).as(one[2]).isEmpty();
      assertThat(session.out).containsPattern("value +" + one[2]);
      assertThat(Session.of("read", array, "--format", "csv").out)
          .isEqualTo("y,x,value\n0,0,%s\n0,1,%s\n".formatted(one[3], one[3]));
    }
  }

  @Test
  void coloursOfPrintersAreNotTakenForThoseOfScreens() throws IOException {
    Session session = create(tiff(2, 1, 5, 4, 8, 1));

    assertThat(session.code).isEqualTo(Failure.REQUEST);
    assertThat(session.err).contains("picture.tif: ").contains("convert it to gray or RGB");
  }

  @Test
  void picturesOfMoreBandsThanFitIntoMemoryAreRefused() throws IOException {
    Session session = create(tiff(4000, 2000, 1, 1000, 8, 1));

    assertThat(session.code).isEqualTo(Failure.REQUEST);
    assertThat(session.err).contains("which do not fit into memory");
  }

  @Test
  void gridsOfElevationsSayWithNaNWhereThereIsNoData() throws IOException {
    Path file =
        Files.writeString(
            folder.resolve("t.asc"), "ncols 2\nnrows 1\ncellsize 1\nNODATA_value nan\n1.5 NaN\n");

    assertThat(create(file).err).isEmpty();
    assertThat(Session.of("read", array, "--format", "csv").out)
        .isEqualTo("y,x,value\n0,0,1.5\n0,1,\n");
  }

  @Test
  void entriesOfArchivesHaveNamesOfTheirOwn() throws IOException {
    Path file = Files.writeString(folder.resolve("odd.csv"), "i,a/b,a_b\n0,1,2\n1,3,4\n");
    assertThat(
            Session.of(
                    "create", array, "--from", file.toString(), "--dims", "i", "--dense", "--write")
                .err)
        .isEmpty();
    Path archive = folder.resolve("odd.npz");
    try (OutputStream out = Files.newOutputStream(archive)) {
      assertThat(Session.to(out, "read", array, "--format", "npz").code).isZero();
    }
    try (ZipFile zip = new ZipFile(archive.toFile())) {
      assertThat(zip.stream()).extracting(ZipEntry::getName).containsExactly("a_b.npy", "a_b_.npy");
    }
  }
}
