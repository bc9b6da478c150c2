package io.azulejo.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Extracts code blocks and links from the project's documents, whose examples tests execute. */
public final class DocumentBlocks {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");

  private static final Pattern LINK = Pattern.compile("\\]\\((?![a-z]+:)([^)#]+)(?:#[^)]*)?\\)");

  private DocumentBlocks() {}

  /**
   * Returns a document's code blocks in the given language, in order.
   *
   * @param document the path below the project root, such as {@code docs/java.md}
   */
  public static List<String> of(String document, String language) throws IOException {
    return BLOCK
        .matcher(Files.readString(Launcher.ROOT.resolve(document)))
        .results()
        .filter(block -> block.group(1).equals(language))
        .map(block -> block.group(2))
        .toList();
  }

  /** Returns the files that a document links to; external links are omitted. */
  public static List<Path> links(String document) throws IOException {
    Path file = Launcher.ROOT.resolve(document);
    return LINK.matcher(Files.readString(file))
        .results()
        .map(link -> file.resolveSibling(link.group(1)))
        .toList();
  }
}
