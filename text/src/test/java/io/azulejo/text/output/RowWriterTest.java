package io.azulejo.text.output;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.query.Batch;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class RowWriterTest {
  private static final long SEED = Long.getLong("azulejo.seed", 271828);

  @Test
  void csvTellsNullsFromEmptyTextsAndQuotesWhatNeedsIt() throws IOException {
    RowField field = RowField.of("a \"b\", c", Datatype.STRING_UTF8);
    Batch batch = texts(field, null, "", "plain", "a,b", "say \"hi\"", "two\nlines", " x", "日本");

    assertThat(csv(field, batch))
        .isEqualTo(
            """
            "a ""b"", c"

            ""
            plain
            "a,b"
            "say ""hi""\"
            "two
            lines"
            " x"
            日本
            """);
  }

  @Test
  void jsonTellsNullsFromEmptyTextsAndEscapesWhatNeedsIt() throws IOException {
    RowField field = RowField.of("k\"", Datatype.STRING_UTF8);
    Batch batch = texts(field, null, "", "a\"b\\", "\t\n\u0001", "日本");

    assertThat(json(field, batch))
        .isEqualTo(
            """
            {"k\\"":null}
            {"k\\"":""}
            {"k\\"":"a\\"b\\\\"}
            {"k\\"":"\\t\\n\\u0001"}
            {"k\\"":"日本"}
            """);
  }

  @Test
  void bytesThatAreNoTextAreEscapedAndSoIsABackslashThatWouldReadAsOne() throws IOException {
    RowField field = new RowField("s", Datatype.STRING_ASCII, Attribute.VAR, Optional.empty());
    Batch batch =
        column(
            field,
            new byte[] {(byte) 0xff, 'a'},
            bytes("\\xff"),
            bytes("\\x"),
            bytes("c:\\new"),
            new byte[] {0, 1});

    assertThat(csv(field, batch)).isEqualTo("s\n\\xffa\n\\x5cxff\n\\x\nc:\\new\n\\x00\\x01\n");
    assertThat(json(field, batch))
        .isEqualTo(
            """
            {"s":"\\\\xffa"}
            {"s":"\\\\x5cxff"}
            {"s":"\\\\x"}
            {"s":"c:\\\\new"}
            {"s":"\\u0000\\u0001"}
            """);
  }

  @Test
  void everyTextStandsForOneSequenceOfBytes() throws IOException {
    System.out.println("azulejo.seed=" + SEED);
    Random random = new Random(SEED);
    byte[] likely = bytes("\\x5cf0\",\n\té\u0000a");
    for (Datatype type :
        List.of(
            Datatype.STRING_ASCII,
            Datatype.STRING_UTF8,
            Datatype.STRING_UTF16,
            Datatype.STRING_UTF32)) {
      RowField field = RowField.of("s", type);
      for (int i = 0; i < 3000; i++) {
        byte[] cell = new byte[random.nextInt(12) / type.size() * type.size()];
        for (int at = 0; at < cell.length; at += type.size()) {
          cell[at] =
              random.nextInt(4) == 0
                  ? (byte) random.nextInt()
                  : likely[random.nextInt(likely.length)];
          if (type.size() > 1 && random.nextInt(5) == 0) {
            cell[at + 1] = (byte) random.nextInt();
          }
        }
        String csv = csv(field, column(field, cell)).substring(2);
        assertThat(decoded(unquoted(csv.substring(0, csv.length() - 1)), type)).isEqualTo(cell);
      }
    }
  }

  @Test
  void numbersAreExactInEveryFormat() throws IOException {
    RowField whole = RowField.of("n", Datatype.UINT64);
    RowField real = new RowField("f", Datatype.FLOAT64, 1, Optional.empty());
    ByteBuffer integers = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    integers.putLong(-1).putLong(9007199254740993L);
    ByteBuffer floatingPoints = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    floatingPoints.putDouble(0.1).putDouble(Double.NEGATIVE_INFINITY);
    Batch batch =
        Batch.of(
            2,
            List.of(
                new FixedColumn("n", Datatype.UINT64, 1, 2, integers.array(), null),
                new FixedColumn("f", Datatype.FLOAT64, 1, 2, floatingPoints.array(), null)));

    assertThat(text(RowWriter.Format.CSV, List.of(whole, real), batch))
        .isEqualTo("n,f\n18446744073709551615,0.1\n9007199254740993,-Infinity\n");
    assertThat(text(RowWriter.Format.JSON, List.of(whole, real), batch))
        .isEqualTo(
            """
            {"n":18446744073709551615,"f":0.1}
            {"n":9007199254740993,"f":"-Infinity"}
            """);
    assertThat(text(RowWriter.Format.TSV, List.of(whole, real), batch))
        .isEqualTo(
            "n\tf\n18446744073709551615\t0x3fb999999999999a\n9007199254740993\t"
                + "0xfff0000000000000\n");
  }

  @Test
  void cellsOfSeveralValuesAreListsOfJson() throws IOException {
    RowField many = new RowField("m", Datatype.FLOAT32, Attribute.VAR, Optional.empty());
    ByteBuffer floats = ByteBuffer.allocate(8).order(ByteOrder.LITTLE_ENDIAN);
    floats.putFloat(1.5f).putFloat(Float.NaN);
    Batch batch = column(many, new byte[0], floats.array());

    assertThat(csv(many, batch)).isEqualTo("m\n[]\n\"[1.5,\"\"NaN\"\"]\"\n");
    assertThat(json(many, batch)).isEqualTo("{\"m\":[]}\n{\"m\":[1.5,\"NaN\"]}\n");
  }

  @Test
  void bytesAreHexAndTruthValuesWords() throws IOException {
    RowField blob = new RowField("b", Datatype.BLOB, Attribute.VAR, Optional.empty());
    assertThat(csv(blob, column(blob, new byte[0], new byte[] {0, -1})))
        .isEqualTo("b\n0x\n0x00ff\n");
    RowField truth = new RowField("t", Datatype.BOOL, 1, Optional.empty());
    Batch batch =
        Batch.of(3, List.of(new FixedColumn("t", Datatype.BOOL, 1, 3, new byte[] {0, 1, 2}, null)));
    assertThat(json(truth, batch)).isEqualTo("{\"t\":false}\n{\"t\":true}\n{\"t\":2}\n");
  }

  @Test
  void enumeratedCellsAreTheirValuesAndIndexesWithoutOneSaySo() throws IOException {
    Enumeration words =
        Enumeration.var("w", Datatype.STRING_UTF8, false, bytes("red#7grün"), new long[] {0, 3, 5});
    RowField field = new RowField("w", Datatype.INT8, 1, Optional.of(words));
    Batch batch =
        Batch.of(
            5,
            List.of(
                new FixedColumn(
                    "w",
                    Datatype.INT8,
                    1,
                    5,
                    new byte[] {0, 1, 2, 7, -1},
                    new byte[] {1, 1, 1, 1, 1})));

    assertThat(csv(field, batch)).isEqualTo("w\nred\n\\x237\ngrün\n#7\n#-1\n");
    assertThat(json(field, batch))
        .isEqualTo(
            """
            {"w":"red"}
            {"w":"\\\\x237"}
            {"w":"grün"}
            {"w":"#7"}
            {"w":"#-1"}
            """);
  }

  @Test
  void tablesFitTheTerminalAndNeverCutNumbers() throws IOException {
    ResultTable columns =
        new ResultTable(
            RowField.of("number", Datatype.INT64), RowField.of("text", Datatype.STRING_UTF8));
    columns.add(1L, "short");
    columns.add(-123456789012L, "日本語".repeat(20));
    columns.add(null, "two\nlines");

    assertThat(table(columns, 40))
        .isEqualTo(
            """
                   number  text
            ────────────────────────────────────────
                        1  short
            -123456789012  日本語日本語日本語日本語…
                     null  two\\nlines
            """);
  }

  @Test
  void tablesUseAllOfAWideTerminal() throws IOException {
    ResultTable columns =
        new ResultTable(
            RowField.of("first", Datatype.STRING_UTF8),
            RowField.of("second", Datatype.STRING_UTF8));
    columns.add("a".repeat(90), "b".repeat(80));

    assertThat(table(columns, 180)).contains("a".repeat(90) + "  " + "b".repeat(80) + "\n");
    assertThat(table(columns, 100)).contains("…").doesNotContain("a".repeat(60));
  }

  @Test
  void nothingIsCutWhereNothingLimitsTheWidth() throws IOException {
    ResultTable columns =
        new ResultTable(
            RowField.of("first", Datatype.STRING_UTF8),
            RowField.of("second", Datatype.STRING_UTF8));
    columns.add("a".repeat(1000), "b".repeat(2000));
    columns.add("short", "text");

    assertThat(table(columns, Integer.MAX_VALUE))
        .contains("a".repeat(1000) + "  " + "b".repeat(2000) + "\n")
        .endsWith("short" + " ".repeat(57) + "text\n");
  }

  @Test
  void tablesLeaveOutColumnsThatFindNoPlaceAndSaySo() throws IOException {
    ResultTable columns =
        new ResultTable(
            RowField.of("aaaaaaaaaa", Datatype.INT64),
            RowField.of("bbbbbbbbbb", Datatype.INT64),
            RowField.of("cccccccccc", Datatype.INT64));
    columns.add(1L, 2L, 3L);

    assertThat(table(columns, 25))
        .isEqualTo(
            """
            aaaaaaaaaa  bbbbbbbbbb
            ──────────────────────
                     1           2
            2 of 3 fields shown; choose some with --fields, or use --format csv or json for all
            """);
  }

  @Test
  void tablesStreamBeyondTheLookAhead() throws IOException {
    ResultTable columns = new ResultTable(RowField.of("n", Datatype.INT64));
    for (long i = 0; i < 3000; i++) {
      columns.add(i);
    }
    List<String> lines = table(columns, 40).lines().toList();
    assertThat(lines).hasSize(3002);
    assertThat(lines.get(2)).isEqualTo("  0");
    assertThat(lines.get(3001)).isEqualTo("2999");
  }

  private static String table(ResultTable columns, int width) throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    columns.write(RowWriter.Format.TABLE, out, width);
    return out.toString(StandardCharsets.UTF_8);
  }

  private static String csv(RowField field, Batch batch) throws IOException {
    return text(RowWriter.Format.CSV, List.of(field), batch);
  }

  private static String json(RowField field, Batch batch) throws IOException {
    return text(RowWriter.Format.JSON, List.of(field), batch);
  }

  private static String text(RowWriter.Format format, List<RowField> fields, Batch batch)
      throws IOException {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    RowWriter rows = RowWriter.begin(format, out, fields, 80);
    rows.write(batch, batch.rows());
    rows.finish();
    return out.toString(StandardCharsets.UTF_8);
  }

  private static Batch texts(RowField field, String... cells) {
    byte[][] bytes = new byte[cells.length][];
    for (int i = 0; i < cells.length; i++) {
      bytes[i] = cells[i] == null ? null : bytes(cells[i]);
    }
    return column(field, bytes);
  }

  private static Batch column(RowField field, byte[]... cells) {
    ByteArrayOutputStream data = new ByteArrayOutputStream();
    int[] offsets = new int[cells.length + 1];
    byte[] validity = new byte[cells.length];
    for (int i = 0; i < cells.length; i++) {
      if (cells[i] != null) {
        validity[i] = 1;
        data.writeBytes(cells[i]);
      }
      offsets[i + 1] = data.size();
    }
    return Batch.of(
        cells.length,
        List.of(
            new VarColumn(
                field.name(), field.type(), cells.length, offsets, data.toByteArray(), validity)));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }

  private static String unquoted(String csv) {
    return csv.startsWith("\"") ? csv.substring(1, csv.length() - 1).replace("\"\"", "\"") : csv;
  }

  /** The bytes that a text stands for: what the manual says, the other way round. */
  private static byte[] decoded(String text, Datatype type) {
    ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    for (int i = 0; i < text.length(); ) {
      if (text.substring(i).matches("(?s)\\\\x[0-9a-fA-F]{2}.*")) {
        bytes.write(Integer.parseInt(text.substring(i + 2, i + 4), 16));
        i += 4;
        continue;
      }
      int point = text.codePointAt(i);
      i += Character.charCount(point);
      String one = Character.toString(point);
      bytes.writeBytes(
          switch (type) {
            case STRING_UTF16 -> one.getBytes(StandardCharsets.UTF_16LE);
            case STRING_UTF32 ->
                ByteBuffer.allocate(4).order(ByteOrder.LITTLE_ENDIAN).putInt(point).array();
            default -> bytes(one);
          });
    }
    return bytes.toByteArray();
  }
}
