package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.arrow.ArrowColumn;
import io.azulejo.arrow.ArrowOptions;
import io.azulejo.arrow.ArrowTable;
import io.azulejo.arrow.ArrowWriter;
import io.azulejo.cli.Session;
import io.azulejo.cli.terminal.Failure;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arrow on the command line. */
class ArrowTest {
  @TempDir private Path folder;

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private void read(String sample, String format, String file) throws IOException {
    try (OutputStream out = Files.newOutputStream(folder.resolve(file))) {
      Session session = Session.to(out, "read", Session.sample(sample), "--format", format);
      assertThat(session.err).isEmpty();
      assertThat(session.code).isZero();
    }
  }

  private static String rows(String array) {
    String said = Session.done("read", array, "--format", "tsv", "--sorted");
    return said;
  }

  @Test
  void samplesAreTheSameAfterTheWayThroughArrow() throws IOException {
    for (String sample : List.of("grid", "names", "days", "colors")) {
      for (String format : List.of("arrow", "arrow-file")) {
        String file = sample + "-" + format + ".arrow";
        String array = path(sample + format);
        read(sample, format, file);
        Session created = Session.of("create", array, "--from", path(file), "--write");

        assertThat(created.err).as(file).isEmpty();
        assertThat(created.out).contains("the schema of the array that " + path(file));
        assertThat(rows(array)).as(file).isEqualTo(rows(Session.sample(sample)));
      }
    }
  }

  @Test
  void arrowIsWrittenToAnArrayThatIsThere() throws IOException {
    read("names", "arrow", "names.arrow");
    read("names", "arrow-file", "again.feather");
    Session.done("create", path("array"), "--from", path("names.arrow"));
    String said = Session.done("write", path("array"), path("again.feather"));
    assertThat(said).startsWith("wrote ");
    assertThat(rows(path("array"))).isEqualTo(rows(Session.sample("names")));
  }

  @Test
  void aSchemaIsGuessedForColumnsOfOthers() throws IOException {
    ArrowTable table =
        ArrowTable.of(
            List.of(
                column("t", Datatype.DATETIME_MS, 1),
                column("n", Datatype.UINT16, 1),
                column("s", Datatype.STRING_UTF8, -1)),
            Map.of());
    Batch batch =
        Batch.of(
            Column.of("t", Datatype.DATETIME_MS, 5, 6, 7),
            Column.of("n", Datatype.UINT16, 1, 2, 65535),
            Column.of("s", Datatype.STRING_UTF8, "a", null, "b"));
    Path file = folder.resolve("some.arrow");
    try (OutputStream out = Files.newOutputStream(file)) {
      ArrowWriter writer = ArrowWriter.begin(out, table, ArrowOptions.FILE);
      writer.write(batch);
      writer.finish();
    }
    String said = Session.done("create", path("array"), "--from", file.toString(), "--write");
    assertThat(said).contains("dimensions: t; use --dims to choose others").contains("UINT16");
    assertThat(Session.of("read", path("array"), "--format", "csv").out)
        .isEqualTo(
            """
            t,n,s
            1970-01-01T00:00:00.005Z,1,a
            1970-01-01T00:00:00.006Z,2,
            1970-01-01T00:00:00.007Z,65535,b
            """);
  }

  private static ArrowColumn column(String name, Datatype type, int number) {
    return new ArrowColumn(name, type, number, number < 0, Optional.empty(), Map.of());
  }

  @Test
  void damagedArrowIsAnErrorThatNamesTheFile() throws IOException {
    Path file = Files.writeString(folder.resolve("bad.arrow"), "y,x\n1,2\n3,4\n");
    Session created = Session.of("create", path("array"), "--from", file.toString());

    assertThat(created.code).isNotEqualTo(Failure.OK);
    assertThat(created.err).startsWith("azulejo: ").contains("bad.arrow");
    assertThat(created.err.lines().count()).isEqualTo(1);
  }

  private String arrow(String name, Column... columns) throws IOException {
    List<ArrowColumn> types = new ArrayList<>();
    for (Column column : columns) {
      types.add(
          new ArrowColumn(column.name(), column.type(), 1, false, Optional.empty(), Map.of()));
    }
    Path file = folder.resolve(name);
    try (OutputStream out = Files.newOutputStream(file)) {
      ArrowWriter writer =
          ArrowWriter.begin(out, ArrowTable.of(types, Map.of()), ArrowOptions.FILE);
      writer.write(Batch.of(columns));
      writer.finish();
    }
    return file.toString();
  }

  @Test
  void severalFilesAreOneTable() throws IOException {
    String first =
        arrow(
            "1.arrow", Column.of("id", Datatype.INT32, 1, 2), Column.of("v", Datatype.INT32, 7, 8));
    String second =
        arrow("2.arrow", Column.of("v", Datatype.INT64, 9), Column.of("id", Datatype.INT64, 3));
    String array = path("several");

    String said = Session.done("create", array, "--from", path("*.arrow"), "--write");
    assertThat(said).contains("wrote 3 cells");
    assertThat(Session.of("read", array, "--format", "csv").out).isEqualTo("id,v\n1,7\n2,8\n3,9\n");
    String third = arrow("3.arrow", Column.of("id", Datatype.INT32, 4));
    assertThat(Session.of("write", array, first, third, second, "--at", "2040").err)
        .contains(third + ": ")
        .contains("\"v\"");
  }

  @Test
  void coordinatesComeInAllFilesOrInNone() throws IOException {
    Column values = Column.of("v", Datatype.INT32, 7, 8);
    String bare = arrow("bare.arrow", values);
    String whole = arrow("whole.arrow", Column.of("id", Datatype.INT32, 2, 3), values);
    String all =
        arrow(
            "all.arrow",
            Column.of("id", Datatype.INT32, 0, 1, 2, 3),
            Column.of("v", Datatype.INT32, 1, 2, 3, 4));
    String array = path("dense");
    assertThat(Session.of("create", array, "--from", all, "--dims", "id", "--dense", "--write").err)
        .isEmpty();

    assertThat(Session.of("write", array, bare, whole).err)
        .contains(whole + " has coordinates, but " + bare + " has no coordinates");
    assertThat(Session.of("write", array, whole, bare).err)
        .contains(bare + " has no coordinates, but " + whole + " has coordinates");
    assertThat(Session.of("write", array, bare, bare).code).isNotEqualTo(Failure.DEFECT);
    assertThat(Session.of("read", array, "--format", "csv").out)
        .isEqualTo("id,v\n0,1\n1,2\n2,3\n3,4\n");
  }
}
