package io.tiledb.java.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tiledb.libtiledb.tiledb_data_order_t;
import io.tiledb.libtiledb.tiledb_datatype_t;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Ranges of dimensions and labels. */
class SubArraysTest {
  @TempDir Path folder;
  private Context ctx;
  private String uri;
  private Array array;

  @BeforeEach
  void write() throws TileDBError {
    ctx = new Context();
    uri = folder.resolve("grid").toString();
    QueryArrays.grid(ctx, uri);
    array = new Array(ctx, uri);
  }

  @AfterEach
  void close() {
    array.close();
    ctx.close();
  }

  @Test
  void aDimensionWithoutRangesHasItsDomain() throws TileDBError {
    SubArray part = new SubArray(ctx, array);
    assertThat(part.getRangeNum(0)).isEqualTo(1);
    assertThat(part.getRange(0, 0).getFirst()).isEqualTo(1);
    assertThat(part.getRangeFromName("y", 0).getSecond()).isEqualTo(4);
    assertThat(part.hasLabelRanges(0)).isFalse();
  }

  @Test
  void adjacentRangesAreJoined() throws TileDBError {
    SubArray part = new SubArray(ctx, array);
    part.addPointRanges(0, new int[] {1, 2, 4}, BigInteger.valueOf(3));
    assertThat(part.getRangeNum(0)).isEqualTo(2);
    assertThat(part.getRange(0, 0).getSecond()).isEqualTo(2);
    assertThat(part.getRange(0, 1).getFirst()).isEqualTo(4);
    part.setCoalesceRanges(false);
    part.addRangeByName("x", 1, 1, null).addRangeByName("x", 2, 2, null);
    assertThat(part.getRangeNumFromName("x")).isEqualTo(2);
  }

