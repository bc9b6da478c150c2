package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.HistoryEntry;
import io.azulejo.error.AzulejoException;
import io.azulejo.internal.format.ConditionNode;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.StoredDelete;
import io.azulejo.query.Condition;
import io.azulejo.query.DeleteRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.Attribute;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

/** What is stored of deletions, beside what the reference stored of the same ones. */
class StoredDeletionTest {
  private static final Location PLACE = Location.of("mem://a");

  @Test
  void deletionsAreStoredAsTheReferenceStoresThem() {
    int compared = 0;
    CorpusFolder corpus = CorpusFolder.find();
    for (Path file : corpus.expectationFiles()) {
      Expectation expectation = corpus.expectation(file);
      if (!expectation.group() && !expectation.openingFails() && expectation.key().isEmpty()) {
        compared += compare(expectation);
      }
    }
    assertThat(compared).isGreaterThan(corpus.bundled() ? 5 : 30);
  }

  private static int compare(Expectation expectation) {
    Storage storage = Storage.inMemory();
    int compared = 0;
    try (Azulejo azulejo = Azulejo.builder().storage("mem", storage).build()) {
      MemoryCopy.of(expectation.location(), storage, PLACE);
      Array array = azulejo.open(PLACE);
      String[] all =
          array.schema().attributes().stream().map(Attribute::name).toArray(String[]::new);
      Map<String, ConditionNode> stored = deletions(storage);
      for (HistoryEntry entry : array.history()) {
        if (entry instanceof HistoryEntry.CellsDeleted deletion) {
          DeleteRequest request =
              DeleteRequest.where(Condition.parse(deletion.kept()).negate())
                  .alsoNulls(all)
                  .alsoMissing(all)
                  .alsoNaN(all);
          String name =
              azulejo
                  .array(PLACE)
                  .delete(request, ChangeOptions.DEFAULT.at(System.currentTimeMillis()))
                  .orElseThrow();
          assertThat(deletions(storage).get(name))
              .as(expectation.name() + ": " + deletion.kept())
              .isEqualTo(stored.get(entry.name()));
          compared++;
        }
      }
    } catch (AzulejoException e) {
      assertThat(expectation.name()).as(e.toString()).contains("broken");
    }
    return compared;
  }

  private static Map<String, ConditionNode> deletions(Storage storage) {
    Map<String, ConditionNode> nodes = new HashMap<>();
    try (Tasks tasks = new Tasks(0, 0)) {
      Snapshot snapshot = Snapshot.open(storage, PLACE, TimeRange.ALL, Optional.empty(), tasks);
      for (StoredDelete delete : snapshot.deletes()) {
        nodes.put(delete.name().text(), snapshot.condition(delete, node -> node));
      }
    }
    return nodes;
  }
}
