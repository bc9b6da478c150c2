package io.azulejo.cli.command;

import static io.azulejo.cli.Session.done;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.cli.Session;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Rows of a read in an order of their own, and some of them. */
class ReadChoiceTest {
  private static final String GRID = Session.sample("grid");
  private static final String NAMES = Session.sample("names");
  private static final List<String> SIZES = List.of("small", "large", "medium");

  @TempDir private Path folder;

  /** A row; what is null is null. */
  private record Cell(long id, Double real, String text, Integer size) {}

  private static int nullsLast(Object a, Object b) {
    return (a == null ? 1 : 0) - (b == null ? 1 : 0);
  }

  private static Comparator<Cell> byReal(boolean descending) {
    return (a, b) -> {
      int order = nullsLast(a.real, b.real);
      if (order != 0 || a.real == null) {
        return order;
      }
      if (a.real.isNaN() || b.real.isNaN()) {
        return (a.real.isNaN() ? 1 : 0) - (b.real.isNaN() ? 1 : 0);
      }
      int values = Double.compare(a.real + 0.0, b.real + 0.0);
      return descending ? -values : values;
    };
  }

  private static Comparator<Cell> byText(boolean descending) {
    return (a, b) -> {
      int order = nullsLast(a.text, b.text);
      if (order != 0 || a.text == null) {
        return order;
      }
      int values = Arrays.compareUnsigned(bytes(a.text), bytes(b.text));
      return descending ? -values : values;
    };
  }

