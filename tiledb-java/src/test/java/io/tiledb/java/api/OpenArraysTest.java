package io.tiledb.java.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigInteger;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Open arrays: times, metadata, keys, fragments, and their ends. */
class OpenArraysTest {
  @TempDir Path folder;
  private Context ctx;
  private String uri;

  @BeforeEach
  void create() throws TileDBError {
    ctx = new Context();
    uri = folder.resolve("series").toString();
    QueryArrays.series(ctx, uri);
  }

  @AfterEach
  void close() {
    ctx.close();
  }

  private void write(long time, long coordinate) throws TileDBError {
    try (Array array = new Array(ctx, uri, QueryType.TILEDB_WRITE, BigInteger.valueOf(time));
        Query query = new Query(array)) {
      QueryArrays.cells(ctx, query, new long[] {coordinate}, new int[] {1}).submit();
    }
  }

  @Test
  void anArrayShowsTheStateOfItsTime() throws TileDBError {
    try (Array before = new Array(ctx, uri)) {
      assertThat(before.nonEmptyDomain().get("t").getFirst()).isNull();
      write(10, 1);
      write(20, 2);
      assertThat(before.getNonEmptyDomainFromName("t").getFirst()).isNull();
      before.reopen();
      assertThat(before.getNonEmptyDomainFromIndex(0).getSecond()).isEqualTo(2L);
      assertThat(before.getOpenTimestampEnd())
          .isBetween(System.currentTimeMillis() - 60_000, System.currentTimeMillis());
    }
    BigInteger ten = BigInteger.TEN;
    try (Array early = new Array(ctx, uri, QueryType.TILEDB_READ, ten)) {
      assertThat(early.nonEmptyDomain().get("t").getSecond()).isEqualTo(1L);
      assertThat(early.getOpenTimestampEnd()).isEqualTo(10);
    }
    try (Array late =
        new Array(
            ctx, uri, QueryType.TILEDB_READ, BigInteger.valueOf(11), BigInteger.valueOf(30))) {
      assertThat(late.nonEmptyDomain().get("t").getFirst()).isEqualTo(2L);
      assertThat(late.getOpenTimestampStart()).isEqualTo(11);
    }
    Array.deleteFragments(ctx, uri, BigInteger.ZERO, ten);
    assertThat(QueryArrays.times(ctx, uri)).containsExactly(2);
  }

