package io.azulejo.internal.runtime;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.StorageException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalSpillFileTest {
  @TempDir Path folder;

  @Test
  void readsWhatWasWrittenAlsoWhileMoreIs() {
    byte[] bytes = new byte[3 << 20];
    new Random(1).nextBytes(bytes);
    try (SpillFile file = SpillFiles.in(folder.resolve("new/folder")).create()) {
      byte[] found = new byte[bytes.length];
      for (int at = 0, length = 1; at < bytes.length; at += length, length = 1_234_567) {
        length = Math.min(length, bytes.length - at);
        file.write(bytes, at, length);
        assertThat(file.size()).isEqualTo(at + length);
        file.read(0, found, 0, at + length);
        assertThat(found).startsWith(java.util.Arrays.copyOf(bytes, at + length));
      }
      file.read(2_000_001, found, 5, 100);
      assertThat(java.util.Arrays.copyOfRange(found, 5, 105))
          .isEqualTo(java.util.Arrays.copyOfRange(bytes, 2_000_001, 2_000_101));
    }
  }

  @Test
  void leavesNothingWhenItIsClosed() throws IOException {
    SpillFile file = SpillFiles.in(folder).create();
    file.write(new byte[10], 0, 10);
    file.close();
    file.close();

    try (Stream<Path> left = Files.list(folder)) {
      assertThat(left).isEmpty();
    }
  }

  @Test
  void saysWhichSettingNamesAnotherFolder() throws IOException {
    Path taken = Files.createFile(folder.resolve("taken"));

    assertThatThrownBy(() -> SpillFiles.in(taken).create())
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("cannot create a temporary file in " + taken)
        .hasMessageContaining("azulejo.scratch.dir");
  }

  @Test
  void anInterruptEndsItAsAnErrorOfTheStorage() {
    try (SpillFile file = SpillFiles.in(folder).create()) {
      Thread.currentThread().interrupt();
      assertThatThrownBy(() -> file.write(new byte[1], 0, 1))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("interrupted");
      assertThat(Thread.interrupted()).isTrue();
    }
  }
}
