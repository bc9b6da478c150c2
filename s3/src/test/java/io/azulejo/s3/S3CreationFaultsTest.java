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
class S3CreationFaultsTest extends BehindFaultProxy {
  @Test
  void knowsItsOwnSuccessWhoseAnswerWasLost() {
    proxy.spoil(put(), 1, FaultProxy.lostAnswer());

    storage.createExclusive(file, TEN);

    assertThat(proxy.count(put())).isEqualTo(2);
    assertThat(proxy.count(head())).isEqualTo(1);
    assertThat(content()).isEqualTo(TEN);
  }

  @Test
  void knowsItsOwnSuccessThatWasAnsweredWithAnError() {
    proxy.spoil(put(), 1, FaultProxy.doneButError(500, "InternalError"));

    storage.createExclusive(file, TEN);

    assertThat(content()).isEqualTo(TEN);
  }

  @Test
  void knowsItsOwnSuccessWhoseAnswerWasCut() {
    storage.createExclusive(file, TEN);
    proxy.spoil(put(), 1, FaultProxy.Exchange::handBackHalf);
    Location copy = file.parent().parent().resolve("another/folder/data");

    assertThat(storage.tryCopy(file, copy)).isTrue();

    assertThat(proxy.count(put())).as("the file, the copy, and the copy again").isEqualTo(3);
    assertThat(storage.findFile(copy)).isPresent();
  }

  @Test
  void saysThatNothingIsKnownOfADeletionWhoseAnswerWasCut() {
    storage.close();
    storage = store(Map.of("vfs.s3.connect_max_tries", "1"));
    Location second = file.parent().resolve("second");
    storage.createExclusive(file, TEN);
    storage.createExclusive(second, TEN);
    proxy.spoil(r -> r.query().startsWith("delete"), 1, FaultProxy.Exchange::handBackHalf);

    assertThatThrownBy(() -> storage.delete(List.of(file, second)))
        .isInstanceOfSatisfying(
            StorageException.class,
            e -> {
              assertThat(e.withoutEffect()).isFalse();
              assertThat(e.retryable()).isTrue();
            });
  }

  @Test
  void takesAnothersSuccessForNoneOfItsOwn() {
    storage.createExclusive(file, new byte[] {42});
    proxy.spoil(put(), 1, FaultProxy.lostAnswer());

    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOf(AlreadyExistsException.class)
        .hasMessageContaining(file.toString());
    assertThat(content()).containsExactly(42);
  }

  @Test
  void asksNothingWhereTheFirstAnswerIsThatTheNameIsTaken() {
    storage.createExclusive(file, TEN);
    proxy.reset();

    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOf(AlreadyExistsException.class);

    assertThat(proxy.requests()).hasSize(1);
  }

  @Test
  void triesAgainWhereOthersAreInTheWay() {
    proxy.spoil(put(), 3, FaultProxy.error(409, "ConditionalRequestConflict"));

    storage.createExclusive(file, TEN);

    assertThat(proxy.count(put())).isEqualTo(4);
    assertThat(storage.counts().of(RequestCounts.Kind.PUT)).isEqualTo(4);
  }

  @Test
  void saysThatNothingWasDoneWhereEveryAttemptWasRefused() {
    storage.close();
    storage = store(Map.of("vfs.s3.connect_max_tries", "3"));
    for (FaultProxy.Fault fault :
        List.of(
            FaultProxy.error(409, "ConditionalRequestConflict"),
            FaultProxy.error(503, "SlowDown"),
            FaultProxy.error(403, "AccessDenied"))) {
      proxy.reset();
      proxy.spoil(put(), 3, fault);

      assertThatThrownBy(() -> storage.createExclusive(file, TEN))
          .isInstanceOfSatisfying(
              StorageException.class, e -> assertThat(e.withoutEffect()).isTrue())
          .hasMessageContaining("PUT " + file)
          .hasMessageContaining("made up by a test");
    }
    proxy.reset();
    assertThat(storage.find(file)).isEmpty();
  }

