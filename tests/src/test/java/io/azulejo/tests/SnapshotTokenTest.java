package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.ArrayChanges;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.FragmentInfo;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.OpenOptions;
import io.azulejo.SnapshotToken;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestLayer;
import io.azulejo.testkit.TestSchemas;
import io.azulejo.testkit.TrackingStorage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.LongStream;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Tokens of what an open array sees, and what is opened by them. */
class SnapshotTokenTest {
  private static final Location ARRAY = Location.of("mem://arrays/array");

  private final TrackingStorage storage = new TrackingStorage(Storage.inMemory());
  @AutoClose private final Azulejo azulejo = Azulejo.builder().storage("mem", storage).build();

  @BeforeEach
  void createAnArrayOfTwoFragmentsAndADeletion() {
    azulejo.create(ARRAY, TestSchemas.of("sparse(x INT64 0..99/10) v INT64"));
    write(1, 2, 3);
    write(3, 4);
    azulejo.array(ARRAY).delete(Condition.field("x").equalTo(2));
    azulejo
        .array(ARRAY)
        .metadata()
        .change(MetadataChange.builder().put("unit", MetadataValue.ofString("m")).build());
  }

  private void write(long... x) {
    ByteBuffer bytes = ByteBuffer.allocate(8 * x.length).order(ByteOrder.LITTLE_ENDIAN);
    for (long value : x) {
      bytes.putLong(value);
    }
    azulejo
        .array(ARRAY)
        .append(
            Batch.of(
                new FixedColumn("x", Datatype.INT64, 1, x.length, bytes.array(), null),
                new FixedColumn("v", Datatype.INT64, 1, x.length, bytes.array().clone(), null)));
  }

  private static long count(Array array) {
    return array.read().aggregate("count()").column(0).getLong(0);
  }

  @Test
  void seesTheSameWithoutAListingAfterOthersWroteAndConsolidated() {
    Array array = azulejo.open(ARRAY);
    byte[] token = array.token().toBytes();
    write(5, 6, 7);
    azulejo.maintenance(ARRAY).consolidate();
    storage.forget();

    Array same = azulejo.open(SnapshotToken.of(token));

    assertThat(storage.operations(TrackingStorage.Act.LIST)).isEmpty();
    assertThat(count(same)).isEqualTo(3);
    assertThat(same.fragments()).isEqualTo(array.fragments());
    assertThat(same.metadata()).isEqualTo(array.metadata());
    assertThat(same.times()).isEqualTo(array.times());
    assertThat(same.token()).isEqualTo(array.token()).hasSameHashCodeAs(array.token());
    assertThat(count(azulejo.open(ARRAY))).isEqualTo(6);
  }

  @Test
  void saysThatFragmentsWereVacuumed() {
    SnapshotToken token = azulejo.open(ARRAY).token();
    azulejo.maintenance(ARRAY).consolidate();
    azulejo.maintenance(ARRAY).vacuum();

    refuses(NotFoundException.class, () -> azulejo.open(token));
  }

  private List<Long> coordinates(Array array) {
    return array.read().rows().map(row -> row.getLong("x")).toList();
  }

  @Test
  void changesAreWhatWasWrittenWhetherItWasConsolidatedSinceOrNot() {
    SnapshotToken before = azulejo.open(ARRAY).token();
    write(5, 6);
    write(7);
    azulejo.maintenance(ARRAY).consolidate();
    write(8);
    azulejo.array(ARRAY).delete(Condition.field("x").equalTo(6));

    Array now = azulejo.open(ARRAY);
    ArrayChanges changes = now.changes(before);

    assertThat(changes.written()).hasSize(3);
    assertThat(coordinates(azulejo.open(changes.cells()))).containsExactly(5L, 7L, 8L);
    assertThat(changes.deletions()).hasSize(1);
    assertThat(changes.removed()).isEmpty();
    assertThat(changes.schemaChanged()).isFalse();
    assertThat(now.changes(now.token()).written()).isEmpty();
  }

  @Test
  void changesSinceAConsolidatedSnapshotAreFoundToo() {
    write(5);
    azulejo.maintenance(ARRAY).consolidate();
    azulejo.maintenance(ARRAY).vacuum();
    SnapshotToken before = azulejo.open(ARRAY).token();
    write(9);
    azulejo.maintenance(ARRAY).consolidate();
    azulejo
        .array(ARRAY)
        .evolve(SchemaEvolution.builder().addAttribute(Attribute.of("w", Datatype.INT8)).build());

    ArrayChanges changes = azulejo.open(ARRAY).changes(before);

    assertThat(coordinates(azulejo.open(changes.cells()))).containsExactly(9L);
    assertThat(changes.schemaChanged()).isTrue();
  }

  @Test
  void changesThatAVacuumHidesAreAnError() {
    SnapshotToken before = azulejo.open(ARRAY).token();
    write(5);
    azulejo.maintenance(ARRAY).consolidate();
    azulejo.maintenance(ARRAY).vacuum();
    Array now = azulejo.open(ARRAY);

    refuses(NotFoundException.class, () -> now.changes(before));
  }

