package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.storage.IncompleteUpload;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage.Entry;
import io.azulejo.storage.StoreMemory;
import io.azulejo.storage.objects.ObjectBody;
import io.azulejo.storage.objects.ObjectFailure;
import io.azulejo.storage.objects.ObjectName;
import io.azulejo.storage.objects.ObjectStorage;
import io.azulejo.storage.objects.RequestCounts.Kind;
import io.azulejo.tests.MapClient.Fault;
import java.io.ByteArrayInputStream;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Random;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/**
 * What becomes of files when requests to an object store fail, or the store has fewer abilities.
 */
class ObjectStorageFaultsTest {
  private static final byte[] TEN = {0, 1, 2, 3, 4, 5, 6, 7, 8, 9};
  private static final int PART = 1000;

  private final Location file = Location.of("map://box/folder/data");
  private MapClient client = new MapClient();
  @AutoClose private ObjectStorage storage = storage(client);

  private static ObjectStorage storage(MapClient client) {
    return new ObjectStorage(
        client,
        ObjectStorage.Options.DEFAULT
            .withMaxRequests(4)
            .withUploads(PART, 2 * PART)
            .withAttempts(4, Duration.ofMillis(1), Duration.ofMillis(2)),
        StoreMemory.UNLIMITED);
  }

  private void use(MapClient other) {
    storage.close();
    client = other;
    storage = storage(other);
  }

  private byte[] content(Location of) {
    try (InputFile in = storage.open(of)) {
      byte[] bytes = new byte[(int) in.size()];
      in.read(0, bytes, 0, bytes.length);
      return bytes;
    }
  }

  private void write(byte[] content) {
    try (OutputFile out = storage.create(file)) {
      out.write(content, 0, content.length);
      out.commit();
    }
  }

  private static byte[] random(int length) {
    byte[] bytes = new byte[length];
    new Random(1).nextBytes(bytes);
    return bytes;
  }

  @Test
  void knowsItsOwnFileThoughTheAnswerWasLost() {
    client.fail(Kind.PUT, Fault.LOST_ANSWER);

    storage.createExclusive(file, TEN);

    assertThat(content(file)).isEqualTo(TEN);
    assertThat(storage.counts().of(Kind.PUT)).isEqualTo(2);
    assertThat(storage.counts().retries()).isEqualTo(1);
  }

  @Test
  void knowsItsOwnFileAfterTheLastAttempt() {
    client.fail(Kind.PUT, Fault.LOST_REQUEST, Fault.THROTTLED, Fault.THROTTLED, Fault.LOST_ANSWER);

    storage.createExclusive(file, TEN);

    assertThat(storage.counts().of(Kind.PUT)).isEqualTo(4);
    assertThat(storage.counts().of(Kind.HEAD)).isEqualTo(1);
  }

  @Test
  void takesNoOtherFileForItsOwn() {
    storage.createExclusive(file, TEN);
    client.fail(Kind.PUT, Fault.LOST_ANSWER);

    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOf(AlreadyExistsException.class)
        .hasMessageContaining(file.toString());
  }

  @Test
  void saysWhetherAnythingMayHaveHappened() {
    client.fail(Kind.PUT, throttledAlways());
    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOfSatisfying(
            StorageException.class,
            e -> {
              assertThat(e.withoutEffect()).isTrue();
              assertThat(e.retryable()).isTrue();
            })
        .hasMessage("PUT " + file + " failed: slow down, after 4 attempts");

    client.fail(Kind.PUT, Fault.LOST_REQUEST, Fault.THROTTLED, Fault.THROTTLED, Fault.THROTTLED);
    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOfSatisfying(
            StorageException.class, e -> assertThat(e.withoutEffect()).isFalse())
        .hasMessageContaining("not known whether " + file + " was created")
        .hasMessageContaining("azulejo_token=");

    client.fail(Kind.PUT, lostAnswers());
    client.fail(Kind.HEAD, throttledAlways());
    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOfSatisfying(
            StorageException.class, e -> assertThat(e.withoutEffect()).isFalse())
        .hasMessageContaining("the check failed: slow down");
  }