  @Test
  void saysThatNothingIsKnownWhereNobodyCanKnow() {
    storage.close();
    storage = store(Map.of("vfs.s3.connect_max_tries", "2"));
    proxy.spoil(put(), 2, FaultProxy.lostRequest());

    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOfSatisfying(
            StorageException.class,
            e -> {
              assertThat(e.withoutEffect()).isFalse();
              assertThat(e.retryable()).isTrue();
            })
        .hasMessageContaining("whether " + file + " was created is not known")
        .hasMessageContaining("azulejo-token=");

    proxy.reset();
    proxy.spoil(put(), 2, FaultProxy.lostAnswer());
    proxy.spoil(head(), 2, FaultProxy.error(403, "AccessDenied"));
    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOfSatisfying(
            StorageException.class, e -> assertThat(e.withoutEffect()).isFalse())
        .hasMessageContaining("the store could not be asked");
  }

  @Test
  void findsOutInTheEndThatItHasSucceeded() {
    storage.close();
    storage = store(Map.of("vfs.s3.connect_max_tries", "1"));
    proxy.spoil(put(), 1, FaultProxy.lostAnswer());

    storage.createExclusive(file, TEN);

    assertThat(content()).isEqualTo(TEN);
  }

  @Test
  void asksBeforeWhereAStoreKnowsNoConditions() {
    Predicate<Request> conditional =
        put().and(request -> request.headers().containsKey("If-None-Match"));
    proxy.spoil(conditional, 1, FaultProxy.error(501, "NotImplemented"));

    storage.createExclusive(file, TEN);
    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOf(AlreadyExistsException.class);

    assertThat(proxy.count(conditional)).isEqualTo(1);
    assertThat(proxy.count(put())).isEqualTo(2);
    assertThat(proxy.count(head())).isEqualTo(2);
  }

  @Test
  void knowsItsOwnSuccessAlsoWhereConditionsAreRefusedAfterIt() {
    proxy.spoil(put(), 1, FaultProxy.lostAnswer());
    proxy.spoil(put(), 1, FaultProxy.error(501, "NotImplemented"));

    storage.createExclusive(file, TEN);

    assertThat(content()).isEqualTo(TEN);
  }

  @Test
  void refusesAStoreWithoutConditionsWhereTheyAreRequired() {
    storage.close();
    storage = store(Map.of("azulejo.s3.exclusive_create", "required"));
    proxy.spoil(put(), 1, FaultProxy.error(501, "NotImplemented"));

    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOfSatisfying(StorageException.class, e -> assertThat(e.withoutEffect()).isTrue())
        .hasMessageContaining("azulejo.s3.exclusive_create=required");
    assertThat(storage.find(file)).isEmpty();
  }

  @Test
  void sendsNoConditionWhereTheyAreOff() {
    storage.close();
    storage = store(Map.of("azulejo.s3.exclusive_create", "off"));

    storage.createExclusive(file, TEN);
    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOf(AlreadyExistsException.class);

    assertThat(proxy.count(request -> request.headers().containsKey("If-None-Match"))).isZero();
  }

  @Test
  void noticesAConflictWhereConditionsAreIgnoredOnlyIfItAsksBefore() {
    proxy.spoil(put(), Integer.MAX_VALUE, S3Server.shared().ignoringConditions());
    storage.createExclusive(file, new byte[] {42});

    storage.createExclusive(file, TEN);
    assertThat(content()).as("the server has replaced it").isEqualTo(TEN);

    storage.close();
    storage = store(Map.of("azulejo.s3.exclusive_create", "off"));
    assertThatThrownBy(() -> storage.createExclusive(file, new byte[] {42}))
        .isInstanceOf(AlreadyExistsException.class);
    assertThat(content()).isEqualTo(TEN);
  }

  @Test
  void uploadsInPartsAndCompletesOnce() {
    byte[] content = new byte[12_000_000];
    new Random(1).nextBytes(content);
    storage.close();
    storage =
        store(
            Map.of("vfs.s3.multipart_part_size", "5242880", "azulejo.s3.upload_memory", "6000000"));
    proxy.spoil(r -> r.query().contains("partNumber=2"), 1, FaultProxy.lostAnswer());
    proxy.spoil(
        r -> r.method().equals("POST") && r.query().startsWith("uploadId"),
        1,
        FaultProxy.lostAnswer());

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
    storage.close();
    storage = store(Map.of("vfs.s3.multipart_part_size", "5242880"));
    try (OutputFile out = storage.create(file)) {
      out.write(new byte[11_000_000], 0, 11_000_000);
    }

    assertThat(proxy.count(r -> r.method().equals("DELETE") && r.query().startsWith("uploadId")))
        .isEqualTo(1);
    assertThat(storage.find(file)).isEmpty();
  }
}
