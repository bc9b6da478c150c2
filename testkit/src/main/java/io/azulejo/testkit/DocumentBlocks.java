package io.azulejo.testkit;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.regex.Pattern;

/** The documents of the project, whose examples are executed. */
public final class DocumentBlocks {
  private static final Pattern BLOCK = Pattern.compile("(?ms)^```(\\w+)\\n(.*?)^```$");

  private static final Pattern LINK = Pattern.compile("\\]\\((?![a-z]+:)([^)#]+)(?:#[^)]*)?\\)");

  private DocumentBlocks() {}

  /**
   * The contents of a document's code blocks in a language, in their order.
   *
   * @param document its path below the root, such as {@code docs/java.md}
   */
  public static List<String> of(String document, String language) throws IOException {
    return BLOCK
        .matcher(Files.readString(Launcher.ROOT.resolve(document)))
        .results()
        .filter(block -> block.group(1).equals(language))
        .map(block -> block.group(2))
        .toList();
  }

  /** The files that the links of a document name, those to other places left out. */
  public static List<Path> links(String document) throws IOException {
    Path file = Launcher.ROOT.resolve(document);
    return LINK.matcher(Files.readString(file))
        .results()
        .map(link -> file.resolveSibling(link.group(1)))
        .toList();
  }
}
