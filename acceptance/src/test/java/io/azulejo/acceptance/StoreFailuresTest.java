package io.azulejo.acceptance;

import static io.azulejo.testkit.Launcher.ROOT;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.testkit.FaultProxy;
import io.azulejo.testkit.S3Server;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What commands say when a store refuses: the request, the store's words, and what to try. */
@Tag("full")
class StoreFailuresTest {
  private static final String TOKEN = "a-session-token-that-no-message-shows";
  private static final String HEADER = "a-header-that-no-message-shows";

  @TempDir private Path folder;
  @AutoClose private final FaultProxy proxy = FaultProxy.before(S3Server.shared().endpoint());
  private final String bucket = S3Server.shared().newBucket();
  private final String array = "s3://" + bucket + "/grid";

  private Path settings(URI endpoint, String... more) throws IOException {
    return CommandRun.settings(folder.resolve("settings"), endpoint, more);
  }

  private CommandRun run(Path settings, String... words) {
    List<String> all = new ArrayList<>(List.of(words));
    all.addAll(List.of("--config-file", settings.toString()));
    return CommandRun.of(all);
  }

  private void assertFails(Path settings, String place, String... words) {
    CommandRun run = run(settings, "info", place);

    assertThat(run.code()).isEqualTo(6);
    assertThat(run.err()).contains(place).contains(words).hasLineCount(1);
  }

  @Test
  void aRefusalExplainsHowToReadAPublicBucket() throws IOException {
    proxy.inject(request -> true, 100, FaultProxy.error(403, "AccessDenied"));

    assertFails(
        settings(proxy.endpoint()),
        array,
        "status 403 AccessDenied",
        "vfs.s3.no_sign_request=true");
  }

  @Test
  void aBucketInAnotherRegionIsNamedWithItsRegion() throws IOException {
    Path settings = settings(proxy.endpoint(), "vfs.s3.region = eu-west-1");
    proxy.inject(
        request -> true,
        100,
        exchange ->
            exchange.answer(
                301,
                Map.of("x-amz-bucket-region", "eu-north-1"),
                "<Error><Code>PermanentRedirect</Code><Message>elsewhere</Message></Error>"));

    assertFails(settings, array, "301 PermanentRedirect: elsewhere", "vfs.s3.region=eu-north-1");
  }

  @Test
  void aBucketThatIsMissingIsNamed() throws IOException {
    URI server = S3Server.shared().endpoint();

    assertFails(
        settings(server), "s3://no-such-bucket/grid", "404 NoSuchBucket", server.toString());
  }

  @Test
  void aServerThatDoesNotAnswerIsNamedWithItsSetting() throws IOException {
    Path settings = settings(URI.create("http://127.0.0.1:1"), "vfs.s3.connect_max_tries = 2");

    assertFails(settings, array, "vfs.s3.endpoint_override, http://127.0.0.1:1");
  }

  @Test
  void detectsAStoreThatIgnoresConditions() throws IOException {
    Path settings = settings(proxy.endpoint());
    proxy.inject(
        request -> request.headers().containsKey("If-None-Match"),
        1000,
        FaultProxy.withoutConditions());

    CommandRun run = run(settings, "verify", "--store", "s3://" + bucket + "/trials");

    assertThat(run.code()).isEqualTo(4);
    assertThat(run.err()).isEmpty();
    assertThat(run.out())
        .containsPattern("an existing name is rejected +no ")
        .containsPattern("exactly one of several concurrent creations of a name succeeds +no ")
        .containsPattern("ranges are read exactly +yes ")
        .contains("broken: an existing name is rejected", "  consequence: if two writers")
        .endsWith("the store broke 2 of 13 promises\n");
    assertThat(run(settings, "ls", "s3://" + bucket + "/trials").out()).isEmpty();
  }

  /** As moto does, and others for which conditions came early. */
  @Test
  void detectsAStoreThatIgnoresConditionsOnLargeFiles() throws IOException {
    Path settings = settings(proxy.endpoint());
    proxy.inject(
        request ->
            request.method().equals("POST") && request.headers().containsKey("If-None-Match"),
        1000,
        FaultProxy.withoutConditions());

    CommandRun run = run(settings, "verify", "--store", "s3://" + bucket + "/trials");

    assertThat(run.code()).isEqualTo(4);
    assertThat(run.out())
        .containsPattern("an existing name is rejected +no ")
        .contains("a second file of 9,437,185 bytes", "succeeded, but should be refused")
        .endsWith("the store broke 1 of 13 promises\n");
  }

