package io.azulejo.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

/**
 * Times the engine and other libraries on the same data, in turn, each in a Java machine of its own
 * with a heap that is there from the beginning; when it is asked for by name. See
 * docs/benchmarks.md.
 */
class Peers {
  private static final Path FOLDER = Path.of(System.getProperty("peers.dir", "target/peers"));
  private static final String LINES = System.getProperty("peers.lines", "");
  private static final String REPEAT = System.getProperty("peers.repeat", "5");
  private static final String WARMUP = System.getProperty("peers.warmup", "2");
  private static final String HEAP = System.getProperty("peers.heap", "8g");
  private static final String SIDE = System.getProperty("peers.side", "10000");
  private static final String POINTS = System.getProperty("peers.points", "4000000");

  @Test
  void run() throws Exception {
    Files.createDirectories(FOLDER);
    List<String> lines = PeerProgram.lines().stream().filter(l -> l.startsWith(LINES)).toList();
    assertThat(lines).isNotEmpty();
    PeerResults results = new PeerResults();
    for (List<String> group : groups(lines)) {
      for (String peer : PeerProgram.PEERS.keySet()) {
        for (String printed : start(peer, group)) {
          System.out.println(printed);
          results.add(printed);
        }
      }
    }
    System.out.println(results.table(List.copyOf(PeerProgram.PEERS.keySet())));
  }

  /** The lines that one Java machine does: those on the same file; each way to write alone. */
  private static List<List<String>> groups(List<String> lines) {
    Set<List<String>> groups = new LinkedHashSet<>();
    for (String line : lines) {
      String file = file(line);
      groups.add(lines.stream().filter(other -> file(other).equals(file)).toList());
    }
    return List.copyOf(groups);
  }

  private static String file(String line) {
    return line.startsWith("field/") ? line.substring(line.lastIndexOf('/')) : line;
  }

  private static List<String> start(String peer, List<String> lines) throws IOException {
    List<String> command =
        new ArrayList<>(
            List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-Xms" + HEAP,
                "-Xmx" + HEAP,
                "-XX:+AlwaysPreTouch",
                "-Dslf4j.internal.verbosity=ERROR",
                "-cp",
                System.getProperty("java.class.path"),
                PeerProgram.class.getName(),
                peer,
                FOLDER.toString(),
                WARMUP,
                REPEAT,
                SIDE,
                POINTS));
    command.addAll(lines);
    Process process =
        new ProcessBuilder(command).redirectError(ProcessBuilder.Redirect.INHERIT).start();
    try (BufferedReader out = process.inputReader()) {
      return out.lines().toList();
    }
  }
}
