package io.azulejo.acceptance;

import static io.azulejo.acceptance.Launcher.ROOT;

import java.io.IOException;
import java.nio.file.Files;
import java.util.List;
import java.util.regex.Pattern;

/** The README of the project, whose examples are executed. */
final class Readme {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");

  private Readme() {}

  /** The contents of its code blocks of a language, in their order. */
  static List<String> blocks(String language) throws IOException {
    return BLOCK
        .matcher(Files.readString(ROOT.resolve("README.md")))
        .results()
        .filter(block -> block.group(1).equals(language))
        .map(block -> block.group(2))
        .toList();
  }
}
