package io.azulejo.internal.format;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.HexFormat;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ArraySchemaFormatTest {
  private static final FilterPipeline NO_FILTERS = FilterPipeline.EMPTY;

  // A schema file of the reference engine: sparse, d INT32 [1,10] by 4, s of strings, a nullable
  // INT32, v of strings, capacity 3, no filters at all.
  private static final String REFERENCE =
      "17000000000100000300000000000000000001000000000000000100000000000000010000000000020000"
          + "000100000064000100000000000100000000000800000000000000010000000a0000000004000000010000"
          + "00730bffffffff000001000000000000000000000000000102000000010000006100010000000000010000"
          + "0000000400000000000000000000800100000000000001000000760bffffffff0000010000000000010000"
          + "0000000000000000000000000000000000000000000000000001";

  private static final StoredSchema DENSE =
      new StoredSchema(
          FormatVersion.NEWEST,
          ArraySchema.dense()
              .dimension(dimension("x", Datatype.INT32, Range.of(1, 10), 5L))
              .dimension(dimension("y", Datatype.INT32, Range.of(1, 10), 5L))
              .attribute(Attribute.of("a", Datatype.INT32))
              .buildAsStored());
  private static final StoredSchema SPARSE =
      new StoredSchema(
          FormatVersion.NEWEST,
          ArraySchema.sparse()
              .dimension(dimension("r", Datatype.FLOAT32, Range.of(0.0, 1.0), 0.5))
              .dimension(dimension("u", Datatype.UINT8, Range.of(200, 250), 5L))
              .dimension(
                  Dimension.asStored(
                      "s",
                      Datatype.STRING_ASCII,
                      Attribute.VAR,
                      NO_FILTERS,
                      Optional.empty(),
                      Optional.empty()))
              .attribute(Attribute.builder("a", Datatype.INT32).cellValNum(2).build())
              .attribute(Attribute.builder("b", Datatype.CHAR).cellValNum(Attribute.VAR).build())
              .label(
                  DimensionLabel.asStored(
                      1,
                      "l",
                      true,
                      "__labels/l0",
                      "label",
                      DataOrder.INCREASING,
                      Datatype.INT8,
                      1,
                      false))
              .enumerationFile("e", "__1_0")
              .enumerationFile("f", "__2_0")
              .currentDomain(
                  NDRange.of(Range.of(0.25, 0.5), Range.of(210, 220), Range.of("a", "b")))
              .buildAsStored());

  private static Dimension dimension(String name, Datatype type, Range domain, Number extent) {
    return Dimension.asStored(name, type, 1, NO_FILTERS, Optional.of(domain), Optional.of(extent));
  }

  private static Traced traced(StoredSchema schema) {
    return Traced.of(
        schema.version(), ArraySchemaFormat.encode(schema), ArraySchemaFormat::transfer);
  }

  @Test
  void readsASchemaOfTheReferenceEngine() {
    StoredSchema stored = ArraySchemaFormat.decode(Slice.of(HexFormat.of().parseHex(REFERENCE)));

    assertThat(stored)
        .isEqualTo(
            new StoredSchema(
                FormatVersion.NEWEST,
                ArraySchema.sparse()
                    .capacity(3)
                    .coordsFilters(NO_FILTERS)
                    .offsetsFilters(NO_FILTERS)
                    .validityFilters(NO_FILTERS)
                    .dimension(dimension("d", Datatype.INT32, Range.of(1, 10), 4L))
                    .dimension(
                        Dimension.asStored(
                            "s",
                            Datatype.STRING_ASCII,
                            Attribute.VAR,
                            NO_FILTERS,
                            Optional.empty(),
                            Optional.empty()))
                    .attribute(Attribute.builder("a", Datatype.INT32).nullable(true).build())
                    .attribute(
                        Attribute.builder("v", Datatype.STRING_ASCII)
                            .cellValNum(Attribute.VAR)
                            .build())
                    .buildAsStored()));
    assertThat(HexFormat.of().formatHex(ArraySchemaFormat.encode(stored).toBytes()))
        .isEqualTo(REFERENCE);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          array_type               | 02               | 2 is not a valid array type
          tile_order               | 02               | GLOBAL_ORDER is not a tile order (expected ROW_MAJOR or COL_MAJOR)
          tile_order               | 04               | HILBERT is not a tile order (expected ROW_MAJOR or COL_MAJOR)
          cell_order               | 03               | UNORDERED is not a cell order of dense arrays
          cell_order               | 04               | HILBERT is not a cell order of dense arrays
          cell_order               | 05               | 5 is not a valid layout
          allows_duplicates        | 02               | 2 is neither 0 nor 1
          domain.dimensions_count  | 00000000         | an array must have at least one dimension
          domain.dimensions[0].type| 2c               | 44 is not a valid datatype
          domain.dimensions[0].type| 04               | a dimension cannot have type CHAR
          domain.dimensions[0].type| 29               | a dimension cannot have type BOOL
          domain.dimensions[0].type| 02               | a dimension of a dense array cannot have type FLOAT32
          domain.dimensions[0].type| 09               | the dimensions of a dense array must have the same type, not UINT32 and INT32
          domain.dimensions[0].name| 79               | two fields are named "y"
          domain.dimensions[0].cell_val_num | 02000000 | a coordinate of INT32 has one value, not 2
          domain.dimensions[0].domain_length | 0900000000000000 | 9 bytes instead of 8
          domain.dimensions[0].domain.low | 0b000000  | is not a valid domain (expected low <= high, and no NaN)
          domain.dimensions[0].null_extent | 02       | 2 is neither 0 nor 1
          domain.dimensions[0].extent | 00000000      | a tile must hold at least one cell
          attributes[0].name       | 78               | two fields are named "x"
          attributes[0].type       | ff               | 255 is not a valid datatype
          attributes[0].cell_val_num | 00000000       | a cell must hold at least one value
          attributes[0].cell_val_num | feffffff       | exceeds 2^31 bytes
          attributes[0].cell_val_num | 02000000       | 4 bytes, but a cell has 8 bytes
          attributes[0].fill_value_length | 0300000000000000 | 3 bytes, but a cell has 4 bytes
          attributes[0].nullable   | 03               | 3 is neither 0 nor 1
          attributes[0].order      | 03               | 3 is not a valid data order
          attributes_count         | ffffffff         | 4294967295 is too large
          attributes_count         | ffffff7f         | 2147483647 entries
          """)
  void refusesADenseSchema(String path, String hex, String reason) {
    assertThatThrownBy(() -> ArraySchemaFormat.decode(traced(DENSE).with(path, hex)))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining("corrupt array schema, field ")
        .hasMessageContaining(reason);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      textBlock =
          """
          cell_order               | 02               | GLOBAL_ORDER is not a cell order of sparse arrays
          capacity                 | 0000000000000000 | a tile must hold at least one cell
          domain.dimensions[0].domain.low  | 0000c07f | is not a valid domain (expected low <= high, and no NaN)
          domain.dimensions[0].domain.high | 0000c0ff | is not a valid domain (expected low <= high, and no NaN)
          domain.dimensions[0].extent      | 0000c07f | NaN is not positive
          domain.dimensions[0].extent      | 00000000 | 0.0 is not positive
          domain.dimensions[0].extent      | 000080bf | -1.0 is not positive
          domain.dimensions[1].domain.high | 01       | is not a valid domain (expected low <= high, and no NaN)
          domain.dimensions[2].cell_val_num | 01000000 | a variable number of values, not 1
          domain.dimensions[2].null_extent | 00       | a string dimension cannot have an extent
          attributes[1].fill_value_length  | 0000000000000000 | 0 bytes do not hold whole values of
          labels[0].dimension      | 03000000         | label "l" belongs to dimension 3 (from 0), but the array has 3 dimensions
          labels[0].name           | 75               | two fields are named "u"
          labels[0].order          | 03               | 3 is not a valid data order
          labels[0].cell_val_num   | 00000000         | a cell must hold at least one value
          enumerations[1].name     | 65               | two enumerations are named "e"
          enumerations[1].file     | 2e2e2f5f30       | "../_0" is not a valid file name
          current_domain.empty     | 02               | 2 is neither 0 nor 1
          current_domain.type      | 01               | 1 is not a type of current domain (expected 0, a box)
          current_domain.ranges[0].low  | 000080bf    | is not a range within
          current_domain.ranges[1].low  | f0          | is not a range within
          current_domain.ranges[1].high | fb          | is not a range within
          current_domain.ranges[2].low_length | 0300000000000000 | 3 bytes, but both bounds together have 2
          """)
  void refusesASparseSchema(String path, String hex, String reason) {
    assertThatThrownBy(() -> ArraySchemaFormat.decode(traced(SPARSE).with(path, hex)))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining("corrupt array schema, field ")
        .hasMessageContaining(reason);
  }

  @Test
  void refusesADenseArrayWithoutExtents() {
    Slice bytes = traced(DENSE).with("domain.dimensions[1].extent", "");
    int flag =
        traced(DENSE).fields().stream()
            .filter(f -> f.path().equals("domain.dimensions[1].null_extent"))
            .findFirst()
            .orElseThrow()
            .offset();
    byte[] without = bytes.toBytes();
    without[flag] = 1;

    refuses(CorruptDataException.class, () -> ArraySchemaFormat.decode(Slice.of(without)));
  }

  @Test
  void refusesEncryptionAmongTheFiltersOfASchema() {
    Slice bytes = traced(DENSE).with("attributes[0].filters.filters_count", "010000000b00000000");

    refuses(CorruptDataException.class, () -> ArraySchemaFormat.decode(bytes));
  }

  @Test
  void refusesBytesAfterTheLastField() {
    String hex = REFERENCE + "00";

    refuses(
        CorruptDataException.class,
        () -> ArraySchemaFormat.decode(Slice.of(HexFormat.of().parseHex(hex))));
  }

  @Test
  void refusesANewerVersion() {
    refuses(
        UnsupportedFormatException.class,
        () -> ArraySchemaFormat.decode(traced(DENSE).with("version", "18000000")));
  }

  @Test
  void refusesANewerCurrentDomain() {
    Slice bytes = traced(SPARSE).with("current_domain.version", "01000000");

    refuses(UnsupportedFormatException.class, () -> ArraySchemaFormat.decode(bytes));
  }

  @Test
  void refusesSparseTilesOfMoreCellsThanAnArrayHolds() {
    Slice bytes = traced(SPARSE).with("capacity", "0000008000000000");

    refuses(UnsupportedFormatException.class, () -> ArraySchemaFormat.decode(bytes));
  }

  @Test
  void refusesDenseTilesOfMoreCellsThanCanBeCounted() {
    ArraySchema.Builder schema = ArraySchema.dense();
    for (String name : new String[] {"x", "y", "z"}) {
      schema.dimension(dimension(name, Datatype.INT32, Range.of(0, 2_000_000_000), 2_000_000_000L));
    }
    StoredSchema stored = new StoredSchema(FormatVersion.NEWEST, schema.buildAsStored());

    refuses(UnsupportedFormatException.class, () -> ArraySchemaFormat.encode(stored));
  }

  @Test
  void refusesAHilbertCurveThroughTooManyDimensions() {
    ArraySchema.Builder schema = ArraySchema.sparse().cellOrder(Layout.HILBERT);
    for (int i = 0; i < 17; i++) {
      schema.dimension(dimension("d" + i, Datatype.INT32, Range.of(0, 9), 5L));
    }
    StoredSchema stored = new StoredSchema(FormatVersion.NEWEST, schema.buildAsStored());

    refuses(UnsupportedFormatException.class, () -> ArraySchemaFormat.encode(stored));
  }

  @Test
  void takesExtentsOfSignedTypesWithoutTheirSign() {
    Dimension all = dimension("x", Datatype.INT8, Range.of(-128, 126), -1L);
    StoredSchema stored =
        new StoredSchema(FormatVersion.NEWEST, ArraySchema.dense().dimension(all).buildAsStored());

    assertThat(ArraySchemaFormat.decode(ArraySchemaFormat.encode(stored))).isEqualTo(stored);
    assertThat(all.tileLength()).isEqualTo(255);
  }

  @Test
  void takesTheExtentThatADomainOfOneRealValueGets() {
    StoredSchema stored =
        new StoredSchema(
            FormatVersion.NEWEST,
            ArraySchema.sparse()
                .dimension(dimension("x", Datatype.FLOAT64, Range.of(1.5, 1.5), 0.0))
                .buildAsStored());

    assertThat(ArraySchemaFormat.decode(ArraySchemaFormat.encode(stored))).isEqualTo(stored);
  }

  @Test
  void refusesHugeCellsWhereNoStoredFillValueVouchesForThem() {
    StoredSchema stored =
        new StoredSchema(
            FormatVersion.of(1),
            ArraySchema.sparse()
                .validityFilters(NO_FILTERS)
                .dimension(dimension("x", Datatype.INT32, Range.of(0, 9), 5L))
                .attribute(Attribute.builder("a", Datatype.INT8).cellValNum(0x7fff_fff0).build())
                .buildAsStored());

    Slice bytes = ArraySchemaFormat.encode(stored);

    refuses(UnsupportedFormatException.class, () -> ArraySchemaFormat.decode(bytes));
  }
}
