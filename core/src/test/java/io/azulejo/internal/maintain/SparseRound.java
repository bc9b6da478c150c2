package io.azulejo.internal.maintain;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CreateOptions;
import io.azulejo.OpenOptions;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.ConditionNode;
import io.azulejo.internal.format.ConditionNode.Operator;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.runtime.SpillFiles;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Commit;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.compact.Replacement;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.write.sparse.RandomSparseCells;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.DuplicatePolicy;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.Progress;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.TreeSet;

/** A random sparse array in memory that is written to, deleted from, evolved and merged. */
final class SparseRound implements AutoCloseable {
  static final Location ARRAY = Location.of("mem://array");
  private static final byte[] KEY =
      "0123456789abcdeF0123456789abcdeF".getBytes(StandardCharsets.US_ASCII);
  private static final String EXTRA = "extra";
  private static final int MOST_READS = 25;

  final Random random;
  final RandomSparseCells cells;
  final Storage storage = Storage.inMemory();
  final Azulejo engine;
  private final Optional<EncryptionKey> key;
  private final Tasks tasks;
  private final ScratchPool scratchPool = new ScratchPool();
  private final MemoryBudget budget;
  private final TreeSet<Long> times = new TreeSet<>();
  private final List<byte[][]> appended = new ArrayList<>();
  private long evolvedAt = Long.MAX_VALUE;

  /** An array of a version, of the first schema from a seed on that the version can store. */
  static SparseRound ofVersion(int version, long seed) {
    for (long next = seed; ; next += 10_000) {
      try {
        return new SparseRound(next, Optional.of(version));
      } catch (UnsupportedFormatException e) {
        // Each second schema or so has a type that came with a later version.
      }
    }
  }

  /** An array of a version; the default one where none is given. */
  SparseRound(long seed, Optional<Integer> version) {
    random = new Random(seed);
    cells = new RandomSparseCells(random);
    key = random.nextInt(4) == 0 ? Optional.of(EncryptionKey.of(KEY)) : Optional.empty();
    tasks = new Tasks(random.nextInt(3), random.nextInt(3));
    budget = new MemoryBudget(1L << (random.nextBoolean() ? 13 + random.nextInt(5) : 30));
    Azulejo.Builder description =
        Azulejo.builder().storage("mem", storage).computeThreads(1).ioThreads(1);
    key.ifPresent(secret -> description.key(ARRAY, secret));
    engine = description.build();
    CreateOptions options = CreateOptions.DEFAULT.at(0);
    try {
      engine.create(ARRAY, cells.schema(), version.map(options::formatVersion).orElse(options));
    } catch (UnsupportedFormatException e) {
      close();
      throw e;
    }
  }

  private ChangeOptions change(long time) {
    return ChangeOptions.DEFAULT.at(time);
  }

  private OpenOptions open(TimeRange range) {
    return OpenOptions.DEFAULT.at(range);
  }

  WritableArray array() {
    return WritableArray.open(storage, ARRAY, key);
  }

  Snapshot snapshot() {
    return Snapshot.open(storage, ARRAY, TimeRange.ALL, key, tasks);
  }

  /** Writes some cells, of which some are at places where others are. */
  void write(long time, int most) {
    List<byte[][]> some = new ArrayList<>();
    for (int i = 1 + random.nextInt(most); i > 0; i--) {
      byte[][] cell = cells.next();
      if (!appended.isEmpty() && random.nextInt(3) == 0) {
        byte[][] other = appended.get(random.nextInt(appended.size()));
        System.arraycopy(other, 0, cell, 0, cells.schema().dimensions().size());
      }
      some.add(cell);
    }
    appended.addAll(some);
    Batch batch = cells.batch(some);
    if (evolvedAt < Long.MAX_VALUE) {
      List<Column> columns = new ArrayList<>(batch.columns());
      byte[] values = new byte[batch.rows() * Integer.BYTES];
      for (int i = 0; i < values.length; i += Integer.BYTES) {
        values[i] = (byte) random.nextInt(4);
      }
      columns.add(new FixedColumn(EXTRA, Datatype.INT32, 1, batch.rows(), values, null));
      batch = Batch.of(batch.rows(), columns);
    }
    WriteRequest request = WriteRequest.DEFAULT;
    if (!cells.schema().allowsDuplicates()) {
      request = request.duplicates(DuplicatePolicy.KEEP_LAST);
    }
    if (random.nextInt(5) == 0 && array().writeVersion().splitsDirectories()) {
      request = request.maxFragmentSize(1 + random.nextInt(2000));
    }
    TestArrays.write(engine.array(ARRAY), request, change(time), batch);
    times.add(time);
  }

