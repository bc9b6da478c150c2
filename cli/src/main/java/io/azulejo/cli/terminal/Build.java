package io.azulejo.cli.terminal;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;

/** The version and release date of this program. */
public final class Build {
  private Build() {}

  /** Returns the program version, such as {@code 0.1.0}. */
  public static String version() {
    return line(0);
  }

  /** Returns the build date, such as {@code 2026-01-31}. Archive entries have the same date. */
  public static String date() {
    return line(1).substring(0, "2026-01-31".length());
  }

  private static String line(int number) {
    try (InputStream in = Build.class.getResourceAsStream("/io/azulejo/cli/version.txt")) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8).lines().toList().get(number);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
