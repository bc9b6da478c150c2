package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.azulejo.Azulejo;
import io.azulejo.internal.storage.ForwardingStorage;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.storage.LocalDisks;
import io.azulejo.storage.Location;
import io.azulejo.storage.OutputFile;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import io.azulejo.testkit.disk.Disk;
import io.azulejo.testkit.disk.Disk.Done;
import io.azulejo.testkit.disk.Disk.Kind;
import io.azulejo.testkit.disk.Disk.Operation;
import io.azulejo.testkit.disk.PowerLoss;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What one append of a few cells asks of the local file system, and in which order. */
class AppendCostTest {
  private static final Location ARRAY = Location.of("mem://root/array");
  private static final int CELLS = 5;

  private static ArraySchema schema(int attributes) {
    String names =
        String.join(
            ", ", IntStream.range(0, attributes).mapToObj(i -> "a" + i + " INT32").toList());
    return TestSchemas.of("sparse(k INT32 0..99999/1000) %s".formatted(names));
  }

  private static Batch batch(int attributes, int from) {
    int[] values = IntStream.range(from, from + CELLS).toArray();
    List<Column> columns = new ArrayList<>();
    columns.add(Column.of("k", Datatype.INT32, values));
    for (int i = 0; i < attributes; i++) {
      columns.add(Column.of("a" + i, Datatype.INT32, values));
    }
    return Batch.of(columns.toArray(Column[]::new));
  }

  /** The operations of the third append of a process: the first ones get to know the folders. */
  private static List<Operation> thirdAppend(Disk disk, Azulejo azulejo, int attributes) {
    azulejo.create(ARRAY, schema(attributes));
    azulejo.array(ARRAY).append(batch(attributes, 0));
    azulejo.array(ARRAY).append(batch(attributes, 10));
    int before = disk.history().size();
    azulejo.array(ARRAY).append(batch(attributes, 20));
    return disk.history().subList(before, disk.history().size());
  }

  /** The kind and the name, of which fragments have none. */
  private static String text(Operation operation) {
    String path = operation.path().replaceFirst("/root/array/?", "");
    return operation.kind() + " " + path.replaceFirst("__\\d+_\\d+_[0-9a-f]{32}_\\d+", "f");
  }

  private static List<String> texts(List<Operation> operations, Kind... kinds) {
    return operations.stream()
        .filter(operation -> List.of(kinds).contains(operation.kind()))
        .map(AppendCostTest::text)
        .toList();
  }

  private static List<String> syncsOfFragment(int attributes) {
    List<String> syncs = new ArrayList<>();
    for (int i = 0; i < attributes; i++) {
      syncs.add("SYNC __fragments/f/a%d.tdb".formatted(i));
    }
    syncs.add("SYNC __fragments/f/d0.tdb");
    syncs.add("SYNC __fragments/f/__fragment_metadata.tdb");
    syncs.add("SYNC_FOLDER __fragments");
    syncs.add("SYNC_FOLDER __fragments/f");
    return syncs;
  }

