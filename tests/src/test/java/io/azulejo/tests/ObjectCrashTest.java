package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.Catalog;
import io.azulejo.ChangeOptions;
import io.azulejo.CreateOptions;
import io.azulejo.FragmentInfo;
import io.azulejo.Group;
import io.azulejo.GroupChange;
import io.azulejo.ObjectType;
import io.azulejo.OpenOptions;
import io.azulejo.StoredFile;
import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.CommitUnknownException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.query.Row;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.FaultStorage;
import io.azulejo.testkit.Scenario;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Whatever goes wrong at whatever moment when fragments are deleted, a file is imported, or arrays
 * and groups are copied, moved or removed: it is there as before or as after it, and the next
 * change works.
 */
class ObjectCrashTest {
  private static final GcRequest ALL =
      GcRequest.DEFAULT.olderThan(Duration.ZERO).allCompleteFragments();
  private static final Location COPY = Location.of("mem://arrays/copy");
  private static final ArraySchema SPARSE =
      TestSchemas.of(
          "sparse(x INT32 1..100/10) a INT32, s STRING_UTF8 var nullable, c UINT8 "
              + "colors=red|green; capacity 4");

  private static ChangeOptions at(long time) {
    return ChangeOptions.DEFAULT.at(time);
  }

  private static Scenario.Act writing(long time, int from, int rows) {
    return writing(time, from, rows, WriteRequest.DEFAULT);
  }

  private static Scenario.Act writing(long time, int from, int rows, WriteRequest request) {
    return engine -> {
      TestArrays.write(
          engine.array(SweptArray.ARRAY),
          request,
          at(time),
          SweptArray.sparse(rows, from, (int) time * 100, SweptArray.firstColor(rows)));
    };
  }

  private static Scenario changing(String name, Scenario.Act change, Scenario.Act next) {
    return Scenario.of(name, SweptArray::read)
        .preparedBy(SweptArray.create(SPARSE))
        .preparedBy(writing(10, 1, 12))
        .preparedBy(writing(20, 8, 12))
        .preparedBy(writing(30, 30, 5))
        .changedBy(change)
        .then(next);
  }

  private static List<String> names(Azulejo engine) {
    return engine.open(SweptArray.ARRAY).fragments().stream().map(FragmentInfo::name).toList();
  }

  /** Writes fragments that one file commits. */
  private static Scenario.Act writingParts(long time) {
    WriteRequest request = WriteRequest.DEFAULT.layout(Layout.GLOBAL_ORDER).maxFragmentSize(700);
    return engine -> {
      writing(time, 1, 40, request).with(engine);
      assertThat(names(engine)).hasSizeGreaterThan(2);
    };
  }

  /** Deletes some of the fragments that are there, by name. */
  private static Scenario.Act deleting(int from, int to) {
    return engine ->
        engine.array(SweptArray.ARRAY).deleteFragments(names(engine).subList(from, to));
  }

  private static Scenario.Act deletingUntil(long time) {
    return engine -> engine.array(SweptArray.ARRAY).deleteFragments(TimeRange.until(time));
  }

  /** Whether each of the fragments has a commit file, or one is there for all, is no matter. */
  private static void sweepDeletion(Scenario scenario) throws Exception {
    SweptArray.sweep(scenario.mayLeaveFiles().ignoringFiles("__commits/[^/]+\\.(con|wrt)$"));
  }

  private static void sweepDeletion(String name, Scenario.Act deletion) throws Exception {
    sweepDeletion(changing(name, deletion, writing(70, 50, 3)));
  }

  @Test
  void aFragmentIsDeletedOrNot() throws Exception {
    sweepDeletion("delete a fragment", deleting(1, 2));
  }

  @Test
  void fragmentsOfAListAreDeletedAllOrNone() throws Exception {
    sweepDeletion("delete two fragments", deleting(0, 2));
  }

  @Test
  void fragmentsOfARangeOfTimesAreDeletedAllOrNone() throws Exception {
    sweepDeletion("delete fragments of a range", deletingUntil(25));
  }

  @Test
  void fragmentsOfOneWriteAreDeletedAllOrNone() throws Exception {
    for (Scenario.Act deletion : List.of(deleting(0, 1), deleting(1, 3), deletingUntil(50))) {
      sweepDeletion(
          Scenario.of("delete fragments of one write", SweptArray::read)
              .preparedBy(SweptArray.create(SPARSE))
              .preparedBy(writing(10, 60, 12))
              .preparedBy(writingParts(40))
              .changedBy(deletion)
              .then(writing(70, 50, 3)));
    }
  }

