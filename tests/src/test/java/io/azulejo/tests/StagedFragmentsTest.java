package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static io.azulejo.tests.StagedCells.cells;
import static io.azulejo.tests.StagedCells.read;
import static io.azulejo.tests.StagedCells.stage;
import static io.azulejo.tests.StagedCells.stageBox;
import static io.azulejo.tests.StagedCells.write;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CommitOptions;
import io.azulejo.CommitResult;
import io.azulejo.CreateOptions;
import io.azulejo.StagedFragments;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.GcReport;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.TestLayer;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.zip.CRC32C;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What several writers stage becomes part of an array at once and once, or not at all. */
class StagedFragmentsTest {
  private static final Location ARRAY = Location.of("mem://arrays/array");
  private static final CommitOptions NIGHTLY = CommitOptions.DEFAULT.id("nightly 7");

  private final Storage storage = Storage.inMemory();
  @AutoClose private final Azulejo engine = Azulejo.builder().storage("mem", storage).build();

  @TempDir Path folder;

  private void create() {
    engine.create(ARRAY, StagedCells.SPARSE, CreateOptions.DEFAULT.at(1));
  }

  private void create(int version) {
    engine.create(ARRAY, StagedCells.SPARSE, CreateOptions.DEFAULT.at(1).formatVersion(version));
  }

  private List<String> files(String pattern) {
    return StoredFiles.paths(storage).stream().filter(path -> path.matches(pattern)).toList();
  }

  @Test
  void whatIsStagedIsSeenWhenItIsCommittedAllAtOnce() {
    create();
    write(engine, ARRAY, 5, 1, 1, 2);
    StagedFragments first = stage(engine, ARRAY, 10, 2, 2, 3);
    StagedFragments second = stage(engine, ARRAY, 10, 3, 100, 101);

    assertThat(read(engine, ARRAY)).isEqualTo(cells(1, 1, 2));

    CommitResult result = engine.array(ARRAY).commit(List.of(first, second));

    assertThat(result.newlyCommitted()).isTrue();
    assertThat(result.fragments())
        .containsExactly(first.fragments().get(0), second.fragments().get(0));
    assertThat(read(engine, ARRAY)).isEqualTo(Map.of(1L, 1, 2L, 2, 3L, 2, 100L, 3, 101L, 3));
    assertThat(files(".*\\.con")).hasSize(1);
    assertThat(engine.maintenance(ARRAY).verify(VerifyRequest.DEFAULT.deep()).problems()).isEmpty();
  }

  @Test
  void onePartWithoutAnIdIsCommittedAsAnyWrite() {
    create();
    engine.array(ARRAY).commit(List.of(stage(engine, ARRAY, 10, 2, 2, 3)));

    assertThat(read(engine, ARRAY)).isEqualTo(cells(2, 2, 3));
    assertThat(files(".*\\.wrt")).hasSize(1);
    assertThat(files(".*\\.con")).isEmpty();
  }

  @Test
  void stagedFragmentsDescribeThemselves() {
    create();
    StagedFragments staged = stage(engine, ARRAY, 10, 2, 7, 3);
    StagedFragments copy = StagedFragments.of(staged.toBytes());

    assertThat(copy).isEqualTo(staged).hasSameHashCodeAs(staged);
    assertThat(copy.toBytes()).isEqualTo(staged.toBytes());
    assertThat(copy.location()).isEqualTo(ARRAY);
    assertThat(copy.fragments()).hasSize(1).allMatch(name -> name.startsWith("__10_10_"));
    assertThat(copy.cells()).isEqualTo(2);
    assertThat(copy.times()).contains(TimeRange.between(10, 10));
    assertThat(copy.formatVersion()).hasValue(22);
    assertThat(copy.nonEmptyDomain()).contains(NDRange.of(Range.of(3L, 7L)));
    long bytes = 0;
    for (Location file : StoredFiles.below(storage, ARRAY.resolve("__fragments"))) {
      bytes += storage.find(file).orElseThrow().size();
    }
    assertThat(copy.bytes()).isEqualTo(bytes);
    assertThat(copy).hasToString("1 fragments with 2 cells staged for mem://arrays/array");
  }

