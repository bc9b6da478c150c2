package io.azulejo.acceptance;

import static io.azulejo.testkit.Launcher.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.help.Topic;
import io.azulejo.testkit.FileServer;
import io.azulejo.testkit.S3Server;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Every command does in every store what it does on the local disk. */
@Tag("full")
class StoreCommandsTest {
  /** Commands that are about no store, with the reason. */
  private static final Map<String, String> EXEMPT =
      Map.of(
          "bench", "times workloads on arrays that it makes in a local folder",
          "help", "prints texts",
          "completion", "prints a script, and opens nothing",
          "view", "serves a page until it is interrupted");

  /**
   * What is run, one after the other, first locally and then in S3: {@code @} is the folder, {@code
   * %} that of the samples, {@code ~} a local folder. A number before a command is the code that it
   * ends with.
   */
  private static final String SCRIPT =
      """
      cp %/grid @/grid
      cp %/names @/names
      cp %/days @/days
      cp %/colors @/colors
      cp %/group @/group
      info @/grid
      info @/colors --format json
      info @/group
      schema @/colors
      schema @/colors --format json
      ls @
      ls @/group
      tree @
      fragments @/grid
      fragments @/names --format csv
      history @/names
      meta @/group
      head @/names -n 3
      read @/grid
      read @/grid --range y=1..2 --range x=3..5 --format csv
      read @/names --where|v > 3 --format json
      read @/days --layout global-order --format tsv
      read @/grid --at 20 --format csv
      summarize @/grid
      agg @/colors|count(), max(n) by w
      tiles @/grid
      plot @/grid
      plot @/grid --svg -
      plot @/grid --png ~/grid.png
      dump @/names/__schema/SCHEMA
      dump @/names/__schema/SCHEMA --format csv
      diff @/grid %/grid
      1 diff @/grid --at-a 10 --at-b 30
      advise @/colors --format json
      create @/quakes --from %/earthquakes.csv --enumerate type --write
      read @/quakes --where|mag >= 5 --fields time,mag,place --format csv
      delete @/quakes --where|mag < 1
      agg @/quakes|count(), min(mag)
      write @/grid ~/cells.csv --fill
      read @/grid --format csv
      upgrade @/names
      evolve @/names --add-attribute temp:FLOAT64:nullable:ZSTD
      schema @/names
      meta set @/names title|A title
      meta set @/names corners 1 4 --type INT32
      meta unset @/names corners
      meta @/names
      group create @/made
      group add @/made @/days --name days
      group add @/made @/grid
      tree @/made
      group remove @/made days
      ls @/made
      cp @/grid @/copies/grid
      mv @/copies/grid @/moved/grid
      diff @/grid @/moved/grid
      consolidate @/grid --plan
      consolidate @/grid --mode fragment_meta
      consolidate @/grid --config sm.consolidation.step_min_frags=2
      consolidate @/grid --mode commits
      vacuum @/grid --dry-run
      vacuum @/grid --mode all
      diff @/grid @/moved/grid
      gc @ --older-than 0s
      repack @/grid @/repacked --extent y=2
      read @/repacked --format csv
      verify @/group --deep
      verify @/quakes --deep --format csv
      verify @
      verify --store @/trials --format csv
      seal @/days
      verify @/days --seal
      read @/days --verify-reads --format csv
      repair @/grid --dry-run
      repair @/grid --apply
      zip @/group @/group.zip
      tree zip+@/group.zip
      zip @/grid ~/grid.zip
      cp zip+file:~/grid.zip @/unzipped
      diff @/grid @/unzipped
      import-file @/readme %/README.md
      export-file @/readme -
      export-file @/readme ~/readme.md --force
      rm @/moved/grid --dry-run
      rm @/moved/grid @/unzipped
      3 info @/moved/grid
      ls @
      """;

  /** Commands that print times which they have measured. */
  private static final Set<String> WITH_MEASURED_TIMES = Set.of("advise", "verify --store");

  @TempDir private static Path folder;
  private static Path settings;

  @BeforeAll
  static void writeSettings() throws IOException {
    settings = CommandRun.settings(folder.resolve("settings"), S3Server.shared().endpoint());
  }

