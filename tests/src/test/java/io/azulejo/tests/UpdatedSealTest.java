package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static io.azulejo.testkit.TestArrays.engine;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CreateOptions;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.OpenOptions;
import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.seal.Seals;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.Problem.Kind;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.maintenance.RepackRequest;
import io.azulejo.maintenance.SealReport;
import io.azulejo.maintenance.SealRequest;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.query.Condition;
import io.azulejo.query.Row;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.FaultStorage;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.Survival;
import io.azulejo.testkit.TestArrays;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Seals that changes keep up to date, and reads that are compared with them. */
class UpdatedSealTest {
  private static final Location ARRAY = SweptArray.ARRAY;
  private static final Location SEAL = Location.of("mem://arrays/array.seal.d");
  private static final SealRequest KEEP = SealRequest.DEFAULT.kept();
  private static final ArraySchema SCHEMA = SweptArray.labeled(10_000, 100);

  private final Storage storage = Storage.inMemory();
  @AutoClose private final Azulejo azulejo = engine(storage);

  private static ChangeOptions at(long time) {
    return ChangeOptions.DEFAULT.at(time);
  }

  private static void write(Azulejo engine, Location array, long time, int from) {
    TestArrays.write(
        engine.array(array),
        WriteRequest.DEFAULT,
        at(time),
        SweptArray.sparse(10, from, (int) time * 100, SweptArray.firstColor(10)));
  }

  private void begin() {
    azulejo.create(ARRAY, SCHEMA, CreateOptions.DEFAULT.at(10));
    azulejo.maintenance(ARRAY).seal(KEEP);
    write(azulejo, ARRAY, 20, 1);
    write(azulejo, ARRAY, 30, 20);
  }

  private List<Problem> problems() {
    return problems(ARRAY);
  }

  private List<Problem> problems(Location array) {
    return azulejo.maintenance(array).verify(VerifyRequest.DEFAULT.deep().sealed()).problems();
  }

  private List<String> read(OpenOptions options) {
    Array array = azulejo.open(ARRAY, options);
    List<String> all = new ArrayList<>();
    all.add(array.metadata().toString());
    all.add(array.schema().toString());
    try (Stream<Row> rows = array.read().rows()) {
      rows.forEach(row -> all.add(row.toString()));
    }
    return all;
  }

  private List<String> readVerified() {
    return read(OpenOptions.DEFAULT.verified());
  }

  /** All is well: the seal tells of all files, and reads that are compared with it work. */
  private void requireSealed() {
    assertThat(problems()).isEmpty();
    assertThat(readVerified()).isEqualTo(read(OpenOptions.DEFAULT));
  }

  private List<Location> files(String part) {
    return StoredFiles.paths(storage).stream()
        .filter(path -> path.contains("arrays/array/") && path.contains(part))
        .map(path -> Location.of("mem://" + path))
        .toList();
  }

  private byte[] bytes(Location file) {
    try (InputFile in = storage.open(file)) {
      byte[] bytes = new byte[(int) in.size()];
      in.read(0, bytes, 0, bytes.length);
      return bytes;
    }
  }

  private void flip(Location file, int at) {
    byte[] bytes = bytes(file);
    bytes[at] ^= 4;
    storage.delete(file);
    storage.createExclusive(file, bytes);
  }

  private void consolidate(MaintenanceMode mode) {
    azulejo.maintenance(ARRAY).consolidate(ConsolidationRequest.DEFAULT.mode(mode));
  }

  private void vacuum(MaintenanceMode mode) {
    azulejo.maintenance(ARRAY).vacuum(VacuumRequest.DEFAULT.mode(mode));
  }

  private void changeMetadata(long time, String key) {
    azulejo
        .array(ARRAY)
        .metadata()
        .change(
            MetadataChange.builder().put(key, MetadataValue.ofString("seven")).build(), at(time));
  }

