package io.azulejo.cli.command;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.cli.Session;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.Progress;
import io.azulejo.query.Subarray;
import io.azulejo.query.VarColumn;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestSchemas;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An array that was made of a file takes the files of later days, whatever their values. */
class AppendedRowsTest {
  private static final Location MEMORY = Location.of("mem:///rows");

  @TempDir private Path folder;
  private String array;

  @BeforeEach
  void locate() {
    array = folder.resolve("array").toString();
  }

  private void create(String text) throws IOException {
    Path file = Files.writeString(folder.resolve("rows.csv"), text);
    Session.done("create", array, "--from", file.toString(), "--write");
  }

  private Session write(String text, String... args) {
    return Session.with(text, Session.words("write %s - --format csv %s", array, args));
  }

  private String read() {
    return Session.of("read", array, "--format", "csv").out;
  }

  @Test
  void rowsWithoutAKeyComeAfterThoseThatAreThere() throws IOException {
    create("a,b\n2.5,x\n1,y\n2.5,x\n");
    assertThat(write("b,a\nz,-1e300\nx,2.5\n").err).isEmpty();
    Path more = Files.writeString(folder.resolve("more.jsonl"), "{\"a\":7,\"b\":\"z\"}\n");
    assertThat(Session.of("write", array, more.toString()).err).isEmpty();

    assertThat(read())
        .isEqualTo("row,a,b\n0,2.5,x\n1,1.0,y\n2,2.5,x\n3,-1e300,z\n4,2.5,x\n5,7.0,z\n");
    assertThat(Session.of("info", array).out).contains("non-empty domain  row=0..5");
  }

  @Test
  void rowsWithTheirNumbersReplaceOthers() throws IOException {
    create("a,b\n2.5,x\n1,y\n2.5,x\n");
    assertThat(write("row,a,b\n1,4,z\n").err).isEmpty();
    assertThat(write("a,b\n5,x\n6,y\n", "--range", "row=2..3").err).isEmpty();

    assertThat(read()).isEqualTo("row,a,b\n0,2.5,x\n1,4.0,z\n2,5.0,x\n3,6.0,y\n");
  }

  @Test
  void rowsOfABadFileAreNotAppended() throws IOException {
    create("a,b\n2.5,x\n1,y\n");

    assertThat(write("a,b\n3,x\nfive,y\n").err).contains("line 3, column a");
    assertThat(read()).isEqualTo("row,a,b\n0,2.5,x\n1,1.0,y\n");
  }

  @Test
  void keysTakeWhatComesBeforeAndAfterThem() throws IOException {
    create("day,v\n2024-03-01,1\n2024-03-02,2\n");
    assertThat(write("day,v\n0001-01-01,0\n2024-03-03,3\n9999-12-30,4\n").err).isEmpty();
    assertThat(read())
        .isEqualTo("day,v\n0001-01-01,0\n2024-03-01,1\n2024-03-02,2\n2024-03-03,3\n9999-12-30,4\n");

    array = folder.resolve("ids").toString();
    create("id,v\n10,1\n11,2\n");
    assertThat(write("id,v\n-2000000000,0\n2147483000,3\n").err).isEmpty();
    assertThat(read()).isEqualTo("id,v\n-2000000000,0\n10,1\n11,2\n2147483000,3\n");

    array = folder.resolve("long").toString();
    create("id,v\n9000000000,1\n9000000001,2\n");
    assertThat(write("id,v\n-9223372036854775000,0\n9223372036854775000,3\n").err).isEmpty();
    assertThat(read())
        .isEqualTo(
            "id,v\n-9223372036854775000,0\n9000000000,1\n9000000001,2\n9223372036854775000,3\n");
  }

  @Test
  void placesTakeEveryOther() throws IOException {
    create("lat,lon,v\n46.5,7.25,1\n46.75,7.5,2\n");
    assertThat(write("lat,lon,v\n-90,-180,0\n90,180,3\n").err).isEmpty();

    assertThat(Session.of("read", array, "--format", "csv", "--order-by", "v").out)
        .isEqualTo("lat,lon,v\n-90.0,-180.0,0\n46.5,7.25,1\n46.75,7.5,2\n90.0,180.0,3\n");
  }

