package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.Session;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.testkit.PackingTool;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that are packed, several at once, or no files but standard input. */
class RowFilesTest {
  private static final String ROWS = "id,v\n1,a\n2,b\n";

  @TempDir private Path folder;
  private String array;

  @BeforeEach
  void locate() {
    array = folder.resolve("array").toString();
  }

  private static byte[] packed(PackingTool packing, String text) throws IOException {
    return packing.pack(text.getBytes(StandardCharsets.UTF_8));
  }

  private String file(String name, String text) throws IOException {
    return Files.writeString(folder.resolve(name), text).toString();
  }

  private String read() {
    return Session.of("read", array, "--format", "csv").out;
  }

  @Test
  void packedFilesAreUnpackedWhateverTheirNames() throws IOException {
    String[] ends = {".csv.gz", ".csv.zst", ".csv.bz2", ".csv", "", ".dat"};
    for (PackingTool packing : PackingTool.values()) {
      byte[] bytes = packed(packing, ROWS);
      for (String end : ends) {
        array = folder.resolve("array" + end + packing).toString();
        Path file = Files.write(folder.resolve("rows" + end), bytes);
        Session session = Session.of("create", array, "--from", file.toString(), "--write");

        assertThat(session.err).as(end).isEmpty();
        assertThat(read()).as(end).isEqualTo(ROWS);
      }
    }
  }

  @Test
  void packedFilesInSeveralPiecesAreReadToTheirEnd() throws IOException {
    for (PackingTool packing : PackingTool.values()) {
      array = folder.resolve("array" + packing).toString();
      byte[] first = packed(packing, "id,v\n1,a\n");
      byte[] second = packed(packing, "2,b\n");
      byte[] both = Arrays.copyOf(first, first.length + second.length);
      System.arraycopy(second, 0, both, first.length, second.length);
      Path file = Files.write(folder.resolve("rows.csv"), both);

      assertThat(Session.of("create", array, "--from", file.toString(), "--write").err).isEmpty();
      assertThat(read()).isEqualTo(ROWS);
    }
  }

  @Test
  void packedFilesThatAreCutOffAreRefusedByName() throws IOException {
    for (PackingTool packing : PackingTool.values()) {
      byte[] bytes = packed(packing, "id,v\n" + "1,some text\n".repeat(1000));
      for (int length = 11; length < bytes.length; length += 7) {
        Path file = Files.write(folder.resolve("rows.csv"), Arrays.copyOf(bytes, length));
        Session session = Session.of("create", array, "--from", file.toString(), "--write");

        assertThat(session.code).isEqualTo(Failure.REQUEST);
        assertThat(session.err)
            .contains("rows.csv")
            .contains(" data is damaged or truncated")
            .doesNotContain("Exception");
      }
    }
  }

  @Test
  void severalFilesAreOneTable() throws IOException {
    String first = file("a.csv", "id,v\n1,a\n");
    String second = file("b.csv", "# the second\nv;id\nb;2\n");
    String pattern = folder.resolve("?.csv").toString();

    String said = Session.done("create", array, "--from", pattern, "--write");
    assertThat(said)
        .startsWith("guessed from the 2 rows of " + first + " and 1 more file\n")
        .contains(second + ": header row in line 2;")
        .contains("wrote 2 cells");
    assertThat(read()).isEqualTo(ROWS);
    assertThat(Session.of("write", array, first, second, "--at", "2040").err).isEmpty();
    array = folder.resolve("another").toString();
    assertThat(Session.of("create", array, "--from", first, second, "--write").err).isEmpty();
    assertThat(read()).isEqualTo(ROWS);
  }

