package io.azulejo.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/**
 * A folder of arrays and groups with what they hold: {@code <family>/<case>/expected*.json}, each
 * of which is one expectation.
 *
 * @param path the folder
 * @param bundled whether it is the selection that comes with the tests
 */
public record CorpusFolder(Path path, boolean bundled) {
  /**
   * The folder to test with: the one that the system property {@code corpus} names, relative to
   * where the build was started ({@code azulejo.started.in}); without it the whole corpus where it
   * lies beside the checkout ({@code azulejo.root}); else the selection on the class path.
   *
   * @throws IllegalStateException if the property names no folder
   */
  public static CorpusFolder find() {
    String named = System.getProperty("corpus", "");
    if (!named.isEmpty()) {
      Path path = Path.of(System.getProperty("azulejo.started.in", "")).resolve(named).normalize();
      if (!Files.isDirectory(path)) {
        throw new IllegalStateException(
            "-Dcorpus=%s: there is no folder %s".formatted(named, path.toAbsolutePath()));
      }
      return new CorpusFolder(path, false);
    }
    String root = System.getProperty("azulejo.root", "");
    if (!root.isEmpty()) {
      Path beside = Path.of(root).resolve("../shared/corpus").normalize();
      if (Files.isDirectory(beside)) {
        return new CorpusFolder(beside, false);
      }
    }
    return bundledSelection();
  }

  /** The selection of small arrays that comes with the tests. */
  public static CorpusFolder bundledSelection() {
    URL resource = CorpusFolder.class.getResource("/arrays");
    if (resource == null) {
      throw new IllegalStateException("no folder \"arrays\" on the class path of the tests");
    }
    try {
      return new CorpusFolder(Path.of(resource.toURI()), true);
    } catch (URISyntaxException e) {
      throw new IllegalStateException(e);
    }
  }

  /**
   * The files with expectations, sorted by path.
   *
   * @throws IllegalStateException if there is none, so that no test passes by testing nothing
   */
  public List<Path> expectationFiles() {
    try (Stream<Path> files = Files.find(path, 3, (file, about) -> isExpectation(file))) {
      List<Path> found = files.sorted().toList();
      if (found.isEmpty()) {
        throw new IllegalStateException(
            "the folder %s has no file <family>/<case>/expected*.json; name a corpus with -Dcorpus"
                .formatted(path.toAbsolutePath()));
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** The expectation that a file holds. */
  public Expectation expectation(Path file) {
    return Expectation.parse(path, file);
  }

  private boolean isExpectation(Path file) {
    String name = file.getFileName().toString();
    return path.relativize(file).getNameCount() == 3
        && name.startsWith("expected.")
        && name.endsWith(".json");
  }
}
