package io.azulejo.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.testkit.ObjectReadFaultsContract;
import java.net.URI;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** How many requests reads take, and what becomes of them when answers are cut or wrong. */
@Tag("full")
class AzureReadFaultsTest extends ObjectReadFaultsContract {
  AzureReadFaultsTest() {
    super(new FaultyAzure());
  }

  @Override
  protected long countedRetries() {
    return 8;
  }

  @Test
  void triesThreeTimesWhereConnectionsAreRefusedAndSixTimesWhereAnErrorIsAnswered() {
    try (ObjectStorage nobody = Stores.of(URI.create("http://127.0.0.1:1"), Map.of())) {
      assertThatThrownBy(() -> nobody.names(file.parent()))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("vfs.azure.blob_endpoint");
      assertThat(nobody.counts().all()).isEqualTo(3);

      assertThatThrownBy(() -> nobody.createExclusive(file, TEN))
          .isInstanceOf(StorageException.class);
      assertThat(nobody.counts().all()).isEqualTo(6);
    }
    proxy.inject(request -> true, 100, error(500, "InternalError"));

    assertThatThrownBy(() -> storage.names(file.parent())).isInstanceOf(StorageException.class);

    assertThat(proxy.requests()).hasSize(6);
  }

  @Test
  void noticesAnotherRangeThanItAskedFor() {
    storage.createExclusive(file, TEN);
    for (String other : List.of("bytes 0-2/10", "bytes 4-9/10", "bytes */10")) {
      proxy.inject(get(), 10, exchange -> exchange.relayWithHeader("Content-Range", other));
      try (InputFile in = storage.open(file)) {
        assertThatThrownBy(() -> in.read(4, new byte[3], 0, 3))
            .as(other)
            .isInstanceOf(StorageException.class)
            .hasMessageContaining("requested bytes from 4 to 6, but received \"" + other + "\"");
      }
      proxy.reset();
    }
    proxy.inject(get(), 1, exchange -> exchange.answer(200, Map.of(), "0123456789"));
    try (InputFile in = storage.open(file)) {
      assertThatThrownBy(() -> in.read(4, new byte[3], 0, 3))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("but received \"null\"");
    }
    assertThat(proxy.requests()).as("no chance made that: it is not tried again").hasSize(1);
  }

  /** Azure refuses ranges of nothing; Azurite answers them. */
  @Test
  void readsEmptyBlobsOfWhichARangeIsAnswered() {
    storage.createExclusive(file, new byte[0]);
    proxy.inject(
        get(), 1, exchange -> exchange.answer(206, Map.of("Content-Range", "bytes 0--1/0"), ""));

    try (InputFile in = storage.open(file)) {
      assertThat(in.readEnd(new byte[1])).isZero();
    }
  }

  @Test
  void readsTheEndOfShortFilesAtOnceAlsoWhereTheyWereNotListed() {
    storage.createExclusive(file, TEN);
    proxy.reset();

    byte[] more = new byte[12];
    byte[] some = new byte[4];
    try (InputFile in = storage.open(file)) {
      assertThat(in.readEnd(more)).isEqualTo(10);
    }
    assertThat(Arrays.copyOf(more, 10)).isEqualTo(TEN);
    assertThat(proxy.requests()).hasSize(1);
    try (InputFile in = storage.open(file)) {
      assertThat(in.readEnd(some)).isEqualTo(10);
    }
    assertThat(some).containsExactly(6, 7, 8, 9);
    assertThat(proxy.requests()).as("one in vain, which said the size").hasSize(3);
  }

  @Test
  void believesNoListingThatIsOld() {
    byte[] end = new byte[4];
    for (int[] sizes : new int[][] {{10, 3}, {10, 12}, {10, 2}, {2, 10}}) {
      storage.createExclusive(file, new byte[sizes[0]]);
      storage.list(file.parent());
      storage.delete(file);
      byte[] content = new byte[sizes[1]];
      content[content.length - 1] = 42;
      storage.createExclusive(file, content);

      try (InputFile in = storage.open(file)) {
        assertThat(in.readEnd(end)).isEqualTo(sizes[1]);
        assertThat(end[Math.min(sizes[1], 4) - 1]).isEqualTo((byte) 42);
      }
      storage.delete(file);
    }
  }

  @Test
  void readsEmptyBlobsOfWhichNoRangeIs() {
    storage.createExclusive(file, new byte[0]);
    for (int round = 0; round < 2; round++) {
      try (InputFile in = storage.open(file)) {
        assertThat(in.readEnd(new byte[10])).isZero();
        in.read(0, new byte[0], 0, 0);
        assertThatThrownBy(() -> in.read(0, new byte[1], 0, 1))
            .isInstanceOf(CorruptDataException.class)
            .hasMessageContaining("ends at 0");
      }
      storage.list(file.parent());
    }
  }
}