  private static Fault[] throttledAlways() {
    return new Fault[] {Fault.THROTTLED, Fault.THROTTLED, Fault.THROTTLED, Fault.THROTTLED};
  }

  private static Fault[] lostAnswers() {
    return new Fault[] {Fault.LOST_ANSWER, Fault.LOST_REQUEST, Fault.LOST_REQUEST, Fault.THROTTLED};
  }

  @Test
  void knowsItsOwnFileWithoutMetadataBySizeAlone() {
    use(
        new MapClient() {
          @Override
          public Info head(ObjectName name) {
            Info full = super.head(name);
            return Info.of(
                full.key(), full.size(), full.modified(), false, full.version(), Map.of());
          }
        });
    client.fail(Kind.PUT, Fault.LOST_ANSWER);
    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("an object without a token exists");

    client.fail(Kind.PUT, Fault.LOST_REQUEST);
    assertThatThrownBy(() -> storage.createExclusive(file, new byte[9]))
        .isInstanceOf(AlreadyExistsException.class);
  }

  @Test
  void asksBeforeItCreatesIfTheStoreKnowsNoConditions() {
    List<Boolean> conditions = new ArrayList<>();
    use(
        new MapClient() {
          @Override
          public void put(Target target, byte[] bytes, int length) {
            conditions.add(target.conditional());
            if (target.conditional()) {
              throw new ObjectFailure(ObjectFailure.Kind.UNCONDITIONAL, "what is that?");
            }
            super.put(target, bytes, length);
          }
        });

    storage.createExclusive(file, TEN);

    assertThatThrownBy(() -> storage.createExclusive(file, TEN))
        .isInstanceOf(AlreadyExistsException.class);
    assertThat(conditions).containsExactly(true, false);
    assertThat(storage.counts().of(Kind.HEAD)).isEqualTo(2);
  }

  @Test
  void uploadsInPartsThoughAnswersAreLost() {
    byte[] content = random(4 * PART + 7);
    client.fail(Kind.PUT, Fault.LOST_REQUEST, Fault.LOST_ANSWER, Fault.THROTTLED);
    client.fail(Kind.POST, Fault.LOST_ANSWER);

    write(content);

    assertThat(content(file)).isEqualTo(content);
    assertThat(storage.counts().of(Kind.PUT)).as("five parts, three again").isEqualTo(8);
    assertThat(storage.counts().of(Kind.POST)).as("no upload is begun").isEqualTo(2);
    assertThat(storage.counts().bytesWritten()).isGreaterThan(content.length);
    assertThatThrownBy(() -> write(content)).isInstanceOf(AlreadyExistsException.class);
  }

  @Test
  void asksWhoHasTheNameIfThePartsOfAnUploadAreGone() {
    use(
        new MapClient() {
          @Override
          public void completeUpload(Target target, String upload, List<String> parts) {
            throw new ObjectFailure(ObjectFailure.Kind.UPLOAD_GONE, "no such parts");
          }
        });
    assertThatThrownBy(() -> write(new byte[2 * PART]))
        .isInstanceOfSatisfying(StorageException.class, e -> assertThat(e.withoutEffect()).isTrue())
        .hasMessageContaining("no such parts");

    storage.createExclusive(file, TEN);
    assertThatThrownBy(() -> write(new byte[2 * PART])).isInstanceOf(AlreadyExistsException.class);
  }

  /** A store that begins and aborts uploads, and lists them one on a page. */
  private static final class WithUploads extends MapClient {
    private final Map<String, String> uploads = new LinkedHashMap<>();

    @Override
    public boolean keepsUploads() {
      return true;
    }

    @Override
    public String beginUpload(Target target) {
      uploads.put("id" + uploads.size(), target.name().key());
      return "id" + (uploads.size() - 1);
    }

    @Override
    public void abortUpload(ObjectName name, String upload) {
      if (uploads.remove(upload) == null) {
        throw new ObjectFailure(ObjectFailure.Kind.MISSING, "no such upload");
      }
    }

