package io.azulejo.dist;

import io.azulejo.cli.Main;
import io.azulejo.cli.terminal.Terminal;
import java.io.ByteArrayOutputStream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** A program that creates the files of the release archives. */
public final class ArchiveFiles {
  /** Starts the part of the launcher that is only for checkouts; archives have their own part. */
  private static final String CHECKOUT = "# In a checkout: ";

  /** Starts the next part of the launcher, which checkouts and archives share. */
  private static final String BOTH = "# In a checkout and in archives.";

  /** Width of the output of commands in characters. */
  private static final int WIDTH = 100;

  private final Path root;
  private final Path target;

  private ArchiveFiles(Path root, Path target) {
    this.root = root;
    this.target = target;
  }

  /**
   * Deletes the output folder and creates it again with all files.
   *
   * @param args two paths, the root folder of the project and the output folder
   * @throws IOException if a file cannot be read or written
   */
  public static void main(String[] args) throws IOException {
    Locale.setDefault(Locale.ROOT);
    new ArchiveFiles(Path.of(args[0]), Path.of(args[1])).make();
  }

  private void make() throws IOException {
    remove(target);
    Path jar = root.resolve("cli/target/azulejo.jar");
    copy(jar, target.resolve("lib/azulejo.jar"));
    launchers(jar);
    copyAll(root.resolve("dist/src/main/files"), target);
    copyAll(root.resolve("docs"), target.resolve("docs"));
    copyAll(root.resolve("samples"), target.resolve("samples"));
    copy(root.resolve("LICENSE"), target.resolve("LICENSE"));
    copy(root.resolve("CHANGELOG.md"), target.resolve("CHANGELOG.md"));
    for (String shell : List.of("bash", "zsh", "fish")) {
      write("completions/azulejo." + shell, output("completion", shell));
    }
    output("help", "--man", target.resolve("man/man1").toString());
    ThirdParties.write(
        Stream.of(System.getProperty("java.class.path").split(File.pathSeparator))
            .map(Path::of)
            .toList(),
        jar,
        target);
  }

  /**
   * Writes the launchers for Unix and Windows. The Unix launcher is the script of a checkout, but
   * with the archives' own part.
   */
  private void launchers(Path jar) throws IOException {
    Path sources = root.resolve("dist/src/main/launcher");
    String script = Files.readString(root.resolve("azulejo"));
    int from = script.indexOf(CHECKOUT);
    int to = script.indexOf(BOTH);
    if (from < 0 || to < from) {
      throw new IllegalStateException(
          "the script azulejo lacks the line \"" + CHECKOUT + "\" before \"" + BOTH + "\"");
    }
    String part = Files.readString(sources.resolve("release.sh")).replace("@BUILD@", digest(jar));
    String rest = script.substring(script.indexOf('\n', to) + 1).stripLeading();
    write("bin/azulejo", script.substring(0, from) + part + "\n" + rest);
    write(
        "bin/azulejo.cmd",
        Files.readString(sources.resolve("azulejo.cmd")).replace("\r", "").replace("\n", "\r\n"));
  }

  /** Returns the first 16 hexadecimal digits of a file's SHA-256 digest. */
  private static String digest(Path file) throws IOException {
    try {
      MessageDigest digest = MessageDigest.getInstance("SHA-256");
      return HexFormat.of().formatHex(digest.digest(Files.readAllBytes(file))).substring(0, 16);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Runs an Azulejo command, which must succeed, and returns its output. */
  private static String output(String... command) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code = Main.run(new Terminal(InputStream.nullInputStream(), out, err, WIDTH), command);
    if (code != 0) {
      throw new IllegalStateException(
          String.join(" ", command) + ": " + err.toString(StandardCharsets.UTF_8));
    }
    return out.toString(StandardCharsets.UTF_8);
  }

  /**
   * Writes a text file and creates its parent folders.
   *
   * @param name path relative to the output folder
   */
  private void write(String name, String text) throws IOException {
    Path file = target.resolve(name);
    Files.createDirectories(file.getParent());
    Files.writeString(file, text);
  }

  private static void copy(Path from, Path to) throws IOException {
    Files.createDirectories(to.getParent());
    Files.copy(from, to);
  }

  private static void copyAll(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : (Iterable<Path>) files.filter(Files::isRegularFile)::iterator) {
        copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  /** Deletes a folder and its contents, if it exists. */
  private static void remove(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path file : (Iterable<Path>) files.sorted(Comparator.reverseOrder())::iterator) {
          Files.delete(file);
        }
      }
    }
  }
}
