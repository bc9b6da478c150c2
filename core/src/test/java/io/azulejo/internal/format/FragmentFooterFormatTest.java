package io.azulejo.internal.format;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.format.FragmentFooterFormat.Extent;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.FilterPipeline;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class FragmentFooterFormatTest {
  private static ArraySchema schema(Datatype second) {
    ArraySchema.Builder schema = ArraySchema.sparse();
    for (Datatype type : new Datatype[] {Datatype.INT32, second}) {
      schema.dimension(
          Dimension.asStored(
              type.name(),
              type,
              type == Datatype.STRING_ASCII ? Attribute.VAR : 1,
              FilterPipeline.EMPTY,
              Optional.empty(),
              Optional.empty()));
    }
    return schema
        .attribute(Attribute.of("a", Datatype.INT32))
        .attribute(Attribute.of("b", Datatype.INT32))
        .buildAsStored();
  }

  private static FragmentName name(int version) {
    String unversioned = "__1_1_0123456789abcdef0123456789abcdef";
    return FragmentName.parse(version < 5 ? unversioned : unversioned + "_" + version)
        .orElseThrow();
  }

  private static Slice tail(long length) {
    return Slice.of(
        ByteBuffer.allocate(20).order(ByteOrder.LITTLE_ENDIAN).putLong(12, length).array());
  }

  @ParameterizedTest
  @CsvSource({"3, 142", "4, 142", "5, 246", "6, 246", "7, 326", "9, 326"})
  void computesTheLengthOfFootersThatDoNotTellIt(int version, int length) {
    Extent extent =
        FragmentFooterFormat.locate(
            1000, tail(0), name(version), Optional.of(schema(Datatype.INT32)));
    assertThat(extent).isEqualTo(new Extent(1000 - length, length));
  }

  @Test
  void readsTheLengthSinceVersion10() {
    assertThat(FragmentFooterFormat.locate(1000, tail(192), name(10), Optional.empty()))
        .isEqualTo(new Extent(800, 192));
  }

  @Test
  void readsTheLengthWhereADimensionIsOfVariableSize() {
    assertThat(
            FragmentFooterFormat.locate(
                1000, tail(192), name(5), Optional.of(schema(Datatype.STRING_ASCII))))
        .isEqualTo(new Extent(800, 192));
  }

  @ParameterizedTest
  @CsvSource({"1000, 993", "1000, -1", "1000, 9223372036854775807", "7, 0", "0, 0"})
  void refusesLengthsThatDoNotFit(long fileSize, long length) {
    refuses(
        CorruptDataException.class,
        () -> FragmentFooterFormat.locate(fileSize, tail(length), name(23), Optional.empty()));
  }

  @Test
  void refusesFilesThatAreShorterThanTheFooter() {
    refuses(
        CorruptDataException.class,
        () ->
            FragmentFooterFormat.locate(
                100, tail(0), name(3), Optional.of(schema(Datatype.INT32))));
  }

  @Test
  void needsTheOldSchemaFileForOldFragments() {
    refuses(
        CorruptDataException.class,
        () -> FragmentFooterFormat.locate(1000, tail(9), name(9), Optional.empty()));
  }

  @Test
  void refusesFootersWhoseSchemaIsNotThere() {
    Slice footer = footer(23);
    refuses(
        CorruptDataException.class,
        () -> FragmentFooterFormat.decode(footer, n -> Optional.empty()));
  }

  @Test
  void refusesToWriteTimestampsBeforeVersion14() {
    ArraySchema schema = schema(Datatype.INT32);
    FragmentFooter footer;
    RandomFragments random = new RandomFragments(1);
    do {
      footer = random.footer(FormatVersion.of(14), schema);
    } while (!footer.timestamps());
    FragmentFooter wanted = footer;
    refuses(
        UnsupportedFormatException.class,
        () ->
            WireWriter.encode(
                "fragment footer",
                FormatVersion.of(13),
                (w, f) -> FragmentFooterFormat.transfer(w, schema, f),
                wanted));
  }

  @Test
  void refusesVersionsFromTheFuture() {
    Slice footer = footer(24);
    refuses(
        UnsupportedFormatException.class,
        () -> FragmentFooterFormat.decode(footer, n -> Optional.empty()));
  }

  private static Slice footer(int version) {
    ArraySchema schema = schema(Datatype.INT32);
    FragmentFooter footer = new RandomFragments(2).footer(FormatVersion.NEWEST, schema);
    byte[] bytes = FragmentFooterFormat.encode(footer, schema).toBytes();
    bytes[0] = (byte) version;
    return Slice.of(bytes);
  }
}
