package io.azulejo.internal.snapshot.fragment;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.format.FragmentFooter;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.MissingFile;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FragmentTest {
  private static final long[] NONE = {};
  private static final long[] FILE_SIZES = {1000, 1000, 1000};

  private static ArraySchema schema(ArraySchema.Builder schema, Datatype type) {
    return schema
        .capacity(100)
        .dimension(
            Dimension.asStored(
                "d",
                type,
                1,
                FilterPipeline.EMPTY,
                Optional.of(Range.of(1, 100)),
                Optional.of(10L)))
        .buildAsStored();
  }

  private static Fragment fragment(
      boolean dense, long lastTileCells, ArraySchema written, ArraySchema opened) {
    FragmentFooter footer =
        new FragmentFooter(
            FormatVersion.NEWEST,
            Optional.of("__1_1_schema"),
            dense,
            Optional.of(NDRange.of(Range.of(5, 25))),
            dense ? 0 : 3,
            lastTileCells,
            false,
            false,
            FILE_SIZES,
            NONE,
            NONE,
            0,
            NONE,
            NONE,
            NONE,
            NONE,
            NONE,
            NONE,
            NONE,
            NONE,
            0,
            0,
            List.of(),
            Slice.EMPTY);
    return Fragment.of(
        new FragmentSource(
            FragmentName.parse("__1_1_name_23").orElseThrow(),
            Location.of("mem://array/__fragments/__1_1_name_23"),
            Location.of("mem://array/__fragment_meta/__1_1_other_23.meta"),
            null,
            MissingFile::explain),
        footer,
        new StoredSchema(FormatVersion.NEWEST, written),
        opened);
  }

  @Test
  void countsTheTilesThatADenseNonEmptyDomainTouches() {
    ArraySchema schema = schema(ArraySchema.dense(), Datatype.INT32);
    assertThat(fragment(true, 0, schema, schema).tiles()).isEqualTo(3);
  }

  @Test
  void fillsAllSparseTilesButTheLast() {
    ArraySchema schema = schema(ArraySchema.sparse(), Datatype.INT32);
    Fragment fragment = fragment(false, 7, schema, schema);
    assertThat(fragment.tiles()).isEqualTo(3);
    assertThat(fragment.cells(0)).isEqualTo(100);
    assertThat(fragment.cells(2)).isEqualTo(7);
  }

  @ParameterizedTest
  @ValueSource(longs = {-1, Long.MIN_VALUE, Integer.MAX_VALUE - 7L, Long.MAX_VALUE})
  void refusesSizesThatNoTileCanHave(long size) {
    ArraySchema schema = schema(ArraySchema.sparse(), Datatype.INT32);
    FragmentTables tables = fragment(false, 7, schema, schema).tables();

    assertThatThrownBy(
            () -> tables.put(TableKind.VAR_SIZES, new long[][] {{Integer.MAX_VALUE - 8L, size, 0}}))
        .isInstanceOf(size < 0 ? CorruptDataException.class : UnsupportedFormatException.class)
        .hasMessageContaining(
            (size < 0 ? "a tile cannot have " : "a tile has ")
                + Long.toUnsignedString(size)
                + " bytes");
  }

  @Test
  void refusesDenseFragmentsOfSparseArrays() {
    ArraySchema schema = schema(ArraySchema.sparse(), Datatype.INT32);
    refuses(CorruptDataException.class, () -> fragment(true, 0, schema, schema));
  }

  @Test
  void refusesFragmentsOfOtherDimensions() {
    ArraySchema written = schema(ArraySchema.dense(), Datatype.INT32);
    ArraySchema opened = schema(ArraySchema.dense(), Datatype.INT64);
    refuses(CorruptDataException.class, () -> fragment(true, 0, written, opened));
  }

  @ParameterizedTest
  @ValueSource(longs = {0, -1, 101, 1L << 40})
  void refusesLastTilesOfMoreCellsThanTheCapacityOrNone(long cells) {
    ArraySchema schema = schema(ArraySchema.sparse(), Datatype.INT32);
    refuses(CorruptDataException.class, () -> fragment(false, cells, schema, schema));
  }
}
