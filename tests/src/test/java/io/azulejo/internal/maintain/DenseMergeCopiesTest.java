package io.azulejo.internal.maintain;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.SpillFiles;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.query.Progress;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Filter;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.TrackingStorage;
import io.azulejo.testkit.TrackingStorage.Act;
import io.azulejo.testkit.TrackingStorage.Operation;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/** Which tiles are copied as they are stored when fragments are merged, and what is read for it. */
class DenseMergeCopiesTest {
  private static final Optional<EncryptionKey> KEY =
      Optional.of(
          EncryptionKey.of("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII)));

  private static final Attribute NUMBER =
      Attribute.builder("number", Datatype.INT32)
          .filters(Filter.byteShuffle(), Filter.zstd(1))
          .build();
  private static final Attribute TEXT = Attribute.text("text");
  private static final Attribute ASCII =
      Attribute.builder("ascii", Datatype.STRING_ASCII).var().build();
  private static final Attribute NULLABLE =
      Attribute.builder("nullable", Datatype.INT32).nullable().build();

  private final TrackingStorage storage = new TrackingStorage(Storage.inMemory());

  private DenseArray array(int version, Attribute... attributes) {
    return array(Optional.empty(), version, attributes);
  }

  private DenseArray array(Optional<EncryptionKey> key, int version, Attribute... attributes) {
    ArraySchema.Builder schema =
        ArraySchema.dense()
            .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 95), 10))
            .tileOrder(Layout.ROW_MAJOR);
    for (Attribute attribute : attributes) {
      schema.attribute(attribute);
    }
    DenseArray array = new DenseArray(storage, key, new Random(5));
    array.create(version, schema.build());
    return array;
  }

  private static NDRange box(long low, long high) {
    return NDRange.of(Range.of(low, high));
  }

  /** Merges all and checks that nothing else is read of it afterwards. */
  private MergedFragments merge(DenseArray array) {
    NDRange all = array.array().nonEmptyDomain().orElseThrow();
    List<List<String>> before = array.cells(all, Layout.ROW_MAJOR);
    List<String> inputs =
        array.array().fragments().stream().map(fragment -> fragment.name()).toList();
    storage.forget();
    MergedFragments merged = array.merge(1 << 30, Long.MAX_VALUE, 0);
    List<Operation> operations = storage.operations();
    array.replace(inputs, merged);
    assertThat(array.cells(all, Layout.ROW_MAJOR)).isEqualTo(before);
    this.merging = operations;
    return merged;
  }

  private List<Operation> merging;

  /** The bytes that merging read of data files, by the folders of the fragments. */
  private TreeMap<String, Long> dataRead() {
    TreeMap<String, Long> bytes = new TreeMap<>();
    for (Operation operation : merging) {
      String path = operation.path();
      String file = path.substring(path.lastIndexOf('/') + 1);
      if (operation.act() == Act.READ
          && path.contains("/__fragments/")
          && !file.equals(ArrayPaths.FRAGMENT_METADATA_FILE)) {
        String folder = path.substring(0, path.lastIndexOf('/'));
        bytes.merge(folder.substring(folder.lastIndexOf('/') + 1), operation.length(), Long::sum);
      }
    }
    return bytes;
  }

  private static long dataBytes(Storage storage, String fragment) {
    long bytes = 0;
    for (Location file :
        StoredFiles.below(
            storage, DenseArray.LOCATION.resolve(ArrayPaths.FRAGMENTS_FOLDER).resolve(fragment))) {
      if (!file.path().endsWith(ArrayPaths.FRAGMENT_METADATA_FILE)) {
        bytes += StoredFiles.content(storage, file).length;
      }
    }
    return bytes;
  }

  private byte[] data(String fragment, String file) {
    return StoredFiles.content(
        storage,
        DenseArray.LOCATION.resolve(ArrayPaths.FRAGMENTS_FOLDER).resolve(fragment).resolve(file));
  }

  private static byte[] joined(byte[]... parts) {
    ByteArrayOutputStream all = new ByteArrayOutputStream();
    for (byte[] part : parts) {
      all.writeBytes(part);
    }
    return all.toByteArray();
  }

  @Test
  void tilesOfOneFragmentAreCopiedAndEachOfTheirBytesIsReadOnce() {
    DenseArray array = array(KEY, 23, NUMBER, TEXT, NULLABLE);
    String first = array.write(box(1, 40), 10).get(0);
    String second = array.write(box(41, 60), 20).get(0);
    long bytes = dataBytes(storage, first) + dataBytes(storage, second);
    byte[] numbers = joined(data(first, "a0.tdb"), data(second, "a0.tdb"));
    byte[] texts = joined(data(first, "a1_var.tdb"), data(second, "a1_var.tdb"));
    byte[] nulls = joined(data(first, "a2_validity.tdb"), data(second, "a2_validity.tdb"));

    MergedFragments merged = merge(array);

    assertThat(merged.tiles()).isEqualTo(6);
    assertThat(merged.tilesCopied()).isEqualTo(6);
    assertThat(merged.bytes()).isEqualTo(bytes);
    assertThat(dataRead().values().stream().mapToLong(n -> n).sum()).isEqualTo(bytes);
    // Cells that were encrypted once more would have other bytes.
    String name = merged.names().get(0).text();
    assertThat(data(name, "a0.tdb")).isEqualTo(numbers);
    assertThat(data(name, "a1_var.tdb")).isEqualTo(texts);
    assertThat(data(name, "a2_validity.tdb")).isEqualTo(nulls);
  }

  @Test
  void tilesAreReadInStretches() {
    DenseArray array = array(23, NUMBER);
    String first = array.write(box(1, 90), 10).get(0);
    array.write(box(91, 95), 20);

    assertThat(merge(array).tilesCopied()).isEqualTo(10);

    assertThat(
            merging.stream()
                .filter(o -> o.act() == Act.READ && o.path().endsWith(first + "/a0.tdb")))
        .hasSize(1);
  }

  @Test
  void tilesThatSeveralFragmentsHaveAreNotCopied() {
    DenseArray array = array(23, NUMBER, TEXT);
    array.write(box(1, 45), 10);
    array.write(box(46, 95), 20);

    MergedFragments merged = merge(array);

    assertThat(merged.tiles()).isEqualTo(10);
    assertThat(merged.tilesCopied()).isEqualTo(9);
  }

  @Test
  void tilesAreNotCopiedWhereGapsBecomeFillValues() {
    DenseArray array = array(23, NUMBER, TEXT);
    array.write(box(5, 22), 10);
    array.write(box(48, 95), 20);

    MergedFragments merged = merge(array);

    // 1-10 begins as before, 21-30 ended earlier, 31-40 was not there, 41-50 began later.
    assertThat(merged.tiles()).isEqualTo(10);
    assertThat(merged.tilesCopied()).isEqualTo(2 + 5);
  }

  @Test
  void whatNewerFragmentsHideIsNotRead() {
    DenseArray array = array(23, NUMBER, TEXT);
    String hidden = array.write(box(21, 40), 10).get(0);
    String half = array.write(box(31, 60), 20).get(0);
    array.write(box(11, 45), 30);
    long bytesOfTile = dataBytes(storage, half);

    MergedFragments merged = merge(array);

    assertThat(dataRead()).doesNotContainKey(hidden);
    assertThat(dataRead().get(half)).isPositive().isLessThan(bytesOfTile);
    assertThat(merged.tiles()).isEqualTo(5);
    assertThat(merged.tilesCopied()).isEqualTo(3 + 1);
  }

  @Test
  void fieldsWithoutStatisticsToBelieveAreCopiedAndLookedAt() {
    DenseArray array = array(KEY, 23, NUMBER, ASCII);
    String first = array.write(box(1, 40), 10).get(0);
    String second = array.write(box(41, 60), 20).get(0);
    byte[] texts = joined(data(first, "a1_var.tdb"), data(second, "a1_var.tdb"));
    byte[] offsets = joined(data(first, "a1.tdb"), data(second, "a1.tdb"));

    MergedFragments merged = merge(array);

    assertThat(merged.tilesCopied()).isZero();
    String name = merged.names().get(0).text();
    assertThat(data(name, "a1_var.tdb")).isEqualTo(texts);
    assertThat(data(name, "a1.tdb")).isEqualTo(offsets);
    assertThat(array.sections()).isEqualTo(array.sectionsOfOneWrite(box(1, 60)));
  }

  @Test
  void fieldsWhoseFiltersHaveChangedAreEncodedOnceMore() {
    DenseArray array = array(KEY, 23, NUMBER, NULLABLE);
    String first = array.write(box(1, 40), 10).get(0);
    byte[] values = data(first, "a1.tdb");
    SchemaEvolution drop = SchemaEvolution.builder().dropAttribute("number").build();
    array.evolve(drop, 15);
    Attribute plain = NUMBER.toBuilder().filters().build();
    array.evolve(SchemaEvolution.builder().addAttribute(plain).build(), 16);

    MergedFragments merged = merge(array);

    assertThat(merged.tilesCopied()).isZero();
    String name = merged.names().get(0).text();
    assertThat(data(name, "a0.tdb")).isEqualTo(values); // of "nullable", the first field now
    assertThat(data(name, "a1.tdb").length).isGreaterThan(4 * 40);
  }

  @Test
  void tilesOfOldVersionsAreCopiedWithoutStatistics() {
    DenseArray array = array(10, NUMBER, ASCII, NULLABLE);
    array.write(box(3, 40), 10);
    array.write(box(41, 60), 20);

    assertThat(merge(array).tilesCopied()).isEqualTo(6);
  }

  @Test
  void otherFragmentsAreNotLookedAt() {
    DenseArray array = array(23, NUMBER);
    array.write(box(1, 95), 10);
    String second = array.write(box(11, 20), 20).get(0);
    String third = array.write(box(31, 35), 30).get(0);
    array.write(box(1, 95), 40);
    storage.forget();
    MergedFragments merged;
    try (Tasks tasks = new Tasks(0, 0);
        ScratchPool scratchPool = new ScratchPool()) {
      Snapshot latest = array.snapshot(tasks);
      List<Fragment> some = latest.fragments().subList(1, 3);
      merged =
          DenseMerge.merge(
              new MergeTask(
                  array.writable(),
                  latest,
                  some,
                  Long.MAX_VALUE,
                  false,
                  new Resources(
                      tasks,
                      scratchPool,
                      new MemoryBudget(1 << 20),
                      SpillFiles.in(Path.of("target")),
                      Progress.NONE)));
    }
    merging = storage.operations();
    assertThat(dataRead()).containsOnlyKeys(second, third);
    FragmentName name = merged.names().get(0);
    assertThat(List.of(name.t1(), name.t2())).containsExactly(20L, 30L);

    List<List<String>> own = array.cells(box(11, 20), Layout.ROW_MAJOR);
    List<String> others =
        array.array().fragments().stream()
            .map(fragment -> fragment.name())
            .filter(other -> !other.equals(name.text()))
            .toList();
    assertThat(own).hasSize(10);
    array.replace(others, merged);
    assertThat(array.array().nonEmptyDomain()).contains(box(11, 35));
    assertThat(array.cells(box(21, 30), Layout.ROW_MAJOR))
        .containsOnly(List.of("00000080")); // the fill value
  }

  @Test
  void aLimitOfBytesMakesSeveralFragmentsThatAreBoxes() {
    DenseArray array = array(23, NUMBER.toBuilder().filters().build());
    array.write(box(1, 40), 10);
    array.write(box(41, 95), 20);
    List<List<String>> before = array.cells(box(1, 95), Layout.ROW_MAJOR);
    List<String> inputs =
        array.array().fragments().stream().map(fragment -> fragment.name()).toList();

    MergedFragments merged = array.merge(1 << 20, 3 * 70, 0);

    assertThat(merged.tiles()).isEqualTo(10);
    assertThat(merged.tilesCopied()).isEqualTo(10);
    assertThat(merged.names()).hasSize(4);
    array.replace(inputs, merged);
    assertThat(array.cells(box(1, 95), Layout.ROW_MAJOR)).isEqualTo(before);
    assertThat(array.array().fragments().stream().map(f -> f.nonEmptyDomain().orElseThrow()))
        .containsExactlyInAnyOrder(box(1, 30), box(31, 60), box(61, 90), box(91, 95));
  }
}
