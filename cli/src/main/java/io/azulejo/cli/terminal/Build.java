package io.azulejo.cli.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The build that runs. */
public final class Build {
  private Build() {}

  /** Its version, such as {@code 0.1.0}. */
  public static String version() {
    try (InputStream in = Build.class.getResourceAsStream("/io/azulejo/cli/version.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).strip();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
