package io.azulejo.text.read;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Datetimes;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Range;
import io.azulejo.text.input.DateForm;
import io.azulejo.text.input.InputField;
import io.azulejo.text.input.InputFormat;
import io.azulejo.text.input.RowOptions;
import io.azulejo.text.row.BadCell;
import io.azulejo.text.row.NumberParser;
import io.azulejo.text.row.TimeParser;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Test;

class RowReaderTest {
  private static final InputField ID = number("id", Datatype.INT32);
  private static final InputField REAL = number("r", Datatype.FLOAT64);
  private static final InputField NOTE =
      InputField.of(
          Attribute.builder("note", Datatype.STRING_UTF8).var().nullable().build(),
          Optional.empty());

  private static InputField number(String name, Datatype type) {
    return InputField.of(Attribute.of(name, type), Optional.empty());
  }

  private static Batch read(InputFormat format, String text, InputField... fields)
      throws IOException {
    return read(RowOptions.of(format), text.getBytes(StandardCharsets.UTF_8), fields);
  }

  private static Batch read(RowOptions options, byte[] text, InputField... fields)
      throws IOException {
    try (RowReader in =
        RowReader.open("data", new ByteArrayInputStream(text), options, List.of(fields))) {
      Batch batch = in.next();
      in.check();
      assertThat(in.next()).isNull();
      return batch;
    }
  }

  @Test
  void columnsOfCsvAreFoundByTheirNames() throws IOException {
    Batch batch =
        read(
            InputFormat.CSV,
            "note,r,id\r\n\"a, \"\"b\"\"\",1.5,7\r\n,-2e3,-8\n\"\",NaN,9\n",
            ID,
            REAL,
            NOTE);

    assertThat(batch.rows()).isEqualTo(3);
    assertThat(batch.column("id").getInt(1)).isEqualTo(-8);
    assertThat(batch.column("r").getDouble(0)).isEqualTo(1.5);
    assertThat(batch.column("r").getDouble(1)).isEqualTo(-2000);
    assertThat(batch.column("r").getDouble(2)).isNaN();
    assertThat(batch.column("note").getString(0)).isEqualTo("a, \"b\"");
    assertThat(batch.column("note").isNull(1)).isTrue();
    assertThat(batch.column("note").isNull(2)).isFalse();
    assertThat(batch.column("note").getString(2)).isEmpty();
  }

  @Test
  void tabsSeparateValuesOfTsv() throws IOException {
    Batch batch =
        read(
            InputFormat.TSV,
            "id\tr\tnote\n1\t0x3ff8000000000000\t\"a\\\"\\\\x41\\x09b\"\n2\t2.5\tnull\n3\t1\tbare text\n4\t1\t\\N\n",
            ID,
            REAL,
            NOTE);

    assertThat(batch.rows()).isEqualTo(4);
    assertThat(batch.column("r").getDouble(0)).isEqualTo(1.5);
    assertThat(batch.column("note").getString(0)).isEqualTo("a\"\\x41\tb");
    assertThat(batch.column("note").isNull(1)).isTrue();
    assertThat(batch.column("note").getString(2)).isEqualTo("bare text");
    assertThat(batch.column("note").isNull(3)).isTrue();
  }

  @Test
  void rowsOfJsonComeInAListOrOneAfterTheOther() throws IOException {
    String rows = "{\"id\":1,\"r\":0.5,\"note\":\"ü\\n\"}%s{\"r\":\"Infinity\",\"id\":2}";
    for (String text : List.of(rows.formatted("\n"), "[" + rows.formatted(",") + "]")) {
      Batch batch = read(InputFormat.JSON, text, ID, REAL, NOTE);

      assertThat(batch.rows()).isEqualTo(2);
      assertThat(batch.column("note").getString(0)).isEqualTo("ü\n");
      assertThat(batch.column("note").isNull(1)).isTrue();
      assertThat(batch.column("r").getDouble(1)).isEqualTo(Double.POSITIVE_INFINITY);
      assertThat(batch.column("id").getInt(1)).isEqualTo(2);
    }
  }

  @Test
  void compressedFilesAreUnpacked() throws IOException {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
      out.write("id\n5\n".getBytes(StandardCharsets.UTF_8));
    }

    Batch batch = read(RowOptions.of(InputFormat.CSV), bytes.toByteArray(), ID);