  /** The words of a line of the script. */
  private static List<String> words(String line, String base, Path files) throws IOException {
    String schema;
    try (Stream<Path> schemas = Files.list(ROOT.resolve("samples/names/__schema"))) {
      schema = schemas.findFirst().orElseThrow().getFileName().toString();
    }
    List<String> words = new ArrayList<>();
    boolean text = false;
    for (String part : line.replaceFirst("^\\d ", "").split("(?=\\|)")) {
      if (part.startsWith("|")) {
        // A word with blanks; options follow it after two dashes.
        int end = part.indexOf(" --");
        words.add(part.substring(1, end < 0 ? part.length() : end));
        part = end < 0 ? "" : part.substring(end + 1);
      }
      for (String word : part.isEmpty() ? new String[0] : part.split(" ")) {
        words.add(
            word.replace("SCHEMA", schema)
                .replaceFirst("^@", Matcher.quoteReplacement(base))
                .replaceFirst("^zip\\+@", "zip+" + Matcher.quoteReplacement(uri(base)))
                .replaceFirst("^%", Matcher.quoteReplacement(ROOT.resolve("samples").toString()))
                .replaceFirst(
                    "^(zip\\+file:)?~", "$1" + Matcher.quoteReplacement(files.toString())));
      }
    }
    words.add("--config-file");
    words.add(settings.toString());
    return words;
  }

  private static String uri(String base) {
    return base.startsWith("s3:") ? base : "file:" + base;
  }

  /** What a command said, without what differs between two places and two times. */
  private static String said(CommandRun run, String base) {
    return (run.code() + "\n" + run.out() + run.err())
        .replace(uri(base), "@")
        .replace("file://" + base, "@")
        .replace(base, "@")
        // Of local folders alone it is looked up what else may have been meant.
        .replace("; use azulejo ls to list a folder", "")
        // Titles have but the end of a long place.
        .replaceAll("…/\\S*/", "@/")
        .replaceAll("beside-(local|remote)(-\\\\d)?", "~")
        .replaceAll("__\\d+_\\d+_[0-9a-f]{32}", "__NAME")
        .replaceAll("\\d{4}-\\d\\d-\\d\\dT[0-9:.]+Z", "TIME")
        .replaceAll("\\b1[0-9]{12}\\b", "MILLIS")
        // Files that name others are as long as the places of these.
        .replaceAll("\\d+\\.\\d KiB\\): ", "SIZE): ")
        .replaceAll("[ ─]+", " ");
  }

  private static void assertSame(
      String line, CommandRun there, String local, CommandRun here, String place) {
    if (WITH_MEASURED_TIMES.stream().anyMatch(line::startsWith)) {
      assertThat(here.code()).as(line + ": " + here.err()).isEqualTo(there.code());
    } else {
      assertThat(said(here, place)).as(place + ": " + line).isEqualTo(said(there, local));
    }
  }

  @Test
  void everyCommandPrintsTheSameForS3AndLocalFiles() throws IOException {
    String local = Files.createDirectory(folder.resolve("local")).toString();
    String remote = "s3://" + S3Server.shared().newBucket() + "/arrays";
    Path besideLocal = Files.createDirectory(folder.resolve("beside-local"));
    Path besideRemote = Files.createDirectory(folder.resolve("beside-remote"));
    for (Path files : List.of(besideLocal, besideRemote)) {
      Files.writeString(files.resolve("cells.csv"), "y,x,a,s,f\n1,3,7,new,0.5\n");
    }
    for (String line : SCRIPT.lines().toList()) {
      int code = Character.isDigit(line.charAt(0)) ? line.charAt(0) - '0' : 0;
      CommandRun there = CommandRun.of(words(line, local, besideLocal));
      assertThat(there.code()).as(line + ": " + there.err()).isEqualTo(code);
      CommandRun here = CommandRun.of(words(line, remote, besideRemote));
      assertSame(line, there, local, here, remote);
    }
  }

  /** Those that read the samples, and some more. */
  private static List<String> reading() {
    List<String> lines = new ArrayList<>();
    SCRIPT
        .lines()
        .takeWhile(line -> !line.startsWith("create "))
        .filter(line -> !line.startsWith("cp "))
        .forEach(lines::add);
    lines.addAll(
        List.of(
            "verify @/group --deep",
            "verify @/names",
            "gc @/grid --dry-run",
            "consolidate @/grid --plan",
            "vacuum @/grid --dry-run",
            "repair @/grid --dry-run",
            "export-file @/readme -",
            "zip @/colors ~/colors.zip",
            "cp @/group ~/group",
            "repack @/grid ~/repacked --extent y=2"));
    return lines;
  }

