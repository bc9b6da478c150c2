package io.azulejo.cli;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.terminal.Terminal;
import io.azulejo.plot.picture.ColorDepth;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.Map;

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

  /** Returns what a command prints that succeeds without a word of error. */
  public static String done(String... args) {
    Session session = of(args);
    assertThat(session.err).isEmpty();
    assertThat(session.code).isZero();
    return session.out;
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
