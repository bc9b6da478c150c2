package io.azulejo.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.testkit.Launcher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Links between documents lead to files that exist and to headings that these files have. */
class DocumentLinksTest {
  private static final Pattern LINK =
      Pattern.compile("\\]\\((?![a-z]+:)([^)#\\s]*)(?:#([^)\\s]+))?\\)");
  private static final Pattern CODE = Pattern.compile("(?ms)^ *```.*?^ *```");
  private static final Pattern HEADING = Pattern.compile("(?m)^#+ +(.*)$");

  /** The archive's own documents link to other places of the archive; ArchiveTest checks these. */
  private static final Pattern NOT_HERE =
      Pattern.compile("(?:^|/)(?:\\.git|target|node_modules|dist/src/main/files)(?:/|$)");

  private static String text(Path document) throws IOException {
    return CODE.matcher(Files.readString(document)).replaceAll("");
  }

  /** Returns the anchors of a document's headings, as GitHub makes them. */
  private static Set<String> anchors(Path document) throws IOException {
    return HEADING
        .matcher(text(document))
        .results()
        .map(
            heading ->
                heading
                    .group(1)
                    .replaceAll("\\[([^\\]]*)\\]\\([^)]*\\)", "$1")
                    .strip()
                    .toLowerCase(Locale.ROOT)
                    .replaceAll("[^\\w\\- ]", "")
                    .replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  @Test
  void everyLinkAndAnchorResolves() throws IOException {
    List<Path> documents;
    try (Stream<Path> files = Files.walk(Launcher.ROOT)) {
      documents =
          files
              .filter(file -> file.toString().endsWith(".md"))
              .filter(
                  file ->
                      !NOT_HERE
                          .matcher(Launcher.ROOT.relativize(file).toString().replace('\\', '/'))
                          .find())
              .toList();
    }
    List<String> broken = new ArrayList<>();
    int links = 0;
    for (Path document : documents) {
      for (MatchResult link : LINK.matcher(text(document)).results().toList()) {
        links++;
        Path target =
            link.group(1).isEmpty() ? document : document.resolveSibling(link.group(1)).normalize();
        String anchor = link.group(2);
        if (!Files.exists(target)
            || (anchor != null
                && target.toString().endsWith(".md")
                && !anchors(target).contains(anchor))) {
          broken.add(Launcher.ROOT.relativize(document) + ": " + link.group());
        }
      }
    }

    assertThat(links).isGreaterThan(300);
    assertThat(broken).isEmpty();
  }
}