  @Test
  void everyChangeKeepsTheSealUpToDate() {
    azulejo.create(ARRAY, SCHEMA, CreateOptions.DEFAULT.at(10));
    SealReport report = azulejo.maintenance(ARRAY).seal(KEEP);
    assertThat(report.seal()).isEqualTo(SEAL);
    assertThat(report.files()).isEqualTo(3);
    List<Runnable> changes =
        List.of(
            () -> write(azulejo, ARRAY, 20, 1),
            () -> write(azulejo, ARRAY, 30, 20),
            () -> changeMetadata(31, "k"),
            () -> changeMetadata(32, "l"),
            () -> azulejo.array(ARRAY).delete(Condition.parse("x = 3")),
            () ->
                azulejo
                    .array(ARRAY)
                    .evolve(
                        SchemaEvolution.builder()
                            .addAttribute(Attribute.of("new", Datatype.INT8))
                            .extendEnumeration(
                                Enumeration.ofStrings(
                                    "colors", false, List.of("red", "green", "x")))
                            .build()),
            () -> consolidate(MaintenanceMode.FRAGMENTS),
            () -> consolidate(MaintenanceMode.ARRAY_METADATA),
            () -> consolidate(MaintenanceMode.COMMITS),
            () -> consolidate(MaintenanceMode.FRAGMENT_METADATA),
            () -> vacuum(MaintenanceMode.FRAGMENTS),
            () -> vacuum(MaintenanceMode.ARRAY_METADATA),
            () -> vacuum(MaintenanceMode.COMMITS),
            () -> vacuum(MaintenanceMode.FRAGMENT_METADATA),
            () -> azulejo.array(ARRAY).deleteFragments(TimeRange.ALL));
    for (Runnable change : changes) {
      List<String> before = StoredFiles.paths(storage).stream().toList();
      change.run();
      assertThat(StoredFiles.paths(storage)).isNotEqualTo(before);
      requireSealed();
    }
  }

  @Test
  void theSealOfAnArrayIsThatOfItsLabelsToo() {
    begin();
    Location label = ARRAY.resolve(azulejo.open(ARRAY).schema().labels().get(0).uri());
    azulejo
        .array(label)
        .metadata()
        .change(MetadataChange.builder().put("k", MetadataValue.ofString("v")).build(), at(40));

    assertThat(problems()).isEmpty();
    assertThat(azulejo.open(label, OpenOptions.DEFAULT.verified()).metadata()).containsKey("k");
  }

  @Test
  void verifyAndReadsDetectEveryMissingFile() {
    begin();
    changeMetadata(40, "k");
    List<Location> all = files("");
    assertThat(all).hasSizeGreaterThan(10).anyMatch(file -> file.path().contains("/__labels/"));
    for (Location file : all) {
      byte[] bytes = bytes(file);
      storage.delete(file);
      assertThat(problems()).anyMatch(p -> p.kind() == Kind.MISSING && p.location().equals(file));
      boolean isRead = !file.path().contains("/__labels/");
      if (isRead) {
        assertThatThrownBy(this::readVerified)
            .as(file.toString())
            .isInstanceOfAny(CorruptDataException.class, NotFoundException.class);
      }
      storage.createExclusive(file, bytes);
    }
    requireSealed();
  }

  @Test
  void aChangedBlockIsNamedByItsFileAndOffset() {
    begin();
    Location file = files("a0.tdb").get(0);
    flip(file, 3);

    assertThatThrownBy(this::readVerified)
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining("in " + file)
        .hasMessageContaining("corrupt seal, offset 0")
        .hasMessageContaining("bytes from this offset differ from what was sealed");
    assertThat(problems()).anyMatch(p -> p.kind() == Kind.CHANGED && p.location().equals(file));
  }

  @Test
  void aSealThatWasMadeOnceServesReadsToo() {
    azulejo.create(ARRAY, SCHEMA, CreateOptions.DEFAULT.at(10));
    write(azulejo, ARRAY, 20, 1);
    refuses(NotFoundException.class, this::readVerified);
    Location seal = azulejo.maintenance(ARRAY).seal().seal();
    assertThat(readVerified()).isEqualTo(read(OpenOptions.DEFAULT));

    String text = new String(bytes(seal), StandardCharsets.UTF_8);
    storage.delete(seal);
    storage.createExclusive(seal, withoutBlocks(text));
    assertThat(readVerified()).isEqualTo(read(OpenOptions.DEFAULT));
    flip(files("a0.tdb").get(0), 3);
    refuses(CorruptDataException.class, this::readVerified);
  }

  /** The seal as releases before wrote it. */
  private static byte[] withoutBlocks(String seal) {
    String body = seal.substring(0, seal.lastIndexOf("# end")).replaceAll("# blocks .*\n", "");
    assertThat(body).isNotEqualTo(seal.substring(0, seal.lastIndexOf("# end")));
    try {
      MessageDigest sha = MessageDigest.getInstance("SHA-256");
      byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
      String end = "# end " + HexFormat.of().formatHex(sha.digest(bytes)) + "\n";
      return (body + end).getBytes(StandardCharsets.UTF_8);
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException(e);
    }
  }