  private static int commit(List<Operation> operations) {
    List<String> texts = operations.stream().map(AppendCostTest::text).toList();
    assertThat(texts).containsOnlyOnce("CREATE __commits/f.wrt");
    return texts.indexOf("CREATE __commits/f.wrt");
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 50})
  void syncsEachFileAndEachChangedFolderOnce(int attributes) {
    Disk disk = new Disk();
    try (Azulejo azulejo = TestArrays.engine(LocalDisks.storage(disk))) {
      List<Operation> operations = thirdAppend(disk, azulejo, attributes);

      int commit = commit(operations);
      assertThat(texts(operations.subList(0, commit), Kind.SYNC, Kind.SYNC_FOLDER))
          .containsExactlyElementsOf(syncsOfFragment(attributes));
      assertThat(texts(operations.subList(commit, operations.size()), Kind.SYNC, Kind.SYNC_FOLDER))
          .containsExactly("SYNC_FOLDER __commits");
    }
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 5, 50})
  void asksNoMoreOfTheFileSystemThanItsFilesNeed(int attributes) {
    Disk disk = new Disk();
    try (Azulejo azulejo = TestArrays.engine(LocalDisks.storage(disk))) {
      Map<Kind, Integer> counts = new EnumMap<>(Kind.class);
      thirdAppend(disk, azulejo, attributes)
          .forEach(operation -> counts.merge(operation.kind(), 1, Integer::sum));

      int files = attributes + 2;
      assertThat(counts)
          .containsExactlyInAnyOrderEntriesOf(
              Map.of(
                  // Each file looks for its folder; the new folder for its own; the commit twice,
                  // as
                  // another process may replace the folder; the schema is looked for and measured.
                  Kind.LOOK,
                  files + 5,
                  Kind.LIST,
                  2, // schemas, seals
                  Kind.OPEN,
                  1 + 3, // the schema, the folders to sync
                  Kind.READ,
                  1,
                  Kind.MAKE_FOLDER,
                  1,
                  Kind.CREATE,
                  files + 1,
                  Kind.WRITE,
                  files,
                  Kind.SYNC,
                  files,
                  Kind.SYNC_FOLDER,
                  3));
    }
  }

  @Test
  void theFirstAppendAlsoSyncsTheFolderOfTheArray() {
    Disk disk = new Disk();
    try (Azulejo azulejo = TestArrays.engine(LocalDisks.storage(disk))) {
      thirdAppend(disk, azulejo, 1);
    }
    int before = disk.history().size();
    try (Azulejo azulejo = TestArrays.engine(LocalDisks.storage(disk))) {
      azulejo.array(ARRAY).append(batch(1, 30));
    }
    List<Operation> operations = disk.history().subList(before, disk.history().size());

    assertThat(texts(operations, Kind.MAKE_FOLDER, Kind.SYNC_FOLDER))
        .containsExactly(
            "SYNC_FOLDER ",
            "MAKE_FOLDER __fragments/f",
            "SYNC_FOLDER __fragments",
            "SYNC_FOLDER __fragments/f",
            "SYNC_FOLDER ",
            "SYNC_FOLDER __commits");
  }

  @Test
  void threadsSyncEverythingBeforeTheCommitExists() {
    Disk disk = new Disk();
    try (Azulejo azulejo =
        Azulejo.builder().storage("mem", LocalDisks.storage(disk)).ioThreads(8).build()) {
      List<Operation> operations = thirdAppend(disk, azulejo, 20);

      int commit = commit(operations);
      assertThat(texts(operations.subList(0, commit), Kind.SYNC, Kind.SYNC_FOLDER))
          .containsExactlyInAnyOrderElementsOf(syncsOfFragment(20));
      assertThat(texts(operations.subList(commit, operations.size()), Kind.SYNC, Kind.SYNC_FOLDER))
          .containsExactly("SYNC_FOLDER __commits");
    }
  }

  /** Runs the concurrent actions of a commit in a random order. */
  private static final class Shuffled extends ForwardingStorage {
    private final Random random;

    Shuffled(Storage inner, long seed) {
      super(inner);
      this.random = new Random(seed);
    }

    @Override
    public void commit(List<OutputFile> files, Consumer<List<Runnable>> concurrently) {
      super.commit(
          files,
          actions -> {
            List<Runnable> shuffled = new ArrayList<>(actions);
            Collections.shuffle(shuffled, random);
            concurrently.accept(shuffled);
          });
    }
  }

  @Test
  void aPowerLossKeepsAllCellsOrNoneHoweverTheSyncsAreOrdered() {
    int done = 0;
    int lost = 0;
    for (long seed = 1; seed <= 5; seed++) {
      boolean finished = false;
      for (int number = 0; !finished; number++) {
        Disk disk = new Disk();
        try (Azulejo azulejo =
            TestArrays.engine(new Shuffled(LocalDisks.storage(disk), seed * 1000 + number))) {
          thirdAppend(disk, azulejo, 2);
          disk.failFrom(number, Done.NOTHING);
          Throwable failure = catchThrowable(() -> azulejo.array(ARRAY).append(batch(2, 30)));
          finished = failure == null;
          for (PowerLoss loss : PowerLoss.many(6)) {
            try (Azulejo after = TestArrays.engine(disk.after(loss))) {
              long cells = TestArrays.count(after.array(ARRAY).read());
              assertThat(cells)
                  .as("seed %d, operation %d, %s", seed, number, loss)
                  .isIn(finished ? List.of(4L * CELLS) : List.of(3L * CELLS, 4L * CELLS));
              done += cells == 4 * CELLS ? 1 : 0;
              lost += cells == 3 * CELLS ? 1 : 0;
            }
          }
        }
      }
    }
    assertThat(done).isPositive();
    assertThat(lost).isPositive();
  }
}
