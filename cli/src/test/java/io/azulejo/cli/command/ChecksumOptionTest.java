package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import io.azulejo.cli.terminal.Failure;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrays with checksums, and what is said of those without. */
class ChecksumOptionTest {
  @TempDir Path folder;

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  @Test
  void createAddsAChecksumToAllFilters() throws Exception {
    String schema = Session.of("schema", Session.sample("grid"), "--format", "json").out;
    Path file = Files.writeString(folder.resolve("grid.json"), schema);

    String said =
        Session.done("create", path("a"), "--schema", file.toString(), "--checksum", "sha256");
    assertThat(said).contains("CHECKSUM_SHA256").doesNotContain("MD5");
    assertThat(Session.of("verify", path("a")).out).doesNotContain("notice");
    Session guessed =
        Session.line(
            "create %s --from %s --checksum md5 --write",
            path("b"), Session.sample("earthquakes.csv"));
    assertThat(guessed.err).isEmpty();
    assertThat(guessed.out).contains("CHECKSUM_MD5", "wrote 1,707 cells");
    assertThat(Session.of("verify", path("b"), "--deep").out).doesNotContain("notice");
  }

  @Test
  void repackAddsAChecksum() {
    Session.done("repack", Session.sample("names"), path("new"), "--checksum", "SHA256");
    assertThat(Session.of("verify", path("new"), "--deep").out).doesNotContain("notice");
    assertThat(Session.of("advise", path("new")).out).doesNotContain("no checksum filter");
  }

  @Test
  void verifyAndAdviseNameTheFieldsWithoutAChecksum() {
    String names = Session.sample("names");

    Session verified = Session.of("verify", names);
    assertThat(verified.code).isZero();
    assertThat(verified.out)
        .startsWith(
            "notice: "
                + names
                + ": no checksum filter for name, v, s, offsets; see azulejo advise\n")
        .endsWith("no problems\n");
    assertThat(Session.of("verify", names, "--format", "csv").out)
        .contains("notice,unchecked," + names);
    assertThat(Session.of("advise", names).out)
        .contains("no checksum filter: name, v, s, offsets; azulejo repack --checksum adds one")
        .containsPattern(" sha256 +[\\d,]+ bytes instead of [\\d,]+ +[\\d,]+ MiB/s instead of ");
  }

  @Test
  void otherKindsAreRefused() {
    Session session =
        Session.of("repack", Session.sample("names"), path("new"), "--checksum", "crc");

    assertThat(session.code).isEqualTo(Failure.USAGE);
    assertThat(session.err).contains("--checksum crc: expected one of sha256, md5");
  }
}
