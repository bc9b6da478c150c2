package io.azulejo.internal.write.sparse;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.SpillFiles;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.write.fragment.FieldCells;
import io.azulejo.internal.write.fragment.StoredSource;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.Progress;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The cells of the sparse arrays of the corpus, written to empty arrays of the same schemas and
 * versions in every way there is, come back. Another seed: {@code -Dazulejo.seed=N}.
 */
class SparseRewritingTest {
  private static final Storage FILES = Storage.local();
  private static final Location COPY = Location.of("mem://copy");
  private static final int MOST_ROWS = 60_000;
  private static final long MOST_BYTES = 20 << 20;

  /** The number of arrays or fragments that each test compared, as each passes over some. */
  private static final Map<String, Integer> COMPARED = new TreeMap<>();

  private final long seed = Long.getLong("azulejo.seed", 20_261_121L);

  @AfterAll
  static void eachTestComparedMany() {
    assertThat(COMPARED)
        .isNotEmpty()
        .allSatisfy((test, count) -> assertThat(count).isGreaterThan(20));
  }

  private static void count(String test, int compared) {
    COMPARED.merge(test, compared, Integer::sum);
  }

  /** An array of the corpus. */
  record Stored(String name, Path folder, Optional<EncryptionKey> key) {
    OpenOptions toOpen() {
      OpenOptions options = OpenOptions.DEFAULT.at(TimeRange.ALL);
      return key.map(options::key).orElse(options);
    }

    Azulejo keyed(Azulejo engine, Location place) {
      return key.map(secret -> engine.withKey(place, secret)).orElse(engine);
    }

    @Override
    public String toString() {
      return name;
    }
  }

  static Stream<Stored> sparseArrays() throws IOException {
    CorpusFolder corpus = CorpusFolder.find();
    List<Stored> arrays = new ArrayList<>();
    try (Azulejo engine = Azulejo.create()) {
      for (Path file : corpus.expectationFiles()) {
        Expectation expectation = corpus.expectation(file);
        boolean broken = file.getParent().getFileName().toString().startsWith("broken-");
        if (expectation.openingFails() || expectation.group() || broken) {
          continue;
        }
        Path folder = Path.of(expectation.location().toString());
        Stored stored =
            new Stored(corpus.path().relativize(file).toString(), folder, expectation.key());
        if (!engine.open(Location.of(folder), stored.toOpen()).schema().isDense()) {
          arrays.add(stored);
        }
      }
    }
    return arrays.stream();
  }

  @ParameterizedTest
  @MethodSource("sparseArrays")
  void cellsWrittenOnceMoreComeBack(Stored stored) {
    count("written anew", 0);
    Storage storage = Storage.inMemory();
    try (Azulejo engine = engine(storage, 1 << 30);
        Azulejo small = engine(storage, 1 << 16)) {
      Array array = engine.open(Location.of(stored.folder), stored.toOpen());
      List<Batch> unordered = read(array, Layout.UNORDERED);
      List<String> rows = rows(unordered);
      if (rows.size() > MOST_ROWS) {
        return;
      }
      int version = array.formatVersion();
      boolean together = version < 7 || version >= 12;
      WriteRequest inParts = WriteRequest.DEFAULT.maxFragmentSize(2000);
      WriteRequest ordered = WriteRequest.DEFAULT.layout(Layout.GLOBAL_ORDER);
      Collections.shuffle(unordered, new Random(seed));
      write(engine, storage, stored, unordered, WriteRequest.DEFAULT, rows);
      if (together) {
        write(small, storage, stored, unordered, inParts, rows);
      } else {
        assertThatThrownBy(() -> write(small, storage, stored, unordered, inParts, rows))
            .hasMessageContaining(
                "arrays of format version %d cannot commit several fragments at once", version);
      }
      if (isOrderedAsRead(array)) {
        write(small, storage, stored, read(array, Layout.GLOBAL_ORDER), ordered, rows);
      }
      count("written anew", 1);
    }
  }

