package io.azulejo.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.storage.objects.Transfers;
import io.azulejo.testkit.FaultProxy;
import io.azulejo.testkit.ObjectFaultsContract;
import io.azulejo.testkit.S3Server;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is listed, deleted, copied and dated, to the single request. */
@Tag("full")
class S3ObjectsTest extends ObjectFaultsContract {
  S3ObjectsTest() {
    super(new FaultyS3());
  }

  @Test
  void listsAndDeletesByPagesOfAThousand() {
    List<Location> files = new ArrayList<>();
    for (int i = 0; i < 1_203; i++) {
      files.add(file.parent().resolve("f" + (10_000 + i)));
    }
    try (ObjectStorage direct = Stores.of(S3Server.shared().endpoint(), Map.of());
        Transfers transfers = new Transfers("test", 64)) {
      transfers.all(
          files.stream().<Runnable>map(f -> () -> direct.createExclusive(f, new byte[0])).toList());
    }

    assertThat(storage.list(file.parent())).hasSize(1_203);
    assertThat(proxy.requests()).hasSize(2);
    assertThat(storage.tree(file.parent(), "").orElseThrow().whole()).isFalse();
    assertThat(storage.tree(file.parent(), "").orElseThrow().files()).hasSize(1_000);
    proxy.reset();
    storage.delete(files.subList(0, 1_100));
    assertThat(proxy.requests()).hasSize(2);
    proxy.reset();
    storage.deleteFolder(file.parent());
    assertThat(proxy.requests()).hasSize(2);
    assertThat(storage.list(file.parent())).isEmpty();
  }

  @Test
  void deletesOneByOneWhereAStoreKnowsNothingElse() {
    Location other = file.parent().resolve("other");
    storage.createExclusive(file, TEN);
    storage.createExclusive(other, TEN);
    proxy.inject(r -> r.query().startsWith("delete"), 1, FaultProxy.error(501, "NotImplemented"));

    storage.delete(List.of(file, other));

    assertThat(storage.list(file.parent())).isEmpty();
  }

  @Test
  void noticesFilesThatWereNotDeleted() {
    storage.createExclusive(file, TEN);
    proxy.inject(
        r -> r.query().startsWith("delete"),
        1,
        exchange ->
            exchange.answer(
                200,
                Map.of(),
                "<DeleteResult><Error><Key>folder/data</Key><Code>AccessDenied</Code>"
                    + "<Message>not yours</Message></Error></DeleteResult>"));

    assertThatThrownBy(() -> storage.delete(List.of(file, file.parent().resolve("b"))))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining(file + ": AccessDenied: not yours");
  }

  @Test
  void passesOverMarkersOfFolders() {
    storage.createExclusive(file, TEN);
    try (S3Connection direct = Stores.connection(proxy.endpoint(), Map.of())) {
      direct
          .client()
          .putObject(
              r -> r.bucket(bucket).key("folder/"),
              software.amazon.awssdk.core.sync.RequestBody.empty());
    }

    assertThat(storage.names(file.parent())).containsExactly("data");
    assertThat(storage.tree(file.parent(), "").orElseThrow().files()).hasSize(1);
    storage.deleteFolder(file.parent());
    assertThat(storage.find(file.parent())).isEmpty();
  }

  @Test
  void readsEmptyObjectsOfWhichNoRangeIs() {
    storage.createExclusive(file, new byte[0]);

    try (InputFile in = storage.open(file)) {
      assertThat(in.readEnd(new byte[10])).isZero();
      in.read(0, new byte[0], 0, 0);
      assertThatThrownBy(() -> in.read(0, new byte[1], 0, 1))
          .isInstanceOf(CorruptDataException.class)
          .hasMessageContaining("ends at 0");
    }
  }
}