  @Test
  void fragmentsAreDeletedBesidesSomeThatWere() throws Exception {
    sweepDeletion(
        Scenario.of("delete more fragments of one write", SweptArray::read)
            .preparedBy(SweptArray.create(SPARSE))
            .preparedBy(writingParts(40))
            .preparedBy(deleting(1, 2))
            .changedBy(deleting(0, 2))
            .then(writing(70, 50, 3)));
  }

  private static Object readAt(Azulejo engine, Location place) {
    if (engine.catalog().type(place) == ObjectType.NONE) {
      return Scenario.NOTHING;
    }
    Array array = engine.open(place);
    try (Stream<Row> rows = array.read().rows()) {
      return List.of(
          array.schema().toString(),
          array.fragments().toString(),
          rows.map(Row::toString).toList().toString());
    }
  }

  @Test
  void anArrayIsCopiedOrNot() throws Exception {
    SweptArray.sweep(
        Scenario.of("copy", engine -> readAt(engine, COPY))
            .preparedBy(SweptArray.create(SPARSE))
            .preparedBy(writing(10, 1, 12))
            .changedBy(engine -> engine.catalog().copy(SweptArray.ARRAY, COPY))
            .then(
                engine ->
                    engine.catalog().copy(SweptArray.ARRAY, COPY.parent().resolve("another"))));
  }

  /** Nothing, or what is whole, at the old place and the new one. */
  private static List<Object> readBoth(Azulejo engine) {
    return List.of(readAt(engine, SweptArray.ARRAY), readAt(engine, COPY));
  }

  private static void moveOn(Azulejo engine) {
    if (engine.catalog().type(COPY) == ObjectType.NONE) {
      engine.maintenance(SweptArray.ARRAY.parent()).gc(ALL);
      engine.catalog().move(SweptArray.ARRAY, COPY);
    } else if (engine.catalog().type(SweptArray.ARRAY) != ObjectType.NONE) {
      engine.catalog().remove(SweptArray.ARRAY);
    }
  }

  @Test
  @Tag("full")
  void anArrayIsMovedFileByFileAndIsAtOnePlaceAtLeast() throws Exception {
    SweptArray.sweep(
        Scenario.of("move", ObjectCrashTest::readBoth)
            .preparedBy(SweptArray.create(SPARSE))
            .preparedBy(writing(10, 1, 12))
            .changedBy(engine -> engine.catalog().move(SweptArray.ARRAY, COPY))
            .then(ObjectCrashTest::moveOn)
            .allowingState(
                read -> {
                  List<?> both = (List<?>) read;
                  String copy =
                      both.get(1).toString().replace(COPY.path(), SweptArray.ARRAY.path());
                  return !both.get(0).equals(Scenario.NOTHING)
                      && both.get(0).toString().equals(copy);
                })
            .finishedByNext()
            .mayLeaveFiles());
  }

  /** Where the store gives a folder another name, that may have happened though it fails. */
  @Test
  void aMoveInOneActHappensOrNotOrSaysThatItMayHave(@TempDir Path folder) {
    for (FaultStorage.Fault fault : FaultStorage.Fault.values()) {
      Location from = Location.of(folder.resolve("from " + fault));
      Location to = Location.of(folder.resolve("to " + fault));
      FaultStorage faults = new FaultStorage(Storage.local());
      try (Azulejo engine = Azulejo.builder().storage("file", faults).build()) {
        engine.create(from, SPARSE);
        faults.failAt(movesAt(faults, engine, from, to), fault);
        boolean known = fault == FaultStorage.Fault.BEFORE;
        assertThatThrownBy(() -> engine.catalog().move(from, to))
            .isInstanceOf(known ? StorageException.class : CommitUnknownException.class)
            .hasMessageContaining("fails as requested by the test");
        boolean moved = fault == FaultStorage.Fault.AFTER;
        assertThat(engine.catalog().type(from))
            .isEqualTo(moved ? ObjectType.NONE : ObjectType.ARRAY);
        assertThat(engine.catalog().type(to)).isEqualTo(moved ? ObjectType.ARRAY : ObjectType.NONE);
      }
    }
  }

  /** The number of the operation by which the next move moves: it is moved there and back. */
  private static long movesAt(FaultStorage faults, Azulejo engine, Location from, Location to) {
    long before = faults.operations();
    engine.catalog().move(from, to);
    List<FaultStorage.Operation> operations = faults.history();
    long moved = before;
    while (operations.get((int) moved).act() != FaultStorage.Act.MOVE) {
      moved++;
    }
    engine.catalog().move(to, from);
    return faults.operations() + moved - before;
  }

  @Test
  void anArrayIsRemovedOrNot() throws Exception {
    SweptArray.sweep(
        changing("remove", engine -> engine.catalog().remove(SweptArray.ARRAY), engine -> {})
            .mayLeaveFiles());
  }

  private static final Location GROUP = Location.of("mem://arrays/group");

