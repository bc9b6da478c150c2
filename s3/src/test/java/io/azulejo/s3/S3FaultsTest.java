package io.azulejo.s3;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.testkit.FaultProxy;
import io.azulejo.testkit.FaultProxy.Request;
import io.azulejo.testkit.S3Server;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What becomes of requests when the network or the store fails: what is said is true. */
class S3FaultsTest {
  private static final FaultProxy PROXY = FaultProxy.before(S3Server.shared().endpoint());
  private static final byte[] TEN = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};

  private final String bucket = S3Server.shared().newBucket();
  private final Location file = Location.of("s3://" + bucket + "/folder/data");
  private S3Storage storage = store(Map.of());

  private static S3Storage store(Map<String, String> settings) {
    return Stores.of(PROXY.endpoint(), settings);
  }

  @BeforeEach
  void forget() {
    PROXY.reset();
  }

  @AfterEach
  void closeStore() {
    storage.close();
  }

  @AfterAll
  static void stop() {
    PROXY.close();
  }

  private static Predicate<Request> put() {
    return request -> request.is("PUT", "/folder/data");
  }

  private static Predicate<Request> get() {
    return request -> request.is("GET", "/folder/data");
  }

  private static Predicate<Request> head() {
    return request -> request.is("HEAD", "/folder/data");
  }

  private byte[] content() {
    try (InputFile in = storage.open(file)) {
      byte[] bytes = new byte[(int) in.size()];
      in.read(0, bytes, 0, bytes.length);
      return bytes;
    }
  }

  @Test
  void knowsItsOwnSuccessWhoseAnswerWasLost() {
    PROXY.spoil(put(), 1, FaultProxy.lostAnswer());

    storage.createExclusive(file, TEN);

    assertThat(PROXY.count(put())).isEqualTo(2);
    assertThat(PROXY.count(head())).isEqualTo(1);
    assertThat(content()).isEqualTo(TEN);
  }

  @Test
  void knowsItsOwnSuccessThatWasAnsweredWithAnError() {
    PROXY.spoil(put(), 1, FaultProxy.doneButError(500, "InternalError"));

    storage.createExclusive(file, TEN);

    assertThat(content()).isEqualTo(TEN);
  }

  @Test
  void takesAnothersSuccessForNoneOfItsOwn() {
    storage.createExclusive(file, new byte[] {42});
    PROXY.spoil(put(), 1, FaultProxy.lostAnswer());

    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOf(AlreadyExistsException.class)
        .hasMessageContaining(file.toString());
    assertThat(content()).containsExactly(42);
  }

  @Test
  void asksNothingWhereTheFirstAnswerIsThatTheNameIsTaken() {
    storage.createExclusive(file, TEN);
    PROXY.reset();

    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOf(AlreadyExistsException.class);

    assertThat(PROXY.requests()).hasSize(1);
  }

  @Test
  void triesAgainWhereOthersAreInTheWay() {
    PROXY.spoil(put(), 3, FaultProxy.error(409, "ConditionalRequestConflict"));

    storage.createExclusive(file, TEN);

    assertThat(PROXY.count(put())).isEqualTo(4);
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
      PROXY.reset();
      PROXY.spoil(put(), 3, fault);

      assertThatThrownBy(() -> storage.createExclusive(file, TEN))
          .isInstanceOfSatisfying(
              StorageException.class, e -> assertThat(e.withoutEffect()).isTrue())
          .hasMessageContaining("PUT " + file)
          .hasMessageContaining("made up by a test");
    }
    PROXY.reset();
    assertThat(storage.find(file)).isEmpty();
  }

  @Test
  void saysThatNothingIsKnownWhereNobodyCanKnow() {
    storage.close();
    storage = store(Map.of("vfs.s3.connect_max_tries", "2"));
    PROXY.spoil(put(), 2, FaultProxy.lostRequest());

    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOfSatisfying(
            StorageException.class,
            e -> {
              assertThat(e.withoutEffect()).isFalse();
              assertThat(e.retryable()).isTrue();
            })
        .hasMessageContaining("whether " + file + " was created is not known")
        .hasMessageContaining("azulejo-token=");

    PROXY.reset();
    PROXY.spoil(put(), 2, FaultProxy.lostAnswer());
    PROXY.spoil(head(), 2, FaultProxy.error(403, "AccessDenied"));
    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOfSatisfying(
            StorageException.class, e -> assertThat(e.withoutEffect()).isFalse())
        .hasMessageContaining("the store could not be asked");
  }

  @Test
  void findsOutInTheEndThatItHasSucceeded() {
    storage.close();
    storage = store(Map.of("vfs.s3.connect_max_tries", "1"));
    PROXY.spoil(put(), 1, FaultProxy.lostAnswer());

    storage.createExclusive(file, TEN);

    assertThat(content()).isEqualTo(TEN);
  }

  @Test
  void asksBeforeWhereAStoreKnowsNoConditions() {
    Predicate<Request> conditional =
        put().and(request -> request.headers().containsKey("If-None-Match"));
    PROXY.spoil(conditional, 1, FaultProxy.error(501, "NotImplemented"));

    storage.createExclusive(file, TEN);
    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOf(AlreadyExistsException.class);

    assertThat(PROXY.count(conditional)).isEqualTo(1);
    assertThat(PROXY.count(put())).isEqualTo(2);
    assertThat(PROXY.count(head())).isEqualTo(2);
  }

  @Test
  void knowsItsOwnSuccessAlsoWhereConditionsAreRefusedAfterIt() {
    PROXY.spoil(put(), 1, FaultProxy.lostAnswer());
    PROXY.spoil(put(), 1, FaultProxy.error(501, "NotImplemented"));

    storage.createExclusive(file, TEN);

    assertThat(content()).isEqualTo(TEN);
  }

  @Test
  void refusesAStoreWithoutConditionsWhereTheyAreRequired() {
    storage.close();
    storage = store(Map.of("azulejo.s3.exclusive_create", "required"));
    PROXY.spoil(put(), 1, FaultProxy.error(501, "NotImplemented"));

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

    assertThat(PROXY.count(request -> request.headers().containsKey("If-None-Match"))).isZero();
  }

  @Test
  void uploadsInPartsAndCompletesOnce() {
    byte[] content = new byte[12_000_000];
    new Random(1).nextBytes(content);
    storage.close();
    storage =
        store(
            Map.of("vfs.s3.multipart_part_size", "5242880", "azulejo.s3.upload_memory", "6000000"));
    PROXY.spoil(r -> r.query().contains("partNumber=2"), 1, FaultProxy.lostAnswer());
    PROXY.spoil(
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
            PROXY.requests().stream()
                .filter(r -> r.query().contains("partNumber"))
                .map(Request::bytes))
        .containsOnly(5_242_880, 12_000_000 - 2 * 5_242_880);
    try (OutputFile second = storage.create(file)) {
      second.write(content, 0, content.length);
      assertThatThrownBy(second::commit).isInstanceOf(AlreadyExistsException.class);
    }
    assertThat(PROXY.count(r -> r.method().equals("DELETE") && r.query().startsWith("uploadId")))
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

    assertThat(PROXY.count(r -> r.method().equals("DELETE") && r.query().startsWith("uploadId")))
        .isEqualTo(1);
    assertThat(storage.find(file)).isEmpty();
  }

  @Test
  void readsAgainWhatWasCut() {
    storage.createExclusive(file, TEN);
    byte[] target = new byte[10];
    try (InputFile in = storage.open(file)) {
      for (FaultProxy.Fault fault :
          List.of(
              FaultProxy.cutAfter(4),
              FaultProxy.lostAnswer(),
              FaultProxy.error(503, "SlowDown"),
              FaultProxy.error(500, "InternalError"))) {
        PROXY.spoil(get(), 2, fault);
        Arrays.fill(target, (byte) -1);
        in.read(0, target, 0, 10);
        assertThat(target).isEqualTo(TEN);
      }
      PROXY.spoil(get(), 1, FaultProxy.cutAfter(4));
      assertThat(in.readEnd(target)).isEqualTo(10);
      assertThat(target).isEqualTo(TEN);
    }
    assertThat(storage.counts().retries()).isEqualTo(9);
  }

  @Test
  void failsWhereAnAnswerIsCutEachTime() {
    storage.close();
    storage = store(Map.of("vfs.s3.connect_max_tries", "3"));
    storage.createExclusive(file, TEN);
    PROXY.spoil(get(), 100, FaultProxy.cutAfter(4));

    try (InputFile in = storage.open(file)) {
      assertThatThrownBy(() -> in.read(0, new byte[10], 0, 10))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("GET " + file)
          .hasMessageContaining("cut short");
    }
    assertThat(PROXY.count(get())).isEqualTo(3);
  }

  @Test
  void readsFromAServerThatIgnoresRanges() {
    storage.createExclusive(file, TEN);
    PROXY.spoil(get(), 10, exchange -> exchange.answer(200, Map.of(), "0123456789"));

    byte[] target = new byte[3];
    try (InputFile in = storage.open(file)) {
      in.read(4, target, 0, 3);
      assertThat(target).containsExactly('4', '5', '6');
      assertThat(in.readEnd(target)).isEqualTo(10);
      assertThat(target).containsExactly('7', '8', '9');
    }
    try (InputFile in = storage.open(file)) {
      assertThatThrownBy(() -> in.read(8, target, 0, 3))
          .isInstanceOf(CorruptDataException.class)
          .hasMessageContaining("ends before, at 10");
    }
  }

  @Test
  void noticesAnotherRangeThanItAskedFor() {
    storage.createExclusive(file, TEN);
    PROXY.spoil(get(), 1, exchange -> exchange.handBackWith("Content-Range", "bytes 0-2/10"));

    try (InputFile in = storage.open(file)) {
      assertThatThrownBy(() -> in.read(4, new byte[3], 0, 3))
          .isInstanceOf(StorageException.class)
          .hasMessageContaining("bytes from 4 on were asked for, but \"bytes 0-2/10\" came");
    }
  }

  @Test
  void countsEachRequestOfAReadOnce() {
    storage.createExclusive(file, new byte[20_000_000]);
    PROXY.reset();
    long before = storage.counts().all();
    try (InputFile in = storage.open(file)) {
      assertThat(PROXY.requests()).isEmpty();
      byte[] end = new byte[1000];
      in.readEnd(end);
      assertThat(in.size()).isEqualTo(20_000_000);
      assertThat(PROXY.requests()).as("one for the end and the size").hasSize(1);
      in.read(
          List.of(new InputFile.Piece(10, end, 0, 10), new InputFile.Piece(500_000, end, 10, 990)));
      assertThat(PROXY.requests()).as("one for several pieces").hasSize(2);
      byte[] all = new byte[20_000_000];
      in.read(0, all, 0, all.length);
      assertThat(PROXY.requests()).as("three of at most 8 MiB").hasSize(5);
    }
    assertThat(storage.counts().all() - before).isEqualTo(5);
    assertThat(storage.counts().bytesRead()).isEqualTo(1000 + 500_990 - 10 + 20_000_000);
  }

  @Test
  void asksOnceForWhatIsThereAndTwiceForWhatIsNot() {
    storage.createExclusive(file, TEN);
    PROXY.reset();

    storage.tree(file.parent(), "");
    storage.list(file.parent());
    storage.findFile(file.parent());
    storage.find(file);
    assertThat(PROXY.requests()).hasSize(4);
    storage.find(file.parent());
    assertThat(PROXY.requests()).hasSize(6);
  }

  @Test
  void listsAndDeletesByPagesOfAThousand() {
    List<Location> files = new ArrayList<>();
    for (int i = 0; i < 1_203; i++) {
      files.add(file.parent().resolve("f" + (10_000 + i)));
    }
    try (S3Storage direct = Stores.of(S3Server.shared().endpoint(), Map.of())) {
      direct
          .transfers()
          .all(
              files.stream()
                  .<Runnable>map(f -> () -> direct.createExclusive(f, new byte[0]))
                  .toList());
    }

    assertThat(storage.list(file.parent())).hasSize(1_203);
    assertThat(PROXY.requests()).hasSize(2);
    assertThat(storage.tree(file.parent(), "").orElseThrow().whole()).isFalse();
    assertThat(storage.tree(file.parent(), "").orElseThrow().files()).hasSize(1_000);
    PROXY.reset();
    storage.delete(files.subList(0, 1_100));
    assertThat(PROXY.requests()).hasSize(2);
    PROXY.reset();
    storage.deleteFolder(file.parent());
    assertThat(PROXY.requests()).hasSize(2);
    assertThat(storage.list(file.parent())).isEmpty();
  }

  @Test
  void deletesOneByOneWhereAStoreKnowsNothingElse() {
    Location other = file.parent().resolve("other");
    storage.createExclusive(file, TEN);
    storage.createExclusive(other, TEN);
    PROXY.spoil(r -> r.query().startsWith("delete"), 1, FaultProxy.error(501, "NotImplemented"));

    storage.delete(List.of(file, other));

    assertThat(storage.list(file.parent())).isEmpty();
  }

  @Test
  void noticesFilesThatWereNotDeleted() {
    storage.createExclusive(file, TEN);
    PROXY.spoil(
        r -> r.query().startsWith("delete"),
        1,
        exchange ->
            exchange.answer(
                200,
                Map.of(),
                "<DeleteResult><Error><Key>folder/data</Key><Code>AccessDenied</Code>"
                    + "<Message>not yours</Message></Error></DeleteResult>"));

    assertThatThrownBy(() -> storage.delete(List.of(file, file.parent().resolve("b"))))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining(file + ": AccessDenied: not yours");
  }

  @Test
  void passesOverMarkersOfFolders() {
    storage.createExclusive(file, TEN);
    storage
        .client()
        .putObject(
            r -> r.bucket(bucket).key("folder/"),
            software.amazon.awssdk.core.sync.RequestBody.empty());

    assertThat(storage.names(file.parent())).containsExactly("data");
    assertThat(storage.tree(file.parent(), "").orElseThrow().files()).hasSize(1);
    storage.deleteFolder(file.parent());
    assertThat(storage.find(file.parent())).isEmpty();
  }

  @Test
  void readsEmptyObjectsOfWhichNoRangeIs() {
    storage.createExclusive(file, new byte[0]);

    try (InputFile in = storage.open(file)) {
      assertThat(in.readEnd(new byte[10])).isZero();
      in.read(0, new byte[0], 0, 0);
      assertThatThrownBy(() -> in.read(0, new byte[1], 0, 1))
          .isInstanceOf(CorruptDataException.class)
          .hasMessageContaining("ends before, at 0");
    }
  }

  @Test
  void tellsAgesByTheClockOfTheStore() throws Exception {
    try (ServerSocket server = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      Thread answering =
          new Thread(
              () -> {
                try (Socket client = server.accept()) {
                  client.getInputStream().read(new byte[10_000]);
                  String answer =
                      "HTTP/1.1 404 Not Found\r\nDate: Thu, 01 Jan 2099 00:00:00 GMT\r\n"
                          + "Content-Length: 0\r\nConnection: close\r\n\r\n";
                  client.getOutputStream().write(answer.getBytes(StandardCharsets.US_ASCII));
                } catch (IOException e) {
                  throw new UncheckedIOException(e);
                }
              });
      answering.start();
      try (S3Storage other =
          Stores.of(URI.create("http://127.0.0.1:" + server.getLocalPort()), Map.of())) {
        assertThat(other.findFile(file)).isEmpty();

        assertThat(other.now()).isBetween(4_070_908_800_000L, 4_070_908_800_000L + 600_000);
      }
      answering.join();
    }
  }

  @Test
  void copiesWithoutTheBytesComingHere() {
    storage.createExclusive(file, TEN);
    PROXY.reset();

    assertThat(storage.tryCopy(file, file.parent().resolve("copy"))).isTrue();

    assertThat(PROXY.requests()).hasSize(1);
    assertThat(storage.counts().of(RequestCounts.Kind.COPY)).isEqualTo(1);
  }

  @Test
  void takesAnErrorWithinAnAnswerForAnError() {
    storage.createExclusive(file, TEN);
    PROXY.spoil(r -> r.is("PUT", "/folder/copy"), 1, FaultProxy.error(200, "InternalError"));

    assertThat(storage.tryCopy(file, file.parent().resolve("copy"))).isTrue();

    assertThat(storage.find(file.parent().resolve("copy"))).isPresent();
  }

  @Test
  void saysWhatToTry() {
    storage.close();
    storage = store(Map.of("vfs.s3.connect_max_tries", "2"));
    storage.createExclusive(file, TEN);
    for (String[] answer :
        new String[][] {
          {"403", "AccessDenied", "vfs.s3.no_sign_request=true"},
          {"301", "PermanentRedirect", "vfs.s3.region"},
          {"400", "ExpiredToken", "the credentials have expired"},
          {"403", "RequestTimeTooSkewed", "set the clock"},
          {"503", "SlowDown", "vfs.s3.max_parallel_ops"},
          {"404", "NoSuchBucket", "look at the name of the bucket \"" + bucket + "\""},
        }) {
      PROXY.spoil(get(), 2, FaultProxy.error(Integer.parseInt(answer[0]), answer[1]));
      try (InputFile in = storage.open(file)) {
        assertThatThrownBy(() -> in.read(0, new byte[1], 0, 1))
            .isInstanceOf(StorageException.class)
            .hasMessageContaining("GET " + file)
            .hasMessageContaining("status " + answer[0] + " " + answer[1] + ": made up by a test")
            .hasMessageContaining(answer[2]);
      }
      PROXY.reset();
    }
    PROXY.spoil(
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
    PROXY.spoil(get(), 1, FaultProxy.error(404, "NoSuchKey"));
    try (InputFile in = storage.open(file)) {
      assertThatThrownBy(() -> in.read(0, new byte[1], 0, 1)).isInstanceOf(NotFoundException.class);
    }
  }

  @Test
  void showsNoSecretWhateverFails() {
    String token = "a-session-token-that-is-long";
    List<Throwable> failures = new ArrayList<>();
    for (Map<String, String> settings :
        List.of(
            Map.of("vfs.s3.connect_max_tries", "2"),
            Map.of("vfs.s3.connect_max_tries", "1"),
            Map.of("vfs.s3.connect_max_tries", "1", "vfs.s3.no_sign_request", "true"),
            Map.of("vfs.s3.connect_max_tries", "1", "vfs.s3.custom_headers.X-Secret", token + "\n"),
            Map.of("vfs.s3.connect_max_tries", "1", "vfs.s3.endpoint_override", "127.0.0.1:1"))) {
      Map<String, String> all = new HashMap<>(settings);
      all.put("vfs.s3.aws_session_token", token);
      try (S3Storage store = store(all)) {
        for (FaultProxy.Fault fault :
            List.<FaultProxy.Fault>of(
                FaultProxy.lostRequest(),
                FaultProxy.error(403, S3Server.SECRET),
                FaultProxy.error(400, token),
                FaultProxy.error(500, "InternalError"),
                FaultProxy.error(200, "InternalError"))) {
          PROXY.reset();
          PROXY.spoil(request -> true, 100, fault);
          failures.add(catchThrowable(() -> store.createExclusive(file, TEN)));
          failures.add(catchThrowable(() -> store.list(file)));
          failures.add(catchThrowable(() -> store.find(file)));
          failures.add(catchThrowable(() -> store.delete(file)));
          failures.add(catchThrowable(() -> store.delete(List.of(file, file.parent()))));
          failures.add(catchThrowable(() -> store.tryCopy(file, file.parent())));
          failures.add(
              catchThrowable(
                  () -> {
                    try (InputFile in = store.open(file)) {
                      in.read(0, new byte[1], 0, 1);
                    }
                  }));
        }
      }
    }

    assertThat(failures.stream().filter(java.util.Objects::nonNull).count()).isGreaterThan(150);
    for (Throwable failure : failures) {
      if (failure != null) {
        StringWriter text = new StringWriter();
        failure.printStackTrace(new PrintWriter(text));
        assertThat(text.toString()).doesNotContain(S3Server.SECRET).doesNotContain(token);
      }
    }
  }

  @Test
  void failsAfterItWasClosed() {
    storage.close();

    assertThatCode(() -> storage.close()).doesNotThrowAnyException();
    assertThatThrownBy(() -> storage.find(file)).isInstanceOf(IllegalStateException.class);
  }
}