    @Override
    public Page<Upload> listUploads(ObjectName folder, Optional<String> next) {
      List<String> ids = List.copyOf(uploads.keySet());
      int at = next.map(Integer::parseInt).orElse(0);
      String id = ids.get(at);
      return new Page<>(
          List.of(new Upload(uploads.get(id), id, OptionalLong.of(at))),
          List.of(),
          at + 1 < ids.size() ? Optional.of("" + (at + 1)) : Optional.empty());
    }
  }

  @Test
  void abortsUploadsThatAreNotCommitted() {
    WithUploads uploads = new WithUploads();
    use(uploads);
    uploads.uploads.put("first", "folder/killed");
    uploads.uploads.put("second", "folders/killed");

    try (OutputFile out = storage.create(file)) {
      out.write(new byte[2 * PART], 0, 2 * PART);
      assertThat(uploads.uploads).hasSize(3);
    }

    assertThat(uploads.uploads).hasSize(2);
    List<IncompleteUpload> found = storage.incompleteUploads(file.parent());
    assertThat(found)
        .containsExactly(
            IncompleteUpload.of(file.parent().resolve("killed"), "first", OptionalLong.of(0)));
    storage.abortUpload(found.get(0));
    storage.abortUpload(found.get(0));
    assertThat(uploads.uploads).hasSize(1);
  }

  @Test
  void readsAgainWhatWasCut() {
    storage.createExclusive(file, TEN);
    client.fail(Kind.GET, Fault.CUT, Fault.LOST_ANSWER, Fault.THROTTLED);

    assertThat(content(file)).isEqualTo(TEN);

    client.fail(Kind.GET, Fault.CUT, Fault.CUT, Fault.CUT, Fault.CUT);
    assertThatThrownBy(() -> content(file))
        .isInstanceOf(StorageException.class)
        .hasMessageContaining("GET " + file)
        .hasMessageContaining("the response was cut short")
        .hasMessageContaining("after 4 attempts");
  }

  @Test
  void refusesAnotherVersionOfAFileThatIsOpen() {
    storage.createExclusive(file, TEN);
    try (InputFile in = storage.open(file)) {
      in.read(0, new byte[1], 0, 1);
      storage.delete(file);
      storage.createExclusive(file, TEN);

      assertThatThrownBy(() -> in.read(0, new byte[1], 0, 1))
          .isInstanceOfSatisfying(StorageException.class, e -> assertThat(e.retryable()).isTrue())
          .hasMessageContaining("was replaced after it was opened");
    }
    assertThat(content(file)).isEqualTo(TEN);
  }

  @Test
  void readsEndsByTheSizesThatListingsHaveShown() {
    storage.createExclusive(file, random(100));
    byte[] end = new byte[10];
    try (InputFile in = storage.open(file)) {
      assertThat(in.readEnd(end)).isEqualTo(100);
    }
    assertThat(storage.counts().of(Kind.GET)).as("one in vain, which said the size").isEqualTo(2);
    storage.list(file.parent());
    try (InputFile in = storage.open(file)) {
      assertThat(in.readEnd(end)).isEqualTo(100);
    }
    assertThat(storage.counts().of(Kind.GET)).isEqualTo(3);
    storage.delete(file);
    storage.createExclusive(file, TEN);
    try (InputFile in = storage.open(file)) {
      assertThat(in.readEnd(end)).isEqualTo(10);
    }
    assertThat(end).isEqualTo(TEN);
    assertThat(storage.counts().of(Kind.HEAD)).isZero();
  }

  @Test
  void readsEndsByOneRequestIfTheStoreKnowsSuchRanges() {
    use(
        new MapClient() {
          @Override
          public boolean readsFromEnd() {
            return true;
          }

          @Override
          public ObjectBody getEnd(ObjectName name, int length) {
            long size = head(name).size();
            return get(name, Math.max(0, size - length), length);
          }
        });
    storage.createExclusive(file, TEN);
    Location empty = file.parent().resolve("empty");
    storage.createExclusive(empty, new byte[0]);
    client.fail(Kind.GET, Fault.CUT);
    byte[] end = new byte[4];
    try (InputFile in = storage.open(file);
        InputFile nothing = storage.open(empty)) {
      assertThat(in.readEnd(end)).isEqualTo(10);
      assertThat(nothing.readEnd(end)).isZero();
    }
    assertThat(end).containsExactly(6, 7, 8, 9);
    assertThat(storage.counts().of(Kind.GET)).as("two and one again").isEqualTo(3);
  }

