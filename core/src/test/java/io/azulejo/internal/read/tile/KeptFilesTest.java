package io.azulejo.internal.read.tile;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.storage.ForwardingStorage;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class KeptFilesTest {
  @TempDir private Path folder;

  private final KeptFiles kept = new KeptFiles();
  private final Storage local = Storage.local(false);
  private final CountingStorage storage = new CountingStorage(local);
  private final KeptFiles.OfArray array = kept.array(local);

  @BeforeEach
  void createFiles() throws IOException {
    for (int i = 0; i < 2 * KeptFiles.MAX; i++) {
      Files.write(folder.resolve("file" + i), new byte[] {(byte) i});
    }
  }

  private Location file(int number) {
    return Location.of(folder.resolve("file" + number));
  }

  private int read(KeptFiles.Lent file) {
    byte[] target = new byte[1];
    file.read(0, target, 0, 1);
    return target[0];
  }

  private void readAndClose(KeptFiles.OfArray from, int number) {
    try (KeptFiles.Lent file = from.open(storage, file(number))) {
      assertThat(read(file)).isEqualTo(number);
    }
  }

  @Test
  void opensAFileOnceForManyReads() {
    for (int i = 0; i < 5; i++) {
      readAndClose(array, 3);
    }
    assertThat(storage.stats().opens()).isEqualTo(1);
    assertThat(storage.stats().ranges()).isEqualTo(5);
    assertThat(kept.size()).isEqualTo(1);
  }

  @Test
  void closesTheFilesThatWereNotUsedForLongest() {
    for (int i = 0; i < KeptFiles.MAX; i++) {
      readAndClose(array, i);
    }
    readAndClose(array, 0);
    readAndClose(array, KeptFiles.MAX);
    assertThat(kept.size()).isEqualTo(KeptFiles.MAX);
    long opens = storage.stats().opens();
    readAndClose(array, 0);
    assertThat(storage.stats().opens()).as("used lately").isEqualTo(opens);
    readAndClose(array, 1);
    assertThat(storage.stats().opens()).as("not used for longest").isEqualTo(opens + 1);
  }

  @Test
  void closesAFileInUseOnlyAfterItsUse() {
    KeptFiles.Lent first = array.open(storage, file(1));
    KeptFiles.Lent second = array.open(storage, file(1));
    kept.close();
    assertThat(kept.size()).isZero();
    assertThat(read(first)).isEqualTo(1);
    second.close();
    second.close();
    assertThat(read(first)).isEqualTo(1);
    first.close();
    assertThatThrownBy(() -> read(first)).isInstanceOf(InvalidRequestException.class);
    readAndClose(array, 1);
    assertThat(kept.size()).as("after the engine was closed").isZero();
  }

  @Test
  void arraysDoNotShareFiles() {
    readAndClose(array, 1);
    readAndClose(kept.array(local), 1);
    assertThat(storage.stats().opens()).isEqualTo(2);
  }

  @Test
  void forgetsOnlyFilesOfEarlierReads() {
    try (KeptFiles.Lent file = array.open(storage, file(1))) {
      assertThat(file.forgetReused()).isFalse();
    }
    try (KeptFiles.Lent file = array.open(storage, file(1))) {
      assertThat(file.forgetReused()).isTrue();
      assertThat(read(file)).as("until the end of the use").isEqualTo(1);
    }
    assertThat(kept.size()).isZero();
    readAndClose(array, 1);
    assertThat(storage.stats().opens()).isEqualTo(2);
  }

  @Test
  void keepsNoFilesOfOtherStores() {
    KeptFiles.OfArray other = kept.array(new ForwardingStorage(local) {});
    readAndClose(other, 1);
    readAndClose(other, 1);
    assertThat(storage.stats().opens()).isEqualTo(2);
    assertThat(kept.size()).isZero();
  }
}
