package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.bench.ShapedStorage;
import io.azulejo.bench.ShapedStorage.Request;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.GcReport;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.VacuumReport;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.ReadTarget;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.time.Duration;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * What acts cost on an object store, to the single request. The store is cached, as those are that
 * an engine makes itself.
 */
class RequestCostTest {
  private static final Location SPARSE = Location.of("mem://sparse");
  private static final Location DENSE = Location.of("mem://dense");

  private final Storage inner = Storage.inMemory();
  private final ShapedStorage storage = ShapedStorage.counting(inner);
  @AutoClose private final Azulejo azulejo = engine();

  /** Has seen nothing of what the first one has written. */
  @AutoClose private final Azulejo another = engine();

  private Azulejo engine() {
    return Azulejo.builder().cachedStorage("mem", storage).build();
  }

  private void createSparse() {
    azulejo.create(
        SPARSE, TestSchemas.of("sparse(k INT64 0..1000000/1000) v INT64 zstd3; capacity 100"));
  }

  private void append(int fragment) {
    long[] keys = LongStream.range(0, 1000).map(i -> fragment * 1000L + i).toArray();
    TestArrays.append(
        azulejo.array(SPARSE),
        fragment + 1,
        Batch.of(
            Column.of("k", Datatype.INT64, keys),
            Column.of("v", Datatype.INT64, LongStream.of(keys).map(k -> 3 * k).toArray())));
  }

  private Array sparse(int fragments) {
    createSparse();
    for (int i = 0; i < fragments; i++) {
      append(i);
    }
    storage.forget();
    return another.open(SPARSE);
  }

  private void createDense() {
    Range side = Range.of(0, 99);
    azulejo.create(
        DENSE,
        ArraySchema.dense()
            .dimension(Dimension.of("y", Datatype.INT32, side, 10))
            .dimension(Dimension.of("x", Datatype.INT32, side, 10))
            .attribute(Attribute.builder("a", Datatype.FLOAT64).filters(Filter.zstd(3)).build())
            .attribute(Attribute.of("b", Datatype.INT64))
            .build());
  }

  private void writeDense() {
    azulejo
        .array(DENSE)
        .append(
            Batch.of(
                Column.of(
                    "a",
                    Datatype.FLOAT64,
                    IntStream.range(0, 10_000).mapToDouble(i -> i / 8.0).toArray()),
                Column.of("b", Datatype.INT64, LongStream.range(0, 10_000).toArray())));
  }

  private static long valueAt(Array array, long key) {
    ReadRequest request = ReadRequest.ALL.subarray(Subarray.of("k", key, key));
    try (BatchReader in = array.read(request).batches()) {
      long value = in.next().column("v").getLong(0);
      assertThat(in.next()).isNull();
      return value;
    }
  }

  @Test
  void openingAHundredFragmentsTakesAListingTheSchemaAndTheirFooters() {
    Array array = sparse(100);

    assertThat(array.nonEmptyDomain()).isPresent();
    assertThat(storage.requests()).isEqualTo(Map.of(Request.LIST, 1, Request.GET, 101));
  }

  @Test
  void openingWithGatheredFootersTakesThreeRequestsHoweverManyFragmentsThereAre() {
    sparse(100);
    azulejo
        .maintenance(SPARSE)
        .consolidate(ConsolidationRequest.DEFAULT.mode(MaintenanceMode.FRAGMENT_METADATA));
    storage.forget();

    Array array = engine().open(SPARSE);

    assertThat(array.nonEmptyDomain()).isPresent();
    assertThat(storage.requests()).isEqualTo(Map.of(Request.LIST, 1, Request.GET, 2));
    storage.forget();
    assertThat(valueAt(array, 5_050)).isEqualTo(15_150);
    assertThat(storage.requests()).as("tables, coordinates, values").containsOnlyKeys(Request.GET);
  }

  @Test
  void lookingUpAPointTakesItsCoordinatesAndItsValues() {
    Array array = sparse(100);
    storage.forget();
    assertThat(valueAt(array, 5_050)).isEqualTo(15_150);
    assertThat(storage.requests()).as("cold").isEqualTo(Map.of(Request.GET, 2));
    storage.forget();
    assertThat(valueAt(array, 5_050)).isEqualTo(15_150);
    assertThat(storage.requests()).as("warm").isEqualTo(Map.of(Request.GET, 2));
    storage.forget();
    assertThat(valueAt(array, 5_050)).isEqualTo(15_150);
    assertThat(storage.requests()).as("cached").isEmpty();
  }

  @Test
  void aSliceOfADenseFragmentTakesOneRequest() {
    createDense();
    writeDense();
    Array array = azulejo.open(DENSE);
    double[] values = new double[5 * 5];
    for (String state : new String[] {"cold", "warm"}) {
      storage.forget();
      array
          .read()
          .subarray(Subarray.of("y", 3, 7).and("x", Range.of(3, 7)))
          .into(ReadTarget.of("a", values));
      assertThat(values[0]).isEqualTo(303 / 8.0);
      assertThat(storage.requests()).as(state).isEqualTo(Map.of(Request.GET, 1));
    }
  }

