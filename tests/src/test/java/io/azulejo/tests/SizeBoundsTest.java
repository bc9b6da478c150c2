package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.Read;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.SizeBound;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import io.azulejo.testkit.RandomArrays;
import io.azulejo.testkit.TestLayer;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** No result of a read has more bytes than its bounds say. */
class SizeBoundsTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20_261_126);

  private final Random random = new Random(SEED);

  @AutoClose
  private final Azulejo azulejo = Azulejo.builder().storage("mem", Storage.inMemory()).build();

  private int compared;

  private record Size(long data, long offsets, long validity) {}

  private static Map<String, Size> sizes(Read read) {
    Map<String, Size> sizes = new HashMap<>();
    try (BatchReader in = read.batches()) {
      for (Batch batch : in) {
        for (Column column : batch.columns()) {
          sizes.merge(column.name(), size(column), SizeBoundsTest::sum);
        }
      }
    }
    return sizes;
  }

  private static Size size(Column column) {
    long rows = column.rows();
    return new Size(
        (long) column.valueCount() * column.type().size(),
        column instanceof VarColumn ? Long.BYTES * rows : 0,
        column.nullable() ? rows : 0);
  }

  private static Size sum(Size a, Size b) {
    return new Size(a.data() + b.data(), a.offsets() + b.offsets(), a.validity() + b.validity());
  }

  private Range part(Dimension dimension, Range whole) {
    if (whole instanceof Range.Longs longs && !dimension.type().isUnsigned()) {
      long width = Math.min(longs.high() - longs.low(), 50);
      if (width < 0) {
        return whole;
      }
      long low = longs.low() + random.nextLong(width + 1);
      return Range.of(low, low + random.nextLong(longs.low() + width - low + 1));
    }
    return whole;
  }

  /** Ranges that may overlap, a layout, a condition and a limit. */
  private Read anyRead(Array array) {
    Read read = array.read();
    NDRange written = array.nonEmptyDomain().orElseThrow();
    List<Dimension> dimensions = array.schema().dimensions();
    for (int d = 0; d < dimensions.size(); d++) {
      for (int i = random.nextInt(4); i > 0; i--) {
        read = read.range(dimensions.get(d).name(), part(dimensions.get(d), written.get(d)));
      }
    }
    read = read.layout(random.nextBoolean() ? Layout.ROW_MAJOR : Layout.COL_MAJOR);
    if (random.nextInt(3) == 0) {
      read = read.limit(random.nextInt(20));
    }
    List<Attribute> numbers =
        array.schema().attributes().stream()
            .filter(a -> a.type().isInteger() && a.cellValNum() == 1 && a.enumeration().isEmpty())
            .toList();
    if (!numbers.isEmpty() && random.nextInt(3) == 0) {
      read = read.where(Condition.field(numbers.get(0).name()).greaterThan(random.nextInt(9)));
    }
    if (array.schema().isDense() && random.nextBoolean()) {
      ReadRequest.Cells[] all = ReadRequest.Cells.values();
      read = read.cells(all[random.nextInt(all.length)]);
    }
    return read;
  }

  private void compare(Array array, Read read) {
    Map<String, Size> sizes;
    try {
      sizes = sizes(read);
    } catch (AzulejoException e) {
      return; // some arrays of the corpus are damaged, and some requests do not fit
    }
    Map<String, SizeBound> bounds = read.sizeBounds();
    String what = "%s (azulejo.seed=%d)".formatted(array, SEED);
    sizes.forEach(
        (field, size) -> {
          assertThat(bounds).as(what).containsKey(field);
          SizeBound bound = bounds.get(field);
          assertThat(size.data()).as(what + field).isLessThanOrEqualTo(bound.data());
          assertThat(size.offsets()).as(what + field).isLessThanOrEqualTo(bound.offsets());
          assertThat(size.validity()).as(what + field).isLessThanOrEqualTo(bound.validity());
          compared++;
        });
  }

  @Test
  void boundsReadsOfTheCorpus() {
    CorpusFolder corpus = CorpusFolder.bundledSelection();
    Set<String> seen = new HashSet<>();
    for (Path file : corpus.expectationFiles()) {
      Expectation expectation = corpus.expectation(file);
      if (expectation.group()
          || expectation.openingFails()
          || expectation.key().isPresent()
          || file.toString().contains("wide-domain")
          || !seen.add(expectation.location().toString())) {
        continue;
      }
      Array array = azulejo.open(Location.of(expectation.location()));
      if (array.nonEmptyDomain().isPresent() && array.schema().labels().isEmpty()) {
        for (int i = TestLayer.cases(10, 2); i > 0; i--) {
          compare(array, anyRead(array));
        }
      }
    }
    assertThat(compared).isGreaterThan(100);
  }

  @Test
  void boundsReadsOfRandomArrays() {
    RandomArrays arrays = new RandomArrays(azulejo, random);
    for (int i = TestLayer.cases(60, 10); i > 0; i--) {
      Array array = arrays.make(Location.of("mem://array" + i));
      if (array.nonEmptyDomain().isPresent()) {
        for (int j = 5; j > 0; j--) {
          compare(array, anyRead(array));
        }
      }
    }
    assertThat(compared).isGreaterThan(20);
  }

  @Test
  void isExactForWholeSparseArraysOfOneFragment() {
    Array array =
        azulejo.open(
            Location.of(
                CorpusFolder.bundledSelection()
                    .path()
                    .resolve("made-layouts/random-sparse-3")
                    .resolve("array")));

    assertThat(array.fragments()).hasSize(1);
    Map<String, Size> bounds = new HashMap<>();
    array
        .read()
        .sizeBounds()
        .forEach(
            (field, bound) ->
                bounds.put(field, new Size(bound.data(), bound.offsets(), bound.validity())));
    assertThat(bounds).isEqualTo(sizes(array.read()));
  }

  @Test
  void refusesLabels() {
    Array array =
        azulejo.open(
            Location.of(
                CorpusFolder.bundledSelection().path().resolve("old-v22/dense-labels/array")));
    String label = array.schema().labels().get(0).name();

    assertThatThrownBy(() -> array.read().select(label).sizeBounds())
        .isInstanceOf(InvalidRequestException.class)
        .hasMessage("the size of label \"" + label + "\" is not bounded; select other fields");
  }
}