  @Test
  void metadataIsStoredWhenTheArrayIsClosed() throws TileDBError {
    Array writing = new Array(ctx, uri, QueryType.TILEDB_WRITE);
    writing.putMetadata("name", "roof");
    writing.putMetadata("one", new NativeArray(ctx, new double[] {1.5}, Double.class));
    writing.putMetadata("many", new int[] {1, 2, 3});
    writing.deleteMetadata("absent");
    assertThat(writing.hasMetadataKey("name")).isTrue();
    try (Array other = new Array(ctx, uri)) {
      assertThat(other.getMetadataNum()).isZero();
    }
    writing.close();
    writing.close();
    try (Array reading = new Array(ctx, uri)) {
      assertThat(reading.getMetadataNum()).isEqualTo(BigInteger.valueOf(3));
      assertThat(reading.getMetadata("name").toJavaArray()).isEqualTo("roof".getBytes());
      assertThat(reading.getMetadataFromIndex(0).getFirst()).isEqualTo("many");
      assertThat(reading.getMetadataMap()).containsEntry("one", 1.5);
      assertThat(reading.hasMetadataKey("absent")).isFalse();
      assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> reading.getMetadata("absent"));
      assertThatExceptionOfType(TileDBError.class)
          .isThrownBy(() -> reading.putMetadata("x", new int[] {1}));
    }
  }

  @Test
  void aClosedArrayRefusesCalls() throws TileDBError {
    Array array = new Array(ctx, uri);
    array.close();
    array.close();
    assertThatExceptionOfType(TileDBError.class).isThrownBy(array::getSchema);
    assertThatExceptionOfType(TileDBError.class).isThrownBy(array::nonEmptyDomain);
    assertThatExceptionOfType(TileDBError.class).isThrownBy(array::reopen);
    assertThat(array.getUri()).isEqualTo(uri);
  }

  @Test
  void anEncryptedArrayNeedsItsKey() throws TileDBError {
    String secret = folder.resolve("secret").toString();
    Map<String, String> key =
        Map.of(
            "sm.encryption_type",
            "AES_256_GCM",
            "sm.encryption_key",
            "0123456789abcdeF0123456789abcdeF");
    try (Context keyed = new Context(key)) {
      QueryArrays.series(keyed, secret);
      QueryArrays.append(keyed, secret, new long[] {4}, new int[] {4});
      assertThat(QueryArrays.times(keyed, secret)).containsExactly(4);
    }
    assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> new Array(ctx, secret));
    try (Context wrong =
        new Context(
            Map.of("sm.encryption_type", "AES_256_GCM", "sm.encryption_key", "too short"))) {
      assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> new Array(wrong, secret));
    }
  }

  @Test
  void arraysCanBeDeleted() throws TileDBError {
    assertThat(Array.exists(ctx, uri)).isTrue();
    try (Array array = new Array(ctx, uri, QueryType.TILEDB_MODIFY_EXCLUSIVE)) {
      array.delete();
    }
    assertThat(Array.exists(ctx, uri)).isFalse();
    assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> new Array(ctx, uri));
  }

  @Test
  void fragmentsCanBeConsolidatedAndVacuumed() throws TileDBError {
    for (int i = 1; i <= 4; i++) {
      write(i, i);
    }
    FragmentInfo info = new FragmentInfo(ctx, uri);
    String[] two = {info.getFragmentURI(0), info.getFragmentURI(1)};
    Array.consolidate(ctx, uri, two, 2, new Config());
    FragmentInfo merged = new FragmentInfo(ctx, uri);
    assertThat(merged.getFragmentNum()).isEqualTo(3);
    assertThat(merged.getToVacuumNum()).isEqualTo(2);
    assertThat(merged.getToVacuumUri(0)).isIn((Object[]) two);
    Array.vacuum(ctx, uri);
    assertThat(new FragmentInfo(ctx, uri).getToVacuumNum()).isZero();
    Config footers = new Config(Map.of("sm.consolidation.mode", "fragment_meta"));
    Array.consolidate(ctx, uri, footers);
    FragmentInfo consolidated = new FragmentInfo(ctx, uri);
    assertThat(consolidated.hasConsolidatedMetadata(0)).isTrue();
    assertThat(consolidated.getUnconsolidatedMetadataNum()).isZero();
    assertThat(consolidated.dump()).contains("Fragment num: 3");
  }

  @Test
  @SuppressWarnings("try") // The inherited signature of close allows any exception.
  void fragmentsHaveTimesSizesAndBoxes() throws Exception {
    QueryArrays.append(ctx, uri, new long[] {1, 2, 3, 9}, new int[] {1, 2, 3, 9});
    FragmentInfo info = new FragmentInfo(ctx, uri);
    assertThat(info.getFragmentNum()).isEqualTo(1);
    assertThat(info.getSparse(0)).isTrue();
    assertThat(info.getTotalCellNum()).isEqualTo(4);
    assertThat(info.getMBRNum(0)).isEqualTo(2);
    assertThat(info.getMBRFromName(0, "t", 1)).containsExactly(9, 9);
    assertThat(info.getNonEmptyDomainFromName(0, "t").getSecond()).isEqualTo(9L);
    assertThat(info.getFragmentSize(0)).isGreaterThan(100);
    assertThat(info.getVersion(0)).isEqualTo(22);
    assertThat(info.getFragmentURI(0)).endsWith(info.getFragmentName(0));
    assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> info.getCellNum(1));
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> info.getNonEmptyDomainVarFromIndex(0, 0));
    info.close();
    info.close();
  }

  @Test
  void aPlanJoinsFragmentsThatOverlapOrAreSmall() throws TileDBError {
    QueryArrays.append(ctx, uri, new long[] {1, 5}, new int[] {1, 5});
    QueryArrays.append(ctx, uri, new long[] {3}, new int[] {3});
    QueryArrays.append(ctx, uri, new long[] {100}, new int[] {1});
    ConsolidationPlan overlapping = new ConsolidationPlan(ctx, BigInteger.ONE, uri);
    assertThat(overlapping.getNumNodes()).isEqualTo(2);
    assertThat(overlapping.getNumFragments(BigInteger.ZERO)).isEqualTo(2);
    assertThat(overlapping.getNumFragments(BigInteger.ONE)).isEqualTo(1);
    ConsolidationPlan all = new ConsolidationPlan(ctx, BigInteger.valueOf(1 << 20), uri);
    assertThat(all.getNumNodes()).isEqualTo(1);
    assertThat(all.getNumFragments(BigInteger.ZERO)).isEqualTo(3);
    assertThat(all.dumpJSONString()).contains(all.getFragmentURI(BigInteger.ZERO, BigInteger.TWO));
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> all.getNumFragments(BigInteger.ONE));
  }
}
