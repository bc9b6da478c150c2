package io.azulejo.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.testkit.FaultProxy;
import io.azulejo.testkit.ObjectReadFaultsContract;
import java.net.URI;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What becomes of reads when answers are cut or wrong. */
@Tag("full")
class S3ReadFaultsTest extends ObjectReadFaultsContract {
  S3ReadFaultsTest() {
    super(new FaultyS3());
  }

  @Test
  void triesThreeTimesWhereConnectionsAreRefusedAndTenTimesWhereAnErrorIsAnswered() {
    try (ObjectStorage nobody = Stores.of(URI.create("http://127.0.0.1:1"), Map.of())) {
      assertThatThrownBy(() -> nobody.names(file.parent()))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("Connection refused")
          .hasMessageContaining("vfs.s3.endpoint_override");
      assertThat(nobody.counts().all()).isEqualTo(3);

      assertThatThrownBy(() -> nobody.createExclusive(file, TEN))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("Connection refused");
      assertThat(nobody.counts().all()).isEqualTo(6);
    }
    for (FaultProxy.Fault fault :
        List.of(
            FaultProxy.error(500, "InternalError"),
            FaultProxy.error(503, "SlowDown"),
            FaultProxy.lostRequest())) {
      proxy.reset();
      proxy.inject(request -> true, 100, fault);

      assertThatThrownBy(() -> storage.names(file.parent())).isInstanceOf(StorageException.class);

      assertThat(proxy.requests()).hasSize(10);
    }
  }

  @Test
  void listsAgainWhereAListIsCut() {
    storage.createExclusive(file, TEN);
    proxy.inject(r -> r.query().contains("list-type"), 2, FaultProxy.Exchange::relayHalf);

    assertThat(storage.names(file.parent())).containsExactly("data");
    assertThat(storage.counts().retries()).isEqualTo(2);
  }

  @Test
  void readsFromAServerThatIgnoresRanges() {
    storage.createExclusive(file, TEN);
    proxy.inject(get(), 10, exchange -> exchange.answer(200, Map.of(), "0123456789"));

    byte[] target = new byte[3];
    try (InputFile in = storage.open(file)) {
      in.read(4, target, 0, 3);
      assertThat(target).containsExactly('4', '5', '6');
      assertThat(in.readEnd(target)).isEqualTo(10);
      assertThat(target).containsExactly('7', '8', '9');
    }
    try (InputFile in = storage.open(file)) {
      assertThatThrownBy(() -> in.read(8, target, 0, 3))
          .isInstanceOf(CorruptDataException.class)
          .hasMessageContaining("ends at 10");
    }
  }

  @Test
  void noticesAnotherRangeThanItAskedFor() {
    storage.createExclusive(file, TEN);
    proxy.inject(get(), 1, exchange -> exchange.relayWithHeader("Content-Range", "bytes 0-2/10"));

    try (InputFile in = storage.open(file)) {
      assertThatThrownBy(() -> in.read(4, new byte[3], 0, 3))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("requested bytes from 4 to 6, but received \"bytes 0-2/10\"");
    }
  }
}