  /** Old fragments and new ones of the version that old arrays get lie side by side. */
  @ParameterizedTest
  @MethodSource("sparseArrays")
  void cellsWrittenBesideThoseThatAreThereComeBackWithThem(Stored stored) {
    count("written beside", 0);
    Storage storage = Storage.inMemory();
    try (Azulejo engine = engine(storage, 1 << 30)) {
      Array array = engine.open(Location.of(stored.folder), stored.toOpen());
      List<Batch> batches = read(array, Layout.UNORDERED);
      List<String> rows = rows(batches);
      if (rows.isEmpty() || rows.size() > MOST_ROWS || !copy(stored.folder, storage, "")) {
        return;
      }
      try (ArrayWriter out = stored.keyed(engine, COPY).array(COPY).writer()) {
        batches.forEach(out::append);
        out.commit();
      }
      Array copy = engine.open(COPY, stored.toOpen());
      assertThat(copy.fragments()).hasSize(array.fragments().size() + 1);
      List<String> expected = new ArrayList<>(rows);
      if (array.schema().allowsDuplicates()) {
        expected.addAll(rows);
        Collections.sort(expected);
      }
      assertThat(rows(read(copy, Layout.UNORDERED))).as(stored.name).isEqualTo(expected);
      count("written beside", 1);
    }
  }

  private static Azulejo engine(Storage storage, long budget) {
    return Azulejo.builder().storage("mem", storage).memoryBudget(budget).build();
  }

  /** Reads put -0.0 before 0.0 in every dimension; the order on disk has no such difference. */
  private static boolean isOrderedAsRead(Array array) {
    return array.schema().dimensions().stream()
        .noneMatch(dimension -> dimension.type().isFloatingPoint());
  }

  private void write(
      Azulejo engine,
      Storage storage,
      Stored stored,
      List<Batch> batches,
      WriteRequest request,
      List<String> rows) {
    storage.deleteFolder(COPY);
    copySchemas(stored.folder, storage);
    try (ArrayWriter out = stored.keyed(engine, COPY).array(COPY).writer(request)) {
      batches.forEach(out::append);
      out.commit();
    }
    Array copy = engine.open(COPY, stored.toOpen());
    assertThat(rows(read(copy, Layout.UNORDERED)))
        .as("%s, -Dazulejo.seed=%d", stored, seed)
        .isEqualTo(rows);
  }

  /**
   * The cells of each fragment that one write made, written in another order, are in the tiles
   * where the reference put them.
   */
  @ParameterizedTest
  @MethodSource("sparseArrays")
  void cellsComeToLieWhereTheReferencePutThem(Stored stored) {
    count("order of cells", 0);
    Optional<EncryptionKey> key = stored.key;
    try (Tasks tasks = new Tasks(0, 0);
        ScratchPool scratchPool = new ScratchPool()) {
      Snapshot snapshot =
          Snapshot.open(FILES, Location.of(stored.folder), TimeRange.ALL, key, tasks);
      for (Fragment fragment : snapshot.fragments()) {
        if (isOfOneWrite(fragment)) {
          Resources resources =
              new Resources(
                  tasks,
                  scratchPool,
                  new MemoryBudget(1 << 16),
                  SpillFiles.in(Path.of("target")),
                  Progress.NONE);
          compareBoxes(stored, fragment, key, resources);
          count("order of cells", 1);
        }
      }
    }
  }

  /** Whether one write of the fragment's own version made it, of a time when order was kept. */
  private static boolean isOfOneWrite(Fragment fragment) {
    return fragment.version().writable()
        && fragment.schema().version().equals(fragment.version())
        && !fragment.dense()
        && fragment.name().t1() == fragment.name().t2()
        && !fragment.footer().timestamps()
        && !fragment.footer().deleteMetadata()
        && !isOnEarlyCurve(fragment)
        && !isInWrappedTiles(fragment)
        && fragment.tiles() > 0;
  }

  /** The first releases with Hilbert curves used fewer bits than all later ones. */
  private static boolean isOnEarlyCurve(Fragment fragment) {
    return fragment.schema().schema().cellOrder() == Layout.HILBERT
        && Integer.parseInt(fragment.version().toString()) < 9;
  }

  /** Old releases took the tiles of narrow signed integers wrong where the domain is wide. */
  private static boolean isInWrappedTiles(Fragment fragment) {
    return !fragment.version().keepsGlobalOrder()
        && fragment.schema().schema().dimensions().stream()
            .map(Dimension::type)
            .anyMatch(type -> type == Datatype.INT8 || type == Datatype.INT16);
  }

