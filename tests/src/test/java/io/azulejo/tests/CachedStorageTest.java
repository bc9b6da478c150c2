package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.bench.ShapedStorage;
import io.azulejo.bench.ShapedStorage.Request;
import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.storage.CachedStorage;
import io.azulejo.internal.storage.FileCache;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.StorageContract;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.assertj.core.api.Assertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A store that remembers does what the store does that it remembers. */
class CachedStorageTest extends StorageContract {
  /** All that lies here counts as immutable. */
  private static final Location ROOT =
      Location.of("mem://array/__fragments/__1_1_0123456789abcdef0123456789abcdef_22");

  @TempDir Path folder;

  private final ShapedStorage counted = ShapedStorage.counting(Storage.inMemory());
  private Storage storage;

  @Override
  protected Storage storage() {
    if (storage == null) {
      storage = cached(Optional.of(folder));
    }
    return storage;
  }

  private Storage cached(Optional<Path> place) {
    FileCache memory = new FileCache(1 << 20, new MemoryBudget(16 << 20));
    return new CachedStorage(counted, memory, place, 64 << 20);
  }

  @Override
  protected boolean listsTrees() {
    return true;
  }

  @Override
  protected Location root() {
    return ROOT;
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(length).nextBytes(bytes);
    return bytes;
  }

  @Test
  void aSmallFileIsReadOnce() {
    Location file = ROOT.resolve("__fragment_metadata.tdb");
    byte[] content = random(5000);
    counted.createExclusive(file, content);
    Storage store = cached(Optional.empty());
    counted.forget();
    for (int i = 0; i < 3; i++) {
      try (InputFile in = store.open(file)) {
        byte[] end = new byte[8192];
        assertThat(in.readEnd(end)).isEqualTo(5000);
        assertThat(Arrays.copyOf(end, 5000)).isEqualTo(content);
        byte[] some = new byte[100];
        in.read(1234, some, 0, 100);
        assertThat(some).isEqualTo(Arrays.copyOfRange(content, 1234, 1334));
        assertThat(in.size()).isEqualTo(5000);
      }
    }
    assertThat(counted.requests()).isEqualTo(Map.of(Request.GET, 1));
  }

  @Test
  void cellsAreKeptInBlocksOnTheDiskForAllThatNameTheFolder() {
    Location file = ROOT.resolve("a0.tdb");
    byte[] content = random(3_500_000);
    counted.createExclusive(file, content);
    Storage first = cached(Optional.of(folder));
    Storage second = cached(Optional.of(folder));
    for (Storage store : List.of(first, first, second)) {
      try (InputFile in = store.open(file)) {
        byte[] some = new byte[1_200_000];
        in.read(900_000, some, 0, some.length);
        assertThat(some).isEqualTo(Arrays.copyOfRange(content, 900_000, 2_100_000));
        byte[] last = new byte[10];
        in.read(List.of(new InputFile.Piece(3_499_990, last, 0, 10)));
        assertThat(last).isEqualTo(Arrays.copyOfRange(content, 3_499_990, 3_500_000));
      }
    }
    assertThat(counted.requests())
        .as("a size, three blocks together, the last one; nothing for those that come later")
        .isEqualTo(Map.of(Request.HEAD, 1, Request.GET, 2, Request.PUT, 1));
  }

  @Test
  void readsBeyondTheEndOfACachedFileFailAsWithoutACache() {
    Location file = ROOT.resolve("a0.tdb");
    counted.createExclusive(file, random(1_500_000));
    for (int i = 0; i < 2; i++) {
      try (InputFile in = storage().open(file)) {
        Assertions.assertThatThrownBy(() -> in.read(1_400_000, new byte[200_000], 0, 200_000))
            .isInstanceOf(CorruptDataException.class)
            .hasMessageContaining("the file ends at 1500000");
      }
    }
  }

  @Test
  void changeableFilesAreNotCached() {
    for (String name :
        List.of(
            "mem://array/__array_schema.tdb",
            "mem://group/__tiledb_group.tdb",
            "mem://array/__commits/__1_1_0123456789abcdef0123456789abcdef_22.vac.tmp")) {
      Location file = Location.of(name);
      counted.createExclusive(file, new byte[] {1});
      assertThat(content(file)).containsExactly(1);
      counted.delete(file);
      counted.createExclusive(file, new byte[] {2});
      assertThat(content(file)).as(name).containsExactly(2);
    }
  }

  @Test
  void deletedFilesAreEvicted() {
    Location file = ROOT.resolve("__fragment_metadata.tdb");
    storage().createExclusive(file, new byte[] {1});
    assertThat(content(file)).containsExactly(1);
    storage().deleteFolder(ROOT);
    storage().createExclusive(file, new byte[] {2});
    assertThat(content(file)).containsExactly(2);
  }
}
