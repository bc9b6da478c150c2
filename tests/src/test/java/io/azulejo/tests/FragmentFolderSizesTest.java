package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.FragmentInfo;
import io.azulejo.error.AzulejoException;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** The sizes of fragments in arrays of all format versions, compared with the sizes of files. */
class FragmentFolderSizesTest {
  @AutoClose private final Azulejo azulejo = Azulejo.create();

  private final Set<Integer> versions = new TreeSet<>();
  private int compared;

  @Test
  void dataAndMetadataAreAllFilesOfAFragment() {
    CorpusFolder corpus = CorpusFolder.bundledSelection();
    for (Path file : corpus.expectationFiles()) {
      Expectation expectation = corpus.expectation(file);
      boolean damaged = expectation.openingFails() || file.toString().contains("broken");
      if (!expectation.group() && !damaged && expectation.key().isEmpty()) {
        Location place = Location.of(expectation.location());
        compare(azulejo.open(place), azulejo.storage(place));
      }
    }
    assertThat(compared).isGreaterThan(50);
    assertThat(versions).hasSizeGreaterThan(5);
  }

  private void compare(Array array, Storage storage) {
    List<FragmentInfo> fragments;
    try {
      fragments = array.fragments();
    } catch (AzulejoException e) {
      return; // the metadata of some fragments of the corpus is damaged
    }
    for (FragmentInfo fragment : fragments) {
      assertThat(fragment.bytesOnDisk() + fragment.metadataBytes())
          .as(fragment.location().toString())
          .isEqualTo(
              storage.list(fragment.location()).stream().mapToLong(Storage.Entry::size).sum());
      versions.add(fragment.formatVersion());
      compared++;
    }
  }
}