  @Test
  void theFileWhoseColumnsDifferIsNamed() throws IOException {
    String first = file("a.csv", "id,v\n1,a\n2,b\n");
    String second = file("b.csv", "id,w\n3,c\n");
    String third = file("c.csv", "id,v,w\n4,d,1\n");

    assertThat(Session.of("create", array, "--from", first, second, "--write").err)
        .contains(second + ": files that are read together must have the same columns")
        .contains("this one has w instead of v");
    assertThat(Session.of("create", array, "--from", first, third, "--sample", "1").err)
        .contains(third)
        .contains("this one also has w");
    assertThat(Files.exists(Path.of(array))).isFalse();
    assertThat(Session.of("create", array, "--from", first, "--write").err).isEmpty();
    assertThat(Session.of("write", array, first, second, "--at", "2040").err)
        .contains(second)
        .contains("the header row has column \"w\"");
  }

  @Test
  void badRowsAreThoseOfTheirFile() throws IOException {
    String first = file("a.csv", "id,v\n1,a\n2,b\n");
    String second = file("b.csv", "id,v\n3,c\n4,d,e\n");

    assertThat(Session.of("create", array, "--from", first, second).err)
        .contains(second + ": cannot use 1 of 2 rows")
        .contains("line 3: found 3 values for 2 columns");
  }

  @Test
  void filesOfDifferentFormatsAreRefused() throws IOException {
    String first = file("a.csv", ROWS);
    String second = file("b.jsonl", "{\"id\":3,\"v\":\"c\"}\n");

    assertThat(Session.of("create", array, "--from", first, second).err)
        .contains("b.jsonl is json: files that are read together must have the same format");
    assertThat(Session.of("create", array, "--from", first, "-").err)
        .contains("standard input (-) cannot be combined with other files");
    assertThat(Session.of("create", array, "--from", folder.resolve("*.tsv").toString()).err)
        .contains("no file matches");
    assertThat(Session.of("create", array, first).code).isEqualTo(Failure.REQUEST);
  }

  @Test
  void standardInputIsReadOnce() throws IOException {
    assertThat(Session.with(ROWS, "create", array, "--from", "-", "--write").err).isEmpty();
    assertThat(read()).isEqualTo(ROWS);

    array = folder.resolve("json").toString();
    String json = "[{\"id\":1,\"v\":\"a\"},{\"id\":2,\"v\":\"b\"}]";
    assertThat(Session.with(json, "create", array, "--from", "-", "--write").err).isEmpty();
    assertThat(read()).isEqualTo(ROWS);
    assertThat(Session.with(ROWS, "write", array, "-", "--at", "2040").err).isEmpty();
  }

  @Test
  void longStandardInputIsGuessedFromItsHead() {
    StringBuilder text = new StringBuilder("id,v\n");
    for (int i = 0; i < 300_000; i++) {
      text.append(i).append(",x\n");
    }
    Session session =
        Session.with(text.toString(), "create", array, "--from", "-", "--sample", "10", "--write");

    assertThat(session.err).isEmpty();
    assertThat(session.out)
        .contains("guessed from the first 10 rows of standard input")
        .contains("wrote 300,000 cells");
  }

  @Test
  void foldersSayWhatTheyAre() throws IOException {
    Files.createDirectories(folder.resolve("zarr"));
    Files.createDirectories(folder.resolve("plain"));
    file("zarr/.zarray", "{}");

    assertThat(Session.of("create", array, "--from", folder.resolve("zarr").toString()).err)
        .contains("is a Zarr array or group; in Python");
    assertThat(Session.of("create", array, "--from", Session.sample("grid")).err)
        .contains("is already an array; use azulejo cp to copy it");
    assertThat(Session.of("create", array, "--from", folder.resolve("plain").toString()).err)
        .contains(
            "is a folder, not a file of rows; use '"
                + folder.resolve("plain/*")
                + "' for the files");
  }

