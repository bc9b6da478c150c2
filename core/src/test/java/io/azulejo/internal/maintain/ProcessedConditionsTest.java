package io.azulejo.internal.maintain;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CreateOptions;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.DeleteRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** The list of processed conditions in the metadata of consolidated fragments. */
class ProcessedConditionsTest {
  private static final Location PLACE = Location.of("mem://a");

  private static void write(Azulejo azulejo, long time, long... coordinates) {
    TestArrays.append(
        azulejo.array(PLACE), time, Batch.of(Column.of("x", Datatype.INT32, coordinates)));
  }

  private static void delete(Azulejo azulejo, long time, long coordinate) {
    azulejo
        .array(PLACE)
        .delete(
            DeleteRequest.where(Condition.field("x").equalTo(coordinate)),
            ChangeOptions.DEFAULT.at(time));
  }

  /** The files' names have another order: that of 9 is the last one as text. */
  @ParameterizedTest
  @ValueSource(ints = {16, 22, 23})
  void theyAreSortedByTimestamp(int version) {
    Storage storage = Storage.inMemory();
    try (Azulejo azulejo = Azulejo.builder().storage("mem", storage).build();
        Tasks tasks = new Tasks(0, 0)) {
      azulejo.create(
          PLACE,
          TestSchemas.of("sparse(x INT32 1..100/10)"),
          CreateOptions.DEFAULT.at(1).formatVersion(version));
      write(azulejo, 5, 1, 2, 3, 4);
      delete(azulejo, 10, 2);
      delete(azulejo, 9, 1);
      delete(azulejo, 100, 3);
      write(azulejo, 200, 5);

      azulejo.maintenance(PLACE).consolidate();

      List<Fragment> fragments =
          Snapshot.open(storage, PLACE, TimeRange.ALL, Optional.empty(), tasks).fragments();
      assertThat(fragments).hasSize(1);
      assertThat(fragments.get(0).processedConditions())
          .allMatch(path -> path.startsWith("__commits/") && path.endsWith(".del"))
          .extracting(path -> timeOf(path))
          .containsExactly(9L, 10L, 100L);
    }
  }

  private static long timeOf(String path) {
    String name = path.substring(path.indexOf('/') + 1, path.lastIndexOf('.'));
    return FragmentName.parse(name).orElseThrow().t1();
  }
}
