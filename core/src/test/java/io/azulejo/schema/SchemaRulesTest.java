package io.azulejo.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

class SchemaRulesTest {
  private static final Dimension X = Dimension.of("x", Datatype.INT32, Range.of(1, 10), 5);
  private static final Dimension Y = Dimension.of("y", Datatype.INT32, Range.of(1, 10), 5);
  private static final Dimension S = Dimension.text("s");
  private static final Attribute A = Attribute.of("a", Datatype.INT32);

  @ParameterizedTest(name = "{1}")
  @MethodSource({"arrays", "fields", "boxes", "labels", "enumerations"})
  void refusesArraysThatCannotBe(ArraySchema.Builder schema, String message) {
    assertThatThrownBy(schema::build)
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage(message);
    assertThat(schema.buildAsStored().dimensions()).isNotNull();
  }

  static Stream<Arguments> arrays() {
    ArraySchema.Builder many = ArraySchema.sparse().cellOrder(Layout.HILBERT);
    IntStream.range(0, 17).forEach(i -> many.dimension(Dimension.text("s" + i)));
    Dimension wide =
        Dimension.of("w", Datatype.INT64, Range.of(0, Long.MAX_VALUE - 1), Long.MAX_VALUE);
    return Stream.of(
        refused(ArraySchema.sparse(), "an array without dimensions: add at least one dimension"),
        refused(
            ArraySchema.dense().dimension(X),
            "a dense array without attributes: add at least one attribute, or make it sparse"),
        refused(
            dense(X, Dimension.of("y", Datatype.INT64, Range.of(1, 10), 5)),
            "dimensions \"x\" of INT32 and \"y\" of INT64: those of a dense array have one type"),
        refused(
            dense(X).allowsDuplicates(true),
            "a dense array cannot have several cells at one place: do not allow duplicates, or make"
                + " it sparse"),
        refused(
            dense(X).cellOrder(Layout.HILBERT),
            "HILBERT is no order of cells of a dense array: take ROW_MAJOR or COL_MAJOR"),
        refused(
            sparse(X).cellOrder(Layout.UNORDERED),
            "UNORDERED is no order of cells of a sparse array: take ROW_MAJOR, COL_MAJOR or"
                + " HILBERT"),
        refused(
            sparse(X).cellOrder(Layout.GLOBAL_ORDER),
            "GLOBAL_ORDER is no order of cells of a sparse array: take ROW_MAJOR, COL_MAJOR or"
                + " HILBERT"),
        refused(
            sparse(X).tileOrder(Layout.HILBERT),
            "HILBERT is no order of tiles: take ROW_MAJOR or COL_MAJOR"),
        refused(
            many,
            "a Hilbert curve through 17 dimensions: it can have 16 at most; take another order of"
                + " cells"),
        refused(
            sparse(X).capacity(0),
            "a capacity of 0 cells a tile: take 1 to 2^31-1, as a rule 10000"),
        refused(
            sparse(X).capacity(-1),
            "a capacity of 18446744073709551615 cells a tile: take 1 to 2^31-1, as a rule 10000"),
        refused(
            dense(wide, Dimension.of("v", Datatype.INT64, Range.of(0, 9), 2)),
            "dense tiles of more than 2^63-1 cells: give dimension \"v\" an extent less than 2"));
  }

