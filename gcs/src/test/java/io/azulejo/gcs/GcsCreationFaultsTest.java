package io.azulejo.gcs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.StorageException;
import io.azulejo.testkit.FaultProxy;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What becomes of objects that are created when answers are lost: what is said is true. */
@Tag("full")
class GcsCreationFaultsTest extends BehindFaultProxy {
  @Test
  void knowsItsOwnSuccessByItsToken() {
    proxy.inject(put(), 1, FaultProxy.lostResponse());

    storage.createExclusive(file, TEN);

    assertThat(proxy.count(put())).isEqualTo(2);
    assertThat(proxy.count(head())).isOne();
    assertThat(content(file)).isEqualTo(TEN);
  }

  @Test
  void takesAnothersSuccessForNoneOfItsOwn() {
    storage.createExclusive(file, TEN);
    proxy.inject(put(), 1, FaultProxy.lostRequest());

    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOf(AlreadyExistsException.class)
        .hasMessageContaining(file.toString());
  }

  @Test
  void knowsItsOwnBytesWhereThereIsNoMetadata() {
    google.forgetMetadata();
    proxy.inject(put(), 1, FaultProxy.lostResponse());

    storage.createExclusive(file, TEN);

    assertThat(content(file)).isEqualTo(TEN);
  }

  @Test
  void saysThatItIsNotKnownWhoMadeAnObjectOfTheSameSizeWithoutMetadata() {
    storage.createExclusive(file, new byte[10]);
    google.forgetMetadata();
    proxy.inject(put(), 1, FaultProxy.lostRequest());

    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOfSatisfying(
            StorageException.class, e -> assertThat(e.withoutEffect()).isFalse())
        .hasMessageContaining("was created (an object without a token exists)");
  }

  @Test
  void knowsAnotherSizeForAnothers() {
    storage.createExclusive(file, new byte[11]);
    google.forgetMetadata();
    proxy.inject(put(), 1, FaultProxy.lostRequest());

    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOf(AlreadyExistsException.class);
  }

  @Test
  void knowsThatAnUploadInPartsWasCompleted() {
    proxy.inject(completion(), 1, FaultProxy.lostResponse());
    proxy.inject(completion(), 1, FaultProxy.error(404, "NoSuchUpload"));

    write(file, LARGE);

    assertThat(content(file)).hasSize(LARGE);
  }

  @Test
  void saysThatItIsNotKnownWhetherAnUploadWasCompletedWhereThereIsNoMetadata() {
    google.forgetMetadata();
    proxy.inject(completion(), 1, FaultProxy.lostResponse());
    proxy.inject(completion(), 1, FaultProxy.error(404, "NoSuchUpload"));

    assertThatThrownBy(() -> write(file, LARGE))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("is not known");
  }
}