  @Test
  void longitudesFromZeroTo360TakeEveryOther() throws IOException {
    create("lat,lon,v\n46.5,7.25,1\n46.75,359.5,2\n");

    assertThat(write("lat,lon,v\n-90,-180,0\n90,360,3\n").err).isEmpty();
  }

  @Test
  void manyRowsAreSeveralFragmentsOfOneCommit() {
    try (Azulejo azulejo = numbered(Long.MAX_VALUE / 8 * 8 - 1)) {
      List<String> fragments;
      try (RowAppend rows = append(azulejo, 100)) {
        for (int i = 0; i < 7; i++) {
          rows.add(batch(5 * i, 5));
          assertThat(azulejo.open(MEMORY).fragments()).isEmpty();
        }
        fragments = rows.commit();
      }
      assertThat(fragments).hasSize(2);
      assertThat(values(azulejo, 35)).containsExactly(counted(35));

      try (RowAppend rows = append(azulejo, Long.MAX_VALUE)) {
        rows.add(batch(35, 5));
        rows.commit();
      }
      assertThat(values(azulejo, 40)).containsExactly(counted(40));
    }
  }

  @Test
  void whatIsNotCommittedIsDiscarded() throws IOException {
    create("a,b\n2.5,x\n1,y\n");
    Path fragments = folder.resolve("array/__fragments");
    try (Azulejo azulejo = Azulejo.create();
        RowAppend rows =
            new RowAppend(
                new WriteCommit(azulejo, MEMORY, Optional.empty()),
                azulejo.open(Location.of(array)),
                WriteRequest.DEFAULT,
                ChangeOptions.DEFAULT,
                1)) {
      rows.add(twoRows());
      assertThat(list(fragments)).hasSize(2);
    }

    assertThat(list(fragments)).hasSize(1);
    assertThat(read()).isEqualTo("row,a,b\n0,2.5,x\n1,1.0,y\n");
  }

  private static List<Path> list(Path folder) throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.toList();
    }
  }

  private static Batch twoRows() {
    return Batch.of(
        new FixedColumn("a", Datatype.FLOAT64, 1, 2, new byte[16], null),
        new VarColumn(
            "b", Datatype.STRING_UTF8, 2, new int[] {0, 1, 2}, "xy".getBytes(UTF_8), null));
  }

  @Test
  void arraysThatOneWriteFillsAreFilledAsBefore() {
    try (Azulejo azulejo = numbered(15)) {
      assertThat(RowAppend.fits(azulejo.open(MEMORY).schema())).isFalse();
      try (ArrayWriter out = azulejo.array(MEMORY).writer()) {
        out.append(batch(0, 5));
        assertThatThrownBy(out::commit)
            .isInstanceOf(InvalidRequestException.class)
            .hasMessageContaining("11 of 16 cells");
      }
    }
  }

  private static Azulejo numbered(long last) {
    Azulejo azulejo = Azulejo.builder().storage("mem", Storage.inMemory()).build();
    azulejo.create(MEMORY, TestSchemas.of("dense(row INT64 0..%s/8) v INT32", last));
    return azulejo;
  }

  private static RowAppend append(Azulejo azulejo, long mostBytes) {
    WriteRequest request = WriteRequest.DEFAULT.progress(Progress.NONE);
    return new RowAppend(
        new WriteCommit(azulejo, MEMORY, Optional.empty()),
        azulejo.open(MEMORY),
        request,
        ChangeOptions.DEFAULT,
        mostBytes);
  }

  private static Batch batch(int first, int rows) {
    ByteBuffer bytes = ByteBuffer.allocate(4 * rows).order(ByteOrder.LITTLE_ENDIAN);
    for (int i = 0; i < rows; i++) {
      bytes.putInt(first + i);
    }
    return Batch.of(new FixedColumn("v", Datatype.INT32, 1, rows, bytes.array(), null));
  }

  private static int[] values(Azulejo azulejo, int rows) {
    return azulejo
        .open(MEMORY)
        .read()
        .subarray(Subarray.ALL.and("row", Range.of(0, rows - 1)))
        .ints("v")
        .values();
  }

  private static int[] counted(int rows) {
    int[] values = new int[rows];
    for (int i = 0; i < rows; i++) {
      values[i] = i;
    }
    return values;
  }
}