  @Test
  void aCopyThatFailsLeavesNoArrayAndCanBeDoneAgain() throws IOException {
    Path settings = settings(proxy.endpoint(), "vfs.s3.connect_max_tries = 1");
    for (int passing : new int[] {0, 5, 20}) {
      String target = "s3://" + bucket + "/copy-" + passing;
      proxy.reset();
      proxy.inject(
          request -> request.method().equals("PUT"),
          passing,
          1,
          FaultProxy.error(500, "InternalError"));

      CommandRun failed = run(settings, "cp", ROOT + "/samples/grid", target);

      assertThat(failed.code()).as(failed.err()).isEqualTo(6);
      assertThat(failed.err()).contains("PUT " + target, "500 InternalError").hasLineCount(1);
      assertThat(run(settings, "info", target).code()).isEqualTo(3);
      assertThat(run(settings, "ls", "s3://" + bucket).out()).doesNotContain("copy-" + passing);
      assertThat(run(settings, "cp", ROOT + "/samples/grid", target).err()).isEmpty();
      assertThat(run(settings, "diff", ROOT + "/samples/grid", target).code()).isZero();
    }
  }

  @Test
  void noSecretIsInAnyOutputOfAnyFailure() throws IOException {
    String secrets = S3Server.SECRET + " " + TOKEN + " " + HEADER;
    Path good = settings(proxy.endpoint());
    assertThat(run(good, "cp", ROOT + "/samples/grid", array).err()).isEmpty();
    List<String[]> commands =
        List.of(
            new String[] {"info", array},
            new String[] {"ls", "s3://" + bucket},
            new String[] {"read", array, "--format", "csv"},
            new String[] {"cp", ROOT + "/samples/days", "s3://" + bucket + "/days"},
            new String[] {"cp", array, folder.resolve("copy").toString()},
            new String[] {"meta set", array, "k", "v"},
            new String[] {"rm", array},
            new String[] {"verify", array},
            new String[] {"verify", "--store", "s3://" + bucket + "/trials"},
            new String[] {"zip", array, "s3://" + bucket + "/a.zip"});
    Map<String, FaultProxy.Fault> faults =
        Map.of(
            "lost", FaultProxy.lostRequest(),
            "no answer", FaultProxy.lostResponse(),
            "refused",
                exchange ->
                    exchange.answer(
                        403,
                        Map.of(),
                        "<Error><Code>SignatureDoesNotMatch</Code><Message>"
                            + secrets
                            + "</Message></Error>"),
            "moved", FaultProxy.error(301, "PermanentRedirect"),
            "expired", FaultProxy.error(400, "ExpiredToken"),
            "broken", FaultProxy.error(500, "InternalError"),
            "late", FaultProxy.error(200, "InternalError"));
    int failures = 0;
    for (Map.Entry<String, FaultProxy.Fault> fault : faults.entrySet()) {
      for (int passing : new int[] {0, 3}) {
        for (String[] command : commands) {
          proxy.reset();
          proxy.inject(request -> true, passing, 1000, fault.getValue());
          Path settings =
              settings(
                  proxy.endpoint(),
                  "vfs.s3.connect_max_tries = 1",
                  "vfs.s3.aws_session_token = " + TOKEN,
                  "vfs.s3.custom_headers.X-Secret = " + HEADER);
          List<String> words = new ArrayList<>(List.of(command));
          words.addAll(List.of("--debug", "--config-file", settings.toString()));
          CommandRun run = CommandRun.of(words);
          failures += run.code() == 0 ? 0 : 1;
          assertThat(run.code())
              .as(fault.getKey() + " " + String.join(" ", command) + ": " + run.err())
              .isNotEqualTo(70);
          assertThat(run.out() + run.err())
              .as(fault.getKey() + " " + String.join(" ", command))
              .doesNotContain(S3Server.SECRET, TOKEN, HEADER);
        }
      }
    }
    assertThat(failures).isGreaterThan(100);
  }
}
