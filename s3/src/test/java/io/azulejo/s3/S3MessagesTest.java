package io.azulejo.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.testkit.FailedActs;
import io.azulejo.testkit.FaultProxy;
import io.azulejo.testkit.ObjectFaultsContract;
import io.azulejo.testkit.S3Server;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What failures say: what to try, and no secret. */
@Tag("full")
class S3MessagesTest extends ObjectFaultsContract {
  S3MessagesTest() {
    super(new FaultyS3());
  }

  @Test
  void takesAnErrorWithinAnAnswerForAnError() {
    storage.createExclusive(file, TEN);
    proxy.inject(r -> r.is("PUT", "/folder/copy"), 1, FaultProxy.error(200, "InternalError"));

    assertThat(storage.tryCopy(file, file.parent().resolve("copy"))).isTrue();

    assertThat(storage.find(file.parent().resolve("copy"))).isPresent();
  }

  @Test
  void saysWhatToTry() {
    use(Map.of("vfs.s3.connect_max_tries", "2"));
    storage.createExclusive(file, TEN);
    for (String[] answer :
        new String[][] {
          {"403", "AccessDenied", "vfs.s3.no_sign_request=true"},
          {"301", "PermanentRedirect", "vfs.s3.region"},
          {"400", "ExpiredToken", "the credentials have expired"},
          {"403", "RequestTimeTooSkewed", "check the clock"},
          {"503", "SlowDown", "vfs.s3.max_parallel_ops"},
          {"404", "NoSuchBucket", "check the bucket name \"" + bucket + "\""},
        }) {
      proxy.inject(get(), 2, FaultProxy.error(Integer.parseInt(answer[0]), answer[1]));
      try (InputFile in = storage.open(file)) {
        assertThatThrownBy(() -> in.read(0, new byte[1], 0, 1))
            .isInstanceOf(StorageException.class)
            .hasMessageContaining("GET " + file)
            .hasMessageContaining("status " + answer[0] + " " + answer[1] + ": made up by a test")
            .hasMessageContaining(answer[2]);
      }
      proxy.reset();
    }
    proxy.inject(
        get(),
        1,
        exchange ->
            exchange.answer(
                301,
                Map.of("x-amz-bucket-region", "eu-north-1"),
                "<Error><Code>PermanentRedirect</Code></Error>"));
    try (InputFile in = storage.open(file)) {
      assertThatThrownBy(() -> in.read(0, new byte[1], 0, 1))
          .hasMessageContaining("vfs.s3.region=eu-north-1");
    }
    proxy.inject(get(), 1, FaultProxy.error(404, "NoSuchKey"));
    try (InputFile in = storage.open(file)) {
      assertThatThrownBy(() -> in.read(0, new byte[1], 0, 1)).isInstanceOf(NotFoundException.class);
    }
  }

  @Test
  void showsNoSecretWhateverFails() {
    String token = "a-session-token-that-is-long";
    FailedActs failures = new FailedActs();
    for (Map<String, String> settings :
        List.of(
            Map.of("vfs.s3.connect_max_tries", "2"),
            Map.of("vfs.s3.connect_max_tries", "1"),
            Map.of("vfs.s3.connect_max_tries", "1", "vfs.s3.no_sign_request", "true"),
            Map.of("vfs.s3.connect_max_tries", "1", "vfs.s3.custom_headers.X-Secret", token + "\n"),
            Map.of("vfs.s3.connect_max_tries", "1", "vfs.s3.endpoint_override", "127.0.0.1:1"))) {
      Map<String, String> all = new HashMap<>(settings);
      all.put("vfs.s3.aws_session_token", token);
      try (ObjectStorage store = store(all)) {
        for (FaultProxy.Fault fault :
            List.<FaultProxy.Fault>of(
                FaultProxy.lostRequest(),
                FaultProxy.error(403, S3Server.SECRET),
                FaultProxy.error(400, token),
                FaultProxy.error(500, "InternalError"),
                FaultProxy.error(200, "InternalError"))) {
          proxy.reset();
          proxy.inject(request -> true, 100, fault);
          failures.collect(store, file);
        }
      }
    }

    assertThat(failures.texts()).hasSizeGreaterThan(150);
    for (String text : failures.texts()) {
      assertThat(text).doesNotContain(S3Server.SECRET).doesNotContain(token);
    }
  }
}
