package io.azulejo.cli.command;

import static io.azulejo.cli.Session.done;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.cli.terminal.Terminal;
import io.azulejo.plot.picture.ColorDepth;
import io.azulejo.testkit.PackingTool;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code --output}: what is printed goes into a file, whole or not at all. */
class OutputTest {
  private static final String GRID = Session.sample("grid");

  @TempDir private Path folder;

  private String file(String name) {
    return folder.resolve(name).toString();
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(f -> f.getFileName().toString()).sorted().toList();
    }
  }

  @ParameterizedTest
  @CsvSource({
    "cells.csv, csv",
    "cells.TSV, tsv",
    "cells.tab, tsv",
    "cells.json, json",
    "a.b.ndjson, json",
    "cells.arrows, arrow",
    "cells.arrow, arrow-file",
    "cells.feather, arrow-file",
    "cells.txt, table",
    "cells, table",
    "csv, table"
  })
  void theEndOfTheNameIsTheFormat(String name, String format) throws IOException {
    assertThat(done("read", GRID, "--range", "y=1..2", "--output", file(name))).isEmpty();
    assertThat(done("read", GRID, "--range", "y=1..2", "--format", format, "-o", file("other")))
        .isEmpty();
    assertThat(Files.readAllBytes(folder.resolve(name)))
        .isNotEmpty()
        .isEqualTo(Files.readAllBytes(folder.resolve("other")));
    assertThat(names()).containsExactlyInAnyOrder(name, "other");
  }

  @Test
  void filesOfTextHaveWhatStandardOutputHas() throws IOException {
    done("read", GRID, "-o", file("cells.csv"));
    assertThat(Files.readString(folder.resolve("cells.csv")))
        .isEqualTo(done("read", GRID, "--format", "csv"));
    assertThat(done("read", GRID, "-o", "-")).isEqualTo(done("read", GRID));
  }

  @Test
  void arraysOfNumpyAndPicturesAreWritten() throws IOException {
    done("read", GRID, "--fields", "a", "-o", file("a.npy"));
    assertThat(Files.readAllBytes(folder.resolve("a.npy"))).startsWith(0x93, 'N', 'U', 'M');
    done("read", GRID, "--fields", "a", "-o", file("a.npz"));
    assertThat(Files.readAllBytes(folder.resolve("a.npz"))).startsWith('P', 'K');
  }

  @Test
  void whatIsPackedIsTheSame() throws IOException {
    String plain = done("read", GRID, "--format", "csv");
    Map<String, PackingTool> packings =
        Map.of(
            "a.csv.gz",
            PackingTool.GZIP,
            "a.csv.zst",
            PackingTool.ZSTD,
            "a.csv.bz2",
            PackingTool.BZIP2);
    for (Map.Entry<String, PackingTool> packing : packings.entrySet()) {
      String name = packing.getKey();
      done("read", GRID, "-o", file(name));

      byte[] unpacked = packing.getValue().unpack(Files.readAllBytes(folder.resolve(name)));
      assertThat(new String(unpacked, StandardCharsets.UTF_8)).isEqualTo(plain);
      String array = file("of-" + name);
      done("create", array, "--from", file(name), "--dims", "y,x", "--write");
      assertThat(done("agg", array, "count()", "--format", "csv")).isEqualTo("count()\n90\n");
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "info",
        "schema",
        "ls",
        "tree",
        "fragments",
        "history",
        "meta",
        "head",
        "read",
        "summarize"
      })
  void commandsThatPrintWriteTheSame(String command) throws IOException {
    String place = command.equals("ls") || command.equals("tree") ? Session.sample("group") : GRID;
    done(command, place, "-o", file("report.txt"));
    assertThat(Files.readString(folder.resolve("report.txt")))
        .isEqualTo(Session.wide(Terminal.UNLIMITED, ColorDepth.NONE, command, place).out)
        .isNotEmpty();
  }

  @Test
  void aFileThatIsThereStaysUnlessForced() throws IOException {
    Files.writeString(folder.resolve("cells.csv"), "mine");

    Session session = Session.of("read", GRID, "-o", file("cells.csv"));
    assertThat(session.code).isEqualTo(1);
    assertThat(session.err).contains("cells.csv already exists; use --force to overwrite it");
    assertThat(folder.resolve("cells.csv")).hasContent("mine");

    done("read", GRID, "--limit", "1", "--fields", "a", "-o", file("cells.csv"), "--force");
    assertThat(folder.resolve("cells.csv")).hasContent("a\n-37\n");
    assertThat(names()).containsExactly("cells.csv");
  }

  @Test
  void nothingIsLeftOfAReadThatFails() throws IOException {
    Files.writeString(folder.resolve("old.csv"), "mine");
    for (List<String> failing :
        List.of(
            List.of("--where", "nosuch > 1", "-o", file("new.csv")),
            List.of("--where", "nosuch > 1", "--force", "-o", file("old.csv")),
            List.of("--fields", "s", "-o", file("s.npy")))) {
      assertThat(Session.line("read %s %s", GRID, failing).code).isEqualTo(1);
    }
    assertThat(names()).containsExactly("old.csv");
    assertThat(folder.resolve("old.csv")).hasContent("mine");
  }

  @Test
  void whatCannotBeWrittenIsSaidWithAdvice() {
    assertThat(Session.of("read", GRID, "-o", folder.toString()).err)
        .contains("is a folder; use the path of a file");
    assertThat(Session.of("read", GRID, "-o", file("none/a.csv")).err)
        .contains("does not exist; create it first")
        .contains("create it first");
    assertThat(Session.of("read", GRID, "--force").err).contains("--force requires --output");
    assertThat(Session.of("read", GRID, "-o", file("a.csv"), "--help").err).isEmpty();
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "x.parquet",
        "x.XLSX",
        "x.nc",
        "x.db",
        "x.h5",
        "x.csv.zip",
        "x.xml.gz",
        "x.csv.tmp"
      })
  void anExtensionOfAnotherFormatIsRefusedWithThoseThatAreWritten(String name) {
    String extension = name.toLowerCase(Locale.ROOT).replaceAll("(\\.gz)?$", "");
    Session session = Session.of("read", GRID, "-o", file(name));
    assertThat(session.code).isEqualTo(Failure.USAGE);
    assertThat(session.err)
        .isEqualTo(
            "azulejo: --output %s: read does not write %s files; use a name that ends in .txt, .csv, .tsv, .json, .arrow, .arrows, .npy, .npz, .png or .tif, or use --format (see azulejo read --help)\n"
                .formatted(file(name), extension.substring(extension.lastIndexOf('.'))));
    assertThat(folder).isEmptyDirectory();
    done("read", GRID, "-o", file(name), "--format", "csv");
    assertThat(folder).isNotEmptyDirectory();
  }

  @Test
  void eachCommandNamesTheExtensionsOfItsOwnForms() {
    assertThat(Session.of("info", GRID, "-o", file("a.csv")).err)
        .contains("info does not write .csv files; use a name that ends in .txt or .json, or use");
    assertThat(Session.of("tree", GRID, "-o", file("a.json")).err)
        .contains(
            "tree does not write .json files; use a name that ends in .txt (see azulejo tree");
    assertThat(Session.of("agg", GRID, "count()", "-o", file("a.npy")).err)
        .contains(
            "agg does not write .npy files; use a name that ends in .txt, .csv, .tsv or .json");
    assertThat(folder).isEmptyDirectory();
  }

  @Test
  void picturesAndArchivesHaveTheExtensionOfTheirFormat() {
    for (String[] command :
        List.of(
            new String[] {"plot", GRID, "--png", file("out.jpg"), "--png", ".jpg", ".png"},
            new String[] {"plot", GRID, "--png", file("out.svg"), "--png", ".svg", ".png"},
            new String[] {"plot", GRID, "--svg", file("out.pdf"), "--svg", ".pdf", ".svg"},
            new String[] {"tiles", GRID, "--svg", file("out.png"), "--svg", ".png", ".svg"},
            new String[] {"zip", GRID, file("out.tar.gz"), "OUT", ".gz", ".zip"})) {
      int last = command.length - 3;
      Session session = Session.of(Arrays.copyOf(command, last));
      assertThat(session.code).isEqualTo(Failure.USAGE);
      assertThat(session.err)
          .isEqualTo(
              "azulejo: %s %s: %s does not write %s files; use a name that ends in %s (see azulejo %s --help)\n"
                  .formatted(
                      command[last],
                      command[last - 1],
                      command[0],
                      command[last + 1],
                      command[last + 2],
                      command[0]));
    }
    assertThat(folder).isEmptyDirectory();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"cells", "cells.txt", "cells.log", "cells.2024", ".csv", "tmp.Xa4kF93hQz"})
  void namesWithoutAnExtensionGetText(String name) throws IOException {
    done("read", GRID, "--limit", "1", "-o", file(name));
    assertThat(Files.readString(folder.resolve(name))).contains("───");
  }

  @Test
  void theFormatThatIsSaidCountsMore() throws IOException {
    done("info", GRID, "--format", "json", "-o", file("grid.txt"));
    assertThat(Files.readString(folder.resolve("grid.txt"))).startsWith("{");
  }

  @Test
  void differencesAreWrittenThoughTheyAreTheCodeOne() throws IOException {
    Session session =
        Session.of("diff", GRID, "--at", "1970-01-01T00:00:00.010Z", "-o", file("diff.csv"));
    assertThat(session.code).isEqualTo(1);
    assertThat(session.err).isEmpty();
    assertThat(Files.readString(folder.resolve("diff.csv"))).isNotEmpty();
  }

  @Test
  void linksLeadToWhatIsReplacedAndDevicesAreWrittenTo() throws IOException {
    Files.writeString(folder.resolve("real.csv"), "old");
    Files.createSymbolicLink(folder.resolve("link.csv"), folder.resolve("real.csv"));
    done("head", GRID, "-n", "1", "--fields", "a", "--force", "-o", file("link.csv"));
    assertThat(folder.resolve("real.csv")).hasContent("a\n-37\n");
    assertThat(folder.resolve("link.csv")).isSymbolicLink();
    Path nowhere = Path.of("/dev/null");
    if (Files.exists(nowhere)) {
      done("read", GRID, "-o", nowhere.toString());
      assertThat(nowhere).exists().isNotEqualTo(folder);
    }
  }
}
