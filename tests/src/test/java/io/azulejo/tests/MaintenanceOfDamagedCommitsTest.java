package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.CorruptDataException;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.storage.Location;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.TestLayer;
import java.util.Arrays;
import java.util.List;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;

/** Damage to deletions, lists and names of files is not made final by maintenance. */
class MaintenanceOfDamagedCommitsTest extends DamagedArray {
  @Test
  void aDeletionWithMoreBytesIsNotGathered() {
    copy("old-v16/sparse-deletes");
    Location deletion = file(".del");
    UnaryOperator<byte[]> longer = bytes -> Arrays.copyOf(bytes, bytes.length + 8);
    isNeverFinal(deletion, longer);
    isTold(deletion, longer, "but the tile has");
    assertThatThrownBy(() -> consolidate(MaintenanceMode.COMMITS))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining(deletion.toString());
  }

  @Test
  void aDeletionThatCannotBeDecodedIsNotGathered() {
    copy("old-v16/sparse-deletes");
    Location deletion = file(".del");
    isNeverFinal(deletion, set(26, 0x40));
    change(deletion, set(26, 0x40));
    assertThatThrownBy(() -> consolidate(MaintenanceMode.COMMITS))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining(deletion.toString());
  }

  /** Another type of the values in the header of a tile changes nothing that is read. */
  @Test
  void aDeletionThatIsGatheredWithOtherBytesIsNotVacuumed() {
    copy("old-v16/sparse-deletes");
    consolidate(MaintenanceMode.COMMITS);
    Location deletion = file(".del");
    isNeverFinal(deletion, set(20, 0x05));
    change(deletion, set(20, 0x05));
    assertThatThrownBy(() -> vacuum(MaintenanceMode.COMMITS))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining(deletion.toString())
        .hasMessageContaining(file(".con").toString());
  }

  @Test
  void aDamagedFileOfCommitsIsNeitherGatheredAgainNorVacuumed() {
    copy("old-v16/sparse-deletes");
    consolidate(MaintenanceMode.COMMITS);
    Location commits = file(".con");
    byte[] whole = StoredFiles.content(storage, commits);
    int step = Math.max(1, whole.length / TestLayer.cases(500, 4));
    for (int at = 0; at < whole.length; at += step) {
      int other = whole[at] ^ 0x40;
      isNeverFinal(commits, set(at, other));
    }
  }

  @Test
  void aVacuumFileWithADamagedNameIsRefused() {
    copy("made-time/consolidate-sparse-dups-fragments");
    Location vacuum = file(".vac");
    // eight digits of the label of the second fragment
    UnaryOperator<byte[]> other = set(85, '0', '1', '2', '3', '4', '5', '6', '7');
    isNeverFinal(vacuum, other);
    isTold(vacuum, other, "which is missing");
  }

  @Test
  void aVacuumFileWithAShortenedNameIsRefused() {
    copy("made-time/consolidate-sparse-dups-fragments");
    Location vacuum = file(".vac");
    UnaryOperator<byte[]> shorter = replaced("19fdd9d1", "19fdd9");
    isNeverFinal(vacuum, shorter);
    isTold(vacuum, shorter, "line 2", "does not name a part of an array");
  }

  @Test
  void aListOfReplacedMetadataWithADamagedNameIsRefused() {
    copy("made-time/metadata-consolidated");
    Location vacuum = file(".vac");
    isNeverFinal(vacuum, replaced("_[0-9a-f]{8}", "_01234567"));
    isNeverFinal(vacuum, replaced("_[0-9a-f]{8}", "_012345"));
    change(vacuum, replaced("_[0-9a-f]{8}", "_01234567"));
    assertThat(problems(Severity.ERROR)).extracting(Problem::location).contains(vacuum);
  }

  private Location copyBeside(Location file, String name) {
    Location stray = file.parent().resolve(name);
    storage.createExclusive(stray, StoredFiles.content(storage, file));
    return stray;
  }

  @Test
  void aStrayCopyOfAVacuumFileIsToldAndVacuumedWithTheOther() {
    copy("made-time/consolidate-sparse-dups-fragments");
    List<String> whole = content();
    Location vacuum = file(".vac");
    Location stray = copyBeside(vacuum, vacuum.name().replace("_5", "_6"));

    assertThat(content()).isEqualTo(whole);
    assertThat(problems(Severity.WARNING))
        .filteredOn(problem -> problem.location().equals(stray))
        .singleElement()
        .satisfies(problem -> assertThat(problem.toString()).contains(vacuum.name()));
    vacuum(MaintenanceMode.FRAGMENTS);
    assertThat(content()).isEqualTo(whole);
    assertThat(StoredFiles.below(storage, ARRAY)).doesNotContain(vacuum, stray);
    assertThat(problems(Severity.ERROR)).isEmpty();
  }

  @Test
  void aStrayCopyOfASchemaIsTold() {
    copy("made-time/consolidate-sparse-dups-fragments");
    Location schema =
        StoredFiles.below(storage, ARRAY).stream()
            .filter(file -> file.path().contains("/__schema/"))
            .findFirst()
            .orElseThrow();
    assertThat(problems(Severity.WARNING)).isEmpty();
    Location stray = copyBeside(schema, "__99_99_0123456789abcdef0123456789abcdef");
    assertThat(problems(Severity.WARNING))
        .filteredOn(problem -> problem.what().contains("the same bytes"))
        .singleElement()
        .satisfies(
            problem ->
                assertThat(List.of(problem.location().name(), problem.what()))
                    .anyMatch(text -> text.contains(schema.name()))
                    .anyMatch(text -> text.contains(stray.name())));
  }
}