    assertThat(batch.column("id").getInt(0)).isEqualTo(5);
    assertThat(InputFormat.of("a.CSV.gz")).contains(InputFormat.CSV);
    assertThat(InputFormat.of("rows.jsonl")).contains(InputFormat.JSON);
    assertThat(InputFormat.of("rows")).isEmpty();
  }

  @Test
  void badRowsAreNamedByLineAndColumnAndCounted() {
    StringBuilder text = new StringBuilder("id,r\n1,2\nx,3\n4,\n5,6,7\n\n3000000000,1\n1.5,0\n");
    text.append("8,?\n".repeat(3));

    assertThatThrownBy(() -> read(InputFormat.CSV, text.toString(), ID, REAL))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage(
            """
            data: cannot use 8 of 9 rows; nothing was written:
            line 3, column id: "x" is not an integer, but the type is INT32
            line 4, column r: the value is missing, and the field is not nullable
            line 5: found 3 values for 2 columns
            line 7, column id: "3000000000" is out of range for INT32
            line 8, column id: "1.5" has decimals, but the type is INT32
            3 more""");
  }

  @Test
  void linesWithinQuotesCount() {
    assertThatThrownBy(() -> read(InputFormat.CSV, "note,id\n\"a\nb\nc\",1\n,x\n", ID, NOTE))
        .hasMessageContaining("line 5, column id");
    assertThatThrownBy(() -> read(InputFormat.TSV, "note\tid\n\"a\nb\nc\"\t1\nnull\tx\n", ID, NOTE))
        .hasMessageContaining("line 5, column id");
    assertThatThrownBy(
            () -> read(InputFormat.JSON, "{\"id\":1}\n\n{\"id\":\ntrue}\n{\"id\":2}", ID))
        .hasMessageContaining("line 3, column id: \"true\" is not an integer");
  }

  @Test
  void unknownAndMissingColumnsAreNamed() {
    assertThatThrownBy(() -> read(InputFormat.CSV, "id,q\n1,2\n", ID, REAL))
        .hasMessage(
            "data: the header row has column \"q\", but the array has no such field; valid:"
                + " id, r");
    assertThatThrownBy(() -> read(InputFormat.CSV, "id\n1\n", ID, REAL, NOTE))
        .hasMessage("data: no column for r, note; the header row has id");
    assertThatThrownBy(() -> read(InputFormat.CSV, "id,id\n1,2\n", ID))
        .hasMessage("data: the header row has column \"id\" twice");
    assertThatThrownBy(() -> read(InputFormat.CSV, "", ID))
        .hasMessage("data: the header row is missing");
    assertThatThrownBy(() -> read(InputFormat.JSON, "{\"id\":1,\"q\":{\"a\":[1]}}", ID))
        .hasMessageContaining("line 1: unknown field \"q\"; valid: id");
    assertThatThrownBy(() -> read(InputFormat.JSON, "{\"r\":1}", ID, REAL))
        .hasMessageContaining("line 1: the value of \"id\" is missing");
    assertThatThrownBy(() -> read(InputFormat.JSON, "{\"id\":1,\"id\":2}", ID))
        .hasMessageContaining("line 1, column id: the value is given twice");
  }

  @Test
  void whatIsNoFileOfItsFormatIsRefused() {
    assertThatThrownBy(() -> read(InputFormat.CSV, "id\n\"1", ID))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("line 2");
    assertThatThrownBy(() -> read(InputFormat.TSV, "id\n\"1", ID))
        .hasMessage("data: line 2: a quote is not closed");
    assertThatThrownBy(() -> read(InputFormat.JSON, "[{\"id\":1}", ID))
        .isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(() -> read(InputFormat.JSON, "[[1]]", ID))
        .hasMessage("data: line 1: expected a row as an object, such as {\"name\": 1}");
    byte[] latin = "note\nb\u00fcrste\n".getBytes(StandardCharsets.ISO_8859_1);
    assertThatThrownBy(() -> read(RowOptions.of(InputFormat.CSV), latin, NOTE))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("bytes are not valid UTF-8");
  }

  @Test
  void wordsCanStandForNull() throws IOException {
    byte[] text = "id,note\n1,NA\n2,\"NA\"\n".getBytes(StandardCharsets.UTF_8);

    Batch batch = read(new RowOptions(InputFormat.CSV, "NA", false), text, ID, NOTE);

    assertThat(batch.column("note").isNull(0)).isTrue();
    assertThat(batch.column("note").getString(1)).isEqualTo("NA");
  }

  @Test
  void enumeratedCellsAreValuesOrIndexes() throws IOException {
    InputField color =
        InputField.of(
            Attribute.builder("c", Datatype.UINT8).enumeration("e").build(),
            Optional.of(Enumeration.ofStrings("e", false, List.of("red", "#blue", ""))));

    Batch batch = read(InputFormat.CSV, "c\n\\x23blue\nred\n#7\n\"\"\n", color);
    Batch indexes = read(InputFormat.TSV, "c\n1\n\"red\"\n", color);

    assertThat(batch.column("c").getInt(0)).isEqualTo(1);
    assertThat(batch.column("c").getInt(1)).isZero();
    assertThat(batch.column("c").getInt(2)).isEqualTo(7);
    assertThat(batch.column("c").getInt(3)).isEqualTo(2);
    assertThat(indexes.column("c").getInt(0)).isEqualTo(1);
    assertThat(indexes.column("c").getInt(1)).isZero();
    assertThatThrownBy(() -> read(InputFormat.CSV, "c\nbleu\n", color))
        .hasMessageContaining(
            "\"bleu\" is not a value of the enumeration e, which has \"red\", \"#blue\", \"\"");
  }

  @Test
  void severalValuesStandInLists() throws IOException {
    InputField two =
        InputField.of(
            Attribute.builder("t", Datatype.INT16).cellValNum(2).build(), Optional.empty());
    InputField any =
        InputField.of(Attribute.builder("v", Datatype.FLOAT32).var().build(), Optional.empty());

    Batch csv =
        read(InputFormat.CSV, "t,v\n\"[1,2]\",[]\n[3 4],\"[1.5, \"\"NaN\"\"]\"\n", two, any);
    Batch json = read(InputFormat.JSON, "{\"t\":[5,6],\"v\":[1,\"Infinity\"]}", two, any);

    assertThat(csv.column("t").getBytes(1)).containsExactly(3, 0, 4, 0);
    assertThat(csv.column("v").getBytes(0)).isEmpty();
    assertThat(csv.column("v").getBytes(1)).hasSize(8);
    assertThat(json.column("v").getFloat(0)).isEqualTo(1);
    assertThatThrownBy(() -> read(InputFormat.CSV, "t,v\n[1],[]\n", two, any))
        .hasMessageContaining("column t: \"[1]\" has 1 values, but cells have 2");
    assertThatThrownBy(() -> read(InputFormat.JSON, "{\"t\":[1,[2]],\"v\":[]}", two, any))
        .hasMessageContaining("lists cannot contain lists");
  }

  @Test
  void coordinatesLieWithinTheDomain() {
    InputField day =
        new InputField(
            "day",
            Datatype.DATETIME_DAY,
            1,
            false,
            Optional.empty(),
            Optional.of(Range.of(0L, 30L)));

    assertThatThrownBy(() -> read(InputFormat.CSV, "day\n1970-02-01\n", day))
        .hasMessageContaining("\"1970-02-01\" is outside the domain, 1970-01-01 to 1970-01-31");
  }

  @Test
  void bytesStandInHexDigitsAndTextsCanHaveBytes() throws IOException {
    InputField blob =
        InputField.of(Attribute.builder("b", Datatype.BLOB).var().build(), Optional.empty());
    InputField wide =
        InputField.of(
            Attribute.builder("w", Datatype.STRING_UTF16).var().build(), Optional.empty());
    InputField three =
        InputField.of(
            Attribute.builder("c", Datatype.CHAR).cellValNum(3).build(), Optional.empty());

    Batch batch = read(InputFormat.CSV, "b,w,c\n0x00fF,aü😀,a\\x00b\nx,,abc\n", blob, wide, three);

    assertThat(batch.column("b").getBytes(0)).containsExactly(0, -1);
    assertThat(batch.column("b").getBytes(1)).isEmpty();
    assertThat(batch.column("w").getBytes(0)).isEqualTo("aü😀".getBytes(StandardCharsets.UTF_16LE));
    assertThat(batch.column("c").getBytes(0)).containsExactly('a', 0, 'b');
    assertThatThrownBy(() -> read(InputFormat.CSV, "c\nab\n", three))
        .hasMessageContaining("\"ab\" takes 2 bytes, but cells have 3");
  }

  @Test
  void realNumbersAreTheNearestOnes() {
    long seed = 20261121;
    Random random = new Random(seed);
    for (int i = 0; i < 20_000; i++) {
      double value =
          switch (i % 4) {
            case 0 -> Double.longBitsToDouble(random.nextLong());
            case 1 -> random.nextLong() / 1e7;
            case 2 -> random.nextInt(100_000) / 100.0;
            default -> Math.rint(random.nextGaussian() * 1e16);
          };
      if (Double.isFinite(value)) {
        char[] text = (i % 3 == 0 ? Double.toString(value) : String.valueOf(value)).toCharArray();
        assertThat(Double.longBitsToDouble(NumberParser.doubleBits(text, 0, text.length)))
            .as("seed %d, %s", seed, new String(text))
            .isEqualTo(Double.parseDouble(new String(text)));
        assertThat(Float.intBitsToFloat(NumberParser.floatBits(text, 0, text.length)))
            .as("seed %d, %s", seed, new String(text))
            .isEqualTo(Float.parseFloat(new String(text)));
      }
    }
    for (String text :
        List.of("12345678901234567890", "9223372036854775808.5", "-0", "0.1", "9007199254740993")) {
      assertThat(NumberParser.doubleBits(text.toCharArray(), 0, text.length()))
          .isEqualTo(Double.doubleToRawLongBits(Double.parseDouble(text)));
    }
  }

  @Test
  void datetimesAreThoseOfTheEngine() {
    long seed = 42;
    Random random = new Random(seed);
    for (Datatype type : Datatype.values()) {
      for (int i = 0; type.isDatetime() && i < 3_000; i++) {
        long value = i % 2 == 0 ? random.nextInt() * 1000L : random.nextLong();
        char[] text = Datetimes.format(type, value).toCharArray();
        assertThat(TimeParser.datetime(text, 0, text.length, type, DateForm.ISO))
            .as("seed %d, %s %s", seed, type, new String(text))
            .isEqualTo(value);
      }
    }
    for (String text :
        List.of(
            "2024-02-29",
            "2023-02-29",
            "1900-02-29",
            "2000-02-29",
            "2024-13-01",
            "2024-00-10",
            "2024-04-31",
            "0000-01-01")) {
      Long expected;
      try {
        expected = Datetimes.parse(text, Datatype.DATETIME_DAY);
      } catch (InvalidRequestException e) {
        expected = null;
      }
      if (expected == null) {
        assertThatThrownBy(
                () ->
                    TimeParser.datetime(
                        text.toCharArray(), 0, 10, Datatype.DATETIME_DAY, DateForm.ISO))
            .isInstanceOf(BadCell.class);
      } else {
        assertThat(
                TimeParser.datetime(text.toCharArray(), 0, 10, Datatype.DATETIME_DAY, DateForm.ISO))
            .isEqualTo(expected);
      }
    }
    char[] clock = "12:30:00.5".toCharArray();
    assertThat(TimeParser.time(clock, 0, clock.length, Datatype.TIME_MS)).isEqualTo(45_000_500);
  }

  @Test
  void manyRowsComeInSeveralBatches() throws IOException {
    StringBuilder text = new StringBuilder("id,note\n");
    int rows = 150_000;
    for (int i = 0; i < rows; i++) {
      text.append(i).append(',').append(i % 3 == 0 ? "" : "n" + i).append('\n');
    }
    int row = 0;
    try (RowReader in =
        RowReader.open(
            "data",
            new ByteArrayInputStream(text.toString().getBytes(StandardCharsets.UTF_8)),
            RowOptions.of(InputFormat.CSV),
            List.of(ID, NOTE))) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        for (int i = 0; i < batch.rows(); i++, row++) {
          assertThat(batch.column(0).getInt(i)).isEqualTo(row);
          assertThat(batch.column(1).isNull(i)).isEqualTo(row % 3 == 0);
          if (row % 3 != 0) {
            assertThat(batch.column(1).getString(i)).isEqualTo("n" + row);
          }
        }
      }
      in.check();
    }
    assertThat(row).isEqualTo(rows);
  }

  @Test
  void aStreamThatCannotBeBegunIsClosed() {
    boolean[] closed = new boolean[1];
    InputStream spoiled =
        new ByteArrayInputStream(new byte[] {0x1f, (byte) 0x8b, 0}) {
          @Override
          public void close() {
            closed[0] = true;
          }
        };

    assertThatThrownBy(
            () -> RowReader.open("data", spoiled, RowOptions.of(InputFormat.CSV), List.of(ID)))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("data: the gzip data is damaged");
    assertThat(closed[0]).isTrue();
  }
}
