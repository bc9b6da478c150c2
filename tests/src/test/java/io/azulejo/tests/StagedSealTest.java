package io.azulejo.tests;

import static io.azulejo.tests.StagedCells.stage;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.CommitOptions;
import io.azulejo.CreateOptions;
import io.azulejo.OpenOptions;
import io.azulejo.StagedFragments;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.SealRequest;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A kept seal knows what one engine stages and another one commits or discards. */
class StagedSealTest {
  private static final Location ARRAY = Location.of("mem://arrays/array");

  private final Storage storage = Storage.inMemory();
  @AutoClose private final Azulejo first = Azulejo.builder().storage("mem", storage).build();
  @AutoClose private final Azulejo second = Azulejo.builder().storage("mem", storage).build();

  @BeforeEach
  void seal() {
    first.create(ARRAY, StagedCells.SPARSE, CreateOptions.DEFAULT.at(1));
    first.maintenance(ARRAY).seal(SealRequest.DEFAULT.kept());
  }

  private List<Problem> errors() {
    return second.maintenance(ARRAY).verify(VerifyRequest.DEFAULT.sealed()).problems().stream()
        .filter(problem -> problem.severity() == Problem.Severity.ERROR)
        .toList();
  }

  @Test
  void whatIsStagedAndDiscardedIsNotMissed() {
    StagedFragments staged = stage(first, ARRAY, 10, 1, 1, 2);
    assertThat(errors()).isEmpty();
    second.discard(List.of(staged));

    assertThat(errors()).isEmpty();
  }

  @Test
  void aFileOfStagedFragmentsIsMissedOnceTheyAreCommitted() {
    StagedFragments kept = stage(first, ARRAY, 10, 1, 1, 2);
    StagedFragments lost = stage(first, ARRAY, 10, 2, 3, 4);
    second.array(ARRAY).commit(List.of(kept, lost), CommitOptions.DEFAULT.id("one"));
    assertThat(errors()).isEmpty();
    assertThat(
            second.open(ARRAY, OpenOptions.DEFAULT.verified()).read().rows().map(Object::toString))
        .hasSize(4);
    storage.delete(ARRAY.resolve("__fragments/" + lost.fragments().get(0)).resolve("a0.tdb"));

    assertThat(errors())
        .anyMatch(problem -> problem.toString().contains(lost.fragments().get(0) + "/a0.tdb"));
  }

  @Test
  void ofTwoCommitsWithOneIdEitherIsWhatWasSealed() {
    StagedFragments one = stage(first, ARRAY, 10, 1, 1, 2);
    StagedFragments other = stage(second, ARRAY, 11, 2, 1, 2);
    first.array(ARRAY).commit(List.of(one), CommitOptions.DEFAULT.id("one"));
    assertThat(
            second
                .array(ARRAY)
                .commit(List.of(other), CommitOptions.DEFAULT.id("one"))
                .newlyCommitted())
        .isFalse();

    assertThat(errors()).isEmpty();
    assertThat(StagedCells.read(second, ARRAY)).isEqualTo(StagedCells.cells(1, 1, 2));
  }
}
