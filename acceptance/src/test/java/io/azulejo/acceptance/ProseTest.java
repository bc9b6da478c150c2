package io.azulejo.acceptance;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.testkit.DocumentBlocks;
import io.azulejo.testkit.Launcher;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Predicate;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * Text that people read has short sentences and none of the phrases that CONTRIBUTING lists. The
 * findings of an area may only become fewer: {@code prose.txt} has the counts, which {@code
 * -Dazulejo.golden.update=true} rewrites.
 */
class ProseTest {
  private static final Path COUNTS =
      Launcher.ROOT.resolve("acceptance/src/test/resources/prose.txt");

  private static final Pattern NOT_TEXT =
      Pattern.compile("(?:^|/)(?:\\.git|target|src/test)(?:/|$)");
  private static final Pattern EXPORTS = Pattern.compile("(?m)^ *exports ([\\w.]+);");

  private static Prose prose() throws IOException {
    return new Prose(
        DocumentBlocks.of("CONTRIBUTING.md", "text").get(0).lines().map(String::strip).toList());
  }

  private static String path(Path file) {
    return Launcher.ROOT.relativize(file).toString().replace('\\', '/');
  }

  private static List<Path> files(Predicate<String> wanted) throws IOException {
    try (Stream<Path> files = Files.walk(Launcher.ROOT)) {
      return files
          .filter(file -> !NOT_TEXT.matcher(path(file)).find() && wanted.test(path(file)))
          .sorted()
          .toList();
    }
  }

  private static List<String> findings(
      List<Path> files, BiFunction<Prose, String, List<String>> search) throws IOException {
    Prose prose = prose();
    List<String> findings = new ArrayList<>();
    for (Path file : files) {
      search
          .apply(prose, Files.readString(file))
          .forEach(finding -> findings.add(path(file) + ": " + finding));
    }
    return findings;
  }

  /** The folders of packages that modules export to everybody. */
  private static List<String> publicFolders() throws IOException {
    return files(path -> path.endsWith("src/main/java/module-info.java")).stream()
        .flatMap(
            module -> {
              try {
                return EXPORTS
                    .matcher(Files.readString(module))
                    .results()
                    .map(e -> path(module.getParent()) + "/" + e.group(1).replace('.', '/') + "/");
              } catch (IOException e) {
                throw new UncheckedIOException(e);
              }
            })
        .toList();
  }

  private static Map<String, List<String>> areas() throws IOException {
    List<String> exported = publicFolders();
    Predicate<String> sources = path -> path.matches(".*/src/main/.*\\.java");
    Predicate<String> isPublic =
        path -> exported.contains(path.substring(0, path.lastIndexOf('/') + 1));
    Map<String, List<String>> areas = new TreeMap<>();
    areas.put(
        "documents",
        findings(
            files(path -> path.endsWith(".md") && !path.equals("CHANGELOG.md")),
            Prose::inDocument));
    areas.put("changelog", findings(files("CHANGELOG.md"::equals), Prose::inDocument));
    areas.put("public comments", findings(files(sources.and(isPublic)), Prose::inComments));
    areas.put("other comments", findings(files(sources.and(isPublic.negate())), Prose::inComments));
    areas.put("messages", findings(files(sources), Prose::inStrings));
    return areas;
  }

  @Test
  void findingsOnlyBecomeFewer() throws IOException {
    Map<String, List<String>> areas = areas();
    String counts =
        areas.entrySet().stream()
            .map(area -> area.getKey() + ": " + area.getValue().size() + "\n")
            .collect(Collectors.joining());
    if (Boolean.getBoolean("azulejo.golden.update")) {
      Files.writeString(COUNTS, counts);
    }
    areas.forEach((area, findings) -> System.out.println(area + ": " + findings.size()));

    assertThat(counts)
        .as(() -> String.join("\n", areas.values().stream().flatMap(List::stream).toList()))
        .isEqualTo(Files.readString(COUNTS));
  }

  @Test
  void findsPhrasesAndLongSentencesInEachKindOfText() throws IOException {
    Prose prose = prose();
    String longSentence = "word ".repeat(Prose.MOST_WORDS + 1) + "end.";

    assertThat(prose.inDocument("This is no name. Fine.\n\n```\nis no\n```\n| `is no` | b |"))
        .containsExactly("\"is no\" in: This is no name.");
    assertThat(prose.inDocument(longSentence)).singleElement().asString().startsWith("37 words");
    assertThat(prose.inComments("/** Whoever\n * reads. */ int a; // is no\nString s = \"is no\";"))
        .hasSize(2);
    assertThat(prose.inStrings("/* is no */ f(\"that \"\n + \"is no \" + x + \"name\"); // is no"))
        .containsExactly("\"is no\" in: that is no");
  }
}
