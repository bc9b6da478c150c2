package io.azulejo.schema;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.testkit.Golden;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class DimensionRulesTest {
  private static final long MAX = Long.MAX_VALUE;

  @Test
  void refusesDimensionsThatCannotBe() {
    Golden.check(getClass(), Stream.of(types(), domains(), extents()).flatMap(all -> all));
  }

  static Stream<String> types() {
    return Stream.of(
        refused(Dimension.builder("d", Datatype.CHAR).build()),
        refused(Dimension.of("d", Datatype.BOOL, Range.of(0, 1), 1)),
        refused(
            Dimension.asStored(
                "d",
                Datatype.STRING_ASCII,
                1,
                FilterPipeline.EMPTY,
                Optional.empty(),
                Optional.empty())),
        refused(
            Dimension.asStored(
                "d",
                Datatype.INT8,
                2,
                FilterPipeline.EMPTY,
                Optional.of(Range.of(1, 2)),
                Optional.empty())));
  }

  static Stream<String> domains() {
    return Stream.of(
        refused(Dimension.builder("d", Datatype.STRING_ASCII).domain(Range.of("a", "b")).build()),
        refused(Dimension.builder("d", Datatype.STRING_ASCII).extent(1).build()),
        refused(Dimension.builder("d", Datatype.INT8).build()),
        refused(domain(Datatype.INT8, Range.of(1.0, 2.5))),
        refused(domain(Datatype.INT8, Range.of(-129, 2))),
        refused(domain(Datatype.UINT8, Range.of(0, 256))),
        refused(domain(Datatype.UINT64, Range.of(-1, 5))),
        refused(domain(Datatype.INT16, Range.of(2, 1))),
        refused(domain(Datatype.UINT8, Range.of(0, 255))),
        refused(domain(Datatype.INT16, Range.of(-32768, 32767))),
        refused(domain(Datatype.DATETIME_NS, Range.of(Long.MIN_VALUE, MAX))),
        refused(domain(Datatype.UINT64, Range.of(0, -1))),
        refused(domain(Datatype.FLOAT64, Range.of(Double.NaN, 1))),
        refused(domain(Datatype.FLOAT32, Range.of(0, 1e39))),
        refused(domain(Datatype.FLOAT32, Range.of(1.5, 1.25))));
  }

  static Stream<String> extents() {
    return Stream.of(
        refused(extent(Datatype.INT8, Range.of(1, 10), 2.5)),
        refused(extent(Datatype.INT8, Range.of(-100, 100), 150)),
        refused(extent(Datatype.INT8, Range.of(-100, 100), -2)),
        refused(extent(Datatype.INT32, Range.of(1, 10), 0)),
        refused(extent(Datatype.UINT64, Range.of(1, 10), -1)),
        refused(extent(Datatype.INT32, Range.of(1, 10), 11)),
        refused(extent(Datatype.FLOAT64, Range.of(1.0, 2.0), 0)),
        refused(extent(Datatype.FLOAT64, Range.of(1.0, 2.0), 2.5)),
        refused(extent(Datatype.INT64, Range.of(0, MAX - 1), 1000)),
        refused(extent(Datatype.UINT64, Range.of(0, -2), 1000)));
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

    refuses(schema::build);
  }

  private static Dimension accept(Dimension dimension) {
    return ArraySchema.sparse().dimension(dimension).build().dimensions().get(0);
  }

  private static String refused(Dimension dimension) {
    ArraySchema.Builder schema = ArraySchema.sparse().dimension(dimension);
    return catchThrowableOfType(InvalidRequestException.class, schema::build).getMessage();
  }

  private static Dimension domain(Datatype type, Range domain) {
    return Dimension.builder("d", type).domain(domain).build();
  }

  private static Dimension extent(Datatype type, Range domain, Number extent) {
    return Dimension.of("d", type, domain, extent);
  }
}
