package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.TrackingStorage;
import io.azulejo.testkit.TrackingStorage.Act;
import java.util.List;
import java.util.Optional;
import java.util.function.BiConsumer;
import org.junit.jupiter.api.Test;

/** How often the metadata of a fragment is read. */
class FragmentTablesCostTest {
  private final TrackingStorage storage = TrackingStorage.asItIs(Storage.local());

  private void withFragment(String name, BiConsumer<Fragment, List<FieldStorage>> check) {
    Location array =
        Location.of(CorpusFolder.bundledSelection().path().resolve(name).resolve("array"));
    try (Tasks tasks = new Tasks(1, 1)) {
      Snapshot snapshot = Snapshot.open(storage, array, TimeRange.ALL, Optional.empty(), tasks);
      Fragment fragment = snapshot.fragments().get(0);
      List<FieldStorage> fields =
          snapshot.schema().schema().attributes().stream()
              .map(attribute -> fragment.field(attribute.name()).orElseThrow())
              .toList();
      storage.forget();
      check.accept(fragment, fields);
    }
  }

  @Test
  void allTablesOfAReadComeTogetherAndOnce() {
    withFragment(
        "made-schema/fill-values",
        (fragment, fields) -> {
          fragment.load(fields, fields, true);
          assertThat(storage.operations(Act.READ)).hasSize(1);

          for (FieldStorage field : fields) {
            fragment.statistics(field);
            fragment.tiles(field);
          }
          fragment.load(fields, fields, true);
          assertThat(storage.operations(Act.READ)).hasSize(1);

          fields.forEach(fragment::fragmentStatistics);
          assertThat(storage.operations(Act.READ)).as("the fragment as a whole").hasSize(2);
        });
  }

  @Test
  void tablesOfASmallFileComeWithTheFooter() {
    withFragment(
        "made-layouts/random-sparse-3",
        (fragment, fields) -> {
          fragment.load(fields, fields, true);
          fields.forEach(fragment::statistics);
          fields.forEach(fragment::tiles);
          fields.forEach(fragment::fragmentStatistics);
          fragment.rtree();

          assertThat(storage.operations()).isEmpty();
        });
  }
}
