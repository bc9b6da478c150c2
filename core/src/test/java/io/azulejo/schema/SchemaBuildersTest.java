package io.azulejo.schema;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class SchemaBuildersTest {
  private static final Attribute A = Attribute.of("a", Datatype.INT32);

  @Test
  void dimensionsWithoutExtentGetTheirWholeDomainAsOne() {
    ArraySchema schema =
        ArraySchema.sparse()
            .dimension(Dimension.builder("i", Datatype.INT8).domain(Range.of(-128, 126)).build())
            .dimension(Dimension.builder("u", Datatype.UINT16).domain(Range.of(1, 65535)).build())
            .dimension(Dimension.builder("f", Datatype.FLOAT64).domain(Range.of(1, 4)).build())
            .dimension(Dimension.text("s"))
            .build();

    assertThat(schema.dimensions().stream().map(Dimension::extent))
        .containsExactly(Optional.of(-1L), Optional.of(65535L), Optional.of(3.0), Optional.empty());
    assertThat(schema.toBuilder().build()).isEqualTo(schema);
  }

  @Test
  void dimensionsOfAHilbertArrayNeedNoExtent() {
    ArraySchema schema =
        ArraySchema.sparse()
            .dimension(Dimension.builder("i", Datatype.INT8).domain(Range.of(1, 4)).build())
            .cellOrder(Layout.HILBERT)
            .build();

    assertThat(schema.dimensions().get(0).extent()).isEmpty();
  }

  @Test
  void numbersOfDimensionsTakeTheFormOfTheirType() {
    Dimension real = Dimension.of("f", Datatype.FLOAT32, Range.of(0.1, 10), 0.3);
    assertThat(real.domain()).contains(Range.of((double) 0.1f, 10.0));
    assertThat(real.extent()).contains((double) 0.3f);
    assertThat(Dimension.of("f", Datatype.FLOAT64, Range.of(1, 2), 1).extent()).contains(1.0);
    assertThat(Dimension.of("i", Datatype.INT16, Range.of(1, 2), 1).extent()).contains(1L);
  }

  @Test
  void dimensionsOfTimeTakeTexts() {
    Dimension days =
        Dimension.builder("day", Datatype.DATETIME_DAY)
            .domain("1970-01-02", "1970-01-31")
            .extent("P1W")
            .filters(Filter.delta())
            .build();
    assertThat(days.domain()).contains(Range.of(1, 30));
    assertThat(days.extent()).contains(7L);
    assertThat(days.filters()).isEqualTo(FilterPipeline.of(Filter.delta()));
    Dimension times =
        Dimension.builder("time", Datatype.TIME_SEC).domain("PT0S", "P1D").extent("PT1H").build();
    assertThat(times.domain()).contains(Range.of(0, 86400));
    assertThat(times.extent()).contains(3600L);
    assertThat(extent(Datatype.DATETIME_MONTH, "P3M")).contains(3L);
    assertThat(extent(Datatype.DATETIME_YEAR, "P10Y")).contains(10L);
    assertThat(extent(Datatype.DATETIME_WEEK, "P14D")).contains(2L);
    assertThat(extent(Datatype.DATETIME_HR, "P1D")).contains(24L);
    assertThat(extent(Datatype.DATETIME_MS, "PT1S")).contains(1000L);
    refuses(InvalidRequestException.class, () -> extent(Datatype.DATETIME_DAY, "PT36H"));
    refuses(() -> extent(Datatype.DATETIME_MONTH, "P1D"));
    refuses(() -> extent(Datatype.INT32, "P1D"));
  }

  private static Optional<Number> extent(Datatype type, String text) {
    return Dimension.builder("d", type).extent(text).build().extent();
  }

  @Test
  void fillValuesCanBeGivenAsValues() {
    assertThat(Attribute.builder("a", Datatype.INT16).fill(-2).build().fill())
        .containsExactly(0xfe, 0xff);
    assertThat(Attribute.builder("a", Datatype.FLOAT32).fill(1.0).cellValNum(2).build().fill())
        .containsExactly(0, 0, 0x80, 0x3f, 0, 0, 0x80, 0x3f);
    assertThat(Attribute.builder("a", Datatype.UINT64).fill(-1).var().build().fill())
        .hasSize(8)
        .containsOnly(0xff);
    assertThat(Attribute.builder("a", Datatype.STRING_UTF8).var().fill("\u00e9").build().fill())
        .containsExactly(0xc3, 0xa9);
    assertThat(Attribute.builder("a", Datatype.STRING_UCS2).cellValNum(2).fill("ab").build().fill())
        .containsExactly('a', 0, 'b', 0);
    assertThat(Attribute.builder("a", Datatype.STRING_UTF32).fill("\ud83d\ude00").build().fill())
        .containsExactly(0x00, 0xf6, 0x01, 0);
    refuses(InvalidRequestException.class, () -> Attribute.builder("a", Datatype.INT8).fill(128));
    refuses(() -> Attribute.builder("a", Datatype.FLOAT64).fill(1));
    refuses(() -> Attribute.builder("a", Datatype.INT8).fill("x"));
  }

  @Test
  void anAttributeCanBeDescribedFurther() {
    Attribute attribute =
        Attribute.builder("a", Datatype.FLOAT32)
            .nullable()
            .fill(2.0)
            .fillValid(true)
            .filters(Filter.byteShuffle(), Filter.zstd(3))
            .build();

    assertThat(attribute.toBuilder().build()).isEqualTo(attribute);
    assertThat(attribute.toBuilder().nullable(false).build().nullable()).isFalse();
    assertThat(Attribute.of("any", Datatype.ANY).isVar()).isTrue();
  }

  @Test
  void enumerationsHoldTheirValuesOnceAndInOrder() {
    Enumeration colors = Enumeration.ofStrings("colors", false, List.of("red", "", "gr\u00fcn"));
    assertThat(colors.type()).isEqualTo(Datatype.STRING_UTF8);
    assertThat(colors.size()).isEqualTo(3);
    assertThat(new String(colors.value(2), StandardCharsets.UTF_8)).isEqualTo("gr\u00fcn");
    Enumeration codes = Enumeration.ofLongs("codes", Datatype.UINT8, true, 1, 255);
    assertThat(codes.data()).containsExactly(1, 0xff);
    assertThat(Enumeration.ofDoubles("sizes", Datatype.FLOAT32, true, 1).data())
        .containsExactly(0, 0, 0x80, 0x3f);
    refuses(
        InvalidRequestException.class,
        () -> Enumeration.ofStrings("e", false, List.of("a", "b", "a")));
    assertThatThrownBy(() -> Enumeration.ofLongs("e", Datatype.INT8, false, 300))
        .isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void anEnumerationIsExtendedByValuesOfItsType() {
    Enumeration colors = Enumeration.ofStrings("colors", true, List.of("red", "green"));
    assertThat(colors.extendedBy(Enumeration.ofStrings("x", false, List.of("blue", ""))))
        .isEqualTo(Enumeration.ofStrings("colors", true, List.of("red", "green", "blue", "")));
    refuses(
        InvalidRequestException.class,
        () -> colors.extendedBy(Enumeration.ofLongs("n", Datatype.INT8, false, 1)));
    refuses(() -> colors.extendedBy(colors));
  }

  @Test
  void enumerationsAreKnownByValueUntilTheyAreStored() {
    Enumeration colors = Enumeration.ofStrings("colors", false, List.of("red"));
    ArraySchema schema =
        ArraySchema.sparse().dimension(Dimension.text("s")).enumeration(colors).build();
    assertThat(schema.enumerations()).containsExactly(colors);
    assertThat(schema.enumeration("colors")).contains(colors);
    assertThat(schema.enumerationFiles()).isEmpty();

    ArraySchema stored = schema.toBuilder().enumerationFile("colors", "__1_0").buildAsStored();
    assertThat(stored.enumerations()).isEmpty();
    assertThat(stored.enumerationFiles()).containsEntry("colors", "__1_0");
    assertThat(stored).isNotEqualTo(schema);
  }

  @Test
  void labelsGetPlacesInTheOrderInWhichTheyAreAdded() {
    ArraySchema schema =
        ArraySchema.dense()
            .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 10), 5))
            .attribute(A)
            .label(DimensionLabel.of(0, "l", DataOrder.INCREASING, Datatype.FLOAT64))
            .label(
                DimensionLabel.of(0, "m", DataOrder.DECREASING, Datatype.STRING_ASCII)
                    .withFilters(Filter.rle())
                    .withExtent(2L))
            .build();

    assertThat(schema.labels().stream().map(DimensionLabel::uri))
        .containsExactly("__labels/l0", "__labels/l1");
    assertThat(schema.labelSchema(schema.labels().get(0)))
        .isEqualTo(
            ArraySchema.dense()
                .dimension(Dimension.of("index", Datatype.INT32, Range.of(1, 10), 5))
                .attribute(
                    Attribute.builder("label", Datatype.FLOAT64)
                        .order(DataOrder.INCREASING)
                        .build())
                .build());
    assertThat(schema.labelSchema(schema.labels().get(1)))
        .isEqualTo(
            ArraySchema.dense()
                .dimension(Dimension.of("index", Datatype.INT32, Range.of(1, 10), 2))
                .attribute(
                    Attribute.builder("label", Datatype.STRING_ASCII)
                        .var()
                        .order(DataOrder.DECREASING)
                        .filters(Filter.rle())
                        .build())
                .build());
  }

  @Test
  void imagesAreAsLargeAsTiles() {
    ArraySchema schema =
        ArraySchema.dense()
            .dimension(Dimension.of("y", Datatype.INT32, Range.of(1, 100), 50))
            .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 300), 30))
            .attribute(
                Attribute.builder("pixels", Datatype.UINT8)
                    .filters(Filter.webp(90, Filter.PixelFormat.RGB, true, 0, 0))
                    .build())
            .build();

    assertThat(schema.attributes().get(0).filters().filters())
        .containsExactly(Filter.webp(90, Filter.PixelFormat.RGB, true, 50, 30));
  }
}