  @Test
  void writesOfOneTimeThatWereConsolidatedAndVacuumedAreNotTakenForNew() {
    ChangeOptions time = ChangeOptions.DEFAULT.at(System.currentTimeMillis());
    for (int x = 20; x < 23; x++) {
      TestArrays.write(
          azulejo.array(ARRAY),
          WriteRequest.DEFAULT,
          time,
          Batch.of(Column.of("x", Datatype.INT64, x), Column.of("v", Datatype.INT64, x)));
    }
    SnapshotToken before = azulejo.open(ARRAY).token();
    List<String> ofOneTime =
        azulejo.open(ARRAY).fragments().stream()
            .filter(fragment -> fragment.times().start() == time.at().getAsLong())
            .map(FragmentInfo::name)
            .toList();
    azulejo.maintenance(ARRAY).consolidate(ConsolidationRequest.DEFAULT.fragments(ofOneTime));
    assertThat(azulejo.open(ARRAY).changes(before).written()).isEmpty();
    azulejo.maintenance(ARRAY).vacuum();
    Array now = azulejo.open(ARRAY);

    assertThat(now.fragments()).hasSize(3);
    refuses(NotFoundException.class, () -> now.changes(before));
  }

  @Test
  void tokensWithoutSchemasAreRefused() {
    byte[] token = azulejo.open(ARRAY).token().toBytes();
    ByteBuffer bytes = ByteBuffer.wrap(token).order(ByteOrder.LITTLE_ENDIAN);
    int schemas = 8 + Integer.BYTES + bytes.getInt(8) + 2 * Long.BYTES;
    assertThat(bytes.getInt(schemas)).as("schemas").isEqualTo(1);
    int after = schemas + 2 * Integer.BYTES + bytes.getInt(schemas + Integer.BYTES);
    byte[] none = new byte[token.length - (after - schemas) + Integer.BYTES];
    System.arraycopy(token, 0, none, 0, schemas);
    System.arraycopy(
        token, after, none, schemas + Integer.BYTES, token.length - after - Integer.BYTES);
    CRC32C sum = new CRC32C();
    sum.update(none, 0, none.length - Integer.BYTES);
    ByteBuffer.wrap(none)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(none.length - Integer.BYTES, (int) sum.getValue());

    refuses(CorruptDataException.class, () -> SnapshotToken.of(none));
  }

  @Test
  void changesAreFollowedPieceByPieceThroughConsolidationAndVacuum() {
    SnapshotToken known = azulejo.open(ARRAY).token().withoutCells();
    List<Long> seen = new ArrayList<>();
    Random random = new Random(11);
    for (long x = 10; x < 60; x++) {
      write(x);
      if (random.nextInt(3) == 0) {
        azulejo.maintenance(ARRAY).consolidate();
      }
      Array now = azulejo.open(ARRAY);
      ArrayChanges some = now.changes(known, random.nextInt(4));
      seen.addAll(coordinates(azulejo.open(some.cells())));
      assertThat(now.changes(some.next(), 0).consolidated()).isFalse();
      known = SnapshotToken.of(some.next().toBytes());
      ArrayChanges rest = now.changes(known);
      if (rest.written().isEmpty()) {
        azulejo.maintenance(ARRAY).vacuum();
      }
    }
    seen.addAll(coordinates(azulejo.open(azulejo.open(ARRAY).changes(known).cells())));

    assertThat(seen.stream().filter(x -> x >= 10).sorted().toList())
        .isEqualTo(LongStream.range(10, 60).boxed().toList());
    assertThat(seen).contains(1L, 3L, 4L).doesNotContain(2L);
  }

  @Test
  void earlierFragmentsThatAreInOthersNowAreSaidToBeConsolidated() {
    SnapshotToken before = azulejo.open(ARRAY).token();
    assertThat(azulejo.open(ARRAY).changes(before).consolidated()).isFalse();
    azulejo.maintenance(ARRAY).consolidate();

    ArrayChanges changes = azulejo.open(ARRAY).changes(before);
    azulejo.maintenance(ARRAY).vacuum();

    assertThat(changes.consolidated()).isTrue();
    assertThat(azulejo.open(ARRAY).changes(changes.next()).written()).isEmpty();
  }

  @Test
  void whatWasWrittenConsolidatedAndVacuumedSinceIsNewWhereNothingEarlierCanBeInIt() {
    SnapshotToken before = azulejo.open(ARRAY).token();
    List<String> known = azulejo.open(ARRAY).fragments().stream().map(FragmentInfo::name).toList();
    write(5);
    write(6);
    List<String> since =
        azulejo.open(ARRAY).fragments().stream()
            .map(FragmentInfo::name)
            .filter(name -> !known.contains(name))
            .toList();
    azulejo.maintenance(ARRAY).consolidate(ConsolidationRequest.DEFAULT.fragments(since));
    azulejo.maintenance(ARRAY).vacuum();

    Array now = azulejo.open(ARRAY);
    assertThat(coordinates(azulejo.open(now.changes(before).cells()))).containsExactly(5L, 6L);
    assertThat(coordinates(azulejo.open(now.changes(before.withoutCells()).cells())))
        .containsExactly(1L, 3L, 4L, 5L, 6L);
  }

