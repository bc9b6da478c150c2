package io.azulejo.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.testkit.Golden;
import io.azulejo.testkit.TestSchemas;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SchemaEvolutionTest {
  private static final Enumeration COLORS =
      Enumeration.ofStrings("colors", false, List.of("red", "green"));
  private static final Enumeration IDLE = Enumeration.ofLongs("idle", Datatype.INT8, true, 1, 2, 3);
  private static final Map<String, Enumeration> STORED = Map.of("colors", COLORS, "idle", IDLE);
  private static final ArraySchema LATEST =
      ArraySchema.dense()
          .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 100), 10))
          .attribute(Attribute.of("a", Datatype.INT32))
          .attribute(Attribute.builder("b", Datatype.INT8).enumeration("colors").build())
          .label(DimensionLabel.of(0, "l", DataOrder.INCREASING, Datatype.INT64))
          .enumerationFile("colors", "__1_0")
          .enumerationFile("idle", "__2_0")
          .currentDomain(NDRange.of(Range.of(1, 10)))
          .build();

  @Test
  void changesAllThatCanChange() {
    Enumeration more = COLORS.extendedBy(Enumeration.ofStrings("", false, List.of("blue")));
    Enumeration sizes = Enumeration.ofDoubles("sizes", Datatype.FLOAT64, true, 0.5, 1);
    Attribute added = Attribute.builder("c", Datatype.UINT8).enumeration("sizes").build();
    SchemaEvolution evolution =
        SchemaEvolution.builder()
            .addAttribute(added)
            .dropAttribute("a")
            .addEnumeration(sizes)
            .extendEnumeration(more)
            .dropEnumeration("idle")
            .currentDomain(NDRange.of(Range.of(1, 20)))
            .build();

    ArraySchema schema = evolution.apply(LATEST, STORED::get);

    assertThat(evolution.isEmpty()).isFalse();
    assertThat(schema.attributes()).containsExactly(LATEST.attributes().get(1), added);
    assertThat(schema.enumerationFiles()).isEmpty();
    assertThat(schema.enumerations()).containsExactly(sizes, more);
    assertThat(schema.currentDomain()).contains(NDRange.of(Range.of(1, 20)));
    assertThat(schema.labels()).isEqualTo(LATEST.labels());
    assertThat(schema.capacity()).isEqualTo(LATEST.capacity());
  }

  @Test
  void theEvolutionThatChangesNothingWritesOutTheFiltersOfDimensions() {
    FilterPipeline own = FilterPipeline.of(Filter.none());
    ArraySchema old =
        ArraySchema.sparse()
            .dimension(Dimension.text("s"))
            .dimension(Dimension.text("t").withFilters(own))
            .coordsFilters(FilterPipeline.of(Filter.gzip(5)))
            .validityFilters(FilterPipeline.EMPTY)
            .buildAsStored();

    ArraySchema schema = SchemaEvolution.NONE.apply(old, STORED::get);

    assertThat(SchemaEvolution.NONE.isEmpty()).isTrue();
    assertThat(schema)
        .isEqualTo(
            ArraySchema.sparse()
                .dimension(Dimension.text("s").withFilters(old.coordsFilters()))
                .dimension(Dimension.text("t").withFilters(own))
                .coordsFilters(old.coordsFilters())
                .validityFilters(FilterPipeline.EMPTY)
                .buildAsStored());
  }

  @Test
  void enumerationsThatDoNotMatterAreNotAskedFor() {
    ArraySchema schema =
        SchemaEvolution.builder()
            .addAttribute(Attribute.of("c", Datatype.CHAR))
            .build()
            .apply(
                LATEST,
                name -> {
                  throw new AssertionError(name);
                });
    assertThat(schema.enumerationFiles()).isEqualTo(LATEST.enumerationFiles());
  }

  @Test
  void oddThingsThatAreThereDoNotStandInTheWay() {
    ArraySchema odd =
        ArraySchema.sparse()
            .capacity(0)
            .dimension(Dimension.text("s"))
            .attribute(Attribute.builder("__a", Datatype.ANY).cellValNum(1).build())
            .buildAsStored();
    assertThat(
            SchemaEvolution.builder()
                .dropAttribute("__a")
                .build()
                .apply(odd, STORED::get)
                .attributes())
        .isEmpty();
  }

  @Test
  void aCurrentDomainCanBeSetWhereThereIsNone() {
    ArraySchema without = LATEST.toBuilder().currentDomain(null).build();
    NDRange box = NDRange.of(Range.of(5, 6));
    assertThat(
            SchemaEvolution.builder()
                .currentDomain(box)
                .build()
                .apply(without, STORED::get)
                .currentDomain())
        .isEqualTo(Optional.of(box));
  }

  @Test
  void imagesOfAddedAttributesAreAsLargeAsTiles() {
    ArraySchema grid = TestSchemas.of("dense(y INT32 1..100/10, x INT32 1..100/12) a INT32");
    Filter webp = Filter.webp(90, Filter.PixelFormat.RGBA, true, 0, 0);
    SchemaEvolution evolution =
        SchemaEvolution.builder()
            .addAttribute(Attribute.builder("p", Datatype.UINT8).filters(webp).build())
            .build();
    assertThat(evolution.apply(grid, STORED::get).attribute("p").orElseThrow().filters())
        .isEqualTo(FilterPipeline.of(Filter.webp(90, Filter.PixelFormat.RGBA, true, 10, 12)));
  }

  @Test
  void refusesWhatCannotBe() {
    Golden.check(getClass(), refusals());
  }

  static Stream<String> refusals() {
    return Stream.of(
        refused(evolution().addAttribute(Attribute.of("b", Datatype.INT8))),
        refused(evolution().addAttribute(Attribute.of("l", Datatype.INT8))),
        refused(evolution().addAttribute(Attribute.of("__c", Datatype.INT8))),
        refused(evolution().addAttribute(attribute("c").filters(Filter.gzip(10)).build())),
        refused(evolution().addAttribute(attribute("c").enumeration("none").build())),
        refused(evolution().addAttribute(attribute("c").build()).dropAttribute("c")),
        refused(evolution().dropAttribute("none")),
        refused(evolution().dropAttribute("a").dropAttribute("b")),
        refused(evolution().addEnumeration(COLORS)),
        refused(evolution().extendEnumeration(Enumeration.ofStrings("none", false, List.of("a")))),
        refused(evolution().dropEnumeration("none")),
        refused(evolution().dropEnumeration("colors")),
        refused(evolution().dropEnumeration("colors").extendEnumeration(COLORS)),
        refused(evolution().extendEnumeration(COLORS)),
        refused(evolution().extendEnumeration(colors("red", "blue", "green"))),
        refused(evolution().extendEnumeration(colors("red"))),
        refused(
            evolution()
                .extendEnumeration(
                    Enumeration.ofStrings("colors", true, List.of("red", "green", "blue")))),
        refused(
            evolution().extendEnumeration(Enumeration.ofLongs("colors", Datatype.INT8, false, 1))),
        refused(
            evolution()
                .extendEnumeration(
                    colors(
                        Stream.concat(
                                Stream.of("red", "green"),
                                IntStream.range(0, 125).mapToObj(Integer::toString))
                            .toArray(String[]::new)))),
        refused(evolution().currentDomain(NDRange.of(Range.of(2, 100)))),
        refused(evolution().currentDomain(NDRange.of(Range.of(1, 101)))));
  }

  private static Enumeration colors(String... values) {
    return Enumeration.ofStrings("colors", false, List.of(values));
  }

  private static Attribute.Builder attribute(String name) {
    return Attribute.builder(name, Datatype.INT8);
  }

  private static SchemaEvolution.Builder evolution() {
    return SchemaEvolution.builder();
  }

  private static String refused(SchemaEvolution.Builder evolution) {
    return catchThrowableOfType(
            InvalidRequestException.class, () -> evolution.build().apply(LATEST, STORED::get))
        .getMessage();
  }
}
