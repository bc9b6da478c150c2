package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import io.azulejo.testkit.TrackingStorage;
import io.azulejo.testkit.TrackingStorage.Act;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** What opening an array of many fragments asks of the store, to the single operation. */
class OpeningCostTest {
  private static final Location ARRAY = Location.of("mem://array");
  private static final int FRAGMENTS = 40;

  /** Those of the array, its schemas, metadata, fragments, commits and consolidated footers. */
  private static final int FOLDERS = 6;

  private final TrackingStorage storage = new TrackingStorage(Storage.inMemory());
  @AutoClose private final Azulejo azulejo = Azulejo.builder().storage("mem", storage).build();

  OpeningCostTest() {
    azulejo.create(ARRAY, TestSchemas.of("sparse(k INT64 0..1000000/1000) v INT64"));
    for (int f = 0; f < FRAGMENTS; f++) {
      append(f);
    }
    storage.forget();
  }

  private void append(int f) {
    long[] cells = LongStream.range(100L * f, 100L * f + 10).toArray();
    TestArrays.append(
        azulejo.array(ARRAY),
        f + 1,
        Batch.of(Column.ofLongs("k", cells), Column.ofLongs("v", cells)));
  }

  private long asked(Act act) {
    return storage.operations(act).size();
  }

  @Test
  void listsEachFolderOnceAndReadsEachFooterOnce() {
    Array array = azulejo.open(ARRAY);

    assertThat(array.nonEmptyDomain()).isPresent();
    assertThat(asked(Act.LIST)).isEqualTo(FOLDERS);
    assertThat(storage.operations())
        .as("the folders; the schema and the footers are opened, read and closed")
        .hasSizeLessThanOrEqualTo(FOLDERS + 3 * (1 + FRAGMENTS));
    assertThat(array.openStats().ranges()).isEqualTo(1 + FRAGMENTS);
    assertThat(array.openStats().bytesRead()).isEqualTo(storage.bytesRead());
  }

  @Test
  void readsTheDataOfTheFragmentAlone() {
    Array array = azulejo.open(ARRAY);
    storage.forget();

    try (BatchReader in =
        array.read(ReadRequest.ALL.subarray(Subarray.of("k", 707, 707))).batches()) {
      assertThat(in.next().column("v").getLong(0)).isEqualTo(707);
      assertThat(in.next()).isNull();
      assertThat(in.stats().tilesOutside()).isEqualTo(FRAGMENTS - 1);
    }

    assertThat(storage.operations(Act.OPEN))
        .as("tables are known from opening")
        .hasSize(2)
        .allMatch(open -> open.path().matches(".*/__8_8_[^/]*/[ad]0\\.tdb"));
  }

  @Test
  void refreshesByTheListingsAloneAfterAllKindsOfChanges() {
    azulejo.array(ARRAY).delete(Condition.field("v").lessThan(5));
    azulejo
        .array(ARRAY)
        .evolve(SchemaEvolution.builder().addAttribute(Attribute.of("w", Datatype.INT32)).build());
    for (MaintenanceMode mode : MaintenanceMode.values()) {
      if (mode != MaintenanceMode.GROUP_METADATA) {
        azulejo.maintenance(ARRAY).consolidate(ConsolidationRequest.DEFAULT.mode(mode));
      }
    }
    Array array = azulejo.open(ARRAY);
    storage.forget();

    Array refreshed = array.refresh();

    assertThat(asked(Act.LIST)).isEqualTo(FOLDERS);
    assertThat(storage.operations()).hasSize(FOLDERS);
    assertThat(refreshed.fragments()).hasSameSizeAs(array.fragments());
    assertThat(refreshed.openStats().listings()).isEqualTo(FOLDERS);
    assertThat(refreshed.openStats().opens()).isZero();
  }

  @Test
  void refreshingReadsTheFooterOfANewFragmentAlone() {
    azulejo
        .maintenance(ARRAY)
        .consolidate(ConsolidationRequest.DEFAULT.mode(MaintenanceMode.FRAGMENT_METADATA));
    Array array = azulejo.open(ARRAY);
    append(FRAGMENTS);
    storage.forget();

    Array refreshed = array.refresh();

    assertThat(asked(Act.LIST)).isEqualTo(FOLDERS);
    assertThat(storage.operations(Act.OPEN))
        .singleElement()
        .asString()
        .contains("/__fragments/__%d_".formatted(FRAGMENTS + 1));
    assertThat(storage.operations()).hasSize(FOLDERS + 3);
    assertThat(refreshed.fragments()).hasSize(FRAGMENTS + 1);
    assertThat(array.fragments()).hasSize(FRAGMENTS);
  }
}