  static Stream<Arguments> fields() {
    return Stream.of(
        refused(
            sparse(X).attribute(Attribute.of("x", Datatype.INT8)),
            "two fields named \"x\": dimensions, attributes and labels have different names"),
        refused(
            dense(X).label(DimensionLabel.of(0, "a", DataOrder.INCREASING, Datatype.INT8)),
            "two fields named \"a\": dimensions, attributes and labels have different names"),
        refused(
            sparse(Dimension.text("__timestamps")),
            "\"__timestamps\" is a field of the engine's own: choose another name"),
        refused(
            with(Attribute.builder("__a", Datatype.INT8)),
            "attribute \"__a\": names that begin with \"__\" are kept for the engine: choose"
                + " another one"),
        refused(
            with(Attribute.builder("a", Datatype.INT8).cellValNum(0)),
            "attribute \"a\": a cell of no values: give it 1 or more, or a variable number"),
        refused(
            with(Attribute.builder("a", Datatype.ANY).cellValNum(2)),
            "attribute \"a\": cells of ANY are of variable size: give them no fixed number of"
                + " values"),
        refused(
            with(Attribute.builder("a", Datatype.INT64).cellValNum(1 << 30)),
            "attribute \"a\": cells of 1073741824 values of INT64: at most 2^31-9 bytes are"
                + " supported"),
        refused(
            with(Attribute.builder("a", Datatype.INT64).fill(new byte[4])),
            "attribute \"a\": its fill value has 4 bytes, but a cell has 8: fill all of a cell"),
        refused(
            with(Attribute.builder("a", Datatype.INT64).var().fill(new byte[4])),
            "attribute \"a\": its fill value of 4 bytes has to be one or more values of INT64"),
        refused(
            with(Attribute.builder("a", Datatype.CHAR).var().fill(new byte[0])),
            "attribute \"a\": its fill value of 0 bytes has to be one or more values of CHAR"),
        refused(
            with(Attribute.builder("a", Datatype.INT64).fillValid(true)),
            "attribute \"a\": whether its fill value is null is for nullable attributes alone:"
                + " leave it out"),
        refused(
            with(Attribute.builder("a", Datatype.INT64).order(DataOrder.INCREASING)),
            "attribute \"a\": values in an order are for dense arrays of one dimension: leave the"
                + " order out"),
        refused(
            dense(X, Y)
                .attribute(
                    Attribute.builder("b", Datatype.INT8).order(DataOrder.DECREASING).build()),
            "attribute \"b\": values in an order are for dense arrays of one dimension: leave the"
                + " order out"),
        refused(
            dense(X)
                .attribute(
                    Attribute.builder("b", Datatype.STRING_ASCII)
                        .cellValNum(1)
                        .order(DataOrder.INCREASING)
                        .build()),
            "attribute \"b\": values in an order are single numbers, datetimes or times, or"
                + " STRING_ASCII of variable size, not 1 of STRING_ASCII"),
        refused(
            dense(X)
                .attribute(
                    Attribute.builder("b", Datatype.INT8)
                        .var()
                        .order(DataOrder.INCREASING)
                        .build()),
            "attribute \"b\": values in an order are single numbers, datetimes or times, or"
                + " STRING_ASCII of variable size, not any number of INT8"),
        refused(
            dense(X)
                .attribute(
                    Attribute.builder("b", Datatype.INT8)
                        .nullable()
                        .order(DataOrder.INCREASING)
                        .build()),
            "attribute \"b\": values in an order cannot be null: make it not nullable"));
  }

  static Stream<Arguments> boxes() {
    return Stream.of(
        refused(
            sparse(X, S).currentDomain(NDRange.of(Range.of(1, 2))),
            "a current domain of 1 ranges, but there are 2 dimensions: give one range for each"),
        refused(
            sparse(X).currentDomain(NDRange.of(Range.of(0, 2))),
            "the current domain of dimension \"x\" is [0, 2], not within the domain:"
                + " it has to be a part of [1, 10]"),
        refused(
            sparse(X).currentDomain(NDRange.of(Range.of(3, 2))),
            "the current domain of dimension \"x\" begins after its end: [3, 2]: give"
                + " the lower bound first"),
        refused(
            sparse(S).currentDomain(NDRange.of(Range.of(1, 2))),
            "the current domain of dimension \"s\" is [1, 2]: give a range of values"
                + " of STRING_ASCII"),
        refused(
            sparse(S).currentDomain(NDRange.of(Range.of("b", "a"))),
            "the current domain of dimension \"s\" begins after its end: [\"b\", \"a\"]: give"
                + " the lower bound first"),
        refused(
            sparse(Dimension.of("f", Datatype.FLOAT64, Range.of(0, 1), 1))
                .currentDomain(NDRange.of(Range.of(Double.NaN, 1))),
            "the current domain of dimension \"f\" begins after its end: [NaN, 1.0]:"
                + " give the lower bound first"));
  }