  @Test
  void cellsAreSeenByALaterSchema() {
    SnapshotToken before = azulejo.open(ARRAY).token();
    azulejo
        .array(ARRAY)
        .evolve(SchemaEvolution.builder().addAttribute(Attribute.of("w", Datatype.INT8)).build());

    Array same = azulejo.open(before.withSchemasOf(azulejo.open(ARRAY).token()));

    assertThat(coordinates(same)).containsExactly(1L, 3L, 4L);
    assertThat(same.schema().attribute("w")).isPresent();
    assertThat(azulejo.open(before).schema().attribute("w")).isEmpty();
  }

  @Test
  void fragmentsThatWereDeletedAreRemoved() {
    Array before = azulejo.open(ARRAY);
    azulejo.array(ARRAY).deleteFragments(TimeRange.ALL);

    assertThat(azulejo.open(ARRAY).changes(before.token()).removed())
        .isEqualTo(before.fragments().stream().map(FragmentInfo::name).toList());
  }

  @Test
  void changesOfAnotherArrayAreRefused() {
    Location other = Location.of("mem://arrays/other");
    azulejo.catalog().copy(ARRAY, other);
    SnapshotToken token = azulejo.open(other).token();
    Array array = azulejo.open(ARRAY);

    refuses(InvalidRequestException.class, () -> array.changes(token));
  }

  @Test
  void takesNoOtherTimes() {
    SnapshotToken token = azulejo.open(ARRAY).token();

    refuses(
        InvalidRequestException.class,
        () -> azulejo.open(token, OpenOptions.DEFAULT.at(TimeRange.until(5))));
  }

  @Test
  void refusesEveryChangeOfItsBytes() {
    byte[] bytes = azulejo.open(ARRAY).token().toBytes();
    for (int i = 0; i < bytes.length; i++) {
      byte[] changed = bytes.clone();
      changed[i] ^= 1;
      byte[] cut = Arrays.copyOf(bytes, i);
      assertThatThrownBy(() -> SnapshotToken.of(changed)).isInstanceOf(CorruptDataException.class);
      assertThatThrownBy(() -> SnapshotToken.of(cut)).isInstanceOf(CorruptDataException.class);
    }
  }

  @Test
  void damagedBytesAreATypedError() {
    byte[] bytes = azulejo.open(ARRAY).token().toBytes();
    Random random = new Random(7);
    int refused = 0;
    for (int i = 0; i < TestLayer.cases(20_000, 2_000); i++) {
      byte[] changed = bytes.clone();
      for (int n = random.nextInt(4); n >= 0; n--) {
        changed[8 + random.nextInt(changed.length - 12)] = (byte) (random.nextInt(96) + 32);
      }
      CRC32C sum = new CRC32C();
      sum.update(changed, 0, changed.length - 4);
      ByteBuffer.wrap(changed)
          .order(ByteOrder.LITTLE_ENDIAN)
          .putInt(changed.length - 4, (int) sum.getValue());
      try {
        SnapshotToken token = SnapshotToken.of(changed);
        assertThat(token.location().scheme()).isNotEmpty();
      } catch (CorruptDataException | UnsupportedFormatException e) {
        assertThat(e).hasMessageNotContaining("null");
        refused++;
      }
    }
    assertThat(refused).isBetween(TestLayer.cases(1_000, 100), TestLayer.cases(19_000, 1_900));
  }

  private static byte[] withVersion(byte[] token, int version) {
    byte[] bytes = token.clone();
    bytes[4] = (byte) version;
    CRC32C sum = new CRC32C();
    sum.update(bytes, 0, bytes.length - 4);
    ByteBuffer.wrap(bytes)
        .order(ByteOrder.LITTLE_ENDIAN)
        .putInt(bytes.length - 4, (int) sum.getValue());
    return bytes;
  }

  /** Version 1 had no number of conditional commits at its end. */
  @Test
  void readsTokensOfTheFirstVersion() {
    SnapshotToken token = azulejo.open(ARRAY).token();
    byte[] newest = token.toBytes();

    byte[] first = withVersion(Arrays.copyOf(newest, newest.length - Long.BYTES), 1);

    SnapshotToken read = SnapshotToken.of(first);
    assertThat(read.toBytes()).isEqualTo(first);
    assertThat(azulejo.open(read).token()).isEqualTo(token);
  }

  @Test
  void refusesAVersionThatIsNotKnownYet() {
    byte[] bytes = withVersion(azulejo.open(ARRAY).token().toBytes(), 3);

    refuses(UnsupportedFormatException.class, () -> SnapshotToken.of(bytes));
  }
}
