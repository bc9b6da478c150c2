package io.azulejo.spark;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.MetadataChange;
import io.azulejo.ObjectType;
import io.azulejo.error.AzulejoException;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.FaultStorage;
import io.azulejo.testkit.FaultStorage.Fault;
import io.azulejo.testkit.TestSchemas;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/**
 * Whatever fails while a table takes the place of another: one of the two is whole, and where it is
 * not at its place the error says where.
 */
class DraftFaultsTest {
  private static final long OLD = 1;
  private static final long NEW = 2;

  /** What came of an attempt: the rows of the arrays that there are, by their places. */
  private record Outcome(Optional<RuntimeException> failure, Map<Location, Long> arrays) {
    /** The rows of the array at a place; 0 where there is none that is whole. */
    long at(Location place) {
      return arrays.getOrDefault(place, 0L);
    }
  }

  private static void create(Azulejo azulejo, Location place) {
    azulejo.create(place, TestSchemas.of("sparse(x INT64 0..99/10) a INT64"));
  }

  private static void write(Azulejo azulejo, Location place, long cells) {
    long[] x = LongStream.range(0, cells).toArray();
    azulejo
        .array(place)
        .append(Batch.of(Column.of("x", Datatype.INT64, x), Column.of("a", Datatype.INT64, x)));
  }

  /** The rows of all arrays in a folder that can be read. */
  private static Map<Location, Long> arrays(Storage storage, Location folder) {
    Map<Location, Long> arrays = new HashMap<>();
    try (Azulejo azulejo = Azulejo.builder().storage("fault", storage).build()) {
      for (String name : storage.names(folder)) {
        Location place = folder.resolve(name);
        try {
          if (azulejo.catalog().type(place) == ObjectType.ARRAY) {
            arrays.put(place, azulejo.open(place).statistics(List.of()).cells().value().orElse(0L));
          }
        } catch (AzulejoException e) {
          arrays.put(place, 0L); // a part of one
        }
      }
    }
    return arrays;
  }

  /** Replaces a table, while the store fails at some operation; empty where there are less. */
  private Optional<Outcome> replace(
      boolean moves, Location place, long operation, Fault fault, boolean crash) {
    Storage inner = moves ? FaultStores.moving() : Storage.inMemory();
    FaultStorage storage = new FaultStorage(inner);
    FaultStores.use(storage);
    Location old = place.resolve("t");
    ArrayDraft draft;
    try (Azulejo azulejo = Azulejo.builder().storage("fault", inner).build()) {
      create(azulejo, old);
      write(azulejo, old, OLD);
      ArrayOptions options = new ArrayOptions(Map.of("path", old.toString()));
      draft =
          new ArrayDraft(
              options, azulejo.open(old).schema(), MetadataChange.builder().build(), true);
      write(azulejo, draft.begin().location(), NEW);
    }
    if (crash) {
      storage.crashAt(storage.operations() + operation, fault);
    } else {
      storage.failAt(storage.operations() + operation, fault);
    }
    Optional<RuntimeException> failure = Optional.empty();
    try {
      draft.publish();
    } catch (RuntimeException e) {
      failure = Optional.of(draft.abandon(e));
    }
    return storage.failed()
        ? Optional.of(new Outcome(failure, arrays(inner, place)))
        : Optional.empty();
  }

  private void sweep(boolean moves, boolean crash) {
    for (Fault fault : Fault.values()) {
      boolean more = true;
      for (long operation = 0; more; operation++) {
        Location place =
            Location.of("fault:///%s-%s-%s-%d".formatted(fault, crash, moves, operation));
        Optional<Outcome> outcome = replace(moves, place, operation, fault, crash);
        outcome.ifPresent(found -> check(found, place.resolve("t"), crash));
        more = outcome.isPresent();
        assertThat(more || operation > 5).isTrue();
      }
    }
  }

  private static void check(Outcome outcome, Location place, boolean crash) {
    String what = "%s %s".formatted(outcome, outcome.failure().map(Throwable::getCause));
    if (outcome.failure().isEmpty()) {
      assertThat(outcome.arrays()).as(what).isEqualTo(Map.of(place, NEW));
      return;
    }
    boolean there = outcome.at(place) == OLD || outcome.at(place) == NEW;
    String said = outcome.failure().get().getMessage();
    boolean named =
        outcome.arrays().entrySet().stream()
            .anyMatch(array -> array.getValue() == OLD && said.contains(array.getKey().toString()));
    boolean whole = outcome.arrays().containsValue(OLD) || outcome.at(place) == NEW;
    assertThat(crash ? whole : there || named).as(what).isTrue();
  }

  @Test
  void aFailureOfAStoreThatMovesFoldersLeavesOneOfBothTables() {
    sweep(true, false);
  }

  @Test
  void aStoreThatMovesFoldersAndFailsForGoodLeavesOneOfBothTables() {
    sweep(true, true);
  }

  @Test
  void aFailureOfAStoreThatMovesNothingLeavesOneOfBothTables() {
    sweep(false, false);
  }

  @Test
  void aStoreThatMovesNothingAndFailsForGoodLeavesOneOfBothTables() {
    sweep(false, true);
  }
}