  @Test
  void openingAgainTakesAListing() {
    sparse(100);
    storage.forget();

    Array again = another.open(SPARSE);
    assertThat(again.nonEmptyDomain()).isPresent();
    assertThat(again.fragments()).hasSize(100);

    assertThat(storage.requests()).isEqualTo(Map.of(Request.LIST, 1));
  }

  @Test
  void writingTwoAttributesTakesSixRequests() {
    createDense();
    storage.forget();
    writeDense();

    assertThat(storage.requests())
        .as("schemas, a seal; two files of cells, one of metadata, the commit")
        .isEqualTo(Map.of(Request.LIST, 2, Request.PUT, 4));
  }

  @Test
  void collectingGarbageTakesAsManyRequestsForManyFragmentsAsForFew() {
    createSparse();
    int written = 0;
    for (int fragments : new int[] {3, 97}) {
      for (int i = 0; i < fragments; i++) {
        append(written++);
      }
      storage.forget();

      assertThat(another.maintenance(SPARSE).gc().entries()).isEmpty();

      assertThat(storage.requests()).as("%d fragments", written).isEqualTo(Map.of(Request.LIST, 6));
    }
  }

  @Test
  void whatKilledWritersLeftIsDeletedTogether() {
    createSparse();
    for (int i = 0; i < 100; i++) {
      append(i);
    }
    Location commits = SPARSE.resolve("__commits");
    inner.list(commits).forEach(file -> inner.delete(commits.resolve(file.name())));
    storage.forget();

    GcReport report =
        another
            .maintenance(SPARSE)
            .gc(GcRequest.DEFAULT.olderThan(Duration.ZERO).allCompleteFragments());

    assertThat(report.entries()).hasSize(100).allMatch(GcReport.Entry::removed);
    assertThat(storage.requests().get(Request.DELETE)).isEqualTo(1);
    assertThat(storage.requests().get(Request.GET)).as("the schema, footers").isEqualTo(101);
    assertThat(storage.requests()).doesNotContainKeys(Request.HEAD, Request.PUT);
    assertThat(storage.requests().get(Request.LIST)).isLessThanOrEqualTo(11);
  }

  @Test
  void copyingWithinAStoreTakesARequestForEachFile() {
    createSparse();
    for (int i = 0; i < 100; i++) {
      append(i);
    }
    int files = StoredFiles.below(inner, SPARSE).size();
    storage.forget();

    Location copy = Location.of("mem://copies/sparse");
    another.catalog().copy(SPARSE, copy);

    assertThat(StoredFiles.below(inner, copy)).hasSize(files);
    assertThat(storage.requests().get(Request.COPY)).as("all but the schema").isEqualTo(files - 1);
    assertThat(storage.requests().get(Request.PUT)).as("the mark, the schema").isEqualTo(2);
    assertThat(storage.requests().get(Request.GET)).as("the schema").isEqualTo(1);
    assertThat(storage.requests().get(Request.DELETE)).as("the mark").isEqualTo(1);
    assertThat(storage.requests().get(Request.LIST)).isLessThanOrEqualTo(20);
  }

  @Test
  void removingTakesAsManyRequestsForManyFragmentsAsForFew() {
    for (int fragments : new int[] {3, 100}) {
      createSparse();
      for (int i = 0; i < fragments; i++) {
        append(i);
      }
      storage.forget();

      another.catalog().remove(SPARSE);

      assertThat(StoredFiles.below(inner, SPARSE)).isEmpty();
      assertThat(storage.requests().get(Request.DELETE)).as("the schema, the rest").isEqualTo(2);
      assertThat(storage.requests()).doesNotContainKeys(Request.GET, Request.PUT);
      assertThat(storage.requests().get(Request.LIST)).isLessThanOrEqualTo(10);
    }
  }

  @Test
  void vacuumingTakesAsManyRequestsForManyFragmentsAsForFew() {
    createSparse();
    int written = 0;
    for (int fragments : new int[] {3, 90}) {
      for (int i = 0; i < fragments; i++) {
        append(written++);
      }
      azulejo.maintenance(SPARSE).consolidate();
      storage.forget();

      VacuumReport report = azulejo.maintenance(SPARSE).vacuum();

      assertThat(report.deletions()).hasSizeGreaterThan(fragments);
      assertThat(storage.requests())
          .as(
              "listings and the fragment that stays; commits, metadata, the rest and the list of them, in this order")
          .isEqualTo(Map.of(Request.LIST, 6, Request.GET, 1, Request.DELETE, 4));
    }
  }
}