  /** A group with two arrays and a group in its folder. */
  private static Scenario ofGroup(String name, Scenario.Reading reading) {
    return Scenario.of(name, reading)
        .preparedBy(engine -> engine.group(GROUP).create())
        .preparedBy(engine -> engine.group(GROUP.resolve("c")).create())
        .preparedBy(SweptArray.create(SPARSE))
        .preparedBy(writing(10, 1, 12))
        .preparedBy(engine -> engine.catalog().copy(SweptArray.ARRAY, GROUP.resolve("a")))
        .preparedBy(engine -> engine.catalog().copy(SweptArray.ARRAY, GROUP.resolve("b")))
        .preparedBy(
            engine ->
                engine
                    .group(GROUP)
                    .change(
                        GroupChange.builder()
                            .addRelative("a")
                            .addRelative("b")
                            .addRelative("c")
                            .build(),
                        at(10)));
  }

  /** What lies in a group, and all of each array. */
  private static Object readTree(Azulejo engine, Location group) {
    List<String> all = new ArrayList<>();
    try (Stream<Catalog.Entry> entries = engine.catalog().walk(group)) {
      for (Catalog.Entry entry : entries.toList()) {
        Object content =
            entry.type() == ObjectType.ARRAY
                ? readAt(engine, entry.location())
                : engine.group(entry.location()).open().members().stream()
                    .map(Group.Member::uri)
                    .toList();
        all.add(entry.location().name() + " " + content);
      }
    }
    if (all.isEmpty()) {
      throw new NotFoundException("there is nothing", group.toString());
    }
    return all;
  }

  private static List<String> firstWords(Object tree) {
    return ((List<?>) tree).stream().map(line -> line.toString().split(" ")[0]).toList();
  }

  /** The members go one by one, the group itself comes last. */
  @Test
  void aGroupIsRemovedMemberByMember() throws Exception {
    SweptArray.sweep(
        ofGroup("remove a group", engine -> readTree(engine, GROUP))
            .changedBy(engine -> engine.catalog().remove(GROUP))
            .then(
                engine -> {
                  if (engine.catalog().type(GROUP) != ObjectType.NONE) {
                    engine.catalog().remove(GROUP);
                  }
                })
            .allowingState(
                read ->
                    List.of(List.of("group", "b", "c"), List.of("group", "c"), List.of("group"))
                        .contains(firstWords(read)))
            .finishedByNext()
            .mayLeaveFiles());
  }

  @Test
  void aGroupIsDissolvedOrNot() throws Exception {
    SweptArray.sweep(
        ofGroup("dissolve a group", engine -> readTree(engine, GROUP))
            .changedBy(engine -> engine.group(GROUP).dissolve())
            .then(
                engine -> {
                  if (engine.catalog().type(GROUP) == ObjectType.GROUP) {
                    engine.group(GROUP).dissolve();
                  }
                })
            .finishedByNext());
  }

  /** The arrays in it may be there before the group is, and that before the file that marks it. */
  @Test
  void aGroupIsCopiedOrNot() throws Exception {
    Location copy = Location.of("mem://arrays/copied");
    SweptArray.sweep(
        ofGroup("copy a group", engine -> readTree(engine, copy))
            .changedBy(engine -> engine.catalog().copy(GROUP, copy))
            .then(engine -> engine.catalog().copy(GROUP, copy.parent().resolve("another")))
            .allowingState(read -> List.of("a", "b", "c").containsAll(firstWords(read)))
            .ignoringFiles("/__tiledb_group\\.tdb$"));
  }

  private static final StoredFile FILE = StoredFile.of("note.txt", "text/plain", 3000);

  private static void importFile(Azulejo engine, long time) {
    InputStream in = new ByteArrayInputStream(new byte[3000]);
    engine.files().importFile(SweptArray.ARRAY, in, FILE, CreateOptions.DEFAULT.at(time));
  }

  private static Object readFile(Azulejo engine) {
    ByteArrayOutputStream out = new ByteArrayOutputStream();
    try {
      return engine.files().exportFile(SweptArray.ARRAY, out, OpenOptions.DEFAULT)
          + " "
          + out.size();
    } catch (InvalidRequestException e) {
      assertThat(e).hasMessageContaining("does not hold a file");
      return "no file yet";
    }
  }

  /** Until it is there whole there is no array, or one without a file. */
  @Test
  void aFileIsImportedOrNot() throws Exception {
    SweptArray.sweep(
        Scenario.of("import a file", ObjectCrashTest::readFile)
            .changedBy(engine -> importFile(engine, 10))
            .then(
                engine -> {
                  try {
                    importFile(engine, 20);
                  } catch (AlreadyExistsException e) {
                    // It came with the change.
                  }
                })
            .allowingState("no file yet"::equals)
            .finishedByNext()
            .mayLeaveFiles());
  }
}
