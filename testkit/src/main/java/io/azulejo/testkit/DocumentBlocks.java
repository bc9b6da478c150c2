package io.azulejo.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** Extracts code blocks and links from the project's documents. Tests execute the code blocks. */
public final class DocumentBlocks {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");

  private static final Pattern LINK = Pattern.compile("\\]\\((?![a-z]+:)([^)#]+)(?:#[^)]*)?\\)");

  private DocumentBlocks() {}

  /**
   * Returns the contents of a document's code blocks in one language, in document order.
   *
   * @param document the path relative to the project root, such as {@code docs/java.md}
   * @param language the language after the opening fence, such as {@code java}
   */
  public static List<String> of(String document, String language) throws IOException {
    return BLOCK
        .matcher(Files.readString(Launcher.ROOT.resolve(document)))
        .results()
        .filter(block -> block.group(1).equals(language))
        .map(block -> block.group(2))
        .toList();
  }

  /**
   * Returns the paths that a document links to, in document order. External links and links within
   * the document are omitted.
   */
  public static List<Path> links(String document) throws IOException {
    Path file = Launcher.ROOT.resolve(document);
    return LINK.matcher(Files.readString(file))
        .results()
        .map(link -> file.resolveSibling(link.group(1)))
        .toList();
  }
}
