package io.azulejo.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.testkit.Launcher;
import io.azulejo.testkit.S3Server;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;

/** The array of the examples that anyone may read: {@code s3://public-data/grid}. */
final class PublicGrid {
  private static boolean published;

  private PublicGrid() {}

  /**
   * Makes it on the server of the tests, unless it is there.
   *
   * @param settings where the settings of the server are written to
   */
  static synchronized void publish(Path settings) throws IOException {
    if (published) {
      return;
    }
    S3Server server = S3Server.shared();
    server.newPublicBucket("public-data");
    Path file =
        CommandRun.settings(settings, server.endpoint(), "vfs.s3.object_canned_acl = public-read");
    CommandRun copied =
        CommandRun.of(
            List.of(
                "cp",
                Launcher.ROOT.resolve("samples/grid").toString(),
                "s3://public-data/grid",
                "--config-file",
                file.toString()));
    assertThat(copied.err()).isEmpty();
    published = true;
  }
}