  @Test
  void takesWholeObjectsForRangesButNoOtherRanges() {
    List<String> answers = new ArrayList<>();
    use(
        new MapClient() {
          @Override
          public ObjectBody get(ObjectName name, long first, long length) {
            String range = answers.isEmpty() ? null : answers.get(0);
            return ObjectBody.answered(
                range, 10, "tag", new ByteArrayInputStream(TEN), () -> answers.add("aborted"));
          }
        });
    byte[] target = new byte[3];
    try (InputFile in = storage.open(file)) {
      in.read(4, target, 0, 3);
      assertThat(target).containsExactly(4, 5, 6);
      assertThat(answers).as("its connection is not used again").containsExactly("aborted");
      for (String other : List.of("bytes 0-2/10", "bytes 4-9/10", "bytes */10", "lines 4-6")) {
        answers.set(0, other);
        assertThatThrownBy(() -> in.read(4, target, 0, 3))
            .isInstanceOfSatisfying(
                StorageException.class, e -> assertThat(e.retryable()).isFalse())
            .hasMessageContaining("requested bytes from 4 to 6, but received \"" + other + "\"");
      }
    }
  }

  @Test
  void countsRequestsAndBytes() {
    storage.createExclusive(file, TEN);
    try (InputFile in = storage.open(file)) {
      byte[] target = new byte[4];
      in.read(List.of(new InputFile.Piece(1, target, 0, 2), new InputFile.Piece(6, target, 2, 2)));
      assertThat(target).containsExactly(1, 2, 6, 7);
      refuses(CorruptDataException.class, () -> in.read(8, target, 0, 3));
    }
    assertThat(storage.counts().of(Kind.GET)).isEqualTo(2);
    assertThat(storage.counts().bytesRead()).isEqualTo(2 + 3 + 2 + 2);
    assertThat(storage.counts().bytesWritten()).isEqualTo(10);
    assertThat(storage.counts().all()).isEqualTo(3);
  }

  @Test
  void listsPageByPage() {
    use(
        new MapClient() {
          @Override
          public int pageSize() {
            return 2;
          }
        });
    IntStream.range(0, 5).forEach(i -> storage.createExclusive(file.resolve("f" + i), TEN));

    assertThat(storage.list(file)).hasSize(5);
    assertThat(storage.counts().of(Kind.LIST)).isEqualTo(3);
    assertThat(storage.tree(file, "").orElseThrow().whole()).isFalse();
    assertThat(storage.tree(file, "f1").orElseThrow().files())
        .extracting(of -> of.path())
        .containsExactly("f2", "f3");
    assertThat(storage.tree(file, "f2").orElseThrow().whole()).isTrue();
    client.fail(Kind.DELETE, Fault.LOST_ANSWER, Fault.THROTTLED);
    storage.deleteFolder(file.parent());
    assertThat(storage.find(file.parent())).isEmpty();
  }

  /** A store that deletes two objects at a time, or says why not. */
  private static final class WithBatches extends MapClient {
    private final Map<ObjectName, ObjectFailure> failures = new LinkedHashMap<>();
    private boolean unsupported;

    @Override
    public int maxDeletes() {
      return 2;
    }

    @Override
    public Map<ObjectName, ObjectFailure> deleteAll(List<ObjectName> names) {
      if (unsupported) {
        throw new ObjectFailure(ObjectFailure.Kind.UNSUPPORTED, "one by one, please");
      }
      Map<ObjectName, ObjectFailure> failed = new LinkedHashMap<>();
      for (ObjectName name : names) {
        ObjectFailure failure = failures.remove(name);
        if (failure == null) {
          delete(name);
        } else {
          failed.put(name, failure);
        }
      }
      return failed;
    }
  }

