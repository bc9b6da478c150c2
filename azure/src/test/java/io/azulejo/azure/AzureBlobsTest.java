package io.azulejo.azure;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.storage.Location;
import io.azulejo.storage.Storage.Entry;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.storage.objects.Transfers;
import io.azulejo.testkit.AzureServer;
import io.azulejo.testkit.FaultProxy;
import io.azulejo.testkit.ObjectFaultsContract;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is listed, deleted, copied and dated, to the single request. */
class AzureBlobsTest extends ObjectFaultsContract {
  AzureBlobsTest() {
    super(new FaultyAzure());
  }

  @Test
  @Tag("full")
  void listsByPagesAndGoesOnWhereOneEnded() {
    List<Location> files = new ArrayList<>();
    for (int i = 0; i < 5_003; i++) {
      files.add(file.parent().resolve("f" + (10_000 + i)));
    }
    try (ObjectStorage direct = Stores.of(AzureServer.shared().endpoint(), Map.of());
        Transfers transfers = new Transfers("test", 64)) {
      transfers.all(
          files.stream().<Runnable>map(f -> () -> direct.createExclusive(f, new byte[0])).toList());
    }

    assertThat(storage.list(file.parent())).hasSize(5_003);
    assertThat(proxy.requests()).hasSize(2);
    assertThat(storage.tree(file.parent(), "").orElseThrow().whole()).isFalse();
    proxy.reset();
    var rest = storage.tree(file.parent(), "f14999").orElseThrow();
    assertThat(rest.files()).hasSize(3);
    assertThat(rest.whole()).isTrue();
    assertThat(proxy.requests()).as("by the marker of the page before").hasSize(1);
    assertThat(storage.tree(file.parent(), "f15001").orElseThrow().files()).hasSize(1);
    storage.deleteFolder(file.parent());
    assertThat(storage.list(file.parent())).isEmpty();
  }

  @Test
  void takesBlobsThatStandForFoldersForFolders() {
    storage.createExclusive(file, TEN);
    for (String folder : List.of("folder", "folder/inner", "folder/inner/deep")) {
      AzureServer.shared().putFolder(bucket, folder);
    }
    AzureServer.shared().putFolder(bucket, "folder/marked/");

    assertThat(storage.list(file.parent()))
        .containsExactly(Entry.file("data", 10), Entry.folder("inner"), Entry.folder("marked"));
    assertThat(storage.tree(file.parent(), "").orElseThrow().files()).hasSize(1);
    assertThat(storage.findFile(file.parent())).isEmpty();
    assertThat(storage.modified(file.parent())).isEmpty();
    assertThat(storage.find(file.parent())).contains(Entry.folder("folder"));
    storage.deleteFolder(file.parent());
    assertThat(storage.find(file.parent())).isEmpty();
    assertThat(storage.list(file.parent().parent())).isEmpty();
  }

  @Test
  void leavesCopiesThatTheStoreRefusesToOthers() {
    storage.createExclusive(file, TEN);
    Location copy = file.parent().resolve("copy");
    for (FaultProxy.Fault fault :
        List.of(error(413, "RequestBodyTooLarge"), error(403, "CannotVerifyCopySource"))) {
      proxy.inject(r -> r.is("PUT", "copy"), 1, fault);
      assertThat(storage.tryCopy(file, copy)).isFalse();
    }
    assertThat(storage.find(copy)).isEmpty();
  }
}
