package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.OpenOptions;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import io.azulejo.testkit.CorpusFolder;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Dimension labels as fields of reads. */
class DimensionLabelsTest {
  private static final String LINE = "made-schema/labels-two";
  private static final String PLANE = "old-v22/dense-labels";
  private static final String SPARSE = "made-schema/labels-float-sparse";

  @AutoClose private final Azulejo azulejo = Azulejo.create();

  private static Path folder(String name) {
    return CorpusFolder.bundledSelection().path().resolve(name).resolve("array");
  }

  private Array array(String name) {
    return azulejo.open(Location.of(folder(name)));
  }

  /** The rows, values with commas between them. */
  private static List<String> rows(Array array, Subarray part, String... fields) {
    return rows(array, ReadRequest.ALL.subarray(part).select(fields));
  }

  private static List<String> rows(Array array, ReadRequest request) {
    List<String> rows = new ArrayList<>();
    try (BatchReader in = array.read(request).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        for (int row = 0; row < batch.rows(); row++) {
          List<String> values = new ArrayList<>();
          for (Column column : batch.columns()) {
            values.add(
                switch (column.type()) {
                  case STRING_ASCII -> column.getString(row);
                  case FLOAT64 -> String.valueOf(column.getDouble(row));
                  default -> String.valueOf(column.getLong(row));
                });
          }
          rows.add(String.join(",", values));
        }
      }
    }
    return rows;
  }

  @Test
  void labelsStandBesideCellsInTheOrderOfTheRequest() {
    assertThat(rows(array(LINE), Subarray.of("d", 3, 4), "name", "a", "lat", "name"))
        .containsExactly("k106,-29,6.5,k106", "k109,29,6.0,k109");
  }

  @Test
  void theOrderOfTheCellsIsThatOfTheRanges() {
    Subarray part = Subarray.of("d", 20, 20).and("d", 1, 2).and("d", 2, 2);

    assertThat(rows(array(LINE), part, "name", "a"))
        .containsExactly("k157,44", "k100,-5", "k103,1", "k103,1");
  }

  @Test
  void labelsOfOneDimensionAloneComeOnceForEachIndex() {
    Array array = array(PLANE);

    assertThat(rows(array, Subarray.ALL, "pos"))
        .containsExactly("-1.0", "-0.5", "0.0", "0.5", "1.0", "1.5", "2.0", "2.5");
    assertThat(rows(array, Subarray.of("y", 2, 3), "pos")).containsExactly("-0.5", "0.0");
    assertThat(rows(array, Subarray.of("x", 2, 3), "pos")).hasSize(8);
    assertThat(rows(array(LINE), Subarray.of("d", 19, 20), "lat", "name"))
        .containsExactly("-1.5,k154", "-2.0,k157");
  }

  @Test
  void labelsAloneObeyLimitsAndConditions() {
    Array array = array(LINE);
    ReadRequest names = ReadRequest.ALL.subarray(Subarray.of("d", 1, 4)).select("name");
    List<String> all = rows(array, names);

    assertThat(rows(array, names.limit(2))).isEqualTo(all.subList(0, 2));
    assertThat(
            rows(
                array,
                names
                    .limit(Long.MAX_VALUE)
                    .where(Condition.field("a").equalTo(-29))
                    .cells(ReadRequest.Cells.MATCHING)))
        .containsExactly("k106");
  }

  @Test
  void labelsOfSeveralDimensionsComeOnceForEachCell() {
    Array array = array(PLANE);
    List<String> back = rows(array, Subarray.ALL, "back");
    List<String> all = rows(array, Subarray.ALL, "pos", "back");

    assertThat(back).hasSize(5).doesNotHaveDuplicates();
    assertThat(all).hasSize(40);
    assertThat(all.subList(0, 5)).isEqualTo(back.stream().map(b -> "-1.0," + b).toList());
    assertThat(all.get(39)).isEqualTo("2.5," + back.get(4));
  }

  @Test
  void cellsOfSparseArraysHaveTheLabelsOfTheirCoordinates() {
    Array array = array(SPARSE);

    assertThat(rows(array, Subarray.of("d", 4, 9), "lat", "a"))
        .containsExactly("-0.5,29", "0.0,47", "0.5,3", "2.0,-4");
    assertThat(rows(array, ReadRequest.ALL.select("d", "lat").layout(Layout.UNORDERED)))
        .hasSize(12)
        .contains("10,2.5", "20,7.5");
    assertThat(rows(array, Subarray.of("d", 1, 3), "lat")).containsExactly("-2.0", "-1.5", "-1.0");
  }

  @Test
  void indexesWithoutLabelsHaveTheFillValue() {
    // before anything was written
    Array array =
        azulejo.open(Location.of(folder(LINE)), OpenOptions.DEFAULT.at(TimeRange.between(10, 15)));

    assertThat(rows(array, Subarray.of("d", 1, 2), "d", "lat")).containsExactly("1,NaN", "2,NaN");
    assertThat(rows(array, Subarray.of("d", 1, 2), "lat")).containsExactly("NaN", "NaN");
    assertThat(rows(array, Subarray.ALL, "lat")).isEmpty();
    assertThat(rows(array, Subarray.ALL, "d", "lat")).isEmpty();
  }

  @Test
  void answersAreTheSameWithLittleMemory() {
    Subarray part = Subarray.ALL;
    for (int i = 0; i < 300; i++) {
      part = part.and("d", 1 + i % 5, 20 - i % 3);
    }
    String[] fields = {"name", "d", "lat", "a"};
    List<String> wanted = rows(array(LINE), part, fields);
    try (Azulejo small =
        Azulejo.builder().memoryBudget(1 << 14).computeThreads(0).ioThreads(0).build()) {
      Array array = small.open(Location.of(folder(LINE)));

      assertThat(rows(array, part, fields)).hasSize(5100).isEqualTo(wanted);
    }
  }

  @Test
  void requestsThatDoNotFitAreRefused() {
    Array array = array(LINE);
    Subarray two = Subarray.of("d", 1, 2).and("d", 7, 8);
    ReadRequest global = ReadRequest.ALL.subarray(two).layout(Layout.GLOBAL_ORDER);

    refuses(InvalidRequestException.class, () -> rows(array, Subarray.ALL, "lat", "lot"));
    refuses(InvalidRequestException.class, () -> rows(array, Subarray.of("d", 0, 2), "lat"));
    refuses(InvalidRequestException.class, () -> array.read(global.select("lat")).batches());
  }

  @Test
  void theArrayOfALabelMustHoldWhatTheLabelSays(@TempDir Path folder) throws IOException {
    Path copy = folder.resolve("array");
    copy(folder(LINE), copy);
    deleteAll(copy.resolve("__labels/l1"));
    copy(copy.resolve("__labels/l0"), copy.resolve("__labels/l1"));
    Array array = azulejo.open(Location.of(copy));

    assertThat(rows(array, Subarray.of("d", 1, 1), "lat")).containsExactly("7.5");
    refuses(CorruptDataException.class, () -> rows(array, Subarray.ALL, "name"));
  }

  private static void copy(Path from, Path to) throws IOException {
    try (Stream<Path> files = Files.walk(from)) {
      for (Path file : files.toList()) {
        Files.copy(file, to.resolve(from.relativize(file).toString()));
      }
    }
  }

  private static void deleteAll(Path folder) throws IOException {
    try (Stream<Path> files = Files.walk(folder)) {
      for (Path file : files.sorted(Comparator.reverseOrder()).toList()) {
        Files.delete(file);
      }
    }
  }
}