  private void compareBoxes(
      Stored stored, Fragment fragment, Optional<EncryptionKey> key, Resources resources) {
    ArraySchema schema = fragment.schema().schema();
    List<String> names = new ArrayList<>();
    schema.attributes().forEach(attribute -> names.add(attribute.name()));
    schema.dimensions().forEach(dimension -> names.add(dimension.name()));
    List<FieldStorage> fields =
        names.stream()
            .map(
                name ->
                    FieldStorage.of(fragment.footer(), fragment.schema(), schema, name)
                        .orElseThrow())
            .toList();
    CellLayout layout = new CellLayout(schema);
    List<CellRange> ranges = new ArrayList<>();
    StoredSource source = new StoredSource(FILES, schema, fragment, fields, key);
    for (int tile = 0; tile < fragment.tiles(); tile++) {
      CellPart part = part(source, tile, layout, resources);
      for (int row = 0; row < part.selected; row++) {
        ranges.add(new CellRange(part, row, 1));
      }
    }
    List<CellRange> shuffled = new ArrayList<>(ranges);
    Collections.shuffle(shuffled, new Random(seed));
    CellSorter sorter = new CellSorter(layout, resources.tasks());
    SortedCells sorted = sorter.sort(shuffled, null);
    SortedCells asStored = SortedCells.of(layout, ranges);
    for (int place = 0; place < ranges.size(); place++) {
      assertThat(
              sorter.compare(
                  sorted.part(place), sorted.row(place), asStored.part(place), asStored.row(place)))
          .as("%s, %s, cell %d, -Dazulejo.seed=%d", stored, fragment.name(), place, seed)
          .isZero();
    }
  }

  private static CellPart part(
      StoredSource source, int tile, CellLayout layout, Resources resources) {
    CellColumn[] columns = new CellColumn[layout.fields()];
    for (int f = 0; f < columns.length; f++) {
      int field = f;
      resources
          .scratchPool()
          .with(
              buffers -> {
                FieldCells cells = source.cells(tile, field, buffers);
                byte[] data =
                    Arrays.copyOfRange(cells.data(), cells.start(), cells.start() + cells.length());
                columns[field] =
                    new CellColumn(
                        data,
                        0,
                        cells.offsets(),
                        layout.nullable(field) ? cells.validity().clone() : null);
              });
    }
    return layout.part(columns, source.cells(tile), new CellPart.RowNumbers(0, 1, false));
  }

  private static void copySchemas(Path folder, Storage storage) {
    copy(folder, storage, "__array_schema.tdb");
    copy(folder, storage, "__schema/");
  }

  /** Copies the files whose paths begin like that, unless they are many or large. */
  private static boolean copy(Path folder, Storage storage, String beginning) {
    try (Stream<Path> walk = Files.walk(folder)) {
      List<Path> files = walk.filter(Files::isRegularFile).toList();
      long bytes = 0;
      for (Path file : files) {
        bytes += Files.size(file);
      }
      if (beginning.isEmpty() && bytes > MOST_BYTES) {
        return false;
      }
      for (Path file : files) {
        String path = folder.relativize(file).toString().replace('\\', '/');
        if (path.startsWith(beginning)) {
          storage.createExclusive(COPY.resolve(path), Files.readAllBytes(file));
        }
      }
      return true;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static List<Batch> read(Array array, Layout layout) {
    List<Batch> batches = new ArrayList<>();
    ReadRequest request = ReadRequest.ALL.layout(layout);
    try (BatchReader in = array.read(request).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        batches.add(batch);
      }
    }
    return batches;
  }

  /** All rows as texts, sorted. */
  private static List<String> rows(List<Batch> batches) {
    List<String> rows = new ArrayList<>();
    for (Batch batch : batches) {
      for (int row = 0; row < batch.rows(); row++) {
        StringBuilder text = new StringBuilder();
        for (Column column : batch.columns()) {
          text.append(column.name()).append('=');
          text.append(column.isNull(row) ? "null" : HexFormat.of().formatHex(column.getBytes(row)));
          text.append(' ');
        }
        rows.add(text.toString());
      }
    }
    Collections.sort(rows);
    return rows;
  }
}
