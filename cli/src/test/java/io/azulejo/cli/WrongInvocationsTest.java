package io.azulejo.cli;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.command.Commands;
import io.azulejo.testkit.TestLayer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every wrong invocation of a list gets the documented exit code and a line that says what would be
 * right, and leaves everything as it was.
 */
class WrongInvocationsTest {
  private static final String LIST = "/wrong-invocations.txt";
  private static final Pattern WORD = Pattern.compile("(?:'[^']*'|\"[^\"]*\"|[^\\s'\"])+");
  private static final Pattern QUOTED = Pattern.compile("'([^']*)'|\"([^\"]*)\"");
  private static final Pattern PLACE = Pattern.compile("(?<![\\w/.:])(?=(?:samples|files|new)/)");
  private static final Pattern HELP = Pattern.compile(" \\(see azulejo( [a-z-]+)* --help\\)$");
  private static final Pattern DOCUMENTED = Pattern.compile("\\| (\\d+) \\|.*");

  /** What no wrong command line can lead to: success, doubtful commits, interruption, defects. */
  private static final Set<Integer> NEVER = Set.of(0, 7, 70, 130);

  @TempDir private static Path folder;

  /** A line of the list. */
  private record Invocation(String line, int code, String words) {
    static Invocation of(String text) {
      String[] parts = text.split(" \\| ");
      int last = parts.length - 1;
      String line = String.join(" | ", Arrays.copyOf(parts, last - 1));
      return new Invocation(line, Integer.parseInt(parts[last - 1]), parts[last]);
    }

    /** The arguments, as a shell takes them apart. */
    String[] arguments() {
      List<String> words = new ArrayList<>();
      for (MatchResult word : WORD.matcher(line).results().toList()) {
        String plain = QUOTED.matcher(word.group()).replaceAll("$1$2");
        words.add(
            PLACE.matcher(plain).replaceAll(folder + "/").replace("{folder}", folder.toString()));
      }
      assertThat(words.remove(0)).isEqualTo("azulejo");
      return words.toArray(String[]::new);
    }

    @Override
    public String toString() {
      return line;
    }
  }

  static Stream<Invocation> invocations() throws IOException {
    try (var in = Objects.requireNonNull(WrongInvocationsTest.class.getResourceAsStream(LIST))) {
      String text = new String(in.readAllBytes(), UTF_8);
      return text
          .lines()
          .filter(line -> !line.isEmpty() && !line.startsWith("#"))
          .map(Invocation::of)
          .toList()
          .stream();
    }
  }

  @BeforeAll
  static void makeFiles() throws IOException {
    Path files = Files.createDirectories(folder.resolve("files"));
    Files.createDirectory(folder.resolve("new"));
    Files.createDirectory(files.resolve("plain"));
    Files.createSymbolicLink(files.resolve("circle"), Path.of("circle"));
    Session.copy(Session.root().resolve("samples"), folder.resolve("samples"));
    Map<String, String> texts = new TreeMap<>();
    texts.put("rows.csv", "id,v\n1,a\n2,b\n");
    texts.put("ragged.csv", "id,v\n1,a\n2\n3,c,d\n");
    texts.put("empty.csv", "");
    texts.put("words.csv", "y,x,a\n1,1,nine\n");
    texts.put("good.csv", "y,x,a,s,f\n1,1,5,t,1.5\n");
    texts.put("outside.csv", "y,x,a,s,f\n1,99,5,t,1.5\n");
    texts.put("gap.csv", "y,x,a,s,f\n1,1,5,t,1.5\n9,9,5,t,1.5\n");
    texts.put("dates.csv", "day,min,max,comment\n2024-13-45,1,2,x\n");
    texts.put("soon.csv", "day,month,day_,min,ms,ns,fs\nsoon,1,1,1,1,1,1\n");
    texts.put("purple.csv", "i,w,n,plain\n1,purple,1,1\n");
    texts.put("points.csv", "y,z\n1,1\n");
    texts.put("far.csv", "y,x\n1,99999\n");
    texts.put("short.csv", "y,x\n1\n");
    texts.put("quote.csv", "id,v\n1,a\n2,\"b\n");
    texts.put("behind.csv", "id,v\n1,\"b\"d\n");
    texts.put(
        "twice.csv",
        "day,month,day_,min,ms,ns,fs\n" + "1970-01-20,1,1970-01-20,1,1,1,1\n".repeat(2));
    texts.put("plane.csv", "a,s,f\n" + "1,t,1.5\n".repeat(120));
    texts.put("cut.json", "[{\"a\": 1},\n{\"a\": 2");
    texts.put("token.json", "{\"a\": 1}\n{\"a\": x}\n");
    texts.put("comma.json", "{\"a\": 1 \"b\": 2}\n");
    texts.put("colon.json", "{\"a\" 2}\n");
    texts.put("single.json", "{'a': 1}\n");
    texts.put("break.json", "{\"a\": \"x\ny\"}\n");
    texts.put("escape.json", "{\"a\": \"\\x\"}\n");
    texts.put("zeros.json", "{\"a\": 01}\n");
    texts.put("notes.txt", "just some words\n");
    texts.put("table.parquet", "PAR1\u0015\u0004\u0015\u0010\u0015PAR1");
    texts.put("book.xlsx", "PK\u0003\u0004\u0014\0\u0006\0[Content_Types].xml xl/workbook.xml");
    texts.put("data.h5", "\u0089HDF\r\n\u001a\n0000000000");
    texts.put("base.sqlite", "SQLite format 3\0........");
    texts.put("page.html", "<!DOCTYPE html><html><body>404</body></html>");
    texts.put("cut.csv.gz", "\u001f\u008b\b\0\0");
    texts.put("cut.png", "\u0089PNG\r\n\u001a\n");
    texts.put("cut.npy", "\u0093NUMPY\u0001\0");
    texts.put("half.json", "{\"type\": \"sparse\",");
    texts.put("typo.json", "{\"arrayType\": \"sparse\", \"dimensons\": []}");
    texts.put("key.txt", "short");
    texts.put("right.key", "0123456789abcdef0123456789abcdef");
    texts.put("wrong.key", "0123456789abcdef0123456789abcdeX");
    texts.put("typo.conf", "vfs.s3.regoin = eu\n");
    String schema = Session.done("schema", folder + "/samples/grid", "--format", "json");
    texts.put("unknown.json", schema.replace("\"dimensions\"", "\"dimensons\""));
    for (Map.Entry<String, String> text : texts.entrySet()) {
      Files.write(files.resolve(text.getKey()), text.getValue().getBytes(ISO_8859_1));
    }
    Session.done(
        Session.words(
            "create %s --from %s --write --key-file %s",
            files + "/secret", files + "/rows.csv", files + "/right.key"));
    Session.done("zip", folder + "/samples/grid", files + "/grid.zip");
    for (String name : List.of("damaged", "damagedtile", "newer")) {
      Session.copy(folder.resolve("samples/grid"), files.resolve(name));
    }
    change(files.resolve("damaged/__schema"), "", bytes -> Arrays.copyOf(bytes, 20));
    change(
        files.resolve("damagedtile/__fragments"),
        "a0.tdb",
        bytes -> Arrays.copyOf(bytes, bytes.length / 2));
    change(
        files.resolve("newer/__schema"),
        "",
        bytes -> {
          bytes[0] = 24; // the next format version
          return bytes;
        });
  }

