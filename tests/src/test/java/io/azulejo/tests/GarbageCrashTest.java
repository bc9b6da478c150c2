package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static io.azulejo.testkit.TestArrays.engine;
import static io.azulejo.tests.SweptArray.ARRAY;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Azulejo;
import io.azulejo.CreateOptions;
import io.azulejo.ObjectType;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.StorageException;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.FaultStorage;
import io.azulejo.testkit.FaultStorage.Fault;
import io.azulejo.testkit.Scenario;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.TestArrays;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The collection of garbage may itself end at any moment: nobody sees it, and the next goes on. */
class GarbageCrashTest {
  private static final GcRequest ALL =
      GcRequest.DEFAULT.olderThan(Duration.ZERO).allCompleteFragments();
  private static final ArraySchema LABELLED = SweptArray.labeled(100, 10);

  private static Scenario.Act writing(long time, int from) {
    return engine -> {
      TestArrays.append(
          engine.array(ARRAY),
          time,
          SweptArray.sparse(6, from, (int) time * 100, SweptArray.firstColor(6)));
    };
  }

  /** Does something until the machine crashes, after the last operation of that kind. */
  private static Scenario.Act crashing(Scenario.Act act, Predicate<FaultStorage.Operation> after) {
    return started -> {
      Storage storage = started.storage(ARRAY);
      FaultStorage clean = new FaultStorage(StoredFiles.copy(storage));
      try (Azulejo engine = engine(clean)) {
        act.with(engine);
      }
      int number = -1;
      List<FaultStorage.Operation> operations = clean.history();
      for (int i = 0; i < operations.size(); i++) {
        number = after.test(operations.get(i)) ? i : number;
      }
      assertThat(number).isNotNegative();
      FaultStorage faults = new FaultStorage(storage).crashAt(number, Fault.AFTER);
      try (Azulejo engine = engine(faults)) {
        act.with(engine);
      } catch (AzulejoException e) {
        // Some say nothing: what they could not delete any more is seen by nobody.
      }
      assertThat(faults.failed()).isTrue();
    };
  }

  private static Predicate<FaultStorage.Operation> creating(String suffix) {
    return operation ->
        operation.act() == FaultStorage.Act.CREATE_EXCLUSIVE
            && operation.location().path().endsWith(suffix);
  }

  private static void file(Azulejo engine, String path) {
    file(engine, ARRAY, path);
  }

  private static void file(Azulejo engine, Location folder, String path) {
    engine.storage(ARRAY).createExclusive(folder.resolve(path), new byte[3]);
  }

  /** Garbage of all kinds, as crashes leave it. */
  private static void litter(Azulejo engine) {
    file(engine, "__fragments/__7_7_0123456789abcdef0123456789abcdef_23/a0.tdb");
    file(engine, "__fragments/__7_7_0123456789abcdef0123456789abcdef_23/run_0.tmp");
    file(engine, ".0123.tmp");
    file(engine, "__commits/.4567.tmp");
    file(engine, "__schema/__enumerations/__0123456789abcdef0123456789abcdef_0");
    file(engine, "__labels/l7/__schema/__1_1_0123456789abcdef0123456789abcdef");
    file(engine, "__labels/l0/.89ab.tmp");
    Location remains = ARRAY.parent().resolve("remains");
    file(engine, remains, "__schema/__enumerations/__0123456789abcdef0123456789abcdef_0");
    file(engine, remains, "__labels/l0/__schema/__1_1_0123456789abcdef0123456789abcdef");
  }

  /** The array, and the files that are there. */
  private static List<Object> read(Azulejo engine) {
    Storage storage = engine.storage(ARRAY);
    Set<String> files = new TreeSet<>();
    StoredFiles.below(storage, ARRAY.parent()).forEach(file -> files.add(file.path()));
    return List.of(SweptArray.read(engine), files);
  }

  private static Scenario collecting(Scenario.Act... preparations) {
    List<List<Object>> first = new ArrayList<>();
    Scenario scenario =
        Scenario.of(
            "gc",
            engine -> {
              List<Object> read = read(engine);
              first.add(read);
              return read;
            });
    for (Scenario.Act preparation : preparations) {
      scenario.preparedBy(preparation);
    }
    return scenario
        .changedBy(SweptArray::collect)
        .then(SweptArray::collect)
        .allowingState(
            read -> {
              List<?> now = (List<?>) read;
              return now.get(0).equals(first.get(0).get(0))
                  && ((Set<?>) first.get(0).get(1)).containsAll((Set<?>) now.get(1));
            })
        .finishedByNext()
        .mayLeaveFiles();
  }