  @Test
  void readCommandsPrintTheSameForHttpAndS3ArchivesAndLocalFiles() throws IOException {
    String local = folder.resolve("read-only").toString();
    run("group", "create", local);
    for (String sample : List.of("grid", "names", "days", "colors", "group")) {
      run("cp", ROOT + "/samples/" + sample, local + "/" + sample);
      run("group", "add", local, local + "/" + sample);
    }
    run("import-file", local + "/readme", ROOT + "/samples/README.md");
    run("group", "add", local, local + "/readme");
    String archive = "s3://" + S3Server.shared().newBucket() + "/samples.zip";
    assertThat(run("zip", local, archive).err()).isEmpty();
    try (FileServer server = new FileServer()) {
      put(Path.of(local), "samples", server);
      server.index = FileServer.Index.NGINX_JSON;
      Map<String, Path> places =
          Map.of(
              server.location("samples").toString(),
              folder.resolve("beside-remote-1"),
              "zip+" + archive + "!",
              folder.resolve("beside-remote-2"));
      Path besideLocal = Files.createDirectory(folder.resolve("beside-local-0"));
      for (Path files : places.values()) {
        Files.createDirectory(files);
      }
      for (String line : reading()) {
        CommandRun there = CommandRun.of(words(line, local, besideLocal));
        for (Map.Entry<String, Path> place : places.entrySet()) {
          CommandRun here = CommandRun.of(words(line, place.getKey(), place.getValue()));
          assertSame(line, there, local, here, place.getKey());
        }
      }
      for (String place : places.keySet()) {
        CommandRun refused = run("meta", "set", place + "/grid", "k", "v");
        assertThat(refused.code()).isIn(1, 6);
        assertThat(refused.err()).contains("read").hasLineCount(1);
      }
    }
  }

  private static void put(Path from, String name, FileServer server) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        server.files.put(name + "/" + from.relativize(file), Files.readAllBytes(file));
      }
    }
  }

  @Test
  void noCommandIsLeftOut() {
    Set<String> tried = new TreeSet<>(EXEMPT.keySet());
    SCRIPT
        .lines()
        .map(line -> line.replaceFirst("^\\d ", ""))
        .forEach(line -> tried.add(line.replaceFirst("^((meta|group) [a-z]+|[a-z-]+).*", "$1")));

    assertThat(Arrays.stream(Topic.values()).flatMap(topic -> topic.commands().stream()))
        .hasSizeGreaterThan(35)
        .containsExactlyInAnyOrderElementsOf(tried);
  }

  @Test
  void arraysAreCopiedAndMovedFromAnyStoreToAnyOther() throws IOException {
    String first = "s3://" + S3Server.shared().newBucket() + "/a";
    String second = "s3://" + S3Server.shared().newBucket() + "/b";
    String local = folder.resolve("copies").toString();
    String sample = ROOT.resolve("samples/group").toString();
    try (FileServer server = new FileServer()) {
      put(Path.of(sample), "group", server);
      server.index = FileServer.Index.NGINX_JSON;
      String[][] acts = {
        {"cp", sample, first + "/1"},
        {"cp", first + "/1", second + "/2"},
        {"cp", second + "/2", local + "/3"},
        {"mv", local + "/3", first + "/4"},
        {"mv", first + "/4", second + "/5"},
        {"mv", second + "/5", local + "/6"},
        {"cp", server.location("group").toString(), first + "/7"},
        {"cp", server.location("group").toString(), local + "/8"},
        {"zip", local + "/6", first + "/9.zip"},
        {"cp", "zip+" + first + "/9.zip", second + "/10"},
        {"cp", "zip+" + first + "/9.zip", local + "/11"},
      };
      for (String[] act : acts) {
        assertThat(run(act).err()).as(String.join(" ", act)).isEmpty();
        if (!act[0].equals("zip")) {
          assertThat(run("tree", act[2]).out().replace(act[2], ""))
              .isEqualTo(run("tree", sample).out().replace(sample, ""));
          assertThat(run("diff", sample + "/sub/two", act[2] + "/sub/two").code()).isZero();
          assertThat(run("verify", act[2], "--deep").code()).isZero();
        }
        if (act[0].equals("mv")) {
          assertThat(run("info", act[1]).code()).isEqualTo(3);
        }
      }
    }
  }

  private static CommandRun run(String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.add("--config-file");
    all.add(settings.toString());
    return CommandRun.of(all);
  }
}