  static Stream<Arguments> labels() {
    DimensionLabel label = DimensionLabel.of(0, "l", DataOrder.INCREASING, Datatype.FLOAT64);
    return Stream.of(
        refused(
            dense(X).label(DimensionLabel.of(1, "l", DataOrder.INCREASING, Datatype.INT8)),
            "dimension label \"l\" is of dimension 1, but the dimensions are 0 to 0"),
        refused(
            dense(X).label(DimensionLabel.of(0, "l", DataOrder.UNORDERED, Datatype.INT8)),
            "dimension label \"l\": its order is UNORDERED: make it INCREASING or DECREASING"),
        refused(
            dense(X).label(DimensionLabel.of(0, "l", DataOrder.INCREASING, Datatype.STRING_UTF8)),
            "dimension label \"l\": values in an order are single numbers, datetimes or times, or"
                + " STRING_ASCII of variable size, not 1 of STRING_UTF8"),
        refused(
            sparse(S).label(label),
            "dimension label \"l\": dimension \"s\" is of STRING_ASCII: labels are for integers,"
                + " datetimes and times"),
        refused(
            dense(X).label(label.withExtent(11)),
            "dimension label \"l\", in its own array: dimension \"index\": its extent 11 has to be"
                + " 1 to 10, the length of the domain"),
        refused(
            dense(X).label(label.withFilters(Filter.delta())),
            "dimension label \"l\", in its own array: attribute \"label\": DELTA is for integers"
                + ", not for FLOAT64: set its reinterpret type to INT64"),
        refused(
            dense(X).label(place("../elsewhere", false)),
            "dimension label \"l\": its place \"../elsewhere\" has to be a name in the folder"
                + " __labels: leave it out to have it chosen"),
        refused(
            dense(X).label(place("__labels/..", false)),
            "dimension label \"l\": its place \"__labels/..\" has to be a name in the folder"
                + " __labels: leave it out to have it chosen"),
        refused(
            dense(X).label(place("__labels/l0", true)),
            "dimension label \"l\": labels elsewhere are not created with an array"),
        refused(
            dense(X)
                .label(DimensionLabel.of(0, "k", DataOrder.INCREASING, Datatype.INT8))
                .label(place("__labels/l0", false)),
            "dimension label \"l\": its place __labels/l0 is that of another label: leave it out to"
                + " have it chosen"));
  }

  private static DimensionLabel place(String uri, boolean external) {
    return new DimensionLabel(
        0, "l", true, uri, "label", DataOrder.INCREASING, Datatype.INT8, 1, external);
  }

  static Stream<Arguments> enumerations() {
    Enumeration many =
        Enumeration.ofLongs(
            "e", Datatype.INT16, false, IntStream.range(0, 127).asLongStream().toArray());
    return Stream.of(
        refused(
            with(Attribute.builder("a", Datatype.INT8).enumeration("e")),
            "attribute \"a\": there is no enumeration \"e\": add it to the schema, too"),
        refused(
            with(Attribute.builder("a", Datatype.FLOAT32).enumeration("e")).enumeration(many),
            "attribute \"a\": indexes of enumeration \"e\" are single integers, not 1 x FLOAT32:"
                + " make it INT32"),
        refused(
            with(Attribute.builder("a", Datatype.INT8).var().enumeration("e")).enumeration(many),
            "attribute \"a\": indexes of enumeration \"e\" are single integers, not INT8 of"
                + " variable size: make it INT32"),
        refused(
            with(Attribute.builder("a", Datatype.INT8).enumeration("e")).enumeration(many),
            "attribute \"a\": enumeration \"e\" has 127 values, but INT8 can count 126 at most:"
                + " take a wider type"),
        refused(
            sparse(S).enumeration(many).enumeration(many),
            "two enumerations named \"e\": give each a name of its own"),
        refused(
            sparse(S).enumerationFile("e", "__1_0").enumeration(many),
            "two enumerations named \"e\": give each a name of its own"),
        refused(
            sparse(S).enumeration(Enumeration.ofStrings("", false, List.of())),
            "an enumeration without a name: no attribute could name it"),
        refused(
            sparse(S)
                .enumeration(Enumeration.fixed("e", Datatype.INT8, 1, false, new byte[] {1, 2, 1})),
            "enumeration \"e\": the values 0 and 2 are equal: give each value once"),
        refused(
            sparse(S)
                .enumeration(
                    Enumeration.fixed("big", Datatype.CHAR, 11 << 20, false, new byte[11 << 20])),
            "enumeration \"big\" has 11534336 bytes: at most 10485760 (10 MiB) can be stored: take"
                + " fewer values, or the values themselves as an attribute"),
        refused(
            IntStream.range(0, 6)
                .mapToObj(
                    i ->
                        Enumeration.fixed(
                            "e" + i, Datatype.CHAR, 9 << 20, false, new byte[9 << 20]))
                .reduce(sparse(S), ArraySchema.Builder::enumeration, (a, b) -> a),
            "enumerations of 56623104 bytes together: at most 52428800 (50 MiB) can be stored: take"
                + " fewer values"));
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

  private static Arguments refused(ArraySchema.Builder schema, String message) {
    return Arguments.of(schema, message);
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
