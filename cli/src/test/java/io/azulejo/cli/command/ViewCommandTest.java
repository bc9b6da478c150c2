package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Main;
import io.azulejo.cli.Session;
import io.azulejo.cli.terminal.Terminal;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.io.UncheckedIOException;
import java.net.HttpURLConnection;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Scanner;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** {@code azulejo view}: how it begins and ends, and that the examples of its documents work. */
class ViewCommandTest {
  /** Runs the command until it has printed an address, looks at that, and interrupts it. */
  private static String view(String... words) throws Exception {
    List<String> all = new ArrayList<>(List.of("view"));
    all.addAll(List.of(words));
    if (!all.contains("--no-open")) {
      all.add("--no-open");
    }
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    AtomicInteger code = new AtomicInteger(-1);
    try (PipedInputStream said = new PipedInputStream();
        OutputStream out = new PipedOutputStream(said)) {
      Terminal terminal =
          new Terminal(new ByteArrayInputStream(new byte[0]), out, err, Terminal.UNLIMITED);
      Thread command = new Thread(() -> code.set(Main.run(terminal, all.toArray(String[]::new))));
      command.start();
      String address = new Scanner(said, StandardCharsets.UTF_8).nextLine();
      HttpURLConnection page = (HttpURLConnection) URI.create(address).toURL().openConnection();
      assertThat(page.getResponseCode()).isEqualTo(200);
      HttpURLConnection object =
          (HttpURLConnection) URI.create(address + "api/object?id=0").toURL().openConnection();
      assertThat(object.getResponseCode()).isEqualTo(200);
      command.interrupt();
      command.join();
      assertThat(code).as(err.toString(StandardCharsets.UTF_8)).hasValue(0);
      return address;
    }
  }

  @Test
  void itPrintsItsAddressAndEndsWhenItIsInterrupted() throws Exception {
    String address = view(Session.sample("grid"));
    assertThat(address).matches("http://127\\.0\\.0\\.1:\\d+/[0-9a-f]{32}/");
  }

  @Test
  void thePortIsTheOneThatWasGiven() throws Exception {
    int port;
    try (ServerSocket free = new ServerSocket(0)) {
      port = free.getLocalPort();
    }
    assertThat(view(Session.sample("group"), "--port", String.valueOf(port)))
        .startsWith("http://127.0.0.1:" + port + "/");
  }

  static Stream<String> examples() throws IOException {
    Stream<String> documents =
        Stream.of("docs/view.md", "README.md", "docs/cli.md")
            .map(Session.root()::resolve)
            .flatMap(ViewCommandTest::lines)
            .map(String::strip)
            .map(line -> line.replaceFirst("^\\$ ", ""))
            .filter(line -> line.startsWith("./azulejo view "));
    Stream<String> help =
        Session.of("view", "--help")
            .out
            .lines()
            .filter(line -> line.startsWith("  azulejo view "))
            .map(line -> line.replaceFirst(" +# .*", ""));
    return Stream.concat(documents, help);
  }

  private static Stream<String> lines(Path file) {
    try {
      return Files.readAllLines(file).stream();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  @ParameterizedTest
  @MethodSource("examples")
  void everyExampleOfTheDocumentsWorks(String line) throws Exception {
    String[] words = line.strip().replaceFirst("^(\\./)?azulejo view ", "").split(" +");
    for (int i = 0; i < words.length; i++) {
      words[i] =
          words[i].startsWith("samples")
              ? Session.root().resolve(words[i]).toString()
              // A port that is named there may be in use here.
              : words[i].equals("8080") ? "0" : words[i];
    }
    assertThat(view(words)).startsWith("http://127.0.0.1:");
  }

  @Test
  void whatIsWrongIsSaid() throws IOException {
    Session nothing = Session.of("view", Session.root().resolve("nothing-here").toString());
    assertThat(nothing.code).isEqualTo(3);
    assertThat(nothing.err).contains("nothing-here");
    Session port = Session.of("view", Session.sample("grid"), "--port", "70000");
    assertThat(port.code).isEqualTo(1);
    assertThat(port.err).contains("--port 70000", "1 to 65535", "0 for any");
    Session word = Session.of("view", Session.sample("grid"), "--port", "http");
    assertThat(word.code).isEqualTo(2);
    assertThat(word.err).contains("--port", "http");
    Session option = Session.of("view", Session.sample("grid"), "--prot", "8080");
    assertThat(option.code).isEqualTo(2);
    assertThat(option.err).contains("--port");
    try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getByName("127.0.0.1"))) {
      Session used =
          Session.of(
              "view", Session.sample("grid"), "--port", String.valueOf(taken.getLocalPort()));
      assertThat(used.code).isEqualTo(1);
      assertThat(used.err).contains("use another port");
    }
  }
}