  @Test
  void filesOfOtherKindsSayWhatTheyAreAndWhatToDo() throws IOException {
    String[][] kinds = {
      {"PAR1\u0015\u0004\0\0PAR1", "a Parquet file; convert it with DuckDB"},
      {"PK\3\4\24\0[Content_Types].xml", "an Excel file; save the sheet as CSV"},
      {"PK\3\4\24\0data.csv", "a ZIP archive; extract it first"},
      {"SQLite format 3\0", "an SQLite database; convert a table"},
      {"\u00fd7zXZ\0", "an xz file"},
      {"%PDF-1.7", "a PDF document"},
      {"  <!DOCTYPE html><html>", "an HTML page; probably a web page instead of the file"},
      {"version https://git-lfs.github.com/spec/v1\n", "a Git LFS pointer file; fetch"},
    };
    for (String[] kind : kinds) {
      for (String name : new String[] {"file.csv", "file"}) {
        Path file =
            Files.write(folder.resolve(name), kind[0].getBytes(StandardCharsets.ISO_8859_1));
        Session session = Session.of("create", array, "--from", file.toString());

        assertThat(session.code).isEqualTo(Failure.REQUEST);
        assertThat(session.err).contains(name + " is " + kind[1]);
      }
    }
    String text = file("rows.csv", "PAR1,v\n1,2\n");
    assertThat(Session.of("create", array, "--from", text).err).isEmpty();
  }

  @Test
  void filesInFoldersAreFoundOnceAndHiddenOnesAreNot() throws IOException {
    Files.createDirectories(folder.resolve("parts/in/.ipynb_checkpoints"));
    String first = file("parts/a.csv", "id,v\n1,a\n");
    file("parts/in/b.csv", "id,v\n2,b\n");
    file("parts/in/.ipynb_checkpoints/b.csv", "id,v\n2,b\n");
    Files.createDirectories(folder.resolve("parts/.trash"));
    file("parts/.trash/c.csv", "id,v\n3,c\n");
    String all = folder.resolve("parts/**/*.csv").toString();

    assertThat(Session.of("create", array, "--from", all, first, "--write").out)
        .contains("wrote 2 cells");
    assertThat(read()).isEqualTo(ROWS);
    array = folder.resolve("another").toString();
    String below = folder.resolve("parts/*/*.csv").toString();
    assertThat(Session.of("create", array, "--from", first, below, "--write").out)
        .contains("wrote 2 cells");
  }

  @Test
  void manyLinesBeforeTheTableArePassedOver() throws IOException {
    String text = "any, line\n".repeat(20_000) + "id;v\n1;a\n2;b\n";
    String file = file("rows.csv", text);

    String said = Session.done("create", array, "--from", file, "--skip", "20000", "--write");
    assertThat(said).contains("header row in line 20001");
    assertThat(read()).isEqualTo(ROWS);
    assertThat(Session.of("write", array, file, "--skip", "20004").err)
        .contains("rows.csv: --skip 20004: the file has only 20003 lines");
  }

  @Test
  void manyCommentsBeforeTheTableArePassedOver() throws IOException {
    String comments = "##contig=<ID=1,length=2>\n".repeat(5_000);
    String[] heads = {
      comments + "#id\tv\n",
      comments + "##" + "x".repeat(200_000) + "\n" + "#id\tv\n",
      "\ufeff" + comments + "\n\n" + "id\tv\n"
    };
    for (String head : heads) {
      array = folder.resolve("array" + head.length()).toString();
      String file = file("rows.csv", head + "1\ta\n2\tb\n3\tc\td\n");
      int line = (int) head.lines().count();

      assertThat(Session.of("create", array, "--from", file).err)
          .contains("line %d: found 3 values for 2 columns".formatted(line + 3));
      Files.writeString(folder.resolve("rows.csv"), head + "1\ta\n2\tb\n");
      String said = Session.done("create", array, "--from", file, "--write");
      assertThat(said).contains("header row in line %,d".formatted(line).replace(",", ""));
      assertThat(read()).isEqualTo(ROWS);
    }
  }

