package io.tiledb.java.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tiledb.libtiledb.tiledb_datatype_t;
import io.tiledb.libtiledb.tiledb_filter_webp_format_t;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The filters, their options, and lists of them. */
class FilterOptionsTest {
  private static Context ctx;

  @BeforeAll
  static void open() throws TileDBError {
    ctx = new Context();
  }

  @AfterAll
  static void close() {
    ctx.close();
  }

  @Test
  void compressionsKeepTheirLevel() throws TileDBError {
    List<CompressionFilter> given =
        List.of(
            new GzipFilter(ctx, 5),
            new ZstdFilter(ctx, 5),
            new LZ4Filter(ctx, 5),
            new Bzip2Filter(ctx, 5),
            new RleFilter(ctx, 5),
            new DoubleDeltaFilter(ctx, 5),
            new DictionaryFilter(ctx, 5),
            new DeltaFilter(ctx, 5, tiledb_datatype_t.TILEDB_INT32));
    for (CompressionFilter filter : given) {
      assertThat(filter.getLevel()).isEqualTo(5);
    }
    List<CompressionFilter> defaults =
        List.of(
            new GzipFilter(ctx),
            new ZstdFilter(ctx),
            new LZ4Filter(ctx),
            new Bzip2Filter(ctx),
            new RleFilter(ctx),
            new DoubleDeltaFilter(ctx),
            new DictionaryFilter(ctx));
    for (CompressionFilter filter : defaults) {
      assertThat(filter.getLevel()).isEqualTo(-1);
    }
  }

  @Test
  void otherOptionsAreKept() throws TileDBError {
    assertThat(
            new DeltaFilter(ctx, 1, tiledb_datatype_t.TILEDB_INT32)
                .getCompressionReinterpretDatatype())
        .isEqualTo(tiledb_datatype_t.TILEDB_INT32);
    assertThat(new BitWidthReductionFilter(ctx).getWindow()).isEqualTo(256);
    assertThat(new BitWidthReductionFilter(ctx, 1024).getWindow()).isEqualTo(1024);
    assertThat(new PositiveDeltaFilter(ctx).getWindow()).isEqualTo(1024);
    assertThat(new PositiveDeltaFilter(ctx, 64).getWindow()).isEqualTo(64);
    WebPFilter image =
        new WebPFilter(ctx, 50, tiledb_filter_webp_format_t.TILEDB_WEBP_BGRA, (short) 1);
    assertThat(image.getQuality()).isEqualTo(50);
    assertThat(image.getInputFormat()).isEqualTo(tiledb_filter_webp_format_t.TILEDB_WEBP_BGRA);
    assertThat(image.getLossless()).isEqualTo((short) 1);
    assertThat(new WebPFilter(ctx).getQuality()).isEqualTo(100);
    assertThat(new WebPFilter(ctx).getLossless()).isZero();
  }

  @Test
  void scalingsAreSetAndChecked() throws TileDBError {
    FloatScalingFilter filter = new FloatScalingFilter(ctx);
    assertThat(filter.getFactor()).isEqualTo(1);
    assertThat(filter.getOffset()).isZero();
    assertThat(filter.getByteWidth()).isEqualTo(8);
    filter.setFactor(ctx, 0.5);
    filter.setOffset(ctx, -3);
    filter.setByteWidth(ctx, 2);
    assertThat(filter.getFactor()).isEqualTo(0.5);
    assertThat(filter.getOffset()).isEqualTo(-3);
    assertThat(filter.getByteWidth()).isEqualTo(2);
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> filter.setByteWidth(ctx, 3))
        .withMessage("the byte width of FloatScalingFilter must be 1, 2, 4 or 8, not 3");
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> filter.setFactor(ctx, 0))
        .withMessageContaining("factor");
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> filter.setOffset(ctx, Double.NaN))
        .withMessageContaining("offset");
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> new FloatScalingFilter(ctx, 0, 1, 0));
    FloatScalingFilter given = new FloatScalingFilter(ctx, 10, 20, 4);
    assertThat(given.getOffset()).isEqualTo(10);
    assertThat(given.getFactor()).isEqualTo(20);
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(
            () -> new WebPFilter(ctx, 101, tiledb_filter_webp_format_t.TILEDB_WEBP_RGB, (short) 0))
        .withMessageContaining("0 to 100");
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(
            () -> new WebPFilter(ctx, 1, tiledb_filter_webp_format_t.TILEDB_WEBP_RGB, (short) 2));
  }

  @Test
  void everyFilterPassesThroughTheEngine() throws TileDBError {
    List<Filter> filters =
        List.of(
            new NoneFilter(ctx),
            new GzipFilter(ctx, 3),
            new ZstdFilter(ctx, 4),
            new LZ4Filter(ctx, 5),
            new RleFilter(ctx),
            new Bzip2Filter(ctx, 6),
            new DoubleDeltaFilter(ctx),
            new BitWidthReductionFilter(ctx, 32),
            new BitShuffleFilter(ctx),
            new ByteShuffleFilter(ctx),
            new PositiveDeltaFilter(ctx, 16),
            new CheckSumMD5Filter(ctx),
            new CheckSumSHA256Filter(ctx),
            new DictionaryFilter(ctx),
            new FloatScalingFilter(ctx, 1, 2, 4),
            new XORFilter(ctx),
            new WebPFilter(ctx),
            new DeltaFilter(ctx, 1, tiledb_datatype_t.TILEDB_ANY));
    FilterList list = new FilterList(ctx);
    for (Filter filter : filters) {
      assertThat(list.addFilter(filter)).isSameAs(list);
    }
    FilterList copy = FilterList.ofEngine(ctx, list.toEngine());
    assertThat(copy.getNumFilters()).isEqualTo(filters.size());
    for (int i = 0; i < filters.size(); i++) {
      assertThat(copy.getFilter(i)).hasSameClassAs(filters.get(i));
      assertThat(copy.getFilter(i).toEngine()).isEqualTo(filters.get(i).toEngine());
    }
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> Filter.ofEngine(ctx, io.azulejo.schema.Filter.aes256Gcm()));
  }

  @Test
  void listsKeepTheirChunkSize() throws TileDBError {
    FilterList list = new FilterList(ctx);
    assertThat(list.getNumFilters()).isZero();
    assertThat(list.getMaxChunkSize()).isEqualTo(65536);
    assertThat(list.setMaxChunkSize(1024).getMaxChunkSize()).isEqualTo(1024);
    list.setMaxChunkSize(0xFFFF_FFFFL);
    assertThat(FilterList.ofEngine(ctx, list.toEngine()).getMaxChunkSize()).isEqualTo(0xFFFF_FFFFL);
    assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> list.setMaxChunkSize(-1));
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> list.getFilter(0))
        .withMessage("the filter 0 does not exist; the list has 0 filters");
    list.close();
    list.close();
    assertThat(list.getMaxChunkSize()).isEqualTo(0xFFFF_FFFFL);
  }
}
