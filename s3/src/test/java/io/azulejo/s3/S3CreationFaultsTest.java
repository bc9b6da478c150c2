package io.azulejo.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.objects.RequestCounts;
import io.azulejo.testkit.FaultProxy;
import io.azulejo.testkit.FaultProxy.Request;
import io.azulejo.testkit.ObjectCreationFaultsContract;
import io.azulejo.testkit.S3Server;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * What becomes of objects that are created when requests or answers are lost: what is said is true.
 */
@Tag("full")
class S3CreationFaultsTest extends ObjectCreationFaultsContract {
  S3CreationFaultsTest() {
    super(new FaultyS3());
  }

  @Override
  protected Map<Integer, String> refusals() {
    return Map.of(409, "ConditionalRequestConflict", 503, "SlowDown", 403, "AccessDenied");
  }

  @Test
  void knowsItsOwnSuccessWhoseAnswerWasCut() {
    storage.createExclusive(file, TEN);
    proxy.inject(put(), 1, FaultProxy.Exchange::relayHalf);
    Location copy = file.parent().parent().resolve("another/folder/data");

    assertThat(storage.tryCopy(file, copy)).isTrue();

    assertThat(proxy.count(put())).as("the file, the copy, and the copy again").isEqualTo(3);
    assertThat(storage.findFile(copy)).isPresent();
  }

  @Test
  void saysThatNothingIsKnownOfADeletionWhoseAnswerWasCut() {
    use(Map.of("vfs.s3.connect_max_tries", "1"));
    Location second = file.parent().resolve("second");
    storage.createExclusive(file, TEN);
    storage.createExclusive(second, TEN);
    proxy.inject(r -> r.query().startsWith("delete"), 1, FaultProxy.Exchange::relayHalf);

    assertThatThrownBy(() -> storage.delete(List.of(file, second)))
        .isInstanceOfSatisfying(
            StorageException.class,
            e -> {
              assertThat(e.withoutEffect()).isFalse();
              assertThat(e.retryable()).isTrue();
            });
  }

  @Test
  void triesAgainWhereOthersAreInTheWay() {
    proxy.inject(put(), 3, FaultProxy.error(409, "ConditionalRequestConflict"));

    storage.createExclusive(file, TEN);

    assertThat(proxy.count(put())).isEqualTo(4);
    assertThat(storage.counts().of(RequestCounts.Kind.PUT)).isEqualTo(4);
  }

  @Test
  void asksBeforeWhereAStoreKnowsNoConditions() {
    Predicate<Request> conditional =
        put().and(request -> request.headers().containsKey("If-None-Match"));
    proxy.inject(conditional, 1, FaultProxy.error(501, "NotImplemented"));

    storage.createExclusive(file, TEN);
    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOf(AlreadyExistsException.class);

    assertThat(proxy.count(conditional)).isEqualTo(1);
    assertThat(proxy.count(put())).isEqualTo(2);
    assertThat(proxy.count(head())).isEqualTo(2);
  }

  @Test
  void knowsItsOwnSuccessAlsoWhereConditionsAreRefusedAfterIt() {
    proxy.inject(put(), 1, FaultProxy.lostResponse());
    proxy.inject(put(), 1, FaultProxy.error(501, "NotImplemented"));

    storage.createExclusive(file, TEN);

    assertThat(content()).isEqualTo(TEN);
  }

  @Test
  void refusesAStoreWithoutConditionsWhereTheyAreRequired() {
    use(Map.of("azulejo.s3.exclusive_create", "required"));
    proxy.inject(put(), 1, FaultProxy.error(501, "NotImplemented"));

    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOfSatisfying(StorageException.class, e -> assertThat(e.withoutEffect()).isTrue())
        .hasMessageContaining("azulejo.s3.exclusive_create=required");
    assertThat(storage.find(file)).isEmpty();
  }

  @Test
  void sendsNoConditionWhereTheyAreOff() {
    use(Map.of("azulejo.s3.exclusive_create", "off"));

    storage.createExclusive(file, TEN);
    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOf(AlreadyExistsException.class);

    assertThat(proxy.count(request -> request.headers().containsKey("If-None-Match"))).isZero();
  }

  @Test
  void noticesAConflictWhereConditionsAreIgnoredOnlyIfItAsksBefore() {
    proxy.inject(put(), Integer.MAX_VALUE, S3Server.shared().ignoringConditions());
    storage.createExclusive(file, new byte[] {42});

    storage.createExclusive(file, TEN);
    assertThat(content()).as("the server has replaced it").isEqualTo(TEN);

    use(Map.of("azulejo.s3.exclusive_create", "off"));
    assertThatThrownBy(() -> storage.createExclusive(file, new byte[] {42}))
        .isInstanceOf(AlreadyExistsException.class);
    assertThat(content()).isEqualTo(TEN);
  }

  @Test
  void uploadsInPartsAndCompletesOnce() {
    byte[] content = new byte[12_000_000];
    new Random(1).nextBytes(content);
    use(Map.of("vfs.s3.multipart_part_size", "5242880", "azulejo.s3.upload_memory", "6000000"));
    proxy.inject(r -> r.query().contains("partNumber=2"), 1, FaultProxy.lostResponse());
    proxy.inject(
        r -> r.method().equals("POST") && r.query().startsWith("uploadId"),
        1,
        FaultProxy.lostResponse());

    try (OutputFile out = storage.create(file)) {
      for (int at = 0; at < content.length; at += 1_000_000) {
        out.write(content, at, 1_000_000);
      }
      out.commit();
    }

    assertThat(content()).isEqualTo(content);
    assertThat(
            proxy.requests().stream()
                .filter(r -> r.query().contains("partNumber"))
                .map(Request::bytes))
        .containsOnly(5_242_880, 12_000_000 - 2 * 5_242_880);
    try (OutputFile second = storage.create(file)) {
      second.write(content, 0, content.length);
      assertThatThrownBy(second::commit).isInstanceOf(AlreadyExistsException.class);
    }
    assertThat(proxy.count(r -> r.method().equals("DELETE") && r.query().startsWith("uploadId")))
        .isEqualTo(1);
    assertThat(content()).isEqualTo(content);
  }

  @Test
  void abortsAnUploadThatIsNotCommitted() {
    use(Map.of("vfs.s3.multipart_part_size", "5242880"));
    try (OutputFile out = storage.create(file)) {
      out.write(new byte[11_000_000], 0, 11_000_000);
    }

    assertThat(proxy.count(r -> r.method().equals("DELETE") && r.query().startsWith("uploadId")))
        .isEqualTo(1);
    assertThat(storage.find(file)).isEmpty();
  }
}
