package io.azulejo.acceptance;

import io.azulejo.cli.Main;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.testkit.Launcher;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A process that runs command lines of documents in its folder, one after the other, without a
 * shell and without a Java machine for each. Lines may have quotes, patterns of files, pipes and
 * one file for the output.
 */
final class ExampleShell {
  private static final int WIDTH = 100;

  /** A word, of pieces with and without quotes, or a sign between commands. */
  private static final Pattern WORD =
      Pattern.compile("(?:'[^']*'|\"(?:[^\"\\\\]|\\\\.)*\"|[^\\s'\"|>])+|[|>]");

  private static final Pattern PIECE =
      Pattern.compile("'([^']*)'|\"((?:[^\"\\\\]|\\\\.)*)\"|([^'\"]+)");

  private ExampleShell() {}

  /**
   * Runs the command lines that a file has, and writes what each said into a folder: {@code 0.out},
   * {@code 0.err}, {@code 0.code} and so on.
   */
  public static void main(String[] args) throws IOException {
    Locale.setDefault(Locale.ROOT);
    List<String> lines = Files.readAllLines(Path.of(args[0]));
    Path results = Path.of(args[1]);
    for (int i = 0; i < lines.size(); i++) {
      Launcher.Result result = run(lines.get(i));
      Files.writeString(results.resolve(i + ".out"), result.out());
      Files.writeString(results.resolve(i + ".err"), result.err());
      Files.writeString(results.resolve(i + ".code"), String.valueOf(result.code()));
    }
  }

  /** Runs a command line; its code is that of the last command. */
  private static Launcher.Result run(String line) throws IOException {
    List<List<String>> pipeline = new ArrayList<>(List.of(new ArrayList<>()));
    Path target = null;
    List<MatchResult> words = WORD.matcher(line).results().toList();
    for (int i = 0; i < words.size(); i++) {
      String word = words.get(i).group();
      if (word.equals("|")) {
        pipeline.add(new ArrayList<>());
      } else if (word.equals(">")) {
        target = Path.of(words.get(++i).group());
      } else {
        pipeline.get(pipeline.size() - 1).addAll(expanded(word));
      }
    }
    byte[] piped = {};
    ByteArrayOutputStream err = new ByteArrayOutputStream();
    int code = 0;
    for (List<String> command : pipeline) {
      ByteArrayOutputStream out = new ByteArrayOutputStream();
      Terminal terminal = new Terminal(new ByteArrayInputStream(piped), out, err, WIDTH);
      List<String> arguments = command.subList(1, command.size());
      code = Main.run(terminal, Map.of(), arguments.toArray(String[]::new));
      piped = out.toByteArray();
    }
    if (target != null) {
      Files.write(target, piped);
      piped = new byte[0];
    }
    return new Launcher.Result(
        code, new String(piped, StandardCharsets.UTF_8), err.toString(StandardCharsets.UTF_8));
  }

  /** A word without its quotes; of a pattern the files that match it. */
  private static List<String> expanded(String word) throws IOException {
    StringBuilder text = new StringBuilder();
    boolean pattern = false;
    Matcher piece = PIECE.matcher(word);
    while (piece.find()) {
      if (piece.group(2) != null) {
        text.append(piece.group(2).replaceAll("\\\\([\"\\\\$`])", "$1"));
      } else {
        text.append(piece.group(1) != null ? piece.group(1) : piece.group(3));
        pattern |= piece.group(3) != null && piece.group(3).contains("*");
      }
    }
    if (!pattern) {
      return List.of(text.toString());
    }
    PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + text);
    try (Stream<Path> files = Files.walk(Path.of(""))) {
      return files.filter(matcher::matches).map(Path::toString).sorted().toList();
    }
  }
}
