package io.azulejo.testkit;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.StorageException;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests that an object store reports correctly, despite faults, whether it has created a file. */
public abstract class ObjectCreationFaultsContract extends ObjectFaultsContract {
  /** Opens the store under test. */
  protected ObjectCreationFaultsContract(Store store) {
    super(store);
  }

  /** Returns the error codes, by HTTP status, that tell the store that a request had no effect. */
  protected abstract Map<Integer, String> refusals();

  @Test
  void knowsItsOwnSuccessWhoseAnswerWasLost() {
    proxy.inject(put(), 1, FaultProxy.lostResponse());

    storage.createExclusive(file, TEN);

    assertThat(proxy.count(put())).isEqualTo(2);
    assertThat(proxy.count(head())).isEqualTo(1);
    assertThat(content()).isEqualTo(TEN);
  }

  @Test
  void knowsItsOwnSuccessThatWasAnsweredWithAnError() {
    FaultProxy.Fault error = error(500, "InternalError");
    proxy.inject(
        put(),
        1,
        exchange -> {
          exchange.forward();
          error.answer(exchange);
        });

    storage.createExclusive(file, TEN);

    assertThat(content()).isEqualTo(TEN);
  }

  @Test
  void takesAnothersSuccessForNoneOfItsOwn() {
    storage.createExclusive(file, new byte[] {42});
    proxy.inject(put(), 1, FaultProxy.lostResponse());

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
    assertThat(proxy.requests().get(0).headers()).containsEntry("If-None-Match", "*");
  }

  @Test
  void saysThatNothingWasDoneWhereEveryAttemptWasRefused() {
    useTries(3);
    refusals()
        .forEach(
            (status, code) -> {
              proxy.reset();
              proxy.inject(put(), 3, error(status, code));

              assertThatThrownBy(() -> storage.createExclusive(file, TEN))
                  .isInstanceOfSatisfying(
                      StorageException.class, e -> assertThat(e.withoutEffect()).isTrue())
                  .hasMessageContaining("PUT " + file)
                  .hasMessageContaining("made up by a test");
            });
    proxy.reset();
    assertThat(storage.find(file)).isEmpty();
  }

  @Test
  void saysThatNothingIsKnownWhereNobodyCanKnow() {
    useTries(2);
    proxy.inject(put(), 2, FaultProxy.lostRequest());

    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOfSatisfying(
            StorageException.class,
            e -> {
              assertThat(e.withoutEffect()).isFalse();
              assertThat(e.retryable()).isTrue();
            })
        .hasMessageContaining("not known whether " + file + " was created")
        .hasMessageMatching("(?s).*azulejo[-_]token=.*");

    proxy.reset();
    proxy.inject(put(), 2, FaultProxy.lostResponse());
    proxy.inject(head(), 2, error(403, "AccessDenied"));
    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOfSatisfying(
            StorageException.class, e -> assertThat(e.withoutEffect()).isFalse())
        .hasMessageContaining("the check failed");
  }

  @Test
  void findsOutInTheEndThatItHasSucceeded() {
    useTries(1);
    proxy.inject(put(), 1, FaultProxy.lostResponse());

    storage.createExclusive(file, TEN);

    assertThat(content()).isEqualTo(TEN);
  }
}
