package io.azulejo.internal.storage;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.LoggedWarnings;
import io.azulejo.storage.Location;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class BlockCacheTest {
  private static final Location FILE = Location.of("s3://bucket/array/a0.tdb");

  @TempDir Path folder;

  private static byte[] block(int seed, int length) {
    byte[] bytes = new byte[length];
    new Random(seed).nextBytes(bytes);
    return bytes;
  }

  private List<Path> files() throws IOException {
    try (Stream<Path> paths = Files.walk(folder)) {
      return paths.filter(Files::isRegularFile).toList();
    }
  }

  @Test
  void anotherProcessFindsWhatOneHasKept() {
    new BlockCache(folder, 10 << 20).put(FILE, 3, block(1, BlockCache.BLOCK));
    BlockCache other = new BlockCache(folder, 10 << 20);

    assertThat(other.get(FILE, 3)).contains(block(1, BlockCache.BLOCK));
    assertThat(other.get(FILE, 2)).isEmpty();
    assertThat(other.get(FILE.parent().resolve("a1.tdb"), 3)).isEmpty();
  }

  @Test
  void ignoresDamagedBlocks() throws IOException {
    BlockCache cache = new BlockCache(folder, 10 << 20);
    cache.put(FILE, 0, block(2, 1000));
    Path stored = files().get(0);
    byte[] whole = Files.readAllBytes(stored);
    for (int at = 0; at < whole.length; at += 7) {
      byte[] flipped = whole.clone();
      flipped[at] ^= 1;
      Files.write(stored, flipped);
      assertThat(cache.get(FILE, 0)).as("byte %d flipped", at).isEmpty();
    }
    for (int length : new int[] {0, 1, 7, 8, 500, 1007}) {
      Files.write(stored, Arrays.copyOf(whole, length));
      assertThat(cache.get(FILE, 0)).as("cut to %d bytes", length).isEmpty();
    }
    Files.write(stored, Arrays.copyOf(whole, 2 << 20));
    assertThat(cache.get(FILE, 0)).as("too long").isEmpty();
    Files.write(stored, whole);
    assertThat(cache.get(FILE, 0)).contains(block(2, 1000));
  }

  @Test
  void warnsOnceOfDamagedBlocks() throws IOException {
    BlockCache cache = new BlockCache(folder, 10 << 20);
    cache.put(FILE, 0, block(2, 1000));
    Path stored = files().get(0);
    Files.write(stored, new byte[20]);
    try (LoggedWarnings warnings = LoggedWarnings.collect()) {
      cache.get(FILE, 0);
      cache.get(FILE, 0);
      cache.get(FILE, 1);

      assertThat(warnings.about(folder.toString()))
          .containsExactly(
              "the cached block %s is damaged; reading it from the store again".formatted(stored));
    }
  }

  @Test
  void staysCloseToItsSizeLimit() throws IOException {
    BlockCache cache = new BlockCache(folder, 8 << 20);
    for (int i = 0; i < 40; i++) {
      cache.put(FILE, i, block(i, BlockCache.BLOCK));
    }
    long bytes = 0;
    for (Path file : files()) {
      bytes += Files.size(file);
    }
    assertThat(bytes).isBetween(4L << 20, 11L << 20);
    assertThat(cache.get(FILE, 39)).contains(block(39, BlockCache.BLOCK));
  }

  @Test
  void aFullDiskIsNotAnError() throws IOException {
    Path file = Files.createFile(folder.resolve("file"));
    BlockCache cache = new BlockCache(file.resolve("below"), 8 << 20);
    try (LoggedWarnings warnings = LoggedWarnings.collect()) {
      cache.put(FILE, 0, block(1, 10));
      cache.put(FILE, 1, block(1, 10));

      assertThat(warnings.about("cannot write a block to the cache " + folder)).hasSize(1);
    }
    assertThat(cache.get(FILE, 0)).isEmpty();
  }

  @Test
  void leftoversOfKilledProcessesAreIgnoredAndRemovedLater() throws IOException {
    BlockCache cache = new BlockCache(folder, 8 << 20);
    cache.put(FILE, 0, block(1, 10));
    Path left = files().get(0).resolveSibling("1.x.tmp");
    Files.write(left, new byte[5]);
    Files.setLastModifiedTime(left, FileTime.fromMillis(0));

    assertThat(cache.get(FILE, 1)).isEmpty();
    new BlockCache(folder, 8 << 20).put(FILE, 1, block(3, 10));

    assertThat(left).doesNotExist();
    assertThat(cache.get(FILE, 0)).isPresent();
    assertThat(cache.get(FILE, 1)).isPresent();
  }
}
