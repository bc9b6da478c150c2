package io.azulejo.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.testkit.Golden;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class SchemaRulesTest {
  private static final Dimension X = Dimension.of("x", Datatype.INT32, Range.of(1, 10), 5);
  private static final Dimension Y = Dimension.of("y", Datatype.INT32, Range.of(1, 10), 5);
  private static final Dimension S = Dimension.text("s");
  private static final Attribute A = Attribute.of("a", Datatype.INT32);

  @Test
  void refusesArraysThatCannotBe() {
    Golden.check(
        getClass(),
        Stream.of(arrays(), fields(), boxes(), labels(), enumerations()).flatMap(all -> all));
  }

  static Stream<String> arrays() {
    ArraySchema.Builder many = ArraySchema.sparse().cellOrder(Layout.HILBERT);
    IntStream.range(0, 17).forEach(i -> many.dimension(Dimension.text("s" + i)));
    Dimension wide =
        Dimension.of("w", Datatype.INT64, Range.of(0, Long.MAX_VALUE - 1), Long.MAX_VALUE);
    return Stream.of(
        refused(ArraySchema.sparse()),
        refused(ArraySchema.dense().dimension(X)),
        refused(dense(X, Dimension.of("y", Datatype.INT64, Range.of(1, 10), 5))),
        refused(dense(X).allowsDuplicates(true)),
        refused(dense(X).cellOrder(Layout.HILBERT)),
        refused(sparse(X).cellOrder(Layout.UNORDERED)),
        refused(sparse(X).cellOrder(Layout.GLOBAL_ORDER)),
        refused(sparse(X).tileOrder(Layout.HILBERT)),
        refused(many),
        refused(sparse(X).capacity(0)),
        refused(sparse(X).capacity(-1)),
        refused(dense(wide, Dimension.of("v", Datatype.INT64, Range.of(0, 9), 2))));
  }

  static Stream<String> fields() {
    return Stream.of(
        refused(sparse(X).attribute(Attribute.of("x", Datatype.INT8))),
        refused(dense(X).label(DimensionLabel.of(0, "a", DataOrder.INCREASING, Datatype.INT8))),
        refused(sparse(Dimension.text("__timestamps"))),
        refused(with(Attribute.builder("__a", Datatype.INT8))),
        refused(with(Attribute.builder("a", Datatype.INT8).cellValNum(0))),
        refused(with(Attribute.builder("a", Datatype.ANY).cellValNum(2))),
        refused(with(Attribute.builder("a", Datatype.INT64).cellValNum(1 << 30))),
        refused(with(Attribute.builder("a", Datatype.INT64).fill(new byte[4]))),
        refused(with(Attribute.builder("a", Datatype.INT64).var().fill(new byte[4]))),
        refused(with(Attribute.builder("a", Datatype.CHAR).var().fill(new byte[0]))),
        refused(with(Attribute.builder("a", Datatype.INT64).fillValid(true))),
        refused(with(Attribute.builder("a", Datatype.INT64).order(DataOrder.INCREASING))),
        refused(
            dense(X, Y)
                .attribute(
                    Attribute.builder("b", Datatype.INT8).order(DataOrder.DECREASING).build())),
        refused(
            dense(X)
                .attribute(
                    Attribute.builder("b", Datatype.STRING_ASCII)
                        .cellValNum(1)
                        .order(DataOrder.INCREASING)
                        .build())),
        refused(
            dense(X)
                .attribute(
                    Attribute.builder("b", Datatype.INT8)
                        .var()
                        .order(DataOrder.INCREASING)
                        .build())),
        refused(
            dense(X)
                .attribute(
                    Attribute.builder("b", Datatype.INT8)
                        .nullable()
                        .order(DataOrder.INCREASING)
                        .build())));
  }

  static Stream<String> boxes() {
    return Stream.of(
        refused(sparse(X, S).currentDomain(NDRange.of(Range.of(1, 2)))),
        refused(sparse(X).currentDomain(NDRange.of(Range.of(0, 2)))),
        refused(sparse(X).currentDomain(NDRange.of(Range.of(3, 2)))),
        refused(sparse(S).currentDomain(NDRange.of(Range.of(1, 2)))),
        refused(sparse(S).currentDomain(NDRange.of(Range.of("b", "a")))),
        refused(
            sparse(Dimension.of("f", Datatype.FLOAT64, Range.of(0, 1), 1))
                .currentDomain(NDRange.of(Range.of(Double.NaN, 1)))));
  }

  static Stream<String> labels() {
    DimensionLabel label = DimensionLabel.of(0, "l", DataOrder.INCREASING, Datatype.FLOAT64);
    return Stream.of(
        refused(dense(X).label(DimensionLabel.of(1, "l", DataOrder.INCREASING, Datatype.INT8))),
        refused(dense(X).label(DimensionLabel.of(0, "l", DataOrder.UNORDERED, Datatype.INT8))),
        refused(
            dense(X).label(DimensionLabel.of(0, "l", DataOrder.INCREASING, Datatype.STRING_UTF8))),
        refused(sparse(S).label(label)),
        refused(dense(X).label(label.withExtent(11))),
        refused(dense(X).label(label.withFilters(Filter.delta()))),
        refused(dense(X).label(place("../elsewhere", false))),
        refused(dense(X).label(place("__labels/..", false))),
        refused(dense(X).label(place("__labels/l0", true))),
        refused(
            dense(X)
                .label(DimensionLabel.of(0, "k", DataOrder.INCREASING, Datatype.INT8))
                .label(place("__labels/l0", false))));
  }

  private static DimensionLabel place(String uri, boolean external) {
    return DimensionLabel.asStored(
        0, "l", true, uri, "label", DataOrder.INCREASING, Datatype.INT8, 1, external);
  }

  static Stream<String> enumerations() {
    Enumeration many =
        Enumeration.ofLongs(
            "e", Datatype.INT16, false, IntStream.range(0, 127).asLongStream().toArray());
    return Stream.of(
        refused(with(Attribute.builder("a", Datatype.INT8).enumeration("e"))),
        refused(with(Attribute.builder("a", Datatype.FLOAT32).enumeration("e")).enumeration(many)),
        refused(
            with(Attribute.builder("a", Datatype.INT8).var().enumeration("e")).enumeration(many)),
        refused(with(Attribute.builder("a", Datatype.INT8).enumeration("e")).enumeration(many)),
        refused(sparse(S).enumeration(many).enumeration(many)),
        refused(sparse(S).enumerationFile("e", "__1_0").enumeration(many)),
        refused(sparse(S).enumeration(Enumeration.ofStrings("", false, List.of()))),
        refused(
            sparse(S)
                .enumeration(
                    Enumeration.fixed("e", Datatype.INT8, 1, false, new byte[] {1, 2, 1}))),
        refused(
            sparse(S)
                .enumeration(
                    Enumeration.fixed("big", Datatype.CHAR, 11 << 20, false, new byte[11 << 20]))),
        refused(
            IntStream.range(0, 6)
                .mapToObj(
                    i ->
                        Enumeration.fixed(
                            "e" + i, Datatype.CHAR, 9 << 20, false, new byte[9 << 20]))
                .reduce(sparse(S), ArraySchema.Builder::enumeration, (a, b) -> a)));
  }

  @Test
  void acceptsWhatIsUnusualButRight() {
    Dimension unnamed = Dimension.of("", Datatype.INT32, Range.of(1, 10), 5);
    assertThat(sparse(unnamed, Dimension.text("__d")).build().attributes()).isEmpty();
    assertThat(dense(X).capacity(0).build().capacity()).isZero();
    long[] values = IntStream.range(0, 126).asLongStream().toArray();
    with(Attribute.builder("a", Datatype.INT8).nullable().enumeration("e"))
        .enumeration(Enumeration.ofLongs("e", Datatype.INT16, false, values))
        .build();
    with(Attribute.builder("a", Datatype.BOOL).enumeration("e"))
        .enumeration(Enumeration.ofLongs("e", Datatype.INT16, false, values))
        .build();
    sparse(X, S).currentDomain(NDRange.of(Range.of(1, 10), Range.of("", "zz"))).build();
    dense(X)
        .attribute(
            Attribute.builder("b", Datatype.STRING_ASCII).var().order(DataOrder.DECREASING).build())
        .label(DimensionLabel.of(0, "l", DataOrder.DECREASING, Datatype.DATETIME_DAY))
        .build();
    sparse(X).label(DimensionLabel.of(0, "l", DataOrder.DECREASING, Datatype.INT8)).build();
  }

  @Test
  void theCurrentDomainTakesTheFormOfItsType() {
    ArraySchema schema =
        sparse(Dimension.of("f", Datatype.FLOAT32, Range.of(0, 1), 1))
            .currentDomain(NDRange.of(Range.of(0.1, 0.3)))
            .build();
    assertThat(schema.currentDomain())
        .isEqualTo(Optional.of(NDRange.of(Range.of((double) 0.1f, (double) 0.3f))));
  }

  private static String refused(ArraySchema.Builder schema) {
    assertThat(schema.buildAsStored().dimensions()).isNotNull();
    return catchThrowableOfType(InvalidRequestException.class, schema::build).getMessage();
  }

  private static ArraySchema.Builder with(Attribute.Builder attribute) {
    return sparse(S).attribute(attribute.build());
  }

  private static ArraySchema.Builder dense(Dimension... dimensions) {
    ArraySchema.Builder schema = ArraySchema.dense().attribute(A);
    Stream.of(dimensions).forEach(schema::dimension);
    return schema;
  }

  private static ArraySchema.Builder sparse(Dimension... dimensions) {
    ArraySchema.Builder schema = ArraySchema.sparse();
    Stream.of(dimensions).forEach(schema::dimension);
    return schema;
  }
}