  @Test
  void rangesOutsideTheDomainAreCroppedOrRefused() throws TileDBError {
    SubArray part = new SubArray(ctx, array);
    part.addRange(0, 3, 100, null).addRange(1, -7, -1, null);
    assertThat(part.getRange(0, 0).getSecond()).isEqualTo(4);
    assertThat(part.getRange(1, 0).getFirst()).isEqualTo(1);
    assertThat(part.getRange(1, 0).getSecond()).isEqualTo(1);
    part.setConfig(new Config(Map.of("sm.read_range_oob", "error")));
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> part.addRange(0, 3, 100, null))
        .withMessageContaining("outside the domain");
  }

  @Test
  void invalidRangesAreRefused() throws TileDBError {
    SubArray part = new SubArray(ctx, array);
    assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> part.addRange(2, 1, 1, null));
    assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> part.addRange(0, 1L, 1L, null));
    assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> part.addRange(0, 2, 1, null));
    assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> part.addRange(0, 1, 2, 1));
    assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> part.addRangeVar(0, "a", "b"));
    assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> part.getRange(0, 1));
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> part.addRangeByName("z", 1, 1, null));
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> part.addPointRanges(0, new int[] {1}, BigInteger.TWO));
  }

  @Test
  void severalRangesAreReadInTheirOrder() throws TileDBError {
    SubArray part = new SubArray(ctx, array);
    part.addRange(0, 4, 4, null).addRange(0, 1, 1, null);
    part.addRange(1, 3, 3, null).addRange(1, 1, 1, null);
    assertThat(read(part)).containsExactly(14, 12, 2, 0);
    part.close();
    assertThat(part.getRangeNum(0)).isEqualTo(2);
  }

  @Test
  void allRangesCanBeSetAtOnce() throws TileDBError {
    SubArray part = new SubArray(ctx, array).addRange(0, 4, 4, null);
    part.setSubarray(new NativeArray(ctx, new int[] {2, 3, 1, 1}, Datatype.TILEDB_INT32));
    assertThat(read(part)).containsExactly(4, 8);
    ByteBuffer ends = QueryArrays.direct(16);
    ends.putInt(1).putInt(1).putInt(3).putInt(4);
    try (Query query = new Query(array)) {
      query.setSubarray(ends).setDataBuffer("a", 16).submit();
      assertThat(query.getIntBuffer("a").getSecond().get(1)).isEqualTo(3);
    }
    NativeArray longs = new NativeArray(ctx, new long[] {2, 3, 1, 1}, Datatype.TILEDB_INT64);
    assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> part.setSubarray(longs));
  }

  private int[] read(SubArray part) throws TileDBError {
    try (Query query = new Query(array)) {
      query.setSubarray(part);
      query.setDataBuffer("a", new NativeArray(ctx, 16, Datatype.TILEDB_INT32)).submit();
      return (int[]) query.getBuffer("a");
    }
  }

  @Test
  void stringRangesHaveSizesInBytes() throws TileDBError {
    String texts = folder.resolve("texts").toString();
    Domain domain = new Domain(ctx);
    domain.addDimension(new Dimension<String>(ctx, "d", Datatype.TILEDB_STRING_ASCII, null, null));
    ArraySchema schema = new ArraySchema(ctx, ArrayType.TILEDB_SPARSE);
    schema.setDomain(domain);
    schema.addAttribute(new Attribute(ctx, "a", Integer.class));
    Array.create(texts, schema);
    try (Array open = new Array(ctx, texts)) {
      SubArray part = new SubArray(ctx, open);
      assertThat(part.getRangeVar(0, 0).getFirst()).isEmpty();
      part.addRangeVarByName("d", "ab", "xyz");
      assertThat(part.getRangeVarByName("d", BigInteger.ZERO).getSecond()).isEqualTo("xyz");
      assertThat(part.getRangeVarSize(0, 0).getFirst()).isEqualTo(2);
      assertThat(part.getRangeVarSizeByName("d", BigInteger.ZERO).getSecond()).isEqualTo(3);
    }
  }

  @Test
  void rangesOfALabelStandForRangesOfItsDimension() throws TileDBError {
    String labeled = folder.resolve("labeled").toString();
    Domain domain = new Domain(ctx);
    domain.addDimension(new Dimension<>(ctx, "x", Integer.class, new Pair<>(1, 4), 2));
    ArraySchema schema = new ArraySchema(ctx, ArrayType.TILEDB_DENSE);
    schema.setDomain(domain);
    schema.addAttribute(new Attribute(ctx, "a", Integer.class));
    schema.addDimensionLabel(
        new DimensionLabel(
            ctx,
            0,
            "l",
            tiledb_data_order_t.TILEDB_INCREASING_DATA,
            tiledb_datatype_t.TILEDB_FLOAT64));
    Array.create(labeled, schema);
    try (Array open = new Array(ctx, labeled)) {
      SubArray part = new SubArray(ctx, open);
      part.addLabelRange("l", 0.5, 1.5, null);
      part.addLabelRange("l", 2.0, 3.0, null);
      assertThat(part.getLabelRangeNum("l")).isEqualTo(2);
      assertThat(part.getLabelRange("l", 1).getFirst()).isEqualTo(2.0);
      assertThat(part.getLabelName(0)).isEqualTo("l");
      assertThat(part.hasLabelRanges(0)).isTrue();
      assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> part.addRange(0, 1, 1, null));
      assertThatExceptionOfType(TileDBError.class)
          .isThrownBy(() -> part.addLabelRange("m", 0.5, 1.5, null));
      assertThat(open.getSchema().getDimensionLabelFromName("l").getURI()).isEqualTo("__labels/l0");
    }
  }

  @Test
  void labelsAreWrittenAndSelectCells() throws TileDBError {
    String labeled = folder.resolve("labeled").toString();
    Domain domain = new Domain(ctx);
    domain.addDimension(new Dimension<>(ctx, "x", Integer.class, new Pair<>(1, 4), 2));
    ArraySchema schema = new ArraySchema(ctx, ArrayType.TILEDB_DENSE);
    schema.setDomain(domain);
    schema.addAttribute(new Attribute(ctx, "a", Integer.class));
    schema.addDimensionLabel(
        new DimensionLabel(
            ctx,
            0,
            "l",
            tiledb_data_order_t.TILEDB_INCREASING_DATA,
            tiledb_datatype_t.TILEDB_INT64));
    Array.create(labeled, schema);
    try (Array open = new Array(ctx, labeled, QueryType.TILEDB_WRITE);
        Query query = new Query(open)) {
      query
          .setDataBuffer("a", new NativeArray(ctx, new int[] {7, 8, 9, 10}, Integer.class))
          .setDataBuffer("l", new NativeArray(ctx, new long[] {10, 20, 30, 40}, Long.class))
          .submit();
    }
    try (Array open = new Array(ctx, labeled);
        Query query = new Query(open)) {
      SubArray part = new SubArray(ctx, open);
      part.addLabelRange("l", 15L, 35L, null);
      query.setSubarray(part);
      query.setDataBuffer("a", new NativeArray(ctx, 4, Integer.class));
      query.setDataBuffer("l", new NativeArray(ctx, 4, Long.class)).submit();
      assertThat((int[]) query.getBuffer("a")).containsExactly(8, 9);
      assertThat((long[]) query.getBuffer("l")).containsExactly(20, 30);
    }
  }
}