  @Test
  void filesOfOtherWritersAreReportedAndNotReadUnchecked() {
    begin();
    Storage other = Storage.inMemory();
    StoredFiles.paths(storage).stream()
        .filter(path -> !path.contains(".seal.d/"))
        .map(path -> Location.of("mem://" + path))
        .forEach(file -> other.createExclusive(file, bytes(file)));
    try (Azulejo unaware = engine(other)) {
      write(unaware, ARRAY, 40, 50);
    }
    StoredFiles.paths(other).stream()
        .map(path -> Location.of("mem://" + path))
        .filter(file -> storage.find(file).isEmpty())
        .forEach(
            file -> {
              try (InputFile in = other.open(file)) {
                byte[] bytes = new byte[(int) in.size()];
                in.read(0, bytes, 0, bytes.length);
                storage.createExclusive(file, bytes);
              }
            });

    assertThat(problems())
        .isNotEmpty()
        .allMatch(p -> p.kind() == Kind.ADDED)
        .allMatch(p -> p.severity() == Severity.NOTICE);
    assertThatThrownBy(this::readVerified)
        .isInstanceOf(StorageException.class)
        .hasMessageContaining(
            "the seal does not list it; if the file belongs there, replace the seal of mem://arrays/array");
    azulejo.maintenance(ARRAY).seal(SealRequest.DEFAULT.replaced());
    requireSealed();
    write(azulejo, ARRAY, 50, 70);
    requireSealed();
  }

  @Test
  void whatChangesHaveSaidIsGatheredWithoutReadingTheArray() {
    begin();
    consolidate(MaintenanceMode.FRAGMENTS);
    vacuum(MaintenanceMode.FRAGMENTS);
    assertThat(storage.list(SEAL).size()).isGreaterThan(5);
    Location file = files("a0.tdb").get(0);
    flip(file, 3);

    SealReport report = azulejo.maintenance(ARRAY).seal(SealRequest.DEFAULT.gathered());
    assertThat(report.files()).isEqualTo(files("").size());
    assertThat(storage.list(SEAL)).hasSize(1);
    assertThat(problems()).anyMatch(p -> p.kind() == Kind.CHANGED && p.location().equals(file));
    flip(file, 3);
    requireSealed();
    write(azulejo, ARRAY, 50, 70);
    azulejo.maintenance(ARRAY).seal(SealRequest.DEFAULT.gathered());
    requireSealed();
    storage.delete(files(".wrt").get(0));
    azulejo.maintenance(ARRAY).seal(SealRequest.DEFAULT.gathered());
    assertThat(problems()).anyMatch(p -> p.kind() == Kind.MISSING);
  }

  @Test
  void anIncompleteSealIsAnError() {
    begin();
    for (Storage.Entry entry : storage.list(SEAL)) {
      Location file = SEAL.resolve(entry.name());
      flip(file, 30);
      assertThat(problems())
          .anyMatch(p -> p.severity() == Severity.ERROR && p.location().equals(file));
      assertThatThrownBy(this::readVerified).isInstanceOf(CorruptDataException.class);
      flip(file, 30);
    }
    Location base = SEAL.resolve(storage.names(SEAL).get(0));
    assertThat(new String(bytes(base), StandardCharsets.UTF_8)).contains("\n# base\n");
    storage.delete(base);
    assertThat(problems())
        .anyMatch(
            p -> p.severity() == Severity.ERROR && p.what().contains("the seal is incomplete"));
  }

  @Test
  void aCopyAndWhatWasMovedHaveTheirSealsAndWhatIsRemovedHasNone() {
    begin();
    azulejo.array(ARRAY).delete(Condition.parse("x = 3"));
    consolidate(MaintenanceMode.FRAGMENTS);
    Location copy = Location.of("mem://arrays/copy");
    Location moved = Location.of("mem://elsewhere/moved");
    azulejo.catalog().copy(ARRAY, copy);
    assertThat(problems(copy)).isEmpty();
    azulejo.catalog().move(copy, moved);
    assertThat(problems(moved)).isEmpty();
    write(azulejo, moved, 60, 70);
    assertThat(problems(moved)).isEmpty();
    assertThat(storage.find(Location.of("mem://arrays/copy.seal.d"))).isEmpty();
    azulejo.catalog().remove(moved);
    assertThat(storage.list(Location.of("mem://elsewhere"))).isEmpty();
    requireSealed();

    Location once = Location.of("mem://arrays/once");
    azulejo.create(once, SCHEMA, CreateOptions.DEFAULT.at(10));
    azulejo.maintenance(once).seal();
    azulejo.catalog().move(once, moved);
    assertThat(problems(moved)).isEmpty();
    azulejo.catalog().remove(moved);
    assertThat(storage.list(Location.of("mem://elsewhere"))).isEmpty();
  }

