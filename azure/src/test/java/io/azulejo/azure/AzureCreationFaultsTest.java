package io.azulejo.azure;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.OutputFile;
import io.azulejo.testkit.FaultProxy;
import io.azulejo.testkit.FaultProxy.Request;
import io.azulejo.testkit.ObjectCreationFaultsContract;
import java.util.Arrays;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What becomes of blobs that are created when requests or answers are lost: what is said is true.
 */
@Tag("full")
class AzureCreationFaultsTest extends ObjectCreationFaultsContract {
  AzureCreationFaultsTest() {
    super(new FaultyAzure());
  }

  @Override
  protected Map<Integer, String> refusals() {
    return Map.of(
        503, "ServerBusy", 403, "AuthorizationPermissionMismatch", 404, "ContainerNotFound");
  }

  private static final Map<String, String> SMALL_BLOCKS =
      Map.of("vfs.azure.block_list_block_size", "65536", "azulejo.azure.upload_memory", "70000");

  @Test
  void uploadsInBlocksAndListsThemOnce() {
    byte[] content = new byte[200_000];
    new Random(1).nextBytes(content);
    use(SMALL_BLOCKS);
    Predicate<Request> block = r -> r.query().contains("comp=block&");
    Predicate<Request> list = r -> r.query().contains("comp=blocklist");
    proxy.inject(block, 1, 1, FaultProxy.lostResponse());
    proxy.inject(list, 1, FaultProxy.lostResponse());

    try (OutputFile out = storage.create(file)) {
      for (int at = 0; at < content.length; at += 20_000) {
        out.write(content, at, 20_000);
      }
      assertThat(storage.find(file)).isEmpty();
      out.commit();
    }

    assertThat(content()).isEqualTo(content);
    assertThat(proxy.requests().stream().filter(block).map(Request::bytes))
        .containsOnly(65_536, 200_000 - 3 * 65_536);
    assertThat(proxy.count(list)).isEqualTo(2);
    try (OutputFile second = storage.create(file)) {
      second.write(content, 0, content.length);
      assertThatThrownBy(second::commit).isInstanceOf(AlreadyExistsException.class);
    }
    assertThat(content()).isEqualTo(content);
  }

  @Test
  void takesNoBlocksOfAnotherWriterOfTheSameName() {
    use(SMALL_BLOCKS);
    byte[] ones = new byte[150_000];
    Arrays.fill(ones, (byte) 1);
    try (OutputFile first = storage.create(file);
        OutputFile second = storage.create(file)) {
      first.write(new byte[150_000], 0, 150_000);
      second.write(ones, 0, 150_000);
      second.commit();
      assertThatThrownBy(first::commit).isInstanceOf(AlreadyExistsException.class);
    }
    assertThat(content()).isEqualTo(ones);
  }

  @Test
  void knowsThatANameIsTakenWhereItsBlocksAreGone() {
    use(SMALL_BLOCKS);
    proxy.inject(r -> r.query().contains("comp=blocklist"), 2, error(400, "InvalidBlockList"));
    try (OutputFile first = storage.create(file)) {
      first.write(new byte[150_000], 0, 150_000);
      storage.createExclusive(file, TEN);
      assertThatThrownBy(first::commit).isInstanceOf(AlreadyExistsException.class);
    }
    storage.delete(file);
    try (OutputFile other = storage.create(file)) {
      other.write(new byte[150_000], 0, 150_000);
      assertThatThrownBy(other::commit)
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("InvalidBlockList");
    }
    assertThat(storage.find(file)).isEmpty();
  }
}
