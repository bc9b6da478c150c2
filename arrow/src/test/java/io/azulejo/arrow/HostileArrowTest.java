package io.azulejo.arrow;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.google.flatbuffers.FlatBufferBuilder;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import io.azulejo.testkit.TestLayer;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.apache.arrow.flatbuf.Endianness;
import org.apache.arrow.flatbuf.Field;
import org.apache.arrow.flatbuf.Int;
import org.apache.arrow.flatbuf.Message;
import org.apache.arrow.flatbuf.MessageHeader;
import org.apache.arrow.flatbuf.MetadataVersion;
import org.apache.arrow.flatbuf.Schema;
import org.apache.arrow.flatbuf.Type;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever the bytes are: batches, or an error that says what is wrong; nothing else. Another seed
 * of the slow run: {@code -Dazulejo.seed=N}.
 */
class HostileArrowTest {
  private static final Duration LONGEST = Duration.ofSeconds(5);

  @TempDir Path folder;

  @Test
  @Timeout(120)
  void changedBytesAreReadOrRefused() throws IOException {
    int refused = mutate(1, TestLayer.cases(6_000, 1_000));

    assertThat(refused).isGreaterThan(TestLayer.cases(1_000, 150));
  }

  @Test
  @Tag("slow")
  void manyMoreChangedBytesAreReadOrRefused() throws IOException {
    int refused = mutate(Long.getLong("azulejo.seed", 2), 300_000);

    assertThat(refused).isGreaterThan(50_000);
  }

  /** Reads changed streams and files. Returns how many were refused. */
  private int mutate(long seed, int count) throws IOException {
    Random random = new Random(seed);
    List<byte[]> originals = new ArrayList<>();
    for (ArrowCompression compression : ArrowCompression.values()) {
      for (boolean file : new boolean[] {true, false}) {
        ArrowOptions options = new ArrowOptions(file, compression);
        RandomTable all = RandomTable.ofAllTypes(new Random(seed), 8);
        originals.add(RoundTripTest.written(all.table(), all.batches(), options));
        originals.add(ForeignArrowTest.views(new Random(seed), 30));
        for (int i = 0; i < 20; i++) {
          RandomTable some = RandomTable.ofSomeTypes(random);
          originals.add(RoundTripTest.written(some.table(), some.batches(), options));
        }
      }
    }
    Path path = folder.resolve("changed.arrow");
    int refused = 0;
    for (int i = 0; i < count; i++) {
      byte[] bytes = changed(random, originals.get(random.nextInt(originals.size())));
      long start = System.nanoTime();
      boolean read;
      if (random.nextInt(4) == 0) {
        Files.write(path, bytes);
        read = reads(() -> ArrowReader.open(path), i);
      } else {
        read = reads(() -> ArrowReader.of("a stream", new ByteArrayInputStream(bytes)), i);
      }
      assertThat(Duration.ofNanos(System.nanoTime() - start)).isLessThan(LONGEST);
      refused += read ? 0 : 1;
    }
    return refused;
  }

  private interface Opener {
    ArrowReader open() throws IOException;
  }

  private static boolean reads(Opener opener, int number) throws IOException {
    try (ArrowReader reader = opener.open()) {
      for (Batch batch = reader.next(); batch != null; batch = reader.next()) {
        for (Column column : batch.columns()) {
          assertThat(column.rows()).isEqualTo(batch.rows());
          for (int row = 0; row < column.rows(); row += 1 + column.rows() / 100) {
            column.getBytes(row);
          }
        }
      }
      reader.table().columns().forEach(column -> assertThat(column.type()).isNotNull());
      schema(reader.table());
      return true;
    } catch (AzulejoException e) {
      return false;
    } catch (RuntimeException | OutOfMemoryError | StackOverflowError e) {
      throw new AssertionError("mutation " + number, e);
    }
  }

  /** What the metadata say may be no schema that there can be. */
  private static void schema(ArrowTable table) {
    table.arraySchema().ifPresent(schema -> assertThat(schema.build().dimensions()).isNotEmpty());
  }