  @Test
  void rowsOfDashesInColumnsOfFixedWidthAreRows() throws IOException {
    String rows =
        "New York     1990  12.5\nLos Angeles  1991   7\n-            -     --\n"
            + "Oslo City    1993  9.25\nRome City    1994  3.25\n";
    for (String rule : new String[] {"", "-----------  ----  ----\n"}) {
      String file = file("rows.txt", "station      year  mean\n" + rule + rows);
      array = folder.resolve("array" + rule.length()).toString();

      String said = Session.done("create", array, "--from", file, "--dense", "--write");
      assertThat(said).contains("columns have fixed widths").contains("wrote 5 cells");
    }
  }

  @Test
  void gridsAndArrowAreUnpackedWhateverTheirNames() throws IOException {
    Path grids = Session.root().resolve("cli/src/test/resources/grids");
    Path arrow = folder.resolve("rows.arrow");
    assertThat(Session.of("create", array, "--from", file("rows.csv", ROWS), "--write").err)
        .isEmpty();
    try (OutputStream out = Files.newOutputStream(arrow)) {
      assertThat(Session.to(out, "read", array, "--format", "arrow-file").err).isEmpty();
    }
    for (Path file : new Path[] {arrow, grids.resolve("floats.npy")}) {
      String plain = folder.resolve("plain" + file.getFileName()).toString();
      assertThat(Session.of("create", plain, "--from", file.toString(), "--write").err).isEmpty();
      for (PackingTool packing : PackingTool.values()) {
        for (String name : new String[] {file.getFileName() + ".gz", file.getFileName() + ""}) {
          Path packed = Files.createTempDirectory(folder, "packed").resolve(name);
          Files.write(packed, packing.pack(Files.readAllBytes(file)));
          array = packed.resolveSibling("array").toString();

          assertThat(Session.of("create", array, "--from", packed.toString(), "--write").err)
              .isEmpty();
          assertThat(read()).isEqualTo(Session.of("read", plain, "--format", "csv").out);
        }
      }
    }
    byte[] archive = PackingTool.GZIP.pack(Files.readAllBytes(grids.resolve("alike.npz")));
    Path packed = Files.write(folder.resolve("alike.npz.gz"), archive);
    assertThat(Session.of("create", folder + "/npz", "--from", packed.toString()).err)
        .contains("alike.npz.gz: an npz archive must be an uncompressed file");
  }

  @Test
  void optionsThatAFormatHasNoUseForAreRefused() throws IOException {
    String json = file("rows.json", "[{\"id\":1,\"v\":2}]");
    String tsv = file("rows.tsv", "id\tv\n1\t2\n");
    String grid = Session.root().resolve("cli/src/test/resources/grids/floats.npy").toString();
    String[][] tables = {
      {"--delimiter", ";"}, {"--header"}, {"--skip", "1"}, {"--null", "NA"}, {"--melt"}
    };
    for (String[] option : tables) {
      for (String from : new String[] {json, grid}) {
        Session session = with(from, option);
        assertThat(session.code).isEqualTo(Failure.REQUEST);
        assertThat(session.err).contains(from + ": " + option[0] + " is only for csv and tsv, but");
      }
    }
    String[][] texts = {{"--encoding", "utf-8"}, {"--decimal", ","}, {"--date-format", "iso"}};
    for (String[] option : texts) {
      assertThat(with(grid, option).err).contains(grid + ": " + option[0] + " is only for text");
      assertThat(with(json, option).err).isEmpty();
    }
    assertThat(with(grid, "--sample", "5").err).contains("--sample is only for files of rows");
    assertThat(with(tsv, "--delimiter", ";").err)
        .contains("--delimiter is only for csv, but " + tsv + " is tsv; add --format csv");
    assertThat(with(tsv, "--delimiter", "\\t").err).isEmpty();
  }

  private Session with(String from, String... options) {
    return Session.line("create %s --from %s --dry-run %s", array, from, options);
  }

