package io.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.plot.picture.ColorDepth;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** A command run within this process, with what it said. */
public final class Session {
  /** A terminal that nothing comes from, and that forgets what is printed. */
  public static final Terminal NOWHERE =
      new Terminal(
          InputStream.nullInputStream(),
          OutputStream.nullOutputStream(),
          OutputStream.nullOutputStream(),
          100);

  public final int code;
  public final String out;
  public final String err;

  private Session(int code, String out, String err) {
    this.code = code;
    this.out = out;
    this.err = err;
  }

  /** Runs a command. */
  public static Session of(String... args) {
    return with("", args);
  }

  /** Runs a command line of {@link #words}. */
  public static Session line(String line, Object... arguments) {
    return of(words(line, arguments));
  }

  /**
   * The words between the blanks of a line; %s is the next argument, which may have blanks. Arrays
   * and lists are several words.
   */
  public static String[] words(String line, Object... arguments) {
    Iterator<Object> next = List.of(arguments).iterator();
    return Arrays.stream(line.split(" "))
        .map(word -> word.equals("%s") ? next.next() : word)
        .flatMap(
            word ->
                word instanceof Object[] several
                    ? Arrays.stream(several)
                    : word instanceof List<?> several ? several.stream() : Stream.of(word))
        .map(Object::toString)
        .toArray(String[]::new);
  }

  /** Returns what a command prints that succeeds without a word of error. */
  public static String done(String... args) {
    Session session = of(args);
    assertThat(session.err).isEmpty();
    assertThat(session.code).isZero();
    return session.out;
  }

  /** Returns the error of a command whose request cannot be met, and that prints nothing else. */
  public static String refused(String... args) {
    Session session = of(args);
    assertThat(session.out).isEmpty();
    assertThat(session.code).isEqualTo(Failure.REQUEST);
    return session.err;
  }

  /** Copies a bundled array or group into a folder; returns the path of the copy. */
  public static String copy(String sample, Path folder) throws IOException {
    Path to = folder.resolve(sample);
    copy(Path.of(sample(sample)), to);
    return to.toString();
  }

  /** Copies a folder and all in it. */
  public static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> all = Files.walk(from)) {
      for (Path path : all.toList()) {
        Files.copy(path, to.resolve(from.relativize(path).toString()));
      }
    }
  }

  /** Runs a command in an environment of variables. */
  public static Session in(Map<String, String> environment, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code = Main.run(new Terminal(System.in, out, err, 100), environment, args);
    return new Session(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Runs a command with a standard input. */
  public static Session with(String input, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    byte[] in = input.getBytes(StandardCharsets.UTF_8);
    int code = Main.run(new Terminal(new ByteArrayInputStream(in), out, err, 100), args);
    return new Session(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Runs a command on a terminal of that width. */
  public static Session wide(int width, ColorDepth depth, String... args) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code =
        Main.run(
            new Terminal(System.in, out, err, width, depth, false, false, engine -> engine), args);
    return new Session(
        code, out.toString(StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** Runs a command whose output goes elsewhere. */
  public static Session to(OutputStream out, String... args) {
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code = Main.run(new Terminal(System.in, out, err, 100), args);
    return new Session(code, "", err.toString(StandardCharsets.UTF_8));
  }

  /** The path of a bundled array. */
  public static String sample(String name) {
    return root().resolve("samples").resolve(name).toString();
  }

  /** The root of the project. */
  public static Path root() {
    return Path.of(System.getProperty("azulejo.root", "..")).toAbsolutePath().normalize();
  }
}
