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

  /**
   * Returns the selection of small arrays that comes with the test kit. It is unpacked once for
   * each process, into a temporary folder that goes with the process. Tests must not change it.
   */
  public static CorpusFolder bundledSelection() {
    return Bundled.SELECTION;
  }

  /** Finds the bundled selection when it is first needed. */
  private static final class Bundled {
    private static final Pattern ESCAPED = Pattern.compile("U\\+([0-9A-F]{4})");
    static final CorpusFolder SELECTION = new CorpusFolder(folder(), true);

    private static Path folder() {
      URL resource = CorpusFolder.class.getResource("/arrays/README.md");
      if (resource == null) {
        throw new IllegalStateException("the test kit's jar has no resource \"arrays\"");
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

    /** Not every build can copy resources whose names are not ASCII: it depends on the locale. */
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