  /** Deletes by a comparison of a field with what some cell has there. */
  void delete(long time) {
    List<Dimension> dimensions = cells.schema().dimensions();
    List<String> names = new ArrayList<>();
    List<byte[]> values = new ArrayList<>();
    byte[][] cell = appended.get(random.nextInt(appended.size()));
    for (int d = 0; d < dimensions.size(); d++) {
      names.add(dimensions.get(d).name());
      values.add(cell[d]);
    }
    List<Attribute> attributes = cells.schema().attributes();
    for (int a = 0; a < attributes.size(); a++) {
      Attribute attribute = attributes.get(a);
      byte[] value = cell[dimensions.size() + a];
      if (value != null
          && value.length > 0
          && (attribute.cellValNum() == 1 || attribute.type() == Datatype.STRING_ASCII)
          && !attribute.type().isBytes()
          && attribute.type() != Datatype.STRING_UTF16) {
        names.add(attribute.name());
        values.add(value);
      }
    }
    if (evolvedAt <= time) {
      names.add(EXTRA);
      values.add(new byte[] {(byte) random.nextInt(4), 0, 0, 0});
    }
    int field = random.nextInt(names.size());
    Operator[] operators = {Operator.NE, Operator.LT, Operator.GE, Operator.NE};
    ConditionNode kept =
        new ConditionNode.Comparison(
            operators[random.nextInt(operators.length)],
            names.get(field),
            Slice.of(values.get(field)),
            List.of());
    Commit.deletion(array(), kept, time);
    times.add(time);
  }

  /** Adds an attribute. */
  void evolve(long time) {
    engine
        .array(ARRAY)
        .evolve(
            SchemaEvolution.builder().addAttribute(Attribute.of(EXTRA, Datatype.INT32)).build(),
            change(time));
    evolvedAt = time;
  }

  /** What reads find at all times, and at some others. */
  Map<TimeRange, List<String>> reads() {
    TreeSet<Long> moments = new TreeSet<>();
    for (long time : times) {
      moments.add(Math.max(0, time - 1));
      moments.add(time);
    }
    Map<TimeRange, List<String>> reads =
        new TreeMap<>(
            (a, b) ->
                a.start() != b.start()
                    ? Long.compareUnsigned(a.start(), b.start())
                    : Long.compareUnsigned(a.end(), b.end()));
    List<TimeRange> all = new ArrayList<>();
    for (long end : moments) {
      all.add(TimeRange.until(end));
      times.headSet(end, true).forEach(start -> all.add(new TimeRange(start, end)));
    }
    Collections.shuffle(all, random);
    for (TimeRange range : all.subList(0, Math.min(all.size(), MOST_READS))) {
      reads.put(range, read(range));
    }
    reads.put(TimeRange.ALL, read(TimeRange.ALL));
    return reads;
  }

