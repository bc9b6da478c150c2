package io.azulejo.gcs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.storage.Storage;
import io.azulejo.testkit.FailedActs;
import io.azulejo.testkit.FaultProxy;
import io.azulejo.testkit.GcsServer;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What failures say: what to try, in the words of this store, and no secret. */
@Tag("full")
class GcsMessagesTest extends BehindFaultProxy {
  @Test
  void saysWhatToTry() {
    storage = store(Map.of("azulejo.gcs.max_tries", "2"));
    for (String[] answer :
        new String[][] {
          {"403", "AccessDenied", "azulejo.gcs.no_sign_request=true"},
          {"403", "RequestTimeTooSkewed", "check the clock"},
          {"429", "SlowDown", "set vfs.gcs.max_parallel_ops below 64"},
          {"404", "NoSuchBucket", "check the bucket name \"" + bucket + "\""},
        }) {
      proxy.reset();
      proxy.inject(request -> true, 2, FaultProxy.error(Integer.parseInt(answer[0]), answer[1]));
      assertThatThrownBy(() -> storage.list(file))
          .hasMessageContaining("LIST " + file)
          .hasMessageContaining("status " + answer[0] + " " + answer[1] + ": made up by a test")
          .hasMessageContaining(answer[2])
          .hasMessageNotContaining("vfs.s3.")
          .hasMessageNotContaining("azulejo.s3.")
          .hasMessageNotContaining("aws ");
    }
  }

  @Test
  void repeatsWhatGoogleSaysOfTheCaller() {
    Storage anonymous = store(Map.of("azulejo.gcs.no_sign_request", "true"));
    assertThatThrownBy(() -> anonymous.list(file))
        .hasMessageContaining(
            "status 403 AccessDenied: Access denied. (Anonymous caller may not do this)")
        .hasMessageContaining("the request was not signed");
  }

  @Test
  void namesTheRequestByGooglesNumber() {
    proxy.inject(
        request -> true,
        1,
        exchange ->
            exchange.answer(
                403,
                Map.of("X-GUploader-UploadID", "ABPtcPo-42"),
                "<Error><Code>AccessDenied</Code></Error>"));

    assertThatThrownBy(() -> storage.list(file)).hasMessageContaining("(request ABPtcPo-42)");
  }

  @Test
  void showsNoSecretWhateverFails() {
    String key = GcsServer.privateKey();
    String shown = "<Error><Code>Echo</Code><Message>%s</Message></Error>";
    FailedActs failures = new FailedActs();
    for (Map<String, String> settings :
        List.of(
            Map.of("azulejo.gcs.max_tries", "2"),
            Map.of("azulejo.gcs.max_tries", "1"),
            Map.of("azulejo.gcs.max_tries", "1", "azulejo.gcs.no_sign_request", "true"),
            Map.of("azulejo.gcs.max_tries", "1", "vfs.gcs.endpoint", "http://127.0.0.1:1"))) {
      Storage store = store(settings);
      for (FaultProxy.Fault fault :
          List.<FaultProxy.Fault>of(
              FaultProxy.lostRequest(),
              exchange ->
                  exchange.answer(
                      403,
                      Map.of(),
                      shown.formatted(exchange.request().headers().get("Authorization"))),
              exchange -> exchange.answer(400, Map.of(), shown.formatted(key)),
              exchange -> exchange.answer(400, Map.of(), google.serviceAccountKey()),
              FaultProxy.error(401, "AuthenticationRequired"),
              FaultProxy.error(500, "InternalError"))) {
        proxy.reset();
        proxy.inject(request -> true, 100, fault);
        failures.collect(store, file);
      }
    }

    String nowhere = google.serviceAccountKey().replace("/token", "/none");
    Storage without = store(Map.of("vfs.gcs.service_account_key", nowhere));
    failures.collect(without, file);

    assertThat(failures.texts()).hasSizeGreaterThan(100);
    for (String text : failures.texts()) {
      assertThat(text).doesNotContain(GcsServer.TOKEN).doesNotContain(key);
    }
  }
}
