package io.azulejo.internal.maintain;

import static io.azulejo.testkit.TestArrays.engine;

import io.azulejo.Array;
import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CreateOptions;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.runtime.SpillFiles;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Commit;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.write.fragment.FragmentSections;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.Progress;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.query.VarColumn;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Filter;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.TestArrays;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;

/** A dense array in a store, whose fragments are merged. */
final class DenseArray {
  static final Location LOCATION = Location.of("mem://arrays/array");

  final Storage storage;
  final Location location;
  final Azulejo engine;
  final Optional<EncryptionKey> key;
  private final Random random;

  /** An array that is to be created. */
  DenseArray(Storage storage, Optional<EncryptionKey> key, Random random) {
    this(storage, LOCATION, engine(storage), key, random);
  }

  /** An array that is there. */
  DenseArray(
      Storage storage,
      Location location,
      Azulejo engine,
      Optional<EncryptionKey> key,
      Random random) {
    this.storage = storage;
    this.location = location;
    this.engine = key.map(secret -> engine.withKey(location, secret)).orElse(engine);
    this.key = key;
    this.random = random;
  }

  /**
   * Creates the array.
   *
   * @throws UnsupportedFormatException if the schema can't be said in that version
   */
  void create(int version, ArraySchema schema) {
    CreateOptions options = CreateOptions.DEFAULT.at(10).formatVersion(version);
    engine.create(location, schema, options);
  }

  ArraySchema schema() {
    return array().schema();
  }

  Array array() {
    return engine.open(location);
  }

  /** Writes any values to a box. */
  List<String> write(NDRange box, long time) {
    ArraySchema schema = schema();
    Layout layout = random.nextBoolean() ? Layout.ROW_MAJOR : Layout.COL_MAJOR;
    WriteRequest request = WriteRequest.DEFAULT.subarray(subarray(schema, box)).layout(layout);
    int cells = 1;
    for (Range range : box.ranges()) {
      Range.Longs longs = (Range.Longs) range;
      cells *= (int) (longs.high() - longs.low() + 1);
    }
    List<Column> columns = new ArrayList<>();
    for (Attribute attribute : schema.attributes()) {
      columns.add(column(attribute, cells));
    }
    return TestArrays.write(
        engine.array(location), request, ChangeOptions.DEFAULT.at(time), Batch.of(cells, columns));
  }

  /** Writes 1, 2, 3, ... to a box of an array with one attribute, of bytes. */
  void writeRising(NDRange box, long time) {
    ArraySchema schema = schema();
    Range.Longs range = (Range.Longs) box.get(0);
    byte[] values = new byte[(int) (range.high() - range.low()) + 1];
    for (int i = 0; i < values.length; i++) {
      values[i] = (byte) (i + 1);
    }
    Attribute attribute = schema.attributes().get(0);
    WriteRequest request = WriteRequest.DEFAULT.subarray(subarray(schema, box));
    TestArrays.write(
        engine.array(location),
        request,
        ChangeOptions.DEFAULT.at(time),
        Batch.of(
            new FixedColumn(attribute.name(), attribute.type(), 1, values.length, values, null)));
  }

  private Column column(Attribute attribute, int cells) {
    Datatype type = attribute.type();
    boolean few = type.isString() || type == Datatype.BOOL;
    byte[] validity = null;
    if (attribute.nullable()) {
      validity = new byte[cells];
      boolean all = random.nextInt(4) == 0;
      for (int i = 0; i < cells; i++) {
        validity[i] = (byte) (all ? 0 : random.nextInt(2));
      }
    }
    int[] offsets = new int[cells + 1];
    for (int i = 0; i < cells; i++) {
      int values = attribute.isVar() ? random.nextInt(4) : attribute.cellValNum();
      offsets[i + 1] = offsets[i] + values * type.size();
    }
    byte[] data = new byte[offsets[cells]];
    random.nextBytes(data);
    for (int i = 0; i < data.length && few; i++) {
      data[i] &= 1;
    }
    return attribute.isVar()
        ? new VarColumn(attribute.name(), type, cells, offsets, data, validity)
        : new FixedColumn(attribute.name(), type, attribute.cellValNum(), cells, data, validity);
  }

  static Subarray subarray(ArraySchema schema, NDRange box) {
    return Subarray.of(schema.dimensions(), box);
  }

  /** A random part of the domain, or of the current one. */
  NDRange box() {
    ArraySchema schema = schema();
    List<Range> ranges = new ArrayList<>();
    for (int d = 0; d < schema.dimensions().size(); d++) {
      Range domain = schema.dimensions().get(d).domain().orElseThrow();
      Range.Longs longs =
          (Range.Longs)
              (schema.currentDomain().isPresent() ? schema.currentDomain().get().get(d) : domain);
      int length = (int) (longs.high() - longs.low()) + 1;
      int from = random.nextInt(3) == 0 ? 0 : random.nextInt(length);
      int to = random.nextInt(3) == 0 ? length - 1 : from + random.nextInt(length - from);
      ranges.add(Range.of(longs.low() + from, longs.low() + to));
    }
    return new NDRange(ranges);
  }