  @Test
  void garbageOfAllKindsIsCollectedUnseen() throws Exception {
    SweptArray.sweep(
        collecting(SweptArray.create(LABELLED), writing(20, 1), GarbageCrashTest::litter));
  }

  /** Commits gathered in one file, a file that takes them back, and fragments. */
  @Test
  void whatIsLeftOfDeletedFragmentsIsCollectedUnseen() throws Exception {
    Scenario.Act deletion = engine -> engine.array(ARRAY).deleteFragments(TimeRange.until(35));
    SweptArray.sweep(
        collecting(
            SweptArray.create(LABELLED),
            writing(20, 1),
            writing(30, 4),
            writing(40, 20),
            crashing(deletion, creating(".ign"))));
  }

  @Test
  void whatIsLeftOfARemovedArrayIsCollectedUnseen() throws Exception {
    Location copy = ARRAY.parent().resolve("copy");
    SweptArray.sweep(
        collecting(
            SweptArray.create(LABELLED),
            writing(20, 1),
            engine -> engine.catalog().copy(ARRAY, copy),
            crashing(
                engine -> engine.catalog().remove(copy),
                operation ->
                    operation.act() == FaultStorage.Act.DELETE
                        && operation.location().path().contains("/copy/__schema/__1"))));
  }

  /** A store that runs something when an array gets its schema, and then fails. */
  private static Storage failingToPublish(Storage storage, Location array, Runnable meanwhile) {
    return (Storage)
        Proxy.newProxyInstance(
            Storage.class.getClassLoader(),
            new Class<?>[] {Storage.class},
            (proxy, method, arguments) -> {
              if (method.getName().equals("createExclusive")
                  && ((Location) arguments[0]).parent().equals(array.resolve("__schema"))) {
                meanwhile.run();
                throw StorageException.withoutEffect("the disk is full", null, null, true);
              }
              try {
                return method.invoke(storage, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  private static void create(Azulejo engine, Location place) {
    engine.create(place, LABELLED, CreateOptions.DEFAULT.at(10));
  }

  /** One of two who create an array at once fails; the other has what it needs. */
  @Test
  void aFailedCreationKeepsTheFilesOfAnotherWriter() throws Exception {
    Storage storage = Storage.inMemory();
    Runnable other =
        () -> {
          try (Azulejo engine = engine(storage)) {
            create(engine, ARRAY);
          }
        };
    try (Azulejo engine = engine(failingToPublish(storage, ARRAY, other))) {
      refuses(StorageException.class, () -> create(engine, ARRAY));
    }

    try (Azulejo engine = engine(storage)) {
      writing(20, 1).with(engine);
      Object read = SweptArray.read(engine);
      Set<String> files = StoredFiles.paths(storage);
      SweptArray.collect(engine);
      assertThat(SweptArray.read(engine)).isEqualTo(read);
      assertThat(StoredFiles.paths(storage)).isEqualTo(files);
    }
  }

  @Test
  void aCreationThatFailsLeavesNoFolders(@TempDir Path folder) throws IOException {
    Path array = Files.createDirectory(folder.resolve("array"));
    Location place = Location.of(array);
    Storage failing = failingToPublish(Storage.local(), place, () -> {});
    try (Azulejo engine = Azulejo.builder().storage("file", failing).build()) {
      refuses(() -> create(engine, place));
    }

    assertThat(array).isEmptyDirectory();
  }

  /** Other engines take this for an array: it has a folder of schemas. */
  @Test
  void aKilledCreationLeavesNoArray(@TempDir Path folder) {
    Location place = Location.of(folder.resolve("array"));
    Storage.local()
        .createExclusive(
            place.resolve("__schema/__enumerations/__0123456789abcdef0123456789abcdef_0"),
            new byte[3]);
    try (Azulejo engine = Azulejo.create()) {
      assertThat(engine.catalog().type(place)).isEqualTo(ObjectType.NONE);
      assertThat(engine.catalog().list(place.parent())).isEmpty();
      assertThatThrownBy(() -> engine.open(place)).hasMessage("no array found at " + place);

      create(engine, place);
      assertThat(engine.catalog().list(place.parent())).hasSize(1);
      assertThat(engine.maintenance(place).gc(ALL).entries()).hasSize(1);
      assertThat(engine.open(place).enumeration("colors").size()).isEqualTo(2);
    }
  }
}