  private static Comparator<Cell> bySize(boolean descending) {
    return (a, b) -> {
      int order = nullsLast(a.size, b.size);
      if (order != 0 || a.size == null) {
        return order;
      }
      int values = SIZES.get(a.size).compareTo(SIZES.get(b.size));
      return descending ? -values : values;
    };
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private List<Cell> write(int rows, Random random) {
    double[] reals = {0.0, -0.0, Double.NaN, 1 / 0.0, -1 / 0.0, 2.5, -3};
    String[] texts = {"", "a", "ab", "ä", "b", "zz"};
    List<Cell> cells = new ArrayList<>();
    for (int i = 0; i < rows; i++) {
      cells.add(
          new Cell(
              i,
              random.nextInt(5) == 0
                  ? null
                  : (Double)
                      (random.nextBoolean()
                          ? reals[random.nextInt(reals.length)]
                          : random.nextInt(-50, 50) / 4.0),
              random.nextInt(5) == 0 ? null : texts[random.nextInt(texts.length)],
              random.nextInt(5) == 0 ? null : (Integer) random.nextInt(3)));
    }
    try (Azulejo azulejo = Azulejo.builder().build()) {
      Location place = Location.of(folder.resolve("cells").toString());
      azulejo.create(
          place,
          ArraySchema.sparse()
              .dimension(Dimension.of("id", Datatype.INT32, Range.of(0, 1 << 20), 64))
              .attribute(Attribute.builder("real", Datatype.FLOAT64).nullable().build())
              .attribute(Attribute.builder("text", Datatype.STRING_UTF8).var().nullable().build())
              .attribute(
                  Attribute.builder("size", Datatype.UINT8).nullable().enumeration("s").build())
              .enumeration(Enumeration.ofStrings("s", false, SIZES))
              .build());
      azulejo.array(place).append(batch(cells));
    }
    return cells;
  }

  private static Batch batch(List<Cell> cells) {
    int rows = cells.size();
    ByteBuffer reals = ByteBuffer.allocate(8 * rows).order(ByteOrder.LITTLE_ENDIAN);
    byte[] sizes = new byte[rows];
    byte[] text = new byte[8 * rows];
    int[] offsets = new int[rows + 1];
    byte[][] valid = new byte[3][rows];
    for (int i = 0; i < rows; i++) {
      Cell cell = cells.get(i);
      valid[0][i] = (byte) (cell.real == null ? 0 : 1);
      valid[1][i] = (byte) (cell.text == null ? 0 : 1);
      valid[2][i] = (byte) (cell.size == null ? 0 : 1);
      reals.putDouble(cell.real == null ? 0 : cell.real);
      sizes[i] = (byte) (cell.size == null ? 0 : cell.size);
      byte[] bytes = cell.text == null ? new byte[0] : bytes(cell.text);
      System.arraycopy(bytes, 0, text, offsets[i], bytes.length);
      offsets[i + 1] = offsets[i] + bytes.length;
    }
    return Batch.of(
        Column.of("id", Datatype.INT32, cells.stream().mapToLong(Cell::id).toArray()),
        new FixedColumn("real", Datatype.FLOAT64, 1, rows, reals.array(), valid[0]),
        new VarColumn("text", Datatype.STRING_UTF8, rows, offsets, text, valid[1]),
        new FixedColumn("size", Datatype.UINT8, 1, rows, sizes, valid[2]));
  }

  private List<Long> ids(String... options) {
    String[] command = {
      "read", folder.resolve("cells").toString(), "--fields", "id", "--format", "csv"
    };
    String said =
        Session.done(Stream.concat(Stream.of(command), Stream.of(options)).toArray(String[]::new));
    return said.lines().skip(1).map(Long::valueOf).toList();
  }

  @Test
  void ordersAgreeWithASortOfObjects() {
    Random random = new Random(1018);
    List<Cell> cells = write(3000, random);
    for (int i = 0; i < 24; i++) {
      boolean[] down = {random.nextBoolean(), random.nextBoolean(), random.nextBoolean()};
      List<Integer> order = new ArrayList<>(List.of(0, 1, 2));
      java.util.Collections.shuffle(order, random);
      order = order.subList(0, random.nextInt(1, 4));
      Comparator<Cell> oracle = (a, b) -> 0;
      List<String> keys = new ArrayList<>();
      for (int key : order) {
        oracle =
            oracle.thenComparing(
                List.of(byReal(down[0]), byText(down[1]), bySize(down[2])).get(key));
        keys.add(List.of("real", "text", "size").get(key) + (down[key] ? " desc" : ""));
      }
      List<Long> sorted = cells.stream().sorted(oracle).map(Cell::id).toList();
      String by = String.join(", ", keys);
      int top = random.nextInt(0, 200);
      int offset = random.nextInt(0, 4000);
      assertThat(ids("--order-by", by)).as(by).isEqualTo(sorted);
      assertThat(ids("--order-by", by, "--top", "" + top))
          .isEqualTo(sorted.subList(0, top))
          .isEqualTo(ids("--order-by", by, "--limit", "" + top));
      assertThat(ids("--order-by", by, "--top", "" + top, "--offset", "" + offset))
          .as("%s %d %d", by, top, offset)
          .isEqualTo(sorted.subList(Math.min(3000, offset), Math.min(3000, offset + top)));
    }
  }

  @Test
  void theFirstOfManyAreFoundAmongAll() {
    List<Cell> cells = write(40_000, new Random(5));
    List<Long> sorted =
        cells.stream().sorted(byReal(true).thenComparing(byText(false))).map(Cell::id).toList();
    assertThat(ids("--order-by", "real desc, text", "--top", "7")).isEqualTo(sorted.subList(0, 7));
    assertThat(ids("--order-by", "real desc, text", "--top", "9000"))
        .isEqualTo(sorted.subList(0, 9000));
  }

  @Test
  void offsetsAndLimitsAreParts() {
    write(100, new Random(3));
    assertThat(ids("--offset", "90")).isEqualTo(range(90, 100));
    assertThat(ids("--offset", "90", "--limit", "3")).isEqualTo(range(90, 93));
    assertThat(ids("--offset", "100")).isEmpty();
    assertThat(ids("--offset", "0", "--limit", "0")).isEmpty();
    assertThat(ids("--offset", "9223372036854775807", "--limit", "9223372036854775807")).isEmpty();
  }

  @Test
  void samplesAreSomeOfTheRowsInTheirOrder() {
    write(20_000, new Random(3));
    List<Long> some = ids("--sample", "500");
    assertThat(some).hasSize(500).isSorted().doesNotHaveDuplicates();
    assertThat(ids("--sample", "500")).isEqualTo(some);
    assertThat(ids("--sample", "500", "--seed", "7")).hasSize(500).isNotEqualTo(some);
    assertThat(some.stream().mapToLong(Long::longValue).average().orElseThrow())
        .isBetween(8_500.0, 11_500.0);
    assertThat(ids("--sample", "30000")).isEqualTo(range(0, 20_000));
    assertThat(ids("--sample", "0")).isEmpty();
    assertThat(ids("--sample", "10%")).hasSizeBetween(1_700, 2_300).isSorted();
    assertThat(ids("--sample", "100%")).isEqualTo(range(0, 20_000));
    assertThat(ids("--sample", "0%")).isEmpty();
    assertThat(ids("--sample", "3", "--limit", "2")).hasSize(2);
    assertThat(ids("--sample", "50", "--order-by", "id desc"))
        .isSortedAccordingTo(Comparator.reverseOrder())
        .hasSize(50);
  }

  private static List<Long> range(int from, int to) {
    return IntStream.range(from, to).mapToObj(i -> (long) i).toList();
  }

  @Test
  void ordersByFieldsThatAreNotShown() {
    Session session =
        Session.line("read %s --fields a --order-by %s --top 3 --format csv", GRID, "a desc, x");
    assertThat(session.out).isEqualTo("a\n47\n44\n44\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "--top 3|--top requires --order-by",
        "--order-by v --top -1|--top -1: must be at least 0",
        "--offset -1|--offset -1: must be at least 0",
        "--order-by nome|--order-by: unknown field nome; valid: name, v",
        "--order-by v,|--order-by v,: the field is missing",
        "--order-by v,v|--order-by v,v: v is given more than once",
        "--order-by v --sorted --format tsv|--sorted cannot be combined with --order-by",
        "--order-by v --top 1 --limit 1|use either --top or --limit",
        "--sample half|--sample half: expected a number of cells, such as 1000, or a percentage, such as 1%",
        "--sample 101%|--sample 101%: expected a number of cells",
        "--seed 1|--seed requires --sample",
        "--order-by v --format npy|--format npy writes all cells of a box",
      })
  void saysWhatIsWrong(String options, String message) {
    Session session = Session.line("read %s %s", NAMES, options.split(" "));
    assertThat(session.code).isEqualTo(1);
    assertThat(session.err).startsWith("azulejo: " + message);
  }

  @Test
  void directionsAreAscOrDesc() {
    Session session = Session.of("read", NAMES, "--order-by", "v down");
    assertThat(session.err)
        .isEqualTo(
            "azulejo: --order-by v down: \"down\" is not a direction; use asc (the default) or"
                + " desc\n");
  }

  @Test
  void warnsOfRangesOutsideWhatIsWritten() {
    Session outside = Session.of("read", Session.sample("days"), "--range", "day=2019");
    assertThat(outside.code).isEqualTo(1);
    assertThat(outside.err).contains("not within the domain");
    String said = Session.done("read", Session.sample("days"), "--range", "day=1970");
    assertThat(said).isNotEmpty();
    write(3, new Random(3));
    Session agg =
        Session.line(
            "agg %s count() --range id=7..9 --format csv", folder.resolve("cells").toString());
    assertThat(agg.code).isZero();
    assertThat(agg.out).isEqualTo("count()\n0\n");
    assertThat(agg.err).contains("no cells were written there; id ranges from 0 to 2");
  }

  @Test
  void gridsHaveTheCellsOfTheRead() {
    String[] rows =
        done("read", GRID, "--fields", "y,x,a", "--where", "true", "--format", "csv").split("\n");
    String[] grid = done("read", GRID, "--grid", "--fields", "a", "--format", "csv").split("\n");
    String[] tops = grid[0].split(",");
    assertThat(tops[0]).isEqualTo("y\\x");
    List<String> again = new ArrayList<>(List.of("y,x,a"));
    for (String line : List.of(grid).subList(1, grid.length)) {
      String[] values = line.split(",", -1);
      for (int c = 1; c < tops.length; c++) {
        if (!values[c].isEmpty()) {
          again.add(values[0] + "," + tops[c] + "," + values[c]);
        }
      }
    }
    assertThat(again).containsExactly(rows);
  }

  private String written(String rows) throws IOException {
    String array = folder.resolve("array").toString();
    String file = Files.writeString(folder.resolve("rows.csv"), rows).toString();
    Session.done("create", array, "--from", file, "--dims", "x,y", "--sparse", "--write");
    return array;
  }

  @Test
  void gridsOfFarMorePlacesThanCellsAreRefusedWithAdvice() throws IOException {
    StringBuilder rows = new StringBuilder("x,y,a\n");
    for (int i = 0; i < 2049; i++) {
      rows.append(i).append(',').append(i).append(",1\n");
    }
    Session session = Session.of("read", written(rows.toString()), "--grid");

    assertThat(session.err)
        .contains("--grid shows up to 4194304 positions, but there are 2049 of x by 2049 of y here")
        .contains("select a part with --range x=LO..HI");
    assertThat(session.out).isEmpty();
  }

  @Test
  void emptyPlacesOfGridsTakeNoTexts() throws IOException {
    StringBuilder rows = new StringBuilder("x,y,a\n0,0," + "long".repeat(20_000) + "\n");
    for (int i = 1; i < 30_000; i++) {
      rows.append(i).append(",1,b\n");
    }
    String said = Session.done("read", written(rows.toString()), "--grid", "--format", "csv");
    assertThat(said.lines().skip(1).limit(3).map(line -> line.substring(line.length() - 4)))
        .containsExactly("ong,", "1,,b", "2,,b");
    assertThat(said).endsWith("\n29999,,b\n");
  }

  @Test
  void gridsLeaveOutWhatIsNotThere() {
    assertThat(
            done(
                "read",
                GRID,
                "--grid",
                "--fields",
                "a",
                "--range",
                "y=3..4",
                "--range",
                "x=1..3",
                "--where",
                "a > 0",
                "--format",
                "json"))
        .hasLineCount(2)
        .contains("null");
    assertThat(done("read", GRID, "--grid", "--where", "a > 1000", "--format", "csv"))
        .isEqualTo("y\\x\n");
    assertThat(Session.of("read", NAMES, "--grid").err)
        .isEqualTo("azulejo: --grid requires two dimensions; the array has one\n");
    assertThat(Session.of("read", GRID, "--grid", "--fields", "a,s").err)
        .isEqualTo("azulejo: --grid shows one attribute; choose it with --fields: a, s, f\n");
    assertThat(Session.of("read", GRID, "--grid", "--format", "npy").err)
        .startsWith("azulejo: --grid cannot be combined with --format");
    assertThat(Session.of("read", GRID, "--grid", "--offset", "1").err)
        .startsWith("azulejo: --grid cannot be combined with --order-by");
  }
}
