package io.azulejo.storage;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.InvalidRequestException;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SettingsTest {
  private final Settings settings =
      Settings.of(
          Map.of(
              "vfs.s3.region", "eu-west-1",
              "vfs.s3.scheme", "",
              "vfs.s3.no_sign_request", "TRUE",
              "vfs.s3.verify_ssl", "perhaps",
              "vfs.s3.max_parallel_ops", "16",
              "vfs.s3.connect_timeout_ms", "-1",
              "vfs.s3.aws_secret_access_key", "hunter2"));

  @Test
  void givesValuesByName() {
    assertThat(settings.text("vfs.s3.region")).contains("eu-west-1");
    assertThat(settings.text("vfs.s3.scheme")).as("an empty one").isEmpty();
    assertThat(settings.flag("vfs.s3.no_sign_request", false)).isTrue();
    assertThat(settings.flag("vfs.s3.requester_pays", false)).isFalse();
    assertThat(settings.integer("vfs.s3.max_parallel_ops", 8, 1, 1000)).isEqualTo(16);
    assertThat(settings.milliseconds("vfs.s3.request_timeout_ms", Duration.ofSeconds(30)))
        .isEqualTo(Duration.ofSeconds(30));
  }

  @Test
  void refusesValuesThatMeanNothing() {
    refuses(InvalidRequestException.class, () -> settings.flag("vfs.s3.verify_ssl", true));
    refuses(() -> settings.integer("vfs.s3.max_parallel_ops", 8, 1, 10));
    refuses(() -> settings.milliseconds("vfs.s3.connect_timeout_ms", Duration.ofMillis(1)));
  }

  @Test
  void printsNoSecret() {
    assertThat(settings.toString()).contains("region=eu-west-1").doesNotContain("hunter2");
    assertThat(settings.invalid("vfs.s3.aws_secret_access_key", "another one"))
        .message()
        .doesNotContain("hunter2");
  }
}
