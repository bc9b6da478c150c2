package io.azulejo.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class DimensionRulesTest {
  private static final long MAX = Long.MAX_VALUE;

  @ParameterizedTest(name = "{1}")
  @MethodSource({"types", "domains", "extents"})
  void refusesDimensionsThatCannotBe(Dimension dimension, String message) {
    assertThatThrownBy(() -> ArraySchema.sparse().dimension(dimension).build())
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage(message);
  }

  static Stream<Arguments> types() {
    return Stream.of(
        refused(
            Dimension.builder("d", Datatype.CHAR).build(),
            "dimension \"d\" cannot be of CHAR: take an integer, a datetime, a time, FLOAT32,"
                + " FLOAT64 or STRING_ASCII"),
        refused(
            Dimension.of("d", Datatype.BOOL, Range.of(0, 1), 1),
            "dimension \"d\" cannot be of BOOL: take an integer, a datetime, a time, FLOAT32,"
                + " FLOAT64 or STRING_ASCII"),
        refused(
            new Dimension(
                "d",
                Datatype.STRING_ASCII,
                1,
                FilterPipeline.EMPTY,
                Optional.empty(),
                Optional.empty()),
            "dimension \"d\": a coordinate of STRING_ASCII has a variable number of values"),
        refused(
            new Dimension(
                "d",
                Datatype.INT8,
                2,
                FilterPipeline.EMPTY,
                Optional.of(Range.of(1, 2)),
                Optional.empty()),
            "dimension \"d\": a coordinate of INT8 has one value"));
  }

  static Stream<Arguments> domains() {
    return Stream.of(
        refused(
            Dimension.builder("d", Datatype.STRING_ASCII).domain(Range.of("a", "b")).build(),
            "dimension \"d\" of strings can have no domain: leave it out"),
        refused(
            Dimension.builder("d", Datatype.STRING_ASCII).extent(1).build(),
            "dimension \"d\" of strings can have no extent: leave it out"),
        refused(
            Dimension.builder("d", Datatype.INT8).build(),
            "dimension \"d\" of INT8 has no domain: give its range of values"),
        refused(
            domain(Datatype.INT8, Range.of(1.0, 2.5)),
            "dimension \"d\" of INT8: its domain is a range of integers, not [1.0, 2.5]"),
        refused(
            domain(Datatype.INT8, Range.of(-129, 2)),
            "dimension \"d\": its domain has -129, which is not a value of INT8"),
        refused(
            domain(Datatype.UINT8, Range.of(0, 256)),
            "dimension \"d\": its domain has 256, which is not a value of UINT8"),
        refused(
            domain(Datatype.UINT64, Range.of(-1, 5)),
            "dimension \"d\": its domain begins at 18446744073709551615, after its end 5: give the"
                + " lower bound first"),
        refused(
            domain(Datatype.INT16, Range.of(2, 1)),
            "dimension \"d\": its domain begins at 2, after its end 1: give the lower bound first"),
        refused(
            domain(Datatype.UINT8, Range.of(0, 255)),
            "dimension \"d\": its domain is all of UINT8: leave out one value at least, as in"
                + " 0..254"),
        refused(
            domain(Datatype.INT16, Range.of(-32768, 32767)),
            "dimension \"d\": its domain is all of INT16: leave out one value at least, as in"
                + " -32768..32766"),
        refused(
            domain(Datatype.DATETIME_NS, Range.of(Long.MIN_VALUE, MAX)),
            "dimension \"d\": its domain is all of DATETIME_NS: leave out one value at least, as in"
                + " -9223372036854775808..9223372036854775806"),
        refused(
            domain(Datatype.UINT64, Range.of(0, -1)),
            "dimension \"d\": its domain is all of UINT64: leave out one value at least, as in"
                + " 0..18446744073709551614"),
        refused(
            domain(Datatype.FLOAT64, Range.of(Double.NaN, 1)),
            "dimension \"d\": its domain is from NaN to 1.0: give finite bounds, as FLOAT64 has"
                + " them"),
        refused(
            domain(Datatype.FLOAT32, Range.of(0, 1e39)),
            "dimension \"d\": its domain is from 0.0 to Infinity: give finite bounds, as FLOAT32"
                + " has them"),
        refused(
            domain(Datatype.FLOAT32, Range.of(1.5, 1.25)),
            "dimension \"d\": its domain begins at 1.5, after its end 1.25: give the lower bound"
                + " first"));
  }

  static Stream<Arguments> extents() {
    return Stream.of(
        refused(
            extent(Datatype.INT8, Range.of(1, 10), 2.5),
            "dimension \"d\" of INT8: its extent 2.5 has to be an integer"),
        refused(
            extent(Datatype.INT8, Range.of(-100, 100), 150),
            "dimension \"d\": its extent 150 is not a value of INT8: leave it out to make the whole"
                + " domain one tile"),
        refused(
            extent(Datatype.INT8, Range.of(-100, 100), -2),
            "dimension \"d\": its extent -2 has to be 1 to 201, the length of the domain"),
        refused(
            extent(Datatype.INT32, Range.of(1, 10), 0),
            "dimension \"d\": its extent 0 has to be 1 to 10, the length of the domain"),
        refused(
            extent(Datatype.UINT64, Range.of(1, 10), -1),
            "dimension \"d\": its extent 18446744073709551615 has to be 1 to 10, the length of the"
                + " domain"),
        refused(
            extent(Datatype.INT32, Range.of(1, 10), 11),
            "dimension \"d\": its extent 11 has to be 1 to 10, the length of the domain"),
        refused(
            extent(Datatype.FLOAT64, Range.of(1.0, 2.0), 0),
            "dimension \"d\": its extent 0.0 has to be more than 0 and at most 2.0, the length of"
                + " the domain and 1"),
        refused(
            extent(Datatype.FLOAT64, Range.of(1.0, 2.0), 2.5),
            "dimension \"d\": its extent 2.5 has to be more than 0 and at most 2.0, the length of"
                + " the domain and 1"),
        refused(
            extent(Datatype.INT64, Range.of(0, MAX - 1), 1000),
            "dimension \"d\": its last tile of 1000 ends at 9223372036854775999, beyond"
                + " 9223372036854775807: shorten the tiles, or end the domain at"
                + " 9223372036854774999 or before"),
        refused(
            extent(Datatype.UINT64, Range.of(0, -2), 1000),
            "dimension \"d\": its last tile of 1000 ends at 18446744073709551999, beyond"
                + " 18446744073709551615: shorten the tiles, or end the domain at"
                + " 18446744073709550999 or before"));
  }

  @Test
  void acceptsWhatIsAtTheBorder() {
    accept(domain(Datatype.INT8, Range.of(-128, 126)));
    accept(domain(Datatype.INT8, Range.of(-127, 127)));
    accept(domain(Datatype.UINT64, Range.of(0, -2)));
    accept(domain(Datatype.INT64, Range.of(Long.MIN_VALUE, MAX - 1)));
    accept(extent(Datatype.UINT8, Range.of(0, 254), 100));
    accept(extent(Datatype.FLOAT64, Range.of(1.0, 2.0), 2));
    accept(extent(Datatype.INT64, Range.of(0, 9223372036854774999L), 1000));
    accept(accept(domain(Datatype.FLOAT64, Range.of(-Double.MAX_VALUE, Double.MAX_VALUE))));
    accept(accept(domain(Datatype.FLOAT32, Range.of(-Float.MAX_VALUE, Float.MAX_VALUE))));
    accept(accept(domain(Datatype.FLOAT32, Range.of(2, 2))));
    assertThat(accept(domain(Datatype.FLOAT32, Range.of(2, 2))).extent()).contains(0.0);
    assertThat(accept(extent(Datatype.INT8, Range.of(-100, 100), -55)).tileLength()).isEqualTo(201);
  }

  @Test
  void dimensionsOfDenseArraysAreOfWholeNumbers() {
    ArraySchema.Builder schema =
        ArraySchema.dense()
            .attribute(Attribute.of("a", Datatype.INT8))
            .dimension(extent(Datatype.FLOAT32, Range.of(1, 2), 1));

    assertThatThrownBy(schema::build)
        .hasMessage(
            "dimension \"d\" of a dense array cannot be of FLOAT32: take an integer, a datetime or"
                + " a time, or make the array sparse");
  }

  private static Dimension accept(Dimension dimension) {
    return ArraySchema.sparse().dimension(dimension).build().dimensions().get(0);
  }

  private static Arguments refused(Dimension dimension, String message) {
    return Arguments.of(dimension, message);
  }

  private static Dimension domain(Datatype type, Range domain) {
    return Dimension.builder("d", type).domain(domain).build();
  }

  private static Dimension extent(Datatype type, Range domain, Number extent) {
    return Dimension.of("d", type, domain, extent);
  }
}
