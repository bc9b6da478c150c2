package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import io.azulejo.cli.terminal.Failure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is wrong is said, with a code for scripts. */
class VerifyCommandTest {
  @TempDir Path folder;

  private static Path file(String array, String name) throws IOException {
    try (Stream<Path> files = Files.walk(Path.of(array))) {
      return files.filter(f -> f.getFileName().toString().equals(name)).sorted().findFirst().get();
    }
  }

  @Test
  void nothingIsWrongWithTheSamples() {
    for (String sample : List.of("grid", "names", "days", "colors", "group")) {
      Session session = Session.of("verify", Session.sample(sample), "--deep");
      assertThat(session.out).as(sample).contains("decoded ").endsWith("no problems\n");
      assertThat(session.err).isEmpty();
      assertThat(session.code).isEqualTo(Failure.OK);
    }
  }

  @Test
  void damageIsNamedWithItsConsequence() throws IOException {
    String array = Session.copy("grid", folder);
    Path file = file(array, "a0.tdb");
    byte[] bytes = Files.readAllBytes(file);
    Files.write(file, java.util.Arrays.copyOf(bytes, bytes.length - 1));

    Session session = Session.of("verify", array);
    assertThat(session.code).isEqualTo(Failure.CORRUPT);
    assertThat(session.out)
        .startsWith("error: " + file + ", a\n")
        .contains("  the file has %d bytes; the footer says ".formatted(bytes.length - 1))
        .contains("  consequence: reads of \"a\" fail in this fragment\n")
        .contains("  remedy: restore it from a copy\n")
        .endsWith("1 error, 0 warnings, 0 notices\n");
    Session csv = Session.of("verify", array, "--format", "csv");
    assertThat(csv.code).isEqualTo(Failure.CORRUPT);
    assertThat(csv.out.lines().toList())
        .hasSize(3)
        .first()
        .isEqualTo("severity,kind,location,structure,field,offset,what,consequence,remedy");
    assertThat(Session.of("verify", array, "--format", "json").out).contains("\"truncated\"");
  }

  @Test
  void noticesAloneAreNoFailure() throws IOException {
    String array = Session.copy("grid", folder);
    Files.writeString(Path.of(array, "README.md"), "about");

    Session session = Session.of("verify", array);
    assertThat(session.code).isEqualTo(Failure.OK);
    assertThat(session.out)
        .startsWith("notice: ")
        .contains("the file does not belong to an array")
        .endsWith("0 errors, 0 warnings, 1 notice\n");
    assertThat(Session.of("verify", folder.resolve("none").toString()).code)
        .isEqualTo(Failure.EXISTENCE);
  }

  @Test
  void whatWasSealedIsCompared() throws IOException {
    String array = Session.copy("days", folder);
    assertThat(Session.of("verify", array, "--seal").code).isEqualTo(Failure.EXISTENCE);
    Session sealed = Session.of("seal", array);
    assertThat(sealed.code).isEqualTo(Failure.OK);
    assertThat(sealed.out).startsWith("sealed ").endsWith(array + ".seal\n");
    assertThat(Session.of("seal", array).code).isEqualTo(Failure.EXISTENCE);
    assertThat(Session.of("seal", array, "--replace").code).isEqualTo(Failure.OK);
    assertThat(Session.of("verify", array, "--seal").out).endsWith("no problems\n");

    Files.writeString(Path.of(array, "notes"), "new");
    assertThat(Session.of("verify", array, "--seal").out)
        .contains("the file did not exist when the seal was made");
  }

  @Test
  void aSealIsKeptUpToDateAndReadsAreComparedWithIt() throws IOException {
    String array = Session.copy("days", folder);
    assertThat(Session.of("read", array, "--verify-reads").err)
        .contains("has no seal to compare with; create one (azulejo seal)");
    assertThat(Session.of("seal", array, "--keep").out).endsWith(array + ".seal.d\n");
    assertThat(Session.of("meta", "set", array, "k", "v").code).isEqualTo(Failure.OK);
    assertThat(Session.of("verify", array, "--seal").out).endsWith("no problems\n");
    assertThat(Session.of("seal", array, "--gather", "--keep").code).isEqualTo(Failure.REQUEST);
    assertThat(Session.of("seal", array, "--gather").out).startsWith("gathered the seal of ");
    assertThat(Session.of("read", array, "--verify-reads").out)
        .isEqualTo(Session.of("read", array).out);

    Path metadata = file(array, "__fragment_metadata.tdb");
    byte[] bytes = Files.readAllBytes(metadata);
    bytes[bytes.length / 2] ^= 1;
    Files.write(metadata, bytes);
    Session refused = Session.of("read", array, "--verify-reads");
    assertThat(refused.code).isEqualTo(Failure.CORRUPT);
    assertThat(refused.err).contains("differ from what was sealed");
  }

  @Test
  void anArrayIsSealedFromItsCreationOn() throws IOException {
    String array = Session.copy("days", folder) + "-new";
    Path schema = Path.of(array + ".json");
    Files.writeString(
        schema, Session.of("schema", Session.copy("grid", folder), "--format", "json").out);
    assertThat(Session.of("create", array, "--schema", schema.toString(), "--seal").code)
        .isEqualTo(Failure.OK);

    assertThat(Session.of("verify", array, "--seal").out).endsWith("no problems\n");
  }

  @Test
  void whatIsRepairedIsSaid() throws IOException {
    String array = Session.copy("grid", folder);
    assertThat(Session.of("repair", array).code).isEqualTo(Failure.REQUEST);
    Files.writeString(Path.of(array, ".0123.tmp"), "half");

    assertThat(Session.of("repair", array, "--dry-run", "--older-than", "0").out)
        .startsWith("would remove, 4 bytes: ")
        .endsWith("would repair 1, 0 problems left\n");
    assertThat(Session.of("repair", array, "--apply").out)
        .isEqualTo("repaired 0, 0 problems left\n");
    assertThat(Session.of("repair", array, "--apply", "--older-than", "0").out)
        .startsWith("removed, 4 bytes: ")
        .endsWith("repaired 1, 0 problems left\n");

    Path broken = file(array, "__fragment_metadata.tdb");
    Files.write(broken, new byte[3]);
    Session left = Session.of("repair", array, "--apply");
    assertThat(left.code).isEqualTo(Failure.CORRUPT);
    assertThat(left.out).startsWith("left: error: ");
    Session taken = Session.of("repair", array, "--apply", "--quarantine-broken");
    assertThat(taken.code).isEqualTo(Failure.OK);
    assertThat(taken.out).startsWith("quarantined, ").contains("to restore it, move the folder");
    assertThat(Session.of("verify", array, "--deep").code).isEqualTo(Failure.OK);
  }
}