  @Test
  void namesOfRowsStayWhereTheLastColumnIsEmpty() throws IOException {
    String file = file("rows.csv", "a,b,c\nx,1,2,\ny,3,4,\nz,5,6,\n");
    assertThat(Session.of("create", array, "--from", file, "--dims", "row", "--write").err)
        .isEmpty();
    assertThat(read()).isEqualTo("row,a,b,c\nx,1,2,\ny,3,4,\nz,5,6,\n");

    Files.writeString(Path.of(file), "a,b,c\n1,5,2,\n2,5,4,\n3,5,6,\n");
    array = folder.resolve("another").toString();
    Session session = Session.of("create", array, "--from", file, "--dims", "a", "--write");
    assertThat(session.out).contains("delimiters at the ends of lines are ignored");
    assertThat(read()).isEqualTo("a,b,c\n1,5,2\n2,5,4\n3,5,6\n");
  }

  @Test
  void aMarkOfUtf8BeforeJsonIsNoText() {
    String array = folder.resolve("marked").toString();
    Session session =
        Session.with(
            "\ufeff{\"id\":1,\"v\":2.5}\n{\"id\":2,\"v\":3}\n",
            Session.words("create %s --from - --write", array));

    assertThat(session.err).isEmpty();
    assertThat(Session.of("read", array, "--format", "csv").out).isEqualTo("id,v\n1,2.5\n2,3.0\n");
  }

  @Test
  void aByteOrderMarkIsNoPartOfTheFirstName() throws IOException {
    String[] texts = {
      "\"id\",\"value\"\n1,a\n2,b\n",
      "\"id\";\"value\"\n1;a\n2;b\n",
      "\n#made by hand\n\"id\";\"value\"\n1;a\n2;b\n",
      "id\tvalue\n1\ta\n2\tb\n",
      "id   value\n 1   a\n 2   b\n 3   c\n 4   d\n 5   e\n",
      "[{\"id\":1,\"value\":\"a\"},{\"id\":2,\"value\":\"b\"}]",
      "#id,value\n1,a\n2,b\n",
    };
    Charset[] charsets = {
      StandardCharsets.UTF_8, StandardCharsets.UTF_16LE, StandardCharsets.UTF_16BE
    };
    for (int i = 0; i < texts.length; i++) {
      for (Charset charset : charsets) {
        array = folder.resolve("array%d%s".formatted(i, charset)).toString();
        Path file = folder.resolve(i == 5 ? "rows.json" : "rows.csv");
        Files.write(file, ("\ufeff" + texts[i]).getBytes(charset));
        boolean said = i % 2 == 0;
        List<String> command = new ArrayList<>(List.of("create", array, "--from", file.toString()));
        command.addAll(List.of("--dims", "id", "--write"));
        command.addAll(said ? List.of("--encoding", charset.name()) : List.of());

        assertThat(Session.of(command.toArray(String[]::new)).err).isEmpty();
        assertThat(Session.of("read", array, "--format", "csv", "--range", "id=1..2").out)
            .isEqualTo("id,value\n1,a\n2,b\n");
      }
    }
  }

  @Test
  void theBetterCommandCanBeTypedAsItStands() throws IOException {
    StringBuilder rows = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      rows.append("%s;2020-01-%02d;%d,5\n".formatted("AB".charAt(i % 2), i / 4 + 1, i));
    }
    Path file = Files.writeString(folder.resolve("a file.txt"), "symbol;date;price\n" + rows);
    String array = folder.resolve("array of").toString();
    String said =
        Session.done(
            Session.words(
                "create %s --from %s --format csv --delimiter ; --decimal , --dims symbol --dry-run",
                array, file.toString()));
    assertThat(said)
        .contains(
            "better: azulejo create '%s' --from '%s' --format csv --delimiter ';' --decimal , --dry-run --d"
                .formatted(array, file))
        .doesNotContain("--dims symbol --");
  }

  @Test
  void aGribFileIsToBeMadeNetcdf() throws IOException {
    Path file = Files.writeString(folder.resolve("weather.grib"), "GRIB\0\0\0\2rest");
    Session session =
        Session.of("create", folder.resolve("a").toString(), "--from", file.toString());

    assertThat(session.err)
        .contains("a GRIB file; ")
        .contains("to_netcdf")
        .doesNotContain("--format");
  }
}
