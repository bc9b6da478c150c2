package io.azulejo.internal.format;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The tables of {@code docs/format} say what the layouts do. */
class FormatDocsTest {
  private static final Path FOLDER = folder();

  /** Pages about files and their names, which no layout reads. */
  private static final List<String> PAGES_WITHOUT_LAYOUT = List.of("array-folder", "data-files");

  private static final List<FormatPage> PAGES =
      Stream.of(SchemaPages.all(), FragmentPages.all()).flatMap(List::stream).toList();

  static Stream<FormatPage> pages() {
    return PAGES.stream();
  }

  private static Stream<String> names() {
    return Stream.concat(pages().map(FormatPage::name), PAGES_WITHOUT_LAYOUT.stream());
  }

  private static Path folder() {
    Path root = Path.of(System.getProperty("azulejo.root", "")).toAbsolutePath();
    while (root != null && !Files.isDirectory(root.resolve("docs/format"))) {
      root = root.getParent();
    }
    if (root == null) {
      throw new IllegalStateException("there is no docs/format at or above the current folder");
    }
    return root.resolve("docs/format");
  }

  /** The text of a page. */
  static String read(String name) throws IOException {
    return Files.readString(FOLDER.resolve(name + ".md"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("pages")
  void theTableOfAPageIsTrue(FormatPage page) throws IOException {
    assertThat(FormatTable.parse(read(page.name())).errors(page.samples()))
        .as("what docs/format/%s.md says otherwise than the layout does", page.name())
        .isEmpty();
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("pages")
  void linksOfATableLeadToPages(FormatPage page) throws IOException {
    List<FormatTable.Row> rows = FormatTable.parse(read(page.name())).rows();
    assertThat(rows).isNotEmpty();
    for (FormatTable.Row row : rows) {
      row.page().ifPresent(linked -> assertThat(FOLDER.resolve(linked + ".md")).exists());
    }
  }

  @Test
  void everyPageIsChecked() throws IOException {
    List<String> names = names().sorted().toList();

    try (Stream<Path> files = Files.list(FOLDER)) {
      assertThat(
              files
                  .map(f -> f.getFileName().toString().replace(".md", ""))
                  .filter(name -> !name.equals("README"))
                  .sorted())
          .isEqualTo(names);
    }
  }

  @Test
  void everyLinkLeadsToAPageAndAHeading() throws IOException {
    Pattern link = Pattern.compile("\\]\\(((?:\\.\\./)?[a-zA-Z-]+\\.md)?(?:#([^)]+))?\\)");
    Set<String> broken = new TreeSet<>();
    for (String page : Stream.concat(names(), Stream.of("README")).toList()) {
      Matcher links = link.matcher(read(page));
      while (links.find()) {
        Path target =
            FOLDER.resolve(links.group(1) == null ? page + ".md" : links.group(1)).normalize();
        if (!Files.exists(target)
            || links.group(2) != null && !anchors(target).contains(links.group(2))) {
          broken.add(page + ": " + links.group());
        }
      }
    }
    assertThat(broken).as("links of docs/format that lead nowhere").isEmpty();
  }

  /** The anchors that headings of a page get. */
  private static Set<String> anchors(Path page) throws IOException {
    return Files.readAllLines(page).stream()
        .filter(line -> line.startsWith("#"))
        .map(line -> line.replaceFirst("^#+ ", "").toLowerCase(Locale.ROOT))
        .map(heading -> heading.replaceAll("[^a-z0-9_ -]", "").replace(' ', '-'))
        .collect(Collectors.toSet());
  }

  @Test
  void theReadmeLinksToEveryPage() throws IOException {
    assertThat(read("README")).contains(names().map("(%s.md)"::formatted).toArray(String[]::new));
  }
}
