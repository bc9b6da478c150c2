package io.azulejo;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.maintenance.ConsolidationReport;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Where duplicates are allowed, cells that are merged are there once, at any moment. */
class DuplicatesConsolidationTest {
  private static final Location PLACE = Location.of("mem://a");
  private static final Location COMMITS = PLACE.resolve("__commits");

  private final Storage storage = Storage.inMemory();
  private List<String> written;

  /** A store some of whose answers are others. */
  private static class Store extends FilteredStorage {
    private final Storage storage;
    private boolean hides = true;

    Store(Storage storage) {
      super(storage);
      this.storage = storage;
    }

    /** A listing of commits that began before the vacuum files were there, and ended after. */
    @Override
    public List<String> names(Location folder) {
      List<String> names = storage.names(folder);
      if (hides && folder.equals(COMMITS)) {
        hides = false;
        return names.stream().filter(name -> !name.contains(".vac")).toList();
      }
      return names;
    }

    @Override
    public OptionalLong modified(Location file) {
      return storage.modified(file);
    }
  }

  private static Azulejo engine(io.azulejo.storage.Storage storage) {
    return TestArrays.engine(storage);
  }

  @BeforeEach
  void writeTwoFragments() {
    try (Azulejo azulejo = engine(storage)) {
      azulejo.create(PLACE, TestSchemas.of("sparse(x INT32 1..100/10) a INT32; duplicates"));
      written = List.of(write(azulejo, 1), write(azulejo, 2));
    }
  }

  private static String write(Azulejo azulejo, long time) {
    return TestArrays.append(
            azulejo.array(PLACE),
            time,
            Batch.of(
                2,
                List.of(
                    Column.of("x", Datatype.INT32, 1L, 2L),
                    Column.of("a", Datatype.INT32, time, time))))
        .get(0);
  }

  private static long count(Azulejo azulejo) {
    return azulejo.open(PLACE).read().aggregate("count()").column(0).getLong(0);
  }

  private static ConsolidationReport consolidate(Azulejo azulejo) {
    return azulejo.maintenance(PLACE).consolidate();
  }

  private void announce(String name) {
    String lines = "/__fragments/" + written.get(1) + "\n";
    storage.createExclusive(
        COMMITS.resolve(name + ".vac.tmp"), lines.getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aPendingVacuumFileCountsFromTheCommitOn() {
    try (Azulejo azulejo = engine(storage)) {
      announce("__2_2_" + "0".repeat(32) + "_23");
      assertThat(count(azulejo)).isEqualTo(4);
      storage.createExclusive(
          COMMITS.resolve(written.get(0) + ".vac.tmp"),
          ("/__fragments/" + written.get(1) + "\n").getBytes(StandardCharsets.UTF_8));
      assertThat(count(azulejo)).isEqualTo(2);
    }
  }

  @Test
  void aListingThatMissesTheVacuumFilesIsNotTrusted() {
    try (Azulejo azulejo = engine(storage);
        Azulejo unlucky = engine(new Store(storage))) {
      assertThat(consolidate(azulejo).merges().get(0).inputs()).isEqualTo(written);
      assertThat(count(azulejo)).isEqualTo(4);
      assertThat(count(unlucky)).isEqualTo(4);
    }
  }

  @Test
  void aSecondMergeOfTheSameFragmentsIsRefused() {
    announce("__2_2_" + "0".repeat(32) + "_23");
    List<String> before = storage.names(COMMITS);
    try (Azulejo azulejo = engine(storage)) {
      refuses(AlreadyExistsException.class, () -> consolidate(azulejo));
    }
    assertThat(storage.names(COMMITS)).isEqualTo(before);
  }

  @Test
  void anAnnouncementThatIsAnHourOldIsRemoved() {
    announce("__2_2_" + "0".repeat(32) + "_23");
    Store later =
        new Store(storage) {
          @Override
          public OptionalLong modified(Location file) {
            long time = super.modified(file).orElseThrow();
            return OptionalLong.of(time - Duration.ofMinutes(61).toMillis());
          }
        };
    later.hides = false;
    try (Azulejo azulejo = engine(later)) {
      assertThat(consolidate(azulejo).merges()).hasSize(1);
      assertThat(count(azulejo)).isEqualTo(4);
    }
    assertThat(storage.names(COMMITS)).noneMatch(name -> name.startsWith("__2_2_000"));
  }
}
