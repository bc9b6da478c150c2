package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Condition;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Range;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TrackingStorage;
import io.azulejo.testkit.TrackingStorage.Act;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What opening an array of many fragments asks of the store, to the single operation. */
class OpeningCostTest {
  private static final Location ARRAY = Location.of("mem://array");
  private static final int FRAGMENTS = 40;

  /** Those of the array, its schemas, metadata, fragments, commits and consolidated footers. */
  private static final int FOLDERS = 6;

  private final TrackingStorage storage = new TrackingStorage(Storage.inMemory());
  private final Azulejo azulejo = Azulejo.builder().storage("mem", storage).build();

  OpeningCostTest() {
    azulejo.create(
        ARRAY,
        ArraySchema.sparse()
            .dimension(
                Dimension.builder("k", Datatype.INT64)
                    .domain(Range.of(0, 1_000_000))
                    .extent(1000)
                    .build())
            .attribute(Attribute.of("v", Datatype.INT64))
            .build());
    for (int f = 0; f < FRAGMENTS; f++) {
      append(f);
    }
    storage.forget();
  }

  private void append(int f) {
    byte[] cells = new byte[10 * Long.BYTES];
    for (int i = 0; i < 10; i++) {
      ByteBuffer.wrap(cells).order(ByteOrder.LITTLE_ENDIAN).putLong(8 * i, 100L * f + i);
    }
    try (ArrayWriter out =
        azulejo.array(ARRAY).writer(WriteRequest.DEFAULT, ChangeOptions.DEFAULT.at(f + 1))) {
      out.append(
          Batch.of(
              10,
              List.of(
                  new FixedColumn("k", Datatype.INT64, 1, 10, cells, null),
                  new FixedColumn("v", Datatype.INT64, 1, 10, cells.clone(), null))));
      out.commit();
    }
  }

  @AfterEach
  void close() {
    azulejo.close();
  }

  private long asked(Act act) {
    return storage.operations(act).size();
  }

  @Test
  void listsEachFolderOnceAndReadsEachFooterOnce() {
    Array array = azulejo.open(ARRAY);

    assertThat(array.nonEmptyDomain()).isPresent();
    assertThat(asked(Act.LIST)).isEqualTo(FOLDERS);
    assertThat(asked(Act.OPEN)).as("the schema and the footers").isEqualTo(1 + FRAGMENTS);
    assertThat(asked(Act.READ)).isEqualTo(1 + FRAGMENTS);
    assertThat(asked(Act.CLOSE)).isEqualTo(1 + FRAGMENTS);
    assertThat(storage.operations()).hasSize(FOLDERS + 3 * (1 + FRAGMENTS));
    assertThat(array.openStats().ranges()).isEqualTo(1 + FRAGMENTS);
    assertThat(array.openStats().bytesRead()).isEqualTo(storage.bytesRead());
  }

  @Test
  void readsGatheredFootersInPlaceOfThem() {
    azulejo
        .maintenance(ARRAY)
        .consolidate(ConsolidationRequest.DEFAULT.mode(MaintenanceMode.FRAGMENT_METADATA));
    storage.forget();

    azulejo.open(ARRAY);

    assertThat(asked(Act.LIST)).isEqualTo(FOLDERS);
    assertThat(asked(Act.OPEN)).as("the schema and the gathered footers").isEqualTo(2);
    assertThat(asked(Act.READ)).isEqualTo(2);
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
  void refreshesByTheListingsAloneWhereNothingIsNew() {
    Array array = azulejo.open(ARRAY);
    storage.forget();

    Array refreshed = array.refresh();

    assertThat(refreshed.fragments()).hasSize(FRAGMENTS);
    assertThat(asked(Act.LIST)).isEqualTo(FOLDERS);
    assertThat(storage.operations()).hasSize(FOLDERS);
    assertThat(refreshed.openStats().listings()).isEqualTo(FOLDERS);
    assertThat(refreshed.openStats().opens()).isZero();
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

    array.refresh();

    assertThat(asked(Act.LIST)).isEqualTo(FOLDERS);
    assertThat(storage.operations()).hasSize(FOLDERS);
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