  private interface Change {
    byte[] of(byte[] bytes);
  }

  /** Changes the files in a folder and below it whose names end so. */
  private static void change(Path within, String end, Change change) throws IOException {
    try (Stream<Path> all = Files.walk(within)) {
      for (Path file : all.filter(Files::isRegularFile).toList()) {
        if (file.toString().endsWith(end)) {
          Files.write(file, change.of(Files.readAllBytes(file)));
        }
      }
    }
  }

  /** All that is in the folder, with what changes where something is written. */
  private static List<String> everything() throws IOException {
    List<String> everything = new ArrayList<>();
    try (Stream<Path> all = Files.walk(folder)) {
      for (Path path : all.toList()) {
        BasicFileAttributes found =
            Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
        everything.add(
            path
                + (found.isDirectory()
                    ? "/"
                    : " " + found.size() + " " + found.lastModifiedTime()));
      }
    }
    return everything.stream().sorted().toList();
  }

  static List<Invocation> tried() throws IOException {
    return TestLayer.some(invocations().toList(), 3);
  }

  @ParameterizedTest
  @MethodSource("tried")
  void getsALineThatSaysWhatWouldBeRight(Invocation invocation) throws IOException {
    List<String> before = everything();

    Session session = Session.of(invocation.arguments());

    List<String> lines = session.err.replace(folder + "/", "").lines().toList();
    assertThat(session.code).as(session.err).isEqualTo(invocation.code);
    assertThat(lines).isNotEmpty();
    String line = HELP.matcher(lines.get(0)).replaceFirst("");
    assertThat(line).startsWith("azulejo").contains(invocation.words);
    if (lines.size() > 1) { // the place of the text that is wrong
      assertThat(lines).hasSize(3);
      assertThat(lines.get(1)).startsWith("  ");
      assertThat(lines.get(2)).matches(" +\\^");
    }
    assertThat(everything()).isEqualTo(before);
  }

  @Test
  void theListHasWhatCanGoWrongWithEachCommand() throws IOException {
    List<Invocation> all = invocations().toList();
    assertThat(all).hasSizeGreaterThan(150).doesNotHaveDuplicates();
    Set<Integer> documented = new HashSet<>();
    for (String line : Files.readAllLines(Session.root().resolve("docs/cli.md"))) {
      DOCUMENTED
          .matcher(line)
          .results()
          .forEach(found -> documented.add(Integer.valueOf(found.group(1))));
    }
    documented.removeAll(NEVER);
    assertThat(all.stream().map(Invocation::code)).containsAll(documented);
    assertThat(documented).containsAll(all.stream().map(Invocation::code).toList());
    for (String command : Commands.names()) {
      assertThat(all)
          .as(command)
          .anyMatch(invocation -> invocation.line.startsWith("azulejo " + command));
    }
  }
}
