package io.azulejo.gcs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.storage.Location;
import io.azulejo.testkit.FaultProxy;
import io.azulejo.testkit.FaultProxy.Request;
import io.azulejo.testkit.GcsServer;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is sent to Google: by its rules, and no more than is needed. */
@Tag("full")
class GcsRequestsTest extends BehindFaultProxy {
  private List<String> sent() {
    return proxy.requests().stream()
        .map(request -> request.method() + " " + request.query().replaceAll("=.*", ""))
        .toList();
  }

  @Test
  void carriesATokenAndNoHeaderOfAmazon() {
    Location copy = file.parent().resolve("copy");
    Location large = file.parent().resolve("large");
    storage.createExclusive(file, TEN);
    write(large, LARGE);
    storage.tryCopy(file, copy);
    content(file);
    storage.list(file.parent());
    storage.tree(file.parent(), "");
    storage.find(file.parent());
    storage.modified(file);
    storage.delete(List.of(file, copy));
    storage.deleteFolder(file.parent());

    assertThat(proxy.requests()).hasSizeGreaterThan(14);
    for (Request request : proxy.requests()) {
      assertThat(request.headers())
          .as(request.toString())
          .containsEntry("Authorization", "Bearer " + GcsServer.TOKEN + 1)
          .doesNotContainKeys("Content-Encoding", "If-None-Match");
      assertThat(request.headers().keySet())
          .noneMatch(name -> name.toLowerCase(Locale.ROOT).startsWith("x-amz-"));
    }
  }

  @Test
  void createsOnTheConditionThatThereIsNoGenerationYet() {
    storage.createExclusive(file, TEN);
    assertThat(storage.tryCopy(file, file.parent().resolve("copy"))).isTrue();

    Request put = proxy.requests().get(0);
    Request copy = proxy.requests().get(1);
    assertThat(put.headers())
        .containsEntry("x-goog-if-generation-match", "0")
        .containsKey("x-goog-meta-azulejo-token");
    assertThat(put.bytes()).as("the bytes and nothing around them").isEqualTo(10);
    assertThat(copy.headers())
        .containsEntry("x-goog-if-generation-match", "0")
        .containsEntry("x-goog-metadata-directive", "REPLACE")
        .containsEntry("x-goog-copy-source", bucket + "/folder/data");
    assertThat(content(file.parent().resolve("copy"))).isEqualTo(TEN);
  }

  @Test
  void asksBeforeItCompletesAnUploadInPartsWhetherTheNameIsFree() {
    write(file, LARGE);

    assertThat(sent())
        .containsExactlyInAnyOrder(
            "POST uploads", "PUT partNumber", "PUT partNumber", "HEAD ", "POST uploadId");
    assertThatThrownBy(() -> write(file, LARGE + 1)).isInstanceOf(AlreadyExistsException.class);
    assertThat(content(file)).hasSize(LARGE);
    assertThat(proxy.count(r -> r.method().equals("DELETE"))).as("the second is aborted").isOne();
  }

  @Test
  void copiesThroughItselfWhatGoogleDoesNotCopy() {
    storage.createExclusive(file, TEN);
    Location copy = file.parent().resolve("copy");
    proxy.inject(
        request -> request.headers().containsKey("x-goog-copy-source"),
        1,
        exchange ->
            exchange.answer(
                400,
                Map.of(),
                "<Error><Code>InvalidArgument</Code><Message>Rewriting objects created via"
                    + " Multipart Upload is not implemented yet.</Message></Error>"));

    assertThat(storage.tryCopy(file, copy)).isFalse();
    assertThat(storage.find(copy)).isEmpty();
  }

  @Test
  void deletesByTheThousandOrOneByOne() {
    Location other = file.parent().resolve("other");
    storage.createExclusive(file, TEN);
    storage.createExclusive(other, TEN);
    proxy.reset();
    proxy.inject(
        request -> request.query().startsWith("delete"),
        1,
        FaultProxy.error(400, "NotImplemented"));

    storage.delete(List.of(file, other));

    assertThat(sent()).containsExactly("POST delete", "DELETE ", "DELETE ");
    assertThat(storage.list(file.parent())).isEmpty();
  }

  @Test
  void takesBucketsByNamesThatS3DoesNotKnow() {
    Location odd = Location.of("gs://my_bucket.example.com/a b/ü+%20");
    proxy.inject(request -> true, 1, FaultProxy.error(404, "NoSuchKey"));

    assertThat(storage.findFile(odd)).isEmpty();

    assertThat(proxy.requests().get(0).path())
        .isEqualTo("/my_bucket.example.com/a%20b/%C3%BC%2B%2520");
  }

  @Test
  void namesTheProjectThatPays() {
    storage = store(Map.of("azulejo.gcs.user_project", "payer"));

    storage.createExclusive(file, TEN);

    assertThat(proxy.requests().get(0).headers()).containsEntry("x-goog-user-project", "payer");
  }
}
