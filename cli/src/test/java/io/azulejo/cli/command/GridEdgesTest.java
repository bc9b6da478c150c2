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
      assertThat(session.err).contains("values of the type " + type);
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
}
