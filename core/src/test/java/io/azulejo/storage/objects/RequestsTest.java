package io.azulejo.storage.objects;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.LoggedWarnings;
import io.azulejo.storage.objects.ObjectFailure.Kind;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

class RequestsTest {
  /** A client that hides a secret, and is asked for nothing else. */
  private static final class Client implements ObjectClient {
    @Override
    public String name() {
      return "test";
    }

    @Override
    public String withoutSecrets(String text) {
      return text.replace("swordfish", "***");
    }

    @Override
    public Info head(ObjectName name) {
      throw new UnsupportedOperationException();
    }

    @Override
    public ObjectBody get(ObjectName name, long first, long length) {
      throw new UnsupportedOperationException();
    }

    @Override
    public Page<Info> list(ListRequest request) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void put(Target target, byte[] bytes, int length) {
      throw new UnsupportedOperationException();
    }

    @Override
    public String uploadPart(ObjectName name, String upload, int number, byte[] bytes, int length) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void completeUpload(Target target, String upload, List<String> parts) {
      throw new UnsupportedOperationException();
    }

    @Override
    public void delete(ObjectName name) {
      throw new UnsupportedOperationException();
    }
  }

  @AutoClose private final LoggedWarnings warnings = LoggedWarnings.collect();
  private long now;
  private int sent;
  private final Requests requests =
      new Requests(
          new Client(),
          ObjectStorage.Options.DEFAULT
              .withMaxRequests(4)
              .withUploads(1, 1)
              .withAttempts(3, Duration.ofMillis(1), Duration.ofMillis(2)),
          () -> now);

  private static ObjectName object(String container) {
    return new ObjectName("map", container, "a/b");
  }

  private void take(String container, Duration time) {
    requests.run(RequestCounts.Kind.GET, object(container), () -> now += time.toNanos());
  }

  @Test
  void warnsOfARequestThatIsSentAgainWithoutSecrets() {
    requests.run(
        RequestCounts.Kind.PUT,
        object("repeated"),
        () -> {
          if (sent++ < 2) {
            throw new ObjectFailure(Kind.UNAVAILABLE, "no answer for swordfish");
          }
        });

    assertThat(sent).isEqualTo(3);
    assertThat(warnings.about("map://repeated/"))
        .containsExactly(
            "PUT map://repeated/a/b failed: no answer for ***; retrying"
                + " (attempt 2 of at most 3)");
  }

  @Test
  void doesNotWarnOfARequestThatIsNotSentAgain() {
    assertThatThrownBy(
            () ->
                requests.run(
                    RequestCounts.Kind.PUT,
                    object("refused"),
                    () -> {
                      throw new ObjectFailure(Kind.REFUSED, "forbidden");
                    }))
        .isInstanceOf(ObjectFailure.class);

    assertThat(warnings.about("map://refused/")).isEmpty();
  }

  @Test
  void warnsOfARequestOfMoreThanThirtySeconds() {
    take("slow", Duration.ofSeconds(30));
    assertThat(warnings.about("map://slow/")).isEmpty();

    take("slow", Duration.ofMillis(30_060));
    assertThat(warnings.about("map://slow/"))
        .containsExactly("GET map://slow/a/b took 30.1 seconds: the store or the network is slow");
  }
}
