package io.azulejo.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.storage.Location;
import io.azulejo.storage.Settings;
import io.azulejo.storage.StorageProvider;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.testkit.S3Server;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.ServiceLoader;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.s3.model.ObjectCannedACL;
import software.amazon.awssdk.services.s3.model.ServerSideEncryption;
import software.amazon.awssdk.services.s3.model.StorageClass;

/** What the settings say. */
class S3OptionsTest {
  private static S3Options options(String... namesAndValues) {
    Map<String, String> settings = new java.util.HashMap<>();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      settings.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return S3Options.of(Settings.of(settings));
  }

  @Test
  void hasDefaultsForAws() {
    S3Options options = options();

    assertThat(options.endpoint).isEmpty();
    assertThat(options.region).isEmpty();
    assertThat(options.pathStyle).isFalse();
    assertThat(options.anonymous).isFalse();
    assertThat(options.partSize).isEqualTo(8 << 20);
    assertThat(options.parallel).isEqualTo(64);
    assertThat(options.idleTimeout).isEqualTo(Duration.ofSeconds(30));
    assertThat(options.attempts).isEqualTo(10);
    assertThat(options.headers).isEmpty();
    assertThat(options.exclusiveCreate).isEqualTo(S3Options.ExclusiveCreate.AUTO);
  }

  @Test
  void takesEndpointsWithAndWithoutAScheme() {
    assertThat(options("vfs.s3.endpoint_override", "store.example:9000").endpoint.orElseThrow())
        .hasToString("https://store.example:9000");
    S3Options local =
        options("vfs.s3.endpoint_override", "localhost:9000", "vfs.s3.scheme", "http");
    assertThat(local.endpoint.orElseThrow()).hasToString("http://localhost:9000");
    assertThat(local.pathStyle).isTrue();
    assertThat(options("vfs.s3.endpoint_override", "http://store.example").pathStyle).isFalse();
    assertThat(
            options(
                    "vfs.s3.endpoint_override",
                    "store.example",
                    "vfs.s3.use_virtual_addressing",
                    "false")
                .pathStyle)
        .isTrue();
  }

  @Test
  void takesTheNamesOfTileDbAndOfS3() {
    S3Options options =
        options(
            "vfs.s3.object_canned_acl", "bucket_owner_full_control",
            "vfs.s3.storage_class", "standard_ia",
            "vfs.s3.sse", "KMS",
            "vfs.s3.sse_kms_key_id", "key-1",
            "vfs.s3.requester_pays", "true",
            "vfs.s3.custom_headers.X-One", "1");

    assertThat(options.acl).contains(ObjectCannedACL.BUCKET_OWNER_FULL_CONTROL);
    assertThat(options.storageClass).contains(StorageClass.STANDARD_IA);
    assertThat(options.encryption).contains(ServerSideEncryption.AWS_KMS);
    assertThat(options.encryptionKey).contains("key-1");
    assertThat(options.headers)
        .containsOnly(Map.entry("X-One", "1"), Map.entry("x-amz-request-payer", "requester"));
    assertThat(options("vfs.s3.object_canned_acl", "private_").acl)
        .contains(ObjectCannedACL.PRIVATE);
    assertThat(options("vfs.s3.object_canned_acl", "NOT_SET").acl).isEqualTo(Optional.empty());
  }

  @Test
  void refusesWhatCanNotBeUsed() {
    for (String[] bad :
        new String[][] {
          {"vfs.s3.scheme", "ftp"},
          {"vfs.s3.endpoint_override", "http://"},
          {"vfs.s3.endpoint_override", "a b"},
          {"vfs.s3.use_virtual_addressing", "yes"},
          {"vfs.s3.multipart_part_size", "1000"},
          {"vfs.s3.storage_class", "COLD"},
          {"vfs.s3.object_canned_acl", "everybody"},
          {"vfs.s3.sse", "rot13"},
          {"vfs.s3.retry_strategy", "adaptive"},
          {"vfs.s3.config_source", "nowhere"},
          {"vfs.s3.connect_timeout_ms", "0"},
          {"azulejo.s3.exclusive_create", "maybe"},
          {"azulejo.s3.checksums", "sha1"},
        }) {
      assertThatThrownBy(() -> options(bad))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining(bad[0])
          .hasMessageContaining(bad[1]);
    }
    assertThatThrownBy(() -> options("vfs.s3.sse_kms_key_id", "k"))
        .hasMessageContaining("vfs.s3.sse=kms");
    assertThatThrownBy(() -> options("vfs.s3.aws_secret_access_key", "hidden-one"))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining("vfs.s3.aws_access_key_id")
        .hasMessageNotContaining("hidden-one");
  }

  @Test
  void isFoundAndServesBothSchemesByOneStore() {
    StorageProvider provider =
        ServiceLoader.load(StorageProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(found -> found.serves("s3"))
            .findFirst()
            .orElseThrow();

    assertThat(provider.canonical("s3a")).isEqualTo("s3");
    assertThat(provider.serves("gs")).isFalse();
    assertThat(provider.settings()).contains("vfs.s3.region", "vfs.s3.custom_headers.*");
  }

  @Test
  void servesAnEngine() {
    S3Server server = S3Server.shared();
    Map<String, String> settings =
        Map.of(
            "vfs.s3.endpoint_override", server.endpoint().toString(),
            "vfs.s3.aws_access_key_id", S3Server.KEY_ID,
            "vfs.s3.aws_secret_access_key", S3Server.SECRET);
    Location nothing = Location.of("s3a://" + server.newBucket() + "/array");
    try (Azulejo azulejo = Azulejo.builder().config(settings).build()) {
      assertThatThrownBy(() -> azulejo.open(nothing))
          .isInstanceOf(io.azulejo.error.NotFoundException.class)
          .hasMessageContaining(nothing.toString());
    }
  }

  @Test
  void refusesLocationsWithoutABucket() {
    try (ObjectStorage storage = Stores.of(S3Server.shared().endpoint(), Map.of())) {
      assertThatThrownBy(() -> storage.find(Location.of("s3:///a")))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("s3://bucket/path");
    }
  }

  @Test
  void readsPublicBucketsWithoutCredentialsAndSaysWhatIsMissing() {
    Location file = Location.of("s3://" + S3Server.shared().newBucket() + "/data");
    try (ObjectStorage storage =
        Stores.of(S3Server.shared().endpoint(), Map.of("vfs.s3.no_sign_request", "true"))) {
      assertThatThrownBy(() -> storage.list(file))
          .hasMessageContaining("LIST " + file)
          .hasMessageContaining("vfs.s3.no_sign_request=true")
          .hasMessageContaining("the bucket requires credentials");
    }
  }
}
