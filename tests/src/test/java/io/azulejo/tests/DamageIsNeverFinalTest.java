package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.FragmentInfo;
import io.azulejo.error.CorruptDataException;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.maintenance.RepairRequest;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.query.ReadRequest;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.TestLayer;
import io.azulejo.text.output.TsvRowWriter;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/**
 * No maintenance makes damage final: after one file was damaged, each act is refused and changes
 * nothing, or the undamaged file can be put back and the array reads as it did before.
 */
class DamageIsNeverFinalTest {
  private static final Location ARRAY = Location.of("mem://arrays/array");

  /** Bytes at the end of a fragment's metadata file that are mostly those of its footer. */
  private static final int FOOTER = 600;

  private static final List<MaintenanceMode> OF_ARRAYS =
      Arrays.stream(MaintenanceMode.values())
          .filter(mode -> mode != MaintenanceMode.GROUP_METADATA)
          .toList();

  private Storage storage = Storage.inMemory();
  private Azulejo azulejo = engine(storage);

  private static Azulejo engine(Storage storage) {
    return Azulejo.builder().computeThreads(0).ioThreads(0).storage("mem", storage).build();
  }

  @AfterEach
  void close() {
    azulejo.close();
  }

  private void copy(String name) {
    MemoryCopy.of(
        CorpusFolder.bundledSelection().path().resolve(name).resolve("array"), storage, ARRAY);
  }

  private void consolidate(MaintenanceMode mode) {
    azulejo.maintenance().consolidate(ARRAY, ConsolidationRequest.DEFAULT.mode(mode));
  }

  private void vacuum(MaintenanceMode mode) {
    azulejo.maintenance().vacuum(ARRAY, VacuumRequest.DEFAULT.mode(mode));
  }

  private Location file(String ending) {
    List<Location> found =
        StoredFiles.below(storage, ARRAY).stream()
            .filter(file -> file.path().endsWith(ending))
            .toList();
    assertThat(found).as(ending).isNotEmpty();
    return found.get(0);
  }

  private void change(Location file, UnaryOperator<byte[]> damage) {
    byte[] damaged = damage.apply(StoredFiles.content(storage, file).clone());
    storage.delete(file);
    storage.createExclusive(file, damaged);
  }

  private static UnaryOperator<byte[]> set(int offset, int... values) {
    return bytes -> {
      for (int i = 0; i < values.length; i++) {
        bytes[offset + i] = (byte) values[i];
      }
      return bytes;
    };
  }

  private static UnaryOperator<byte[]> replaced(String regex, String by) {
    return bytes ->
        new String(bytes, StandardCharsets.ISO_8859_1)
            .replaceFirst(regex, by)
            .getBytes(StandardCharsets.ISO_8859_1);
  }

