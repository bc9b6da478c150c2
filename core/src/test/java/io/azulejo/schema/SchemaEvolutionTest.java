package io.azulejo.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

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
    ArraySchema grid =
        ArraySchema.dense()
            .dimension(Dimension.of("y", Datatype.INT32, Range.of(1, 100), 10))
            .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 100), 12))
            .attribute(Attribute.of("a", Datatype.INT32))
            .build();
    Filter webp = Filter.webp(90, Filter.PixelFormat.RGBA, true, 0, 0);
    SchemaEvolution evolution =
        SchemaEvolution.builder()
            .addAttribute(Attribute.builder("p", Datatype.UINT8).filters(webp).build())
            .build();
    assertThat(evolution.apply(grid, STORED::get).attribute("p").orElseThrow().filters())
        .isEqualTo(FilterPipeline.of(Filter.webp(90, Filter.PixelFormat.RGBA, true, 10, 12)));
  }

  @ParameterizedTest(name = "{1}")
  @MethodSource("refusals")
  void refusesWhatCannotBe(SchemaEvolution.Builder evolution, String message) {
    assertThatThrownBy(() -> evolution.build().apply(LATEST, STORED::get))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage(message);
  }

  static Stream<Arguments> refusals() {
    return Stream.of(
        refused(
            evolution().addAttribute(Attribute.of("b", Datatype.INT8)),
            "two fields named \"b\": dimensions, attributes and labels have different names"),
        refused(
            evolution().addAttribute(Attribute.of("l", Datatype.INT8)),
            "two fields named \"l\": dimensions, attributes and labels have different names"),
        refused(
            evolution().addAttribute(Attribute.of("__c", Datatype.INT8)),
            "attribute \"__c\": names that begin with \"__\" are kept for the engine: choose"
                + " another one"),
        refused(
            evolution().addAttribute(attribute("c").filters(Filter.gzip(10)).build()),
            "attribute \"c\": GZIP has no level 10: take 0 to 9, or -1 for the usual one"),
        refused(
            evolution().addAttribute(attribute("c").enumeration("none").build()),
            "attribute \"c\": there is no enumeration \"none\": add it to the schema, too"),
        refused(
            evolution().addAttribute(attribute("c").build()).dropAttribute("c"),
            "two changes of attribute \"c\" in one evolution: make them one after the other"),
        refused(
            evolution().dropAttribute("none"),
            "there is no attribute \"none\" to drop: there are \"a\", \"b\""),
        refused(
            evolution().dropAttribute("a").dropAttribute("b"),
            "a dense array without attributes: keep one of [a, b], or add another one"),
        refused(
            evolution().addEnumeration(COLORS),
            "there is an enumeration \"colors\": extend it, or choose another name"),
        refused(
            evolution().extendEnumeration(Enumeration.ofStrings("none", false, List.of("a"))),
            "there is no enumeration \"none\" to extend: there are \"colors\", \"idle\""),
        refused(
            evolution().dropEnumeration("none"),
            "there is no enumeration \"none\" to drop: there are \"colors\", \"idle\""),
        refused(
            evolution().dropEnumeration("colors"),
            "enumeration \"colors\" cannot be dropped: attribute \"b\" uses it; drop the attribute,"
                + " too"),
        refused(
            evolution().dropEnumeration("colors").extendEnumeration(COLORS),
            "two changes of enumeration \"colors\" in one evolution: make them one after the"
                + " other"),
        refused(
            evolution().extendEnumeration(COLORS),
            "enumeration \"colors\": the extension adds no value to the 2 that are there: leave it"
                + " out"),
        refused(
            evolution().extendEnumeration(colors("red", "blue", "green")),
            "enumeration \"colors\": an extension has all the values that were there in their"
                + " places, but value 1 is another one: put new values after the 2 old ones"),
        refused(
            evolution().extendEnumeration(colors("red")),
            "enumeration \"colors\": an extension has all the values that were there in their"
                + " places, but value 1 is another one: put new values after the 2 old ones"),
        refused(
            evolution()
                .extendEnumeration(
                    Enumeration.ofStrings("colors", true, List.of("red", "green", "blue"))),
            "enumeration \"colors\" is not ordered: whether the order of the values has a meaning"
                + " cannot change"),
        refused(
            evolution().extendEnumeration(Enumeration.ofLongs("colors", Datatype.INT8, false, 1)),
            "enumeration \"colors\" has values of STRING_UTF8 of variable size, not of 1 x INT8"),
        refused(
            evolution()
                .extendEnumeration(
                    colors(
                        Stream.concat(
                                Stream.of("red", "green"),
                                IntStream.range(0, 125).mapToObj(Integer::toString))
                            .toArray(String[]::new))),
            "attribute \"b\": enumeration \"colors\" has 127 values, but INT8 can count 126 at"
                + " most: the type of an attribute cannot change; add an attribute of a wider type,"
                + " or write the cells to a new array whose schema has one"),
        refused(
            evolution().currentDomain(NDRange.of(Range.of(2, 100))),
            "the current domain of dimension \"x\" can only grow: [2, 100] does not"
                + " contain [1, 10], which it is now"),
        refused(
            evolution().currentDomain(NDRange.of(Range.of(1, 101))),
            "the current domain of dimension \"x\" is [1, 101], not within the domain:"
                + " it has to be a part of [1, 100]"));
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

  private static Arguments refused(SchemaEvolution.Builder evolution, String message) {
    return Arguments.of(evolution, message);
  }
}
