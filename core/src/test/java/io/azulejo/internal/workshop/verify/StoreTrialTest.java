package io.azulejo.internal.workshop.verify;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.internal.storage.ForwardingStorage;
import io.azulejo.maintenance.StoreReport;
import io.azulejo.maintenance.StoreReport.Promise;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.List;
import org.junit.jupiter.api.Test;

class StoreTrialTest {
  /** Forgets in listings folders in which there are only folders; s3rver does that. */
  private static final class ForgetsFolders extends ForwardingStorage {
    ForgetsFolders(Storage inner) {
      super(inner);
    }

    @Override
    public List<Entry> list(Location folder) {
      return super.list(folder).stream()
          .filter(
              entry ->
                  !entry.folder()
                      || super.list(folder.resolve(entry.name())).stream()
                          .anyMatch(inner -> !inner.folder()))
          .toList();
    }

    @Override
    public List<String> names(Location folder) {
      return list(folder).stream().map(Entry::name).toList();
    }
  }

  private static StoreReport trial(Storage storage) {
    try (Azulejo azulejo = Azulejo.builder().storage("tried", storage).build()) {
      return azulejo.maintenance(Location.of("tried://under")).verifyStore();
    }
  }

  @Test
  void findsNothingWrongWithAStoreThatKeepsItsPromises() {
    StoreReport report = trial(Storage.inMemory());

    assertThat(report.findings().stream().map(StoreReport.Finding::promise))
        .containsExactly(Promise.values());
    assertThat(report.isSound()).as(report.toString()).isTrue();
  }

  @Test
  void noticesFoldersThatAreNotListed() {
    StoreReport report = trial(new ForgetsFolders(Storage.inMemory()));

    assertThat(report.findings())
        .filteredOn(finding -> !finding.isKept())
        .singleElement()
        .satisfies(
            finding -> {
              assertThat(finding.promise()).isEqualTo(Promise.LISTED);
              assertThat(finding.broken().orElseThrow())
                  .contains("lacks the folder outer, which holds only folders");
            });
  }
}