  @Test
  void aStoreThatComparesReadsMovesNothingUnread(@TempDir Path folder) {
    Location array = Location.of(folder.resolve("array"));
    Location other = Location.of(folder.resolve("other"));
    Storage local = Storage.local(false);
    azulejo.create(array, SCHEMA);
    azulejo.maintenance(array).seal();

    assertThat(Seals.reads(local, array).tryMove(array, other)).isFalse();
    assertThat(folder.resolve("array")).exists();
    assertThat(local.tryMove(array, other)).isTrue();
  }

  @Test
  void anArrayInThePlaceOfOneThatIsGoneBeginsItsSealAnew() {
    begin();
    storage.deleteFolder(ARRAY);
    azulejo.create(ARRAY, SCHEMA, CreateOptions.DEFAULT.at(10));
    write(azulejo, ARRAY, 20, 1);

    requireSealed();
  }

  @Test
  void anArrayThatIsWrittenAnewIsSealedWhereItIsToBe() {
    begin();
    Location other = Location.of("mem://arrays/other");
    azulejo.create(other, SCHEMA, CreateOptions.DEFAULT.at(10));
    azulejo.maintenance(other).seal(KEEP);
    storage.deleteFolder(other);
    azulejo.open(ARRAY).repack(other, RepackRequest.DEFAULT);

    assertThat(problems(other)).isEmpty();
  }

  @Test
  void groupsAndSecondSealsAreRefused() {
    begin();
    azulejo.group(Location.of("mem://arrays")).create();
    refuses(
        InvalidRequestException.class,
        () -> azulejo.maintenance(Location.of("mem://arrays")).seal(KEEP));
    refuses(AlreadyExistsException.class, () -> azulejo.maintenance(ARRAY).seal(KEEP));
    assertThat(azulejo.maintenance(Location.of("mem://arrays")).verify().problems())
        .singleElement()
        .asString()
        .contains("mem://arrays/array", "is not a member of the group");
  }

  @Test
  void garbageCollectionUpdatesTheSeal() {
    begin();
    FaultStorage dying = new FaultStorage(storage).crashAt(30, FaultStorage.Fault.AFTER);
    try (Azulejo killed = engine(dying)) {
      assertThatThrownBy(() -> write(killed, ARRAY, 40, 50)).isNotNull();
    }
    Storage after = dying.restart(Survival.of(Survival.Kind.WHOLE));
    try (Azulejo next = engine(after)) {
      next.maintenance(ARRAY.parent()).gc(GcRequest.DEFAULT.olderThan(Duration.ZERO));
      assertThat(next.maintenance(ARRAY).verify(VerifyRequest.DEFAULT.sealed()).isSound()).isTrue();
    }
  }

  @Test
  void concurrentWritesGatheringAndVerificationSucceed() throws Exception {
    begin();
    ExecutorService threads = Executors.newFixedThreadPool(4);
    try {
      List<Future<?>> work = new ArrayList<>();
      for (int writer = 0; writer < 2; writer++) {
        int first = 100 + 1000 * writer;
        work.add(
            threads.submit(
                () -> {
                  try (Azulejo own = engine(storage)) {
                    for (int i = 0; i < 8; i++) {
                      write(own, ARRAY, 100 + i, first + 20 * i);
                    }
                  }
                }));
      }
      work.add(
          threads.submit(
              () -> {
                for (int i = 0; i < 8; i++) {
                  azulejo.maintenance(ARRAY).seal(SealRequest.DEFAULT.gathered());
                }
              }));
      work.add(
          threads.submit(
              () -> {
                for (int i = 0; i < 8; i++) {
                  assertThat(readVerified()).isNotEmpty();
                  assertThat(
                          azulejo
                              .maintenance(ARRAY)
                              .verify(VerifyRequest.DEFAULT.sealed())
                              .problems())
                      .noneMatch(
                          p ->
                              p.structure().filter("seal"::equals).isPresent()
                                  && p.severity() == Severity.ERROR);
                }
              }));
      for (Future<?> done : work) {
        done.get();
      }
    } finally {
      threads.shutdownNow();
    }
    requireSealed();
    azulejo.maintenance(ARRAY).seal(SealRequest.DEFAULT.gathered());
    requireSealed();
  }

  @Test
  void anArrayWithoutASealIsAskedForOneOncePerChange() {
    azulejo.create(ARRAY, SCHEMA, CreateOptions.DEFAULT.at(10));
    FaultStorage asked = new FaultStorage(storage);
    try (Azulejo engine = engine(asked)) {
      write(engine, ARRAY, 20, 1);
      assertThat(asked.history().stream().filter(o -> o.location().path().contains("seal")))
          .hasSize(1);
      engine.open(ARRAY).read().rows().close();
      assertThat(asked.history().stream().filter(o -> o.location().path().contains("seal")))
          .hasSize(1);
    }
  }
}
