package io.azulejo.testkit;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.JarURLConnection;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.file.FileSystem;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.Comparator;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A folder of arrays and groups with their expected contents. Each file {@code
 * <family>/<case>/expected*.json} is one expectation.
 *
 * @param path the folder
 * @param bundled whether this is the small selection that comes with the test kit
 */
public record CorpusFolder(Path path, boolean bundled) {
  /**
   * Returns the folder to test with, the first that applies:
   *
   * <ul>
   *   <li>the folder in the system property {@code corpus}, relative to where the build was started
   *       ({@code azulejo.started.in})
   *   <li>the whole corpus, if it is next to the checkout ({@code azulejo.root})
   *   <li>the selection on the class path
   * </ul>
   *
   * @throws IllegalStateException if the property does not name a folder
   */
  public static CorpusFolder find() {
    String named = System.getProperty("corpus", "");
    if (!named.isEmpty()) {
      Path path = Path.of(System.getProperty("azulejo.started.in", "")).resolve(named).normalize();
      if (!Files.isDirectory(path)) {
        throw new IllegalStateException(
            "-Dcorpus=%s: folder %s not found".formatted(named, path.toAbsolutePath()));
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

  /**
   * Returns the selection of small arrays that comes with the test kit. The first call unpacks it
   * into a temporary folder, which is deleted when the process ends. Tests must not change it.
   */
  public static CorpusFolder bundledSelection() {
    return Bundled.SELECTION;
  }

  /** Unpacks the bundled selection on first use. */
  private static final class Bundled {
    private static final Pattern ESCAPED = Pattern.compile("U\\+([0-9A-F]{4})");
    static final CorpusFolder SELECTION = new CorpusFolder(folder(), true);

    private static Path folder() {
      URL resource = CorpusFolder.class.getResource("/arrays/README.md");
      if (resource == null) {
        throw new IllegalStateException("resource \"arrays\" not found in the test kit's JAR");
      }
      try {
        if (resource.openConnection() instanceof JarURLConnection jar) {
          Path file = Path.of(jar.getJarFileURL().toURI());
          try (FileSystem archive = FileSystems.newFileSystem(file)) {
            return unpacked(archive.getPath("/arrays"));
          }
        }
        return unpacked(Path.of(resource.toURI()).getParent());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (URISyntaxException e) {
        throw new IllegalStateException(e);
      }
    }

    private static Path unpacked(Path arrays) throws IOException {
      Path target = Files.createTempDirectory("azulejo-arrays");
      Runtime.getRuntime().addShutdownHook(new Thread(() -> delete(target)));
      try (Stream<Path> entries = Files.walk(arrays)) {
        for (Path entry : (Iterable<Path>) entries::iterator) {
          Path copy = target.resolve(unescaped(arrays.relativize(entry).toString()));
          if (Files.isDirectory(entry)) {
            Files.createDirectories(copy);
          } else {
            Files.copy(entry, copy, StandardCopyOption.REPLACE_EXISTING);
          }
        }
      }
      return target;
    }

    /**
     * Decodes escaped names ({@code U+00E9}). Names in the JAR are escaped because some locales
     * prevent a build from copying resources with non-ASCII names.
     */
    private static String unescaped(String path) {
      return ESCAPED
          .matcher(path)
          .replaceAll(found -> Character.toString(Integer.parseInt(found.group(1), 16)));
    }

    private static void delete(Path folder) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(file);
        }
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      }
    }
  }

  /**
   * Returns the expectation files, sorted by path.
   *
   * @throws IllegalStateException if there are none, so that a test cannot pass without testing
   *     anything
   */
  public List<Path> expectationFiles() {
    try (Stream<Path> files = Files.find(path, 3, (file, about) -> isExpectation(file))) {
      List<Path> found = files.sorted().toList();
      if (found.isEmpty()) {
        throw new IllegalStateException(
            "no file <family>/<case>/expected*.json in %s; set the path of a corpus with -Dcorpus"
                .formatted(path.toAbsolutePath()));
      }
      return found;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Reads an expectation file of this folder. */
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