  /** Adds an attribute, or drops one; all that an array of that version can do. */
  void evolve(Attribute added, long time) {
    List<Attribute> all = schema().attributes();
    Attribute one = all.get(random.nextInt(all.size()));
    ChangeOptions at = ChangeOptions.DEFAULT.at(time);
    boolean drops = all.size() > 1 && random.nextBoolean();
    SchemaEvolution.Builder change = SchemaEvolution.builder();
    if (drops) {
      change.dropAttribute(one.name());
    } else {
      change.addAttribute(added);
    }
    engine.array(location).evolve(change.build(), at);
    if (drops && one.enumeration().isEmpty() && random.nextBoolean()) {
      // It comes back with other filters, or as another one of that name.
      Attribute again =
          random.nextBoolean()
              ? one.toBuilder().filters(Filter.zstd(1)).build()
              : added.toBuilder().build();
      engine
          .array(location)
          .evolve(
              SchemaEvolution.builder().addAttribute(again).build(),
              ChangeOptions.DEFAULT.at(time + 1));
    }
  }

  void evolve(SchemaEvolution evolution, long time) {
    engine.array(location).evolve(evolution, ChangeOptions.DEFAULT.at(time));
  }

  private static ReadRequest request(ArraySchema schema, NDRange box, Layout layout) {
    return ReadRequest.ALL
        .select(schema.attributes().stream().map(Attribute::name).toArray(String[]::new))
        .subarray(subarray(schema, box))
        .layout(layout);
  }

  /** What the metadata say of a box that is written at once to an array like this. */
  Map<FragmentSections.Subject, String> sectionsOfOneWrite(NDRange box) {
    DenseArray other = new DenseArray(Storage.inMemory(), key, random);
    StoredSchema stored = writable().schema();
    other.create(writable().writeVersion().number(), stored.schema());
    WriteRequest write = WriteRequest.DEFAULT.subarray(subarray(schema(), box));
    try (BatchReader in = array().read(request(schema(), box, Layout.ROW_MAJOR)).batches();
        ArrayWriter out =
            other.engine.array(other.location).writer(write, ChangeOptions.DEFAULT.at(20))) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        out.append(batch);
      }
      out.commit();
    }
    return other.sections();
  }

  /** What the metadata say of the only fragment. */
  Map<FragmentSections.Subject, String> sections() {
    try (Tasks tasks = new Tasks(0, 0)) {
      Snapshot snapshot = snapshot(tasks);
      Fragment fragment = snapshot.fragments().get(0);
      List<FieldStorage> fields = new ArrayList<>();
      for (Attribute attribute : snapshot.schema().schema().attributes()) {
        fields.add(fragment.field(attribute.name()).orElseThrow());
      }
      Location file = fragment.folder().resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
      return FragmentSections.of(
          Slice.of(StoredFiles.content(storage, file)),
          fragment.footer(),
          key,
          fields,
          snapshot.schema().schema().dimensions().size());
    }
  }

  /** All cells of a box, each as a text. */
  List<List<String>> cells(NDRange box, Layout layout) {
    Array array = array();
    ReadRequest request = request(array.schema(), box, layout);
    List<List<String>> cells = new ArrayList<>();
    try (BatchReader in = array.read(request).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        for (int row = 0; row < batch.rows(); row++) {
          List<String> cell = new ArrayList<>();
          for (Column column : batch.columns()) {
            cell.add(column.isNull(row) ? "null" : HexFormat.of().formatHex(column.getBytes(row)));
          }
          cells.add(cell);
        }
      }
    }
    return cells;
  }

  WritableArray writable() {
    return writable(storage);
  }

  private WritableArray writable(Storage through) {
    return WritableArray.open(through, location, key);
  }

  Snapshot snapshot(Tasks tasks) {
    return snapshot(storage, tasks);
  }

  private Snapshot snapshot(Storage through, Tasks tasks) {
    return Snapshot.open(through, location, TimeRange.ALL, key, tasks);
  }

  /** Merges all fragments; commits nothing. */
  MergedFragments merge(long budget, long maxFragmentSize, int threads) {
    return merge(storage, new MemoryBudget(budget), maxFragmentSize, threads, Progress.NONE);
  }

  /** As above; all that is read and written goes through a store that holds the same. */
  MergedFragments merge(
      Storage through, MemoryBudget budget, long maxFragmentSize, int threads, Progress progress) {
    try (Tasks tasks = new Tasks(threads, threads);
        ScratchPool scratchPool = new ScratchPool()) {
      Snapshot latest = snapshot(through, tasks);
      return DenseMerge.merge(
          new MergeTask(
              writable(through),
              latest,
              latest.fragments(),
              maxFragmentSize,
              false,
              new Resources(
                  tasks, scratchPool, budget, SpillFiles.in(Path.of("target")), progress)));
    }
  }

  /** Makes merged fragments part of the array, and deletes others. */
  void replace(List<String> inputs, MergedFragments merged) {
    WritableArray array = writable();
    if (array.writeVersion().splitsDirectories()) {
      Commit.fragments(array, merged.names());
    } else {
      for (FragmentName name : merged.names()) {
        Commit.fragments(array, List.of(name));
      }
    }
    engine.array(location).deleteFragments(inputs);
  }
}