  @Test
  void deletesManyFilesByFewRequests() {
    WithBatches batches = new WithBatches();
    use(batches);
    List<Location> files =
        IntStream.range(0, 4).mapToObj(i -> file.parent().resolve("f" + i)).toList();
    files.forEach(each -> storage.createExclusive(each, TEN));
    ObjectName first = ObjectName.of(files.get(0));

    batches.failures.put(first, new ObjectFailure(ObjectFailure.Kind.UNCERTAIN, "once more"));
    storage.delete(files);
    assertThat(storage.counts().of(Kind.DELETE)).as("two and one again").isEqualTo(3);
    assertThat(storage.list(file.parent())).isEmpty();

    batches.failures.put(first, new ObjectFailure(ObjectFailure.Kind.REFUSED, "not yours"));
    assertThatThrownBy(() -> storage.delete(files))
        .isInstanceOf(StorageException.class)
        .hasMessage("1 files were not deleted; the first one is " + first + ": not yours");

    batches.unsupported = true;
    files.forEach(each -> storage.createExclusive(each, TEN));
    storage.delete(files);
    assertThat(storage.list(file.parent())).isEmpty();
  }

  @Test
  void copiesOnlyWhatTheStoreCopies() {
    storage.createExclusive(file, TEN);
    Location copy = file.parent().resolve("copy");
    assertThat(storage.tryCopy(file, copy)).as("this store copies nothing").isFalse();
    assertThat(storage.counts().of(Kind.COPY)).isZero();
    use(
        new MapClient() {
          @Override
          public long maxCopy() {
            return 20;
          }

          @Override
          public void copy(ObjectName source, Target target) {
            Info info = head(source);
            if (info.size() > 10) {
              throw new ObjectFailure(ObjectFailure.Kind.UNSUPPORTED, "too large");
            }
            put(target, TEN, 10);
          }
        });
    storage.createExclusive(file, TEN);
    client.fail(Kind.PUT, Fault.LOST_ANSWER);

    assertThat(storage.tryCopy(file, copy)).isTrue();

    assertThat(content(copy)).isEqualTo(TEN);
    assertThatThrownBy(() -> storage.tryCopy(file, copy))
        .isInstanceOf(AlreadyExistsException.class);
    assertThatThrownBy(() -> storage.tryCopy(file.resolve("none"), file.resolve("copy")))
        .isInstanceOf(NotFoundException.class);
    Location large = file.parent().resolve("large");
    storage.createExclusive(large, new byte[11]);
    assertThat(storage.tryCopy(large, file.resolve("copy"))).isFalse();
    assertThat(storage.find(file.resolve("copy"))).isEmpty();
  }

  @Test
  void takesObjectsThatMarkFoldersForFolders() {
    storage.createExclusive(file, TEN);
    for (String key : List.of("folder/", "folder/empty/", "folder/empty/deep/")) {
      client.put(MapClient.Target.of(new ObjectName("map", "box", key), Map.of(), true), TEN, 0);
    }

    assertThat(storage.list(file.parent()))
        .containsExactly(Entry.file("data", 10), Entry.folder("empty"));
    assertThat(storage.tree(file.parent(), "").orElseThrow().files()).hasSize(1);
    storage.deleteFolder(file.parent());
    assertThat(storage.find(file.parent())).isEmpty();
  }

  @Test
  void showsNoSecret() {
    use(
        new MapClient() {
          @Override
          public void delete(ObjectName name) {
            throw new ObjectFailure(
                ObjectFailure.Kind.REFUSED,
                "the key hunter2 is wrong",
                "; try another key than hunter2",
                new IllegalArgumentException("hunter2"));
          }

          @Override
          public String withoutSecrets(String text) {
            return text.replace("hunter2", "***");
          }
        });

    assertThatThrownBy(() -> storage.delete(file))
        .hasMessage("DELETE " + file + " failed: the key *** is wrong; try another key than ***")
        .hasNoCause();
  }
}
