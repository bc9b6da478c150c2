package io.azulejo.internal.snapshot;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TrackingStorage;
import io.azulejo.testkit.TrackingStorage.Act;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Fragments with the same metadata are found with no read that is not needed. */
class EqualMetadataTest {
  private static final Location ARRAY = Location.of("mem://array");

  private final Storage inner = Storage.inMemory();
  private final TrackingStorage storage = new TrackingStorage(inner);
  @AutoClose private final Tasks tasks = new Tasks(0, 0);
  private final EqualMetadata equal = new EqualMetadata(storage, tasks);

  private Location fragment(int time, String metadata) {
    Location folder =
        ARRAY.resolve(
            "__fragments/__%d_%d_0123456789abcdef0123456789abcdef_22".formatted(time, time));
    inner.createExclusive(file(folder), metadata.getBytes(StandardCharsets.UTF_8));
    return folder;
  }

  private static Location file(Location folder) {
    return folder.resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
  }

  private ArrayDirectory list() {
    return ArrayDirectory.list(inner, ARRAY, tasks);
  }

  private Set<Location> among(Location... fragments) {
    return equal.among(List.of(fragments), list(), Optional.empty());
  }

  private List<String> opened() {
    return storage.operations(Act.OPEN).stream().map(TrackingStorage.Operation::path).toList();
  }

  @Test
  void filesOfTheSizeOfAComparedOneAreReadOnce() {
    Location first = fragment(1, "same");
    Location second = fragment(2, "same");
    Location third = fragment(3, "rest");
    Location alone = fragment(4, "alone");
    Location other = fragment(5, "others");
    Location like = fragment(6, "others");

    assertThat(among(first, third, alone)).containsExactly(first);
    assertThat(opened())
        .containsExactlyInAnyOrder(file(first).path(), file(second).path(), file(third).path());
    Location fourth = fragment(7, "rest");
    storage.forget();

    assertThat(among(second, third)).containsExactlyInAnyOrder(second, third);
    assertThat(opened()).containsExactly(file(fourth).path());
    assertThat(storage.operations(Act.FIND)).hasSize(1);
    assertThat(among(other)).containsExactly(other);
    assertThat(among(like, alone)).containsExactly(like);
  }

  @Test
  void fileThatIsDeletedMeanwhileEqualsNoOther() {
    Location first = fragment(1, "same");
    Location second = fragment(2, "same");
    Location third = fragment(3, "same");
    ArrayDirectory before = list();
    inner.delete(file(second));
    assertThat(equal.among(List.of(first, second), before, Optional.empty()))
        .containsExactly(first);

    EqualMetadata later = new EqualMetadata(storage, tasks);
    assertThat(later.among(List.of(), before, Optional.empty())).isEmpty(); // knows the sizes
    inner.delete(file(third));
    assertThat(later.among(List.of(first), before, Optional.empty())).isEmpty();
  }
}
