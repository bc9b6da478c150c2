package io.azulejo.acceptance;

import io.azulejo.cli.Main;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.plot.picture.ColorDepth;
import io.azulejo.testkit.S3Server;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;

/**
 * A command that was run within this process.
 *
 * @param code what it ended with
 * @param out its standard output
 * @param err its standard error
 */
record CommandRun(int code, String out, String err) {
  /** Runs a command; a table is as wide as it needs to be. */
  static CommandRun of(List<String> words) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    Terminal terminal =
        new Terminal(
            InputStream.nullInputStream(),
            out,
            err,
            Terminal.UNLIMITED,
            ColorDepth.NONE,
            false,
            false,
            engine -> engine);
    int code = Main.run(terminal, words.toArray(String[]::new));
    return new CommandRun(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Writes a file of settings for a server of the S3 protocol. */
  static Path settings(Path file, URI endpoint, String... more) throws IOException {
    return Files.writeString(
        file,
        """
        vfs.s3.endpoint_override = %s
        vfs.s3.aws_access_key_id = %s
        vfs.s3.aws_secret_access_key = %s
        vfs.s3.connect_scale_factor = 1
        %s
        """
            .formatted(endpoint, S3Server.KEY_ID, S3Server.SECRET, String.join("\n", more)));
  }
}