  /** The cells in row-major order, and the metadata. */
  private List<String> content() {
    Array array = azulejo.open(ARRAY);
    List<String> fields = new ArrayList<>();
    array.schema().dimensions().stream().map(Dimension::name).forEach(fields::add);
    array.schema().attributes().stream().map(Attribute::name).forEach(fields::add);
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    ReadRequest all = ReadRequest.builder().layout(Layout.ROW_MAJOR).select(fields).build();
    try (var reader = array.read(all)) {
      TsvRowWriter text = TsvRowWriter.begin(out, fields);
      for (var batch = reader.next(); batch != null; batch = reader.next()) {
        text.write(batch, batch.rows());
      }
      text.finish();
      List<String> lines =
          new ArrayList<>(out.toString(StandardCharsets.UTF_8).lines().sorted().toList());
      lines.add(CorpusCheck.metadata(array.metadata()).toString());
      return lines;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Problem> problems(Severity severity) {
    return azulejo.maintenance().verify(ARRAY, VerifyRequest.DEFAULT).problems().stream()
        .filter(problem -> problem.severity() == severity)
        .toList();
  }

  private Map<String, Runnable> acts() {
    Map<String, Runnable> acts = new TreeMap<>();
    acts.put(
        "gc", () -> azulejo.maintenance().gc(ARRAY, GcRequest.DEFAULT.olderThan(Duration.ZERO)));
    acts.put(
        "repair",
        () -> azulejo.maintenance().repair(ARRAY, RepairRequest.DEFAULT.olderThan(Duration.ZERO)));
    for (MaintenanceMode mode : OF_ARRAYS) {
      acts.put("vacuum " + mode, () -> vacuum(mode));
      acts.put("consolidate " + mode, () -> consolidate(mode));
      acts.put(
          "consolidate and vacuum " + mode,
          () -> {
            consolidate(mode);
            vacuum(mode);
          });
    }
    return acts;
  }

  /** Damages a file, does each act to a copy of the array, and puts the undamaged file back. */
  private void isNeverFinal(Location file, UnaryOperator<byte[]> damage) {
    isNeverFinal(file, damage, "");
  }

  /** Does the acts whose names contain some text. */
  private void isNeverFinal(Location file, UnaryOperator<byte[]> damage, String some) {
    List<String> whole = content();
    byte[] undamaged = StoredFiles.content(storage, file);
    change(file, damage);
    Storage damaged = storage;
    for (Map.Entry<String, Runnable> act : acts().entrySet()) {
      if (!act.getKey().contains(some)) {
        continue;
      }
      on(StoredFiles.copy(damaged));
      List<String> before = StoredFiles.contents(storage);
      Throwable refused = catchThrowable(act.getValue()::run);
      if (refused != null) {
        assertThat(refused).as(act.getKey()).isInstanceOf(CorruptDataException.class);
      }
      if (refused != null && !act.getKey().contains("and vacuum")) {
        assertThat(StoredFiles.contents(storage)).as(act.getKey()).isEqualTo(before);
      }
      storage.delete(file);
      storage.createExclusive(file, undamaged);
      assertThat(content()).as("%s is put back after %s", file, act.getKey()).isEqualTo(whole);
    }
    on(StoredFiles.copy(damaged));
    storage.delete(file);
    storage.createExclusive(file, undamaged);
  }

  private void on(Storage other) {
    azulejo.close();
    storage = other;
    azulejo = engine(other);
  }

  /** Damages a file, of which reads and verification tell. */
  private void isTold(Location file, UnaryOperator<byte[]> damage, String... why) {
    change(file, damage);
    assertThatThrownBy(this::content)
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining(file.toString())
        .hasMessageContainingAll(why);
    assertThat(problems(Severity.ERROR)).extracting(Problem::location).contains(file);
  }

  @Test
  void aDeletionWithMoreBytesIsNotGathered() {
    copy("old-v16/sparse-deletes");
    Location deletion = file(".del");
    UnaryOperator<byte[]> longer = bytes -> Arrays.copyOf(bytes, bytes.length + 8);
    isNeverFinal(deletion, longer);
    isTold(deletion, longer, "its tile");
    assertThatThrownBy(() -> consolidate(MaintenanceMode.COMMITS))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining(deletion.toString());
  }

  @Test
  void aDeletionThatCannotBeDecodedIsNotGathered() {
    copy("old-v16/sparse-deletes");
    Location deletion = file(".del");
    isNeverFinal(deletion, set(26, 0x40));
    change(deletion, set(26, 0x40));
    assertThatThrownBy(() -> consolidate(MaintenanceMode.COMMITS))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining(deletion.toString());
  }

  /** Another type of the values in the header of a tile changes nothing that is read. */
  @Test
  void aDeletionThatIsGatheredWithOtherBytesIsNotVacuumed() {
    copy("old-v16/sparse-deletes");
    consolidate(MaintenanceMode.COMMITS);
    Location deletion = file(".del");
    isNeverFinal(deletion, set(20, 0x05));
    change(deletion, set(20, 0x05));
    assertThatThrownBy(() -> vacuum(MaintenanceMode.COMMITS))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining(deletion.toString())
        .hasMessageContaining(file(".con").toString());
  }

  @Test
  void aDamagedFileOfCommitsIsNeitherGatheredAgainNorVacuumed() {
    copy("old-v16/sparse-deletes");
    consolidate(MaintenanceMode.COMMITS);
    Location commits = file(".con");
    byte[] whole = StoredFiles.content(storage, commits);
    int step = Math.max(1, whole.length / TestLayer.cases(500, 4));
    for (int at = 0; at < whole.length; at += step) {
      int other = whole[at] ^ 0x40;
      isNeverFinal(commits, set(at, other));
    }
  }

  @Test
  void aVacuumFileWithADamagedNameIsRefused() {
    copy("made-time/consolidate-sparse-dups-fragments");
    Location vacuum = file(".vac");
    // eight digits of the label of the second fragment
    UnaryOperator<byte[]> other = set(85, '0', '1', '2', '3', '4', '5', '6', '7');
    isNeverFinal(vacuum, other);
    isTold(vacuum, other, "which is not there");
  }

  @Test
  void aVacuumFileWithAShortenedNameIsRefused() {
    copy("made-time/consolidate-sparse-dups-fragments");
    Location vacuum = file(".vac");
    UnaryOperator<byte[]> shorter = replaced("19fdd9d1", "19fdd9");
    isNeverFinal(vacuum, shorter);
    isTold(vacuum, shorter, "line 2", "names nothing that an array has");
  }

  @Test
  void aListOfReplacedMetadataWithADamagedNameIsRefused() {
    copy("made-time/metadata-consolidated");
    Location vacuum = file(".vac");
    isNeverFinal(vacuum, replaced("_[0-9a-f]{8}", "_01234567"));
    isNeverFinal(vacuum, replaced("_[0-9a-f]{8}", "_012345"));
    change(vacuum, replaced("_[0-9a-f]{8}", "_01234567"));
    assertThat(problems(Severity.ERROR)).extracting(Problem::location).contains(vacuum);
  }

  private Location copyBeside(Location file, String name) {
    Location stray = file.parent().resolve(name);
    storage.createExclusive(stray, StoredFiles.content(storage, file));
    return stray;
  }

  @Test
  void aStrayCopyOfAVacuumFileIsToldAndVacuumedWithTheOther() {
    copy("made-time/consolidate-sparse-dups-fragments");
    List<String> whole = content();
    Location vacuum = file(".vac");
    Location stray = copyBeside(vacuum, vacuum.name().replace("_5", "_6"));

    assertThat(content()).isEqualTo(whole);
    assertThat(problems(Severity.WARNING))
        .filteredOn(problem -> problem.location().equals(stray))
        .singleElement()
        .satisfies(problem -> assertThat(problem.toString()).contains(vacuum.name()));
    vacuum(MaintenanceMode.FRAGMENTS);
    assertThat(content()).isEqualTo(whole);
    assertThat(StoredFiles.below(storage, ARRAY)).doesNotContain(vacuum, stray);
    assertThat(problems(Severity.ERROR)).isEmpty();
  }

  @Test
  void aStrayCopyOfASchemaIsTold() {
    copy("made-time/consolidate-sparse-dups-fragments");
    Location schema =
        StoredFiles.below(storage, ARRAY).stream()
            .filter(file -> file.path().contains("/__schema/"))
            .findFirst()
            .orElseThrow();
    assertThat(problems(Severity.WARNING)).isEmpty();
    Location stray = copyBeside(schema, "__99_99_0123456789abcdef0123456789abcdef");
    assertThat(problems(Severity.WARNING))
        .filteredOn(problem -> problem.what().contains("the same bytes"))
        .singleElement()
        .satisfies(
            problem ->
                assertThat(List.of(problem.location().name(), problem.what()))
                    .anyMatch(text -> text.contains(schema.name()))
                    .anyMatch(text -> text.contains(stray.name())));
  }

  private void isNotVacuumed(Location file, UnaryOperator<byte[]> damage, MaintenanceMode mode) {
    isNeverFinal(file, damage);
    change(file, damage);
    assertThatThrownBy(() -> vacuum(mode))
        .isInstanceOf(CorruptDataException.class)
        .hasMessageContaining(file.toString());
  }

  private Location below(String pattern) {
    return StoredFiles.below(storage, ARRAY).stream()
        .filter(file -> file.path().matches(".*" + pattern))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void fragmentsStayWhileATableOfTheOneThatReplacesThemIsDamaged() {
    copy("made-time/consolidate-sparse-dups-fragments");
    Location metadata = below("/__10_40_[^/]*/__fragment_metadata.tdb");
    isNotVacuumed(metadata, set(4, 0xff), MaintenanceMode.FRAGMENTS);
  }

  @Test
  void fragmentsStayWhileADataFileOfTheOneThatReplacesThemIsTruncated() {
    copy("made-time/consolidate-sparse-dups-fragments");
    Location data = below("/__10_40_[^/]*/a0.tdb");
    isNotVacuumed(data, bytes -> Arrays.copyOf(bytes, bytes.length - 1), MaintenanceMode.FRAGMENTS);
  }

  @Test
  void fragmentsStayWhileAPartOfASplitMergeIsDamaged() {
    copy("made-time/fragments-dense");
    azulejo.maintenance().consolidate(ARRAY, ConsolidationRequest.DEFAULT.maxFragmentSize(500));
    List<String> parts = azulejo.open(ARRAY).fragments().stream().map(f -> f.name()).toList();
    assertThat(parts).hasSizeGreaterThan(2);
    for (String part : parts) {
      Location data = below("/" + part + "/a0.tdb");
      byte[] whole = StoredFiles.content(storage, data);
      isNotVacuumed(
          data, bytes -> Arrays.copyOf(bytes, bytes.length - 1), MaintenanceMode.FRAGMENTS);
      change(data, damaged -> whole);
    }
  }

  @Test
  void metadataStayWhileTheFileThatReplacesThemIsDamaged() {
    copy("made-time/metadata-consolidated");
    String merged = file(".vac").name().replace(".vac", "");
    isNotVacuumed(below("/__meta/" + merged), set(40, 0x55), MaintenanceMode.ARRAY_METADATA);
  }

  /** Another file of metadata, which is whole, in place of the merged one. */
  @Test
  void metadataStayWhileTheFileThatReplacesThemSaysSomethingElse() {
    copy("made-time/metadata-consolidated");
    String merged = file(".vac").name().replace(".vac", "");
    byte[] other = StoredFiles.content(storage, below("/__meta/__20_[^.]*"));
    isNotVacuumed(below("/__meta/" + merged), bytes -> other, MaintenanceMode.ARRAY_METADATA);
  }

  /** In dense arrays nothing repeats the non-empty domain. */
  @Test
  void aDamagedFooterIsNotGathered() {
    copy("made-time/consolidate-sparse-commits");
    Location metadata = file("__fragment_metadata.tdb");
    byte[] whole = StoredFiles.content(storage, metadata);
    int step = FOOTER / TestLayer.cases(FOOTER, 30);
    for (int at = whole.length - FOOTER; at < whole.length; at += step) {
      isNeverFinal(metadata, set(at, whole[at] ^ 1), "and vacuum FRAGMENT_METADATA");
    }
  }

  @Test
  void aDamagedGatheredFooterIsNotGatheredAgain() {
    copy("made-time/fragments-dense");
    consolidate(MaintenanceMode.FRAGMENT_METADATA);
    Location footers = file(".meta");
    byte[] whole = StoredFiles.content(storage, footers);
    int step = Math.max(1, whole.length / TestLayer.cases(500, 4));
    for (int at = 0; at < whole.length; at += step) {
      isNeverFinal(footers, set(at, whole[at] ^ 1), "FRAGMENT_METADATA");
    }
  }

  /** The fragments that were merged are gone, so that nothing else tells of them. */
  @Test
  void aLostLineOfAListOfFragmentsOfOneSparseMergeIsTold() {
    copy("made-time/consolidate-sparse-commits");
    azulejo.maintenance().consolidate(ARRAY, ConsolidationRequest.DEFAULT.maxFragmentSize(500));
    vacuum(MaintenanceMode.FRAGMENTS);
    vacuum(MaintenanceMode.COMMITS);
    List<FragmentInfo> parts = azulejo.open(ARRAY).fragments();
    String last = parts.get(parts.size() - 1).name();
    Location list =
        StoredFiles.below(storage, ARRAY).stream()
            .filter(file -> file.name().endsWith(".con"))
            .filter(
                file ->
                    new String(StoredFiles.content(storage, file), StandardCharsets.UTF_8)
                        .contains(last))
            .findFirst()
            .orElseThrow();
    byte[] whole = StoredFiles.content(storage, list);
    List<String> lines = new String(whole, StandardCharsets.UTF_8).lines().toList();
    assertThat(lines).hasSizeGreaterThan(3);
    for (String line : lines) {
      change(list, replaced(line + "\\n", ""));
      assertThat(problems(Severity.ERROR)).extracting(Problem::location).contains(list);
      if (!line.contains(last)) { // it has one cell, with the coordinates of the cell before it
        assertThatThrownBy(this::content)
            .isInstanceOf(CorruptDataException.class)
            .hasMessageContaining(list.toString())
            .hasMessageContaining("lines were lost");
      }
      change(list, damaged -> whole);
    }
  }
}