  /** The cells with all of their fields and their times, sorted. */
  List<String> read(TimeRange range) {
    List<String> rows = new ArrayList<>();
    List<String> names = new ArrayList<>();
    var opened = engine.open(ARRAY, open(range));
    opened.schema().dimensions().forEach(dimension -> names.add(dimension.name()));
    opened.schema().attributes().forEach(attribute -> names.add(attribute.name()));
    names.add("__timestamps");
    try (BatchReader in = opened.read(ReadRequest.ALL.select(names)).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        for (int row = 0; row < batch.rows(); row++) {
          StringBuilder text = new StringBuilder();
          for (Column column : batch.columns()) {
            text.append(
                    column.isNull(row) ? "null" : HexFormat.of().formatHex(column.getBytes(row)))
                .append(' ');
          }
          rows.add(text.toString());
        }
      }
    }
    Collections.sort(rows);
    return rows;
  }

  /** What is found to be wrong with the array, down to the cells; files too many are none of it. */
  List<String> problems() {
    return engine.maintenance(ARRAY).verify(VerifyRequest.DEFAULT.deep()).problems().stream()
        .filter(problem -> problem.severity() != Problem.Severity.NOTICE)
        .map(Object::toString)
        .toList();
  }

  /** The number of fragments. */
  int fragments() {
    return snapshot().fragments().size();
  }

  /** Rows without the times of the cells. */
  List<String> withoutTimes(List<String> rows) {
    return rows.stream()
        .map(row -> row.substring(0, row.trim().lastIndexOf(' ')))
        .sorted()
        .toList();
  }

  /** The names of a fragment's files. */
  List<String> storedFiles(Fragment fragment) {
    return storage.list(fragment.folder()).stream().map(Storage.Entry::name).toList();
  }

  /** The data files of each fragment have so many bytes at the most, unless it has one tile. */
  void assertSizes(MergedFragments merged, long most, String message) {
    long all = 0;
    long tiles = 0;
    for (Fragment fragment : snapshot().fragments()) {
      if (merged.names().contains(fragment.name())) {
        long bytes =
            storage.list(fragment.folder()).stream()
                .filter(file -> !file.name().equals(ArrayPaths.FRAGMENT_METADATA_FILE))
                .mapToLong(Storage.Entry::size)
                .sum();
        if (fragment.tiles() > 1) {
          assertThat(bytes).as(message).isLessThanOrEqualTo(most);
        }
        all += bytes;
        tiles += fragment.tiles();
      }
    }
    assertThat(merged.bytes()).as(message).isEqualTo(all);
    assertThat(merged.tiles()).as(message).isEqualTo(tiles);
  }

  MergeTask task(List<Fragment> inputs, Snapshot latest, long maxFragmentSize, boolean purge) {
    return new MergeTask(
        array(),
        latest,
        inputs,
        maxFragmentSize,
        purge,
        new Resources(tasks, scratchPool, budget, SpillFiles.in(Path.of("target")), Progress.NONE));
  }

  /**
   * The first of the fragments that begin at the time when one does: which of fragments of one time
   * is the newest is told by their names, and merged ones get new names.
   */
  int beginOfTime(int from) {
    List<Fragment> fragments = snapshot().fragments();
    int first = from;
    while (first > 0 && fragments.get(first - 1).name().t1() == fragments.get(from).name().t1()) {
      first--;
    }
    return first;
  }

  /** The first fragment from one on that does not begin at the time when some other begins. */
  int endOfTime(int from, int to) {
    List<Fragment> fragments = snapshot().fragments();
    int end = to;
    while (end < fragments.size()
        && fragments.get(end).name().t1() == fragments.get(from).name().t1()) {
      end++;
    }
    return end;
  }

  /** Merges fragments that are next to each other, and puts the result in their place. */
  MergedFragments merge(int from, int to, long maxFragmentSize, boolean purge) {
    Snapshot latest = snapshot();
    MergeTask task = task(latest.fragments().subList(from, to), latest, maxFragmentSize, purge);
    List<FragmentName> names = task.inputs().stream().map(Fragment::name).toList();
    try (Replacement replacement = Replacement.begin(task.array(), names, tasks)) {
      MergedFragments merged = SparseMerge.merge(task);
      if (!merged.names().isEmpty()) {
        replacement.commit(merged.names());
      }
      return merged;
    }
  }

  /** Deletes fragments that others have taken the place of. */
  void vacuum() {
    engine.maintenance(ARRAY).vacuum();
  }

  @Override
  public void close() {
    engine.close();
    tasks.close();
    scratchPool.close();
  }
}
