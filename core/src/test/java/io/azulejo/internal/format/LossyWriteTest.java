package io.azulejo.internal.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What a version cannot say is refused when writing, not dropped. */
class LossyWriteTest {
  static Stream<Arguments> features() {
    return Stream.of(
        feature("allows_duplicates", 5, s -> s.allowsDuplicates(true)),
        feature("type", 5, s -> s.dimension(dimension(Datatype.INT8, FilterPipeline.EMPTY))),
        feature("filters", 5, s -> s.dimension(dimension(Datatype.INT32, filter()))),
        feature("fill_value", 6, s -> s.attribute(attribute().fill(new byte[4]).build())),
        feature("nullable", 7, s -> s.attribute(attribute().nullable(true).build())),
        feature("fill_validity", 7, s -> s.attribute(attribute().fillValid(true).build())),
        feature("validity_filters", 7, s -> s.validityFilters(filter())),
        feature("order", 17, s -> s.attribute(attribute().order(DataOrder.INCREASING).build())),
        feature("labels", 18, s -> s.label(label())),
        feature(
            "reinterpret",
            19,
            s -> s.coordsFilters(FilterPipeline.of(Filter.delta(Datatype.INT8)))),
        feature(
            "reinterpret",
            20,
            s -> s.coordsFilters(FilterPipeline.of(Filter.doubleDelta(Datatype.INT8)))),
        feature("enumeration", 20, s -> s.attribute(attribute().enumeration("e").build())),
        feature("enumerations", 20, s -> s.enumerationFile("e", "__e_0")),
        feature("current_domain", 22, s -> s.currentDomain(NDRange.of(Range.of(1, 2)))));
  }

  private static Arguments feature(
      String field, int since, UnaryOperator<ArraySchema.Builder> with) {
    return Arguments.of(field, since, with);
  }

  @ParameterizedTest(name = "{0} before version {1}")
  @MethodSource("features")
  void refusesToWriteFeaturesOfNewerVersions(
      String field, int since, UnaryOperator<ArraySchema.Builder> with) {
    ArraySchema schema =
        with.apply(
                ArraySchema.sparse()
                    .validityFilters(FilterPipeline.EMPTY)
                    .dimension(
                        Dimension.asStored(
                            "x",
                            Datatype.INT32,
                            1,
                            FilterPipeline.EMPTY,
                            Optional.of(Range.of(1, 10)),
                            Optional.of(5L))))
            .buildAsStored();
    for (int number = 1; number <= 23; number++) {
      StoredSchema stored = new StoredSchema(FormatVersion.of(number), schema);
      if (number < since) {
        assertThatThrownBy(() -> ArraySchemaFormat.encode(stored))
            .isInstanceOf(UnsupportedFormatException.class)
            .hasMessageContaining(field + " = ")
            .hasMessageEndingWith("cannot be written in format version " + number);
      } else {
        assertThat(ArraySchemaFormat.decode(ArraySchemaFormat.encode(stored))).isEqualTo(stored);
      }
    }
  }

  private static FilterPipeline filter() {
    return FilterPipeline.of(Filter.gzip(5));
  }

  private static Attribute.Builder attribute() {
    return Attribute.builder("a", Datatype.INT32);
  }

  private static Dimension dimension(Datatype type, FilterPipeline filters) {
    return Dimension.asStored(
        "y", type, 1, filters, Optional.of(Range.of(1, 10)), Optional.of((Number) 5L));
  }

  private static DimensionLabel label() {
    return DimensionLabel.asStored(
        0, "l", true, "__labels/l0", "label", DataOrder.INCREASING, Datatype.FLOAT64, 1, false);
  }
}