  @Test
  void nothingCanBeStagedToo() {
    create();
    StagedFragments none = StagedFragments.of(stage(engine, ARRAY, 10, 2).toBytes());

    assertThat(none.fragments()).isEmpty();
    assertThat(none.times()).isEmpty();
    assertThat(none.formatVersion()).isEmpty();
    assertThat(none.nonEmptyDomain()).isEmpty();
    requireResult(engine.array(ARRAY).commit(List.of(none), NIGHTLY), List.of(), false);
    assertThat(engine.discard(List.of(none))).isEmpty();
    assertThat(files(".*\\.(con|wrt)")).isEmpty();
  }

  @Test
  void aWriterThatHasStagedHasEnded() {
    create();
    ArrayWriter out =
        engine.array(ARRAY).writer(WriteRequest.DEFAULT, ChangeOptions.DEFAULT.at(10));
    out.append(StagedCells.batch(1, 5));
    StagedFragments staged = out.stage();
    out.close();

    assertThatThrownBy(out::stage).isInstanceOf(InvalidRequestException.class);
    assertThatThrownBy(out::commit).isInstanceOf(InvalidRequestException.class);
    engine.array(ARRAY).commit(List.of(staged));
    assertThat(read(engine, ARRAY)).isEqualTo(cells(1, 5));
  }

  @Test
  void changedBytesAreRefused() {
    create();
    byte[] bytes = stage(engine, ARRAY, 10, 2, 7, 3).toBytes();
    Random random = new Random(7);
    for (int i = 0; i < bytes.length; i++) {
      byte[] changed = bytes.clone();
      changed[i] ^= (byte) (1 + random.nextInt(255));
      assertThatThrownBy(() -> StagedFragments.of(changed))
          .isInstanceOfAny(CorruptDataException.class, UnsupportedFormatException.class);
      byte[] cut = Arrays.copyOf(bytes, i);
      assertThatThrownBy(() -> StagedFragments.of(cut)).isInstanceOf(CorruptDataException.class);
    }
    assertThatThrownBy(() -> StagedFragments.of(Arrays.copyOf(bytes, bytes.length + 1)))
        .isInstanceOf(CorruptDataException.class);
  }