  private static byte[] changed(Random random, byte[] original) {
    byte[] bytes = original.clone();
    int changes = 1 + random.nextInt(4);
    // Metadata are at the beginning, and in files at the end.
    int within = random.nextInt(3) == 0 ? bytes.length : Math.min(bytes.length, 4096);
    for (int i = 0; i < changes; i++) {
      int at = random.nextInt(within);
      at = random.nextInt(3) == 0 ? bytes.length - 1 - at : at;
      switch (random.nextInt(5)) {
        case 0 -> bytes[at] ^= (byte) (1 << random.nextInt(8));
        case 1 -> bytes[at] = (byte) random.nextInt(256);
        case 2 -> {
          int word = at / 4 * 4;
          if (word + 4 <= bytes.length) {
            int[] values = {-1, 0, 1, Integer.MAX_VALUE, Integer.MIN_VALUE, bytes.length, -8, 64};
            ByteBuffer.wrap(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(word, values[random.nextInt(values.length)]);
          }
        }
        case 3 -> {
          int word = at / 8 * 8;
          if (word + 8 <= bytes.length) {
            long[] values = {-1, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 31, 1L << 40, 3};
            ByteBuffer.wrap(bytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(word, values[random.nextInt(values.length)]);
          }
        }
        default -> bytes = random.nextInt(8) == 0 ? Arrays.copyOf(bytes, at) : bytes;
      }
      if (bytes.length == 0) {
        return bytes;
      }
      within = Math.min(within, bytes.length);
    }
    return bytes;
  }

  @Test
  void everyPrefixOfAFileIsRefused() throws IOException {
    RandomTable table = RandomTable.ofSomeTypes(new Random(5));
    byte[] bytes = RoundTripTest.written(table.table(), table.batches(), ArrowOptions.FILE);
    Path path = folder.resolve("cut.arrow");
    for (int length = 6; length < bytes.length; length += 1 + bytes.length / 500) {
      Files.write(path, Arrays.copyOf(bytes, length));

      assertThatThrownBy(() -> ArrowReader.open(path))
          .isInstanceOf(CorruptDataException.class)
          .hasMessageContaining("cut.arrow");
    }
  }

  @Test
  void aFooterThatPointsOutOfItsFileIsRefused() throws IOException {
    byte[] stream =
        RoundTripTest.written(ArrowTable.of(List.of(), Map.of()), List.of(), ArrowOptions.FILE);
    for (long offset : new long[] {-1, stream.length + 1_000L, Long.MAX_VALUE}) {
      byte[] footer =
          MessageEncoder.footer(
              new IpcSchema(List.of(), Map.of()),
              List.of(),
              List.of(new MessageEncoder.FileBlock(offset, 8, 0)));
      ByteBuffer bytes = ByteBuffer.allocate(8 + footer.length + 10).order(ByteOrder.LITTLE_ENDIAN);
      bytes.put(stream, 0, 8).put(footer).putInt(footer.length).put(stream, 0, 6);
      Path path = folder.resolve("footer.arrow");
      Files.write(path, bytes.array());

      assertThatThrownBy(() -> ArrowReader.open(path))
          .isInstanceOf(CorruptDataException.class)
          .hasMessageContaining("footer.arrow")
          .hasMessageContaining("starts at offset " + offset);
    }
  }

  @Test
  void aLengthThatIsNotThereTakesNoMemory() {
    ByteBuffer bytes = ByteBuffer.allocate(16).order(ByteOrder.LITTLE_ENDIAN);
    bytes.putInt(-1).putInt(Integer.MAX_VALUE / 64);

    assertThatThrownBy(() -> ArrowReader.of("a stream", new ByteArrayInputStream(bytes.array())))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining("a stream");
  }

  /** A decoder of one field, of so many rows without nulls. */
  private static BatchDecoder decoder(
      long rows, long[] offsets, long[] sizes, long buffers, byte[] body) {
    return new BatchDecoder(
        new RecordHeader(
            rows,
            new long[] {rows},
            new long[] {0},
            offsets,
            sizes,
            new long[] {buffers},
            ArrowCompression.NONE),
        body);
  }

  @Test
  void viewsThatAreFarMoreThanTheirBytesAreRefused() {
    int rows = 1 << 16;
    int shared = 1 << 20;
    ByteBuffer body = ByteBuffer.allocate(16 * rows + shared).order(ByteOrder.LITTLE_ENDIAN);
    for (int row = 0; row < rows; row++) {
      body.putInt(shared).putInt(0).putInt(0).putInt(0);
    }
    ArrowField field = ArrowField.of("t", false, ArrowType.of(ArrowType.Kind.UTF8_VIEW));
    BatchDecoder decoder =
        decoder(
            rows,
            new long[] {0, 0, 16L * rows},
            new long[] {0, 16L * rows, shared},
            1,
            body.array());

    assertThatThrownBy(() -> decoder.next(FieldMapping.fromArrow(field)))
        .isInstanceOf(UnsupportedFormatException.class)
        .hasMessageContaining("\"t\"")
        .hasMessageContaining("write smaller record batches");
  }

  @Test
  void rowsThatAreOnlySaidToBeThereTakeNoMemory() {
    long rows = 2_000_000_000;
    List<ArrowField> fields = new ArrayList<>();
    for (ArrowType.Kind kind :
        List.of(
            ArrowType.Kind.UTF8,
            ArrowType.Kind.LARGE_BINARY,
            ArrowType.Kind.UTF8_VIEW,
            ArrowType.Kind.BINARY_VIEW)) {
      fields.add(ArrowField.of("t", true, ArrowType.of(kind)));
    }
    fields.add(ArrowField.of("t", true, ArrowType.sized(ArrowType.Kind.FIXED_BINARY, 1)));
    for (ArrowField field : fields) {
      BatchDecoder decoder = decoder(rows, new long[3], new long[3], 0, new byte[0]);

      assertThatThrownBy(() -> decoder.next(FieldMapping.fromArrow(field)))
          .as(field.type().toString())
          .isInstanceOf(CorruptDataException.class)
          .hasMessageContaining("but its values need");
    }
  }

  @Test
  void fieldsThatShareABufferAreRefusedWhereTheyAreMoreThanTheHeap() {
    int size = 8 << 20;
    byte[] body = new byte[size];
    ByteBuffer.wrap(body).order(ByteOrder.LITTLE_ENDIAN).putInt(4, size);
    int fields = (int) (Runtime.getRuntime().maxMemory() / 2 / size) + 2;
    ArrowType fixed = ArrowType.sized(ArrowType.Kind.FIXED_BINARY, size);
    for (ArrowType type : List.of(fixed, ArrowType.of(ArrowType.Kind.UTF8))) {
      int each = type == fixed ? 2 : 3;
      long[] lengths = new long[fields];
      Arrays.fill(lengths, 1);
      long[] sizes = new long[fields * each];
      for (int i = 0; i < sizes.length; i++) {
        sizes[i] = i % each == 0 ? 0 : size;
      }
      RecordHeader header =
          new RecordHeader(
              1,
              lengths,
              new long[fields],
              new long[fields * each],
              sizes,
              new long[0],
              ArrowCompression.NONE);
      BatchDecoder decoder = new BatchDecoder(header, body);
      FieldMapping mapping = FieldMapping.fromArrow(ArrowField.of("t", false, type));

      assertThatThrownBy(
              () -> {
                for (int i = 0; i < fields; i++) {
                  decoder.next(mapping);
                }
              })
          .as(type.toString())
          .isInstanceOf(UnsupportedFormatException.class)
          .hasMessageContaining("write smaller record batches");
    }
  }

  @Test
  void aDictionaryThatAFooterNamesTwiceIsRefused() throws IOException {
    ArrowColumn column =
        new ArrowColumn("c", Datatype.UINT8, 1, false, Optional.empty(), Map.of())
            .withEnumeration(Enumeration.ofStrings("e", false, List.of("red")));
    byte[] file =
        RoundTripTest.written(
            ArrowTable.of(List.of(column), Map.of()),
            List.of(Batch.of(Column.of("c", Datatype.UINT8, 0))),
            ArrowOptions.FILE);
    int magic = ArrowWriter.MAGIC.length;
    int tail = file.length - magic - Integer.BYTES;
    int length = ByteBuffer.wrap(file).order(ByteOrder.LITTLE_ENDIAN).getInt(tail);
    MessageDecoder.FileFooter footer =
        MessageDecoder.footer(Arrays.copyOfRange(file, tail - length, tail));
    List<MessageEncoder.FileBlock> twice = new ArrayList<>(footer.dictionaries());
    twice.addAll(footer.dictionaries());
    byte[] changed = MessageEncoder.footer(footer.schema(), twice, footer.records());
    ByteBuffer bytes =
        ByteBuffer.allocate(file.length - length + changed.length).order(ByteOrder.LITTLE_ENDIAN);
    bytes.put(file, 0, tail - length).put(changed).putInt(changed.length);
    bytes.put(ArrowWriter.MAGIC);
    Path path = folder.resolve("twice.arrow");
    Files.write(path, bytes.array());

    assertThatThrownBy(() -> ArrowReader.open(path))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining("twice.arrow")
        .hasMessageContaining("two dictionaries have this offset");
  }

  @Test
  void viewsOutOfTheirBuffersAreRefused() {
    int[][] views = {{-1, 0, 0}, {13, 1, 0}, {13, -1, 0}, {13, 0, 8}, {13, 0, -1}, {21, 0, 0}};
    for (int[] view : views) {
      ByteBuffer body = ByteBuffer.allocate(16 + 20).order(ByteOrder.LITTLE_ENDIAN);
      body.putInt(view[0]).putInt(0).putInt(view[1]).putInt(view[2]);
      for (long buffers : new long[] {1, 0, -1, 2, Long.MAX_VALUE}) {
        BatchDecoder decoder =
            decoder(1, new long[] {0, 0, 16}, new long[] {0, 16, 20}, buffers, body.array());
        ArrowField field = ArrowField.of("t", false, ArrowType.of(ArrowType.Kind.BINARY_VIEW));

        assertThatThrownBy(() -> decoder.next(FieldMapping.fromArrow(field)))
            .isInstanceOf(CorruptDataException.class)
            .hasMessageContaining("t");
      }
    }
  }

  @Test
  void oneFieldThatIsThereAThousandTimesIsRefused() {
    FlatBufferBuilder out = new FlatBufferBuilder();
    int type = Int.createInt(out, 32, true);
    int name = out.createString("x");
    int children = Field.createChildrenVector(out, new int[0]);
    int field = Field.createField(out, name, true, Type.Int, type, 0, children, 0);
    int[] same = new int[100_000];
    Arrays.fill(same, field);
    int fields = Schema.createFieldsVector(out, same);
    int schema = Schema.createSchema(out, Endianness.Little, fields, 0, 0);
    out.finish(Message.createMessage(out, MetadataVersion.V5, MessageHeader.Schema, schema, 0, 0));

    assertThatThrownBy(() -> MessageDecoder.message(out.sizedByteArray()))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining("more data than its");
  }

  @Test
  void whatIsNoArrowIsSaidToBeNone() {
    assertThatThrownBy(
            () -> ArrowReader.of("x.csv", new ByteArrayInputStream("y,x\n1,2\n".getBytes())))
        .isInstanceOf(AzulejoException.class)
        .hasMessageContaining("x.csv");
    assertThatThrownBy(() -> ArrowReader.of("empty", new ByteArrayInputStream(new byte[0])))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining("expected a schema");
  }

  @Test
  void bigEndianValuesAreRefused() {
    FlatBufferBuilder out = new FlatBufferBuilder();
    int at = Schema.createSchema(out, Endianness.Big, 0, 0, 0);
    Message.startMessage(out);
    Message.addVersion(out, MetadataVersion.V5);
    Message.addHeaderType(out, MessageHeader.Schema);
    Message.addHeader(out, at);
    out.finish(Message.endMessage(out));

    assertThatThrownBy(() -> MessageDecoder.message(out.sizedByteArray()))
        .isInstanceOf(UnsupportedFormatException.class)
        .hasMessageContaining("big-endian");
  }
}