  @Test
  void hostileBytesWithTheRightChecksumEndInTypedErrors() {
    create();
    write(engine, ARRAY, 5, 1, 1, 2);
    StagedFragments good = stage(engine, ARRAY, 10, 2, 3, 500);
    byte[] bytes = stage(engine, ARRAY, 10, 2, 7, 400).toBytes();
    Random random = new Random(11);
    int refused = 0;
    for (int round = 0; round < TestLayer.cases(3000, 400); round++) {
      byte[] changed = bytes.clone();
      for (int i = random.nextInt(3); i >= 0; i--) {
        changed[16 + random.nextInt(bytes.length - 16)] =
            (byte) (random.nextBoolean() ? random.nextInt() : random.nextInt(3) - 1);
      }
      CRC32C sum = new CRC32C();
      sum.update(changed, 16, changed.length - 16);
      ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN).putInt(12, (int) sum.getValue());
      try {
        StagedFragments staged = StagedFragments.of(changed);
        engine
            .array(ARRAY)
            .commit(List.of(good, staged), CommitOptions.DEFAULT.id("round " + round));
      } catch (AzulejoException e) {
        refused++;
      }
    }
    assertThat(refused).isGreaterThan(TestLayer.cases(1000, 130));
    assertThat(read(engine, ARRAY)).containsEntry(1L, 1).containsEntry(2L, 1);
  }

  @Test
  void partsThatDoNotBelongTogetherAreRefused() {
    create();
    Location other = Location.of("mem://arrays/other");
    engine.create(other, StagedCells.SPARSE);
    StagedFragments first = stage(engine, ARRAY, 10, 2, 2, 3);
    StagedFragments second = stage(engine, ARRAY, 10, 2, 4, 5);

    refused(List.of(first, stage(engine, other, 10, 1, 9)), "staged for mem://arrays/other");
    refused(List.of(first, second, first), "was passed twice");
    engine.array(ARRAY).commit(List.of(first));
    refused(List.of(first, second), "is committed already, but others of this commit are not");
    assertThat(read(engine, ARRAY)).isEqualTo(cells(2, 2, 3));
  }

  private void refused(List<StagedFragments> parts, String reason) {
    assertThatThrownBy(() -> engine.array(ARRAY).commit(parts))
        .isInstanceOf(InvalidRequestException.class)
        .hasMessageContaining(reason)
        .hasMessageContaining("nothing was committed");
  }

  @Test
  void overlapsOfDensePartsAreRefused() {
    engine.create(ARRAY, StagedCells.DENSE, CreateOptions.DEFAULT.at(1));
    StagedFragments first = stageBox(engine, ARRAY, 10, 1, 0, 14);
    StagedFragments second = stageBox(engine, ARRAY, 10, 2, 15, 30);
    StagedFragments third = stageBox(engine, ARRAY, 11, 3, 30, 40);

    refused(List.of(first, second, third), "of two parts overlap");
    engine.array(ARRAY).commit(List.of(first, second));
    Map<Long, Integer> read = StagedCells.readDense(engine, ARRAY);
    assertThat(read).hasSize(31).containsEntry(14L, 1).containsEntry(15L, 2);
  }

  @Test
  void cellsOfTwoPartsAtTheSameCoordinatesAreRefused() {
    create();
    StagedFragments first = stage(engine, ARRAY, 10, 2, 0, 10, 20, 30, 40, 50);
    StagedFragments second = stage(engine, ARRAY, 10, 3, 5, 15, 25, 35, 45, 55);
    StagedFragments third = stage(engine, ARRAY, 10, 4, 45, 100);

    refused(List.of(first, second, third), "have cells at the same coordinates");
    assertThat(engine.array(ARRAY).commit(List.of(first, second)).newlyCommitted()).isTrue();
    assertThat(read(engine, ARRAY)).hasSize(12);
  }

  @Test
  void cellsAtTheSameCoordinatesAreFoundAmongManyParts() {
    create();
    List<StagedFragments> parts = new ArrayList<>();
    for (int part = 0; part < 12; part++) {
      long[] x = new long[40];
      for (int i = 0; i < x.length; i++) {
        x[i] = 12L * i + part;
      }
      parts.add(stage(engine, ARRAY, 10, part, x));
    }
    StagedFragments last = stage(engine, ARRAY, 10, 99, 12L * 17 + 5);
    List<StagedFragments> more = new ArrayList<>(parts);
    more.add(last);

    refused(more, "have cells at the same coordinates");
    assertThat(engine.array(ARRAY).commit(parts).fragments()).hasSize(12);
    assertThat(read(engine, ARRAY)).hasSize(480);
  }

  @Test
  void cellsAreNotComparedWhereTheCallerKnowsOrTheArrayAllowsThem() {
    create();
    StagedFragments first = stage(engine, ARRAY, 10, 2, 1, 2);
    StagedFragments second = stage(engine, ARRAY, 10, 3, 2, 3);
    engine.array(ARRAY).commit(List.of(first, second), CommitOptions.DEFAULT.distinctCells());
    assertThat(read(engine, ARRAY)).containsKeys(1L, 2L, 3L).hasSize(3);

    Location other = Location.of("mem://arrays/other");
    engine.create(other, StagedCells.SPARSE.toBuilder().allowsDuplicates(true).build());
    engine
        .array(other)
        .commit(List.of(stage(engine, other, 10, 2, 1, 2), stage(engine, other, 10, 3, 2, 3)));
    assertThat(engine.open(other).fragments()).hasSize(2);
  }

  private static void requireResult(
      CommitResult result, List<String> fragments, boolean newlyCommitted) {
    assertThat(result.fragments()).isEqualTo(fragments);
    assertThat(result.newlyCommitted()).isEqualTo(newlyCommitted);
  }

  @Test
  void aCommitWithAnIdHappensOnce() {
    create();
    StagedFragments first = stage(engine, ARRAY, 10, 1, 1, 2);
    StagedFragments retried = stage(engine, ARRAY, 20, 2, 1, 2);

    CommitResult done = engine.array(ARRAY).commit(List.of(first), NIGHTLY);
    CommitResult again = engine.array(ARRAY).commit(List.of(first), NIGHTLY);
    CommitResult other = engine.array(ARRAY).commit(List.of(retried), NIGHTLY);

    requireResult(done, first.fragments(), true);
    requireResult(again, first.fragments(), false);
    assertThat(other).isEqualTo(again);
    assertThat(read(engine, ARRAY)).isEqualTo(cells(1, 1, 2));
    assertThat(engine.discard(List.of(first, retried))).isEqualTo(first.fragments());
    assertThat(read(engine, ARRAY)).isEqualTo(cells(1, 1, 2));
  }

  @Test
  void differentIdsAreDifferentCommits() {
    create();
    UUID uuid = UUID.randomUUID();
    StagedFragments first = stage(engine, ARRAY, 10, 1, 1);
    StagedFragments second = stage(engine, ARRAY, 10, 1, 2);
    engine.array(ARRAY).commit(List.of(first), NIGHTLY);

    assertThat(
            engine
                .array(ARRAY)
                .commit(List.of(second), CommitOptions.DEFAULT.id(uuid))
                .newlyCommitted())
        .isTrue();
    assertThat(
            engine
                .array(ARRAY)
                .commit(List.of(first), CommitOptions.DEFAULT.id(uuid.toString()))
                .fragments())
        .isEqualTo(second.fragments());
    assertThat(read(engine, ARRAY)).isEqualTo(cells(1, 1, 2));
  }

  @Test
  void theSameFragmentsAreCommittedOnceWithoutAnIdAndWithOthers() {
    create();
    StagedFragments first = stage(engine, ARRAY, 10, 1, 1);
    StagedFragments second = stage(engine, ARRAY, 10, 1, 2);
    engine.array(ARRAY).commit(List.of(first, second));

    List<String> known = List.of(first.fragments().get(0), second.fragments().get(0));
    requireResult(engine.array(ARRAY).commit(List.of(first, second)), known, false);
    requireResult(engine.array(ARRAY).commit(List.of(first, second), NIGHTLY), known, false);
    assertThat(files(".*\\.con")).hasSize(1);
  }

  @Test
  void onlyOneOfManyThreadsWithOneIdCommits() throws Exception {
    create();
    List<Callable<CommitResult>> commits = new ArrayList<>();
    for (int i = 0; i < 8; i++) {
      StagedFragments staged = stage(engine, ARRAY, 10 + i, i, 1, 2);
      commits.add(() -> engine.array(ARRAY).commit(List.of(staged), NIGHTLY));
    }
    ExecutorService threads = Executors.newFixedThreadPool(8);
    try {
      List<CommitResult> results = new ArrayList<>();
      for (Future<CommitResult> result : threads.invokeAll(commits)) {
        results.add(result.get());
      }
      assertThat(results).filteredOn(CommitResult::newlyCommitted).hasSize(1);
      assertThat(results)
          .extracting(CommitResult::fragments)
          .containsOnly(results.get(0).fragments());
      assertThat(engine.open(ARRAY).fragments()).hasSize(1);
    } finally {
      threads.shutdown();
    }
  }

  @Test
  void anIdIsKnownAfterCommitsAndFragmentsWereConsolidatedAndVacuumed() {
    create();
    StagedFragments first = stage(engine, ARRAY, 10, 1, 1);
    StagedFragments second = stage(engine, ARRAY, 20, 2, 2);
    engine.array(ARRAY).commit(List.of(first), NIGHTLY);
    engine.array(ARRAY).commit(List.of(second));
    for (int round = 0; round < 2; round++) {
      for (MaintenanceMode mode :
          List.of(MaintenanceMode.COMMITS, MaintenanceMode.FRAGMENTS, MaintenanceMode.COMMITS)) {
        engine.maintenance(ARRAY).consolidate(ConsolidationRequest.DEFAULT.mode(mode));
        engine.maintenance(ARRAY).vacuum(VacuumRequest.DEFAULT.mode(mode));
      }
    }
    StagedFragments retried = stage(engine, ARRAY, 30, 9, 1);

    requireResult(engine.array(ARRAY).commit(List.of(retried), NIGHTLY), first.fragments(), false);
    assertThat(read(engine, ARRAY)).isEqualTo(Map.of(1L, 1, 2L, 2));
    assertThatThrownBy(() -> engine.array(ARRAY).commit(List.of(second)))
        .isInstanceOf(NotFoundException.class)
        .hasMessageContaining("committed and then consolidated and vacuumed");
    assertThat(engine.maintenance(ARRAY).verify(VerifyRequest.DEFAULT.deep()).problems())
        .noneMatch(problem -> problem.toString().contains("ERROR"));
  }

  @Test
  void remembersTheLastHundredIds() throws Exception {
    Location array = Location.of(folder.resolve("array"));
    engine.create(array, StagedCells.SPARSE);
    Instant now = Instant.now();
    for (int i = 0; i < 104; i++) {
      engine
          .array(array)
          .commit(
              List.of(stage(engine, array, 10 + i, i, i)), CommitOptions.DEFAULT.id("run " + i));
    }
    List<Path> ids;
    try (var listed = Files.list(folder.resolve("array/__commits"))) {
      ids = listed.filter(file -> file.toString().endsWith(".con")).toList();
    }
    for (int i = 0; i < ids.size(); i++) {
      Duration age = i < 6 ? Duration.ofHours(30 + i) : Duration.ofHours(25);
      Files.setLastModifiedTime(ids.get(i), FileTime.from(now.minus(age)));
    }
    Files.setLastModifiedTime(ids.get(0), FileTime.from(now.minus(Duration.ofHours(2))));
    engine
        .maintenance(array)
        .consolidate(ConsolidationRequest.DEFAULT.mode(MaintenanceMode.COMMITS));
    engine.maintenance(array).vacuum(VacuumRequest.DEFAULT.mode(MaintenanceMode.COMMITS));

    assertThat(ids).hasSize(104);
    assertThat(ids.stream().filter(Files::exists)).hasSize(100);
    assertThat(ids.subList(2, 6)).noneMatch(Files::exists);
    assertThat(read(engine, array)).hasSize(104);
  }

  @Test
  void discardedFragmentsAreDeleted() {
    create();
    StagedFragments first = stage(engine, ARRAY, 10, 1, 1);
    StagedFragments second = stage(engine, ARRAY, 10, 2, 2);
    engine.array(ARRAY).commit(List.of(first));

    assertThat(engine.discard(List.of(first, second))).isEqualTo(first.fragments());
    assertThat(engine.discard(List.of(first, second))).isEqualTo(first.fragments());
    assertThat(files(".*__fragments/.*" + second.fragments().get(0) + ".*")).isEmpty();
    assertThat(read(engine, ARRAY)).isEqualTo(cells(1, 1));
    refuses(NotFoundException.class, () -> engine.array(ARRAY).commit(List.of(second)));
    engine.catalog().remove(ARRAY);
    assertThat(engine.discard(List.of(first, second))).isEmpty();
  }

  @Test
  void aPartThatLostAFileIsRefused() {
    create();
    StagedFragments staged = stage(engine, ARRAY, 10, 1, 1);
    storage.delete(ARRAY.resolve("__fragments/" + staged.fragments().get(0)).resolve("a0.tdb"));

    assertThatThrownBy(() -> engine.array(ARRAY).commit(List.of(staged), NIGHTLY))
        .isInstanceOf(NotFoundException.class);
    assertThat(files(".*\\.con")).isEmpty();
  }

  @Test
  void garbageCollectionTakesStagedFragmentsForCompleteOnesThatNothingCommits() {
    create();
    StagedFragments first = stage(engine, ARRAY, 10, 1, 1);
    StagedFragments second = stage(engine, ARRAY, 10, 2, 2);
    GcRequest all = GcRequest.DEFAULT.olderThan(Duration.ZERO);

    List<GcReport.Entry> found = engine.maintenance(ARRAY).gc(all).entries();
    assertThat(found)
        .hasSize(2)
        .allMatch(e -> e.kind() == GcReport.Kind.COMPLETE_FRAGMENT && !e.removed());
    assertThat(engine.maintenance(ARRAY).gc(GcRequest.DEFAULT.allCompleteFragments()).entries())
        .noneMatch(GcReport.Entry::removed);
    engine.array(ARRAY).commit(List.of(first), NIGHTLY);
    engine.maintenance(ARRAY).gc(all.allCompleteFragments());

    assertThat(read(engine, ARRAY)).isEqualTo(cells(1, 1));
    refuses(NotFoundException.class, () -> engine.array(ARRAY).commit(List.of(second)));
  }

  @Test
  void anOldArrayTakesOnePartAloneAndWithoutAnId() {
    create(11);
    StagedFragments first = stage(engine, ARRAY, 10, 1, 1);
    StagedFragments second = stage(engine, ARRAY, 11, 2, 2);
    StagedFragments third = stage(engine, ARRAY, 12, 3, 3);
    for (Callable<CommitResult> commit :
        List.<Callable<CommitResult>>of(
            () -> engine.array(ARRAY).commit(List.of(first, second)),
            () -> engine.array(ARRAY).commit(List.of(first), NIGHTLY))) {
      assertThatThrownBy(commit::call)
          .isInstanceOf(UnsupportedFormatException.class)
          .hasMessageContaining("upgrade the array first");
    }
    engine.array(ARRAY).commit(List.of(first));
    assertThat(engine.array(ARRAY).commit(List.of(first)).newlyCommitted()).isFalse();
    engine.array(ARRAY).upgrade(ChangeOptions.DEFAULT.at(2));
    refused(List.of(second, third), "staged before the array was upgraded");
    engine.array(ARRAY).commit(List.of(second));

    assertThat(read(engine, ARRAY)).isEqualTo(Map.of(1L, 1, 2L, 2));
    assertThat(engine.discard(List.of(first, second, third))).hasSize(2);
  }

  @Test
  void anUpgradeOrAnotherWriterBetweenDoesNotMatter() {
    create(16);
    StagedFragments first = stage(engine, ARRAY, 10, 1, 1);
    write(engine, ARRAY, 11, 5, 7);
    engine.array(ARRAY).upgrade(ChangeOptions.DEFAULT.at(2));
    StagedFragments second = stage(engine, ARRAY, 10, 2, 2);

    engine.array(ARRAY).commit(List.of(first, second), NIGHTLY);
    assertThat(engine.array(ARRAY).commit(List.of(second), NIGHTLY).newlyCommitted()).isFalse();
    assertThat(read(engine, ARRAY)).isEqualTo(Map.of(1L, 1, 2L, 2, 7L, 5));
  }

  @Test
  void deletedFragmentsOfACommitWithAnIdStayDeleted() {
    create();
    StagedFragments first = stage(engine, ARRAY, 10, 1, 1);
    StagedFragments second = stage(engine, ARRAY, 10, 2, 2);
    engine.array(ARRAY).commit(List.of(first, second), NIGHTLY);
    engine.array(ARRAY).deleteFragments(first.fragments());

    assertThat(read(engine, ARRAY)).isEqualTo(cells(2, 2));
    assertThat(engine.array(ARRAY).commit(List.of(first, second), NIGHTLY).newlyCommitted())
        .isFalse();
    engine
        .maintenance(ARRAY)
        .consolidate(ConsolidationRequest.DEFAULT.mode(MaintenanceMode.COMMITS));
    engine.maintenance(ARRAY).vacuum(VacuumRequest.DEFAULT.mode(MaintenanceMode.COMMITS));
    engine.maintenance(ARRAY).gc(GcRequest.DEFAULT.olderThan(Duration.ZERO));
    assertThat(read(engine, ARRAY)).isEqualTo(cells(2, 2));
  }

  @Test
  void detectsLostLinesOfACommitWithAnId() {
    create();
    StagedFragments first = stage(engine, ARRAY, 10, 1, 1);
    StagedFragments second = stage(engine, ARRAY, 10, 2, 2);
    engine.array(ARRAY).commit(List.of(first, second), NIGHTLY);
    Location file =
        StoredFiles.below(storage, ARRAY.resolve("__commits")).stream()
            .filter(f -> f.name().endsWith(".con"))
            .findFirst()
            .orElseThrow();
    String[] lines =
        new String(StoredFiles.content(storage, file), StandardCharsets.UTF_8).split("\n");
    assertThat(lines).hasSize(3);
    for (int left = 0; left < lines.length; left++) {
      storage.delete(file);
      String text = left == 0 ? "" : String.join("\n", Arrays.copyOf(lines, left)) + "\n";
      storage.createExclusive(file, text.getBytes(StandardCharsets.UTF_8));
      assertThatThrownBy(() -> read(engine, ARRAY)).isInstanceOf(CorruptDataException.class);
      assertThatThrownBy(() -> engine.array(ARRAY).commit(List.of(first), NIGHTLY))
          .isInstanceOf(AzulejoException.class);
    }
  }

  @Test
  void limitsOfFragmentSizesMakeOnePartOfSeveralFragments() {
    create();
    long[] x = new long[64];
    Arrays.setAll(x, i -> 10L * i);
    WriteRequest small = WriteRequest.DEFAULT.maxFragmentSize(300);
    StagedFragments first = stage(engine, ARRAY, small, 10, 1, x);
    StagedFragments second = stage(engine, ARRAY, 10, 2, 5, 635);

    assertThat(first.fragments()).hasSizeGreaterThan(2);
    assertThat(engine.array(ARRAY).commit(List.of(first, second), NIGHTLY).fragments())
        .hasSize(first.fragments().size() + 1);
    assertThat(read(engine, ARRAY)).hasSize(66);
  }
}
