package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.azulejo.error.CommitUnknownException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.StorageException;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletionException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Dimension labels that are written together with cells. */
class LabelWritesTest {
  private static final Location PLACE = Location.of("mem://labels/a");

  /** The commits, in order. A commit whose name contains {@link #refused} fails. */
  private final List<String> commits = new ArrayList<>();

  private String refused = "nothing";

  private boolean unknown;

  private final Storage storage =
      new FilteredStorage(Storage.inMemory()) {
        @Override
        public void createExclusive(Location file, byte[] content) {
          String path = file.toString();
          if (path.contains("__commits")) {
            if (path.contains(refused)) {
              throw unknown
                  ? new StorageException("lost", path, null, false)
                  : StorageException.withoutEffect("refused", path, null, false);
            }
            commits.add(path.contains("__labels/l0") ? "lat" : path.contains("l1") ? "name" : "");
          }
          super.createExclusive(file, content);
        }
      };

  @AutoClose
  private final Azulejo azulejo =
      Azulejo.builder().storage("mem", storage).memoryBudget(16 << 20).build();

  private void create(ArraySchema.Builder schema) {
    azulejo.create(
        PLACE,
        schema
            .dimension(Dimension.of("d", Datatype.INT32, Range.of(1, 20), 5))
            .attribute(Attribute.of("a", Datatype.INT32))
            .label(DimensionLabel.of(0, "lat", DataOrder.INCREASING, Datatype.FLOAT64))
            .label(DimensionLabel.of(0, "name", DataOrder.DECREASING, Datatype.STRING_ASCII))
            .build(),
        CreateOptions.DEFAULT.at(1));
  }

  private static WriteRequest part(long first, long last) {
    return WriteRequest.DEFAULT.subarray(Subarray.of("d", first, last));
  }

  private ArrayWriter writer(WriteRequest request, long time) {
    return azulejo.array(PLACE).writer(request, ChangeOptions.DEFAULT.at(time));
  }

  private List<String> rows(TimeRange times, Subarray part) {
    return azulejo
        .open(PLACE, OpenOptions.DEFAULT.at(times))
        .read(ReadRequest.ALL.subarray(part).select("d", "a", "lat", "name"))
        .rows()
        .map(
            row ->
                row.getLong("d")
                    + " "
                    + row.getLong("a")
                    + " "
                    + row.getDouble("lat")
                    + " "
                    + row.getString("name"))
        .toList();
  }

  @Test
  void labelsAreCommittedBeforeTheCells() {
    create(ArraySchema.dense());
    try (ArrayWriter out = writer(part(3, 5), 10)) {
      out.appendLabels(Column.ofDoubles("lat", 0.5, 1.5));
      out.append(Batch.of(Column.ofInts("a", 7, 8)));
      out.appendLabels(Column.ofStrings("name", "z", "y", "x"));
      out.append(Batch.of(Column.ofInts("a", 9)));
      out.appendLabels(Column.ofDoubles("lat", 2.5));
      assertThat(out.commit()).hasSize(1);
    }

    assertThat(commits).containsExactly("lat", "name", "");
    assertThat(rows(TimeRange.ALL, Subarray.of("d", 3, 5)))
        .containsExactly("3 7 0.5 z", "4 8 1.5 y", "5 9 2.5 x");
    assertThat(rows(TimeRange.ALL, Subarray.of("lat", 1.0, 9.0)))
        .containsExactly("4 8 1.5 y", "5 9 2.5 x");
    int fill = Integer.MIN_VALUE;
    assertThat(rows(TimeRange.until(9), Subarray.of("d", 4, 4)))
        .containsExactly("4 " + fill + " NaN \0");
  }

  @Test
  void labelsOfSparseArraysHaveARangeOfTheirOwn() {
    create(ArraySchema.sparse());
    try (ArrayWriter out = writer(WriteRequest.DEFAULT, 10)) {
      out.appendLabels(Range.of(2, 4), Column.ofDoubles("lat", 1, 2));
      out.append(Batch.of(Column.ofInts("d", 4, 2), Column.ofInts("a", 40, 20)));
      out.appendLabels(Range.of(2, 4), Column.ofDoubles("lat", 3));
      assertThatExceptionOfType(InvalidRequestException.class)
          .isThrownBy(() -> out.appendLabels(Range.of(5, 6), Column.ofDoubles("lat", 5, 6)))
          .withMessage(
              "label \"lat\": this write already has labels of [2, 4]; write the labels of [5, 6]"
                  + " separately");
    }
    assertThat(commits).isEmpty();
    try (ArrayWriter out = writer(WriteRequest.DEFAULT, 10)) {
      out.appendLabels(Range.of(2, 4), Column.ofDoubles("lat", 1, 2, 3));
      out.appendLabels(Range.of(4, 4), Column.ofStrings("name", "n"));
      out.append(Batch.of(Column.ofInts("d", 4, 2), Column.ofInts("a", 40, 20)));
      out.commit();
    }
    assertThat(rows(TimeRange.ALL, Subarray.ALL)).containsExactly("2 20 1.0 \0", "4 40 3.0 n");
  }

  @Test
  void aWriteMayHaveOnlyLabels() {
    create(ArraySchema.dense());
    try (ArrayWriter out = writer(part(1, 2), 10)) {
      out.appendLabels(Column.ofDoubles("lat", 1, 2));
      assertThat(out.commit()).isEmpty();
    }
    try (ArrayWriter out = writer(WriteRequest.DEFAULT, 11)) {
      String[] names = new String[20];
      for (int i = 0; i < names.length; i++) {
        names[i] = String.valueOf((char) ('z' - i));
      }
      out.appendLabels(Column.ofStrings("name", names));
      assertThat(out.commitAsync().join()).isEmpty();
    }
    assertThat(commits).containsExactly("lat", "name");
    assertThat(azulejo.open(PLACE).fragments()).isEmpty();
    assertThat(
            azulejo
                .open(PLACE)
                .read(ReadRequest.ALL.subarray(Subarray.of("d", 1, 3)).select("lat", "name"))
                .rows()
                .map(row -> row.getDouble("lat") + row.getString("name")))
        .containsExactly("1.0z", "2.0y", "NaNx");
  }

  @Test
  void nothingIsCommittedIfLabelsDoNotFit() {
    create(ArraySchema.dense());
    refuses("label \"lat\": ", Column.ofDoubles("lat", 2, 1));
    refuses("label \"lat\": 1 cells too many", Column.ofDoubles("lat", 1, 2, 3));
    refuses("label \"lat\": ", Column.ofDoubles("lat", 1));
    refuses("label \"lat\": ", Column.ofStrings("lat", "a", "b"));
    refuses("no dimension label \"lot\"; valid: \"lat\", \"name\"", Column.ofDoubles("lot", 1, 2));
    try (ArrayWriter out = writer(part(1, 2), 10)) {
      assertThatExceptionOfType(InvalidRequestException.class)
          .isThrownBy(
              () -> out.append(Batch.of(Column.ofInts("a", 1, 2), Column.ofDoubles("lat", 1, 2))))
          .withMessageContaining("add it with appendLabels");
    }
    try (ArrayWriter out = writer(part(1, 2), 10)) {
      out.appendLabels(Column.ofDoubles("lat", 1, 2));
      out.append(Batch.of(Column.ofInts("a", 1, 2)));
      assertThatExceptionOfType(InvalidRequestException.class)
          .isThrownBy(out::stage)
          .withMessageContaining("labels cannot be staged");
    }
    assertThat(commits).isEmpty();
    requireNoFragments();
  }

  private void refuses(String message, Column labels) {
    try (ArrayWriter out = writer(part(1, 2), 10)) {
      out.append(Batch.of(Column.ofInts("a", 1, 2)));
      assertThatExceptionOfType(InvalidRequestException.class)
          .isThrownBy(
              () -> {
                out.appendLabels(labels);
                out.commit();
              })
          .withMessageContaining(message);
    }
  }

  private void requireNoFragments() {
    for (String array : new String[] {"", "__labels/l0/", "__labels/l1/"}) {
      Location fragments = PLACE.resolve(array + "__fragments");
      assertThat(storage.list(fragments)).as(array).isEmpty();
    }
  }

  @Test
  void labelsStayIfTheCommitOfTheCellsFails() {
    create(ArraySchema.dense());
    refused = "a/__commits";
    assertThatExceptionOfType(StorageException.class).isThrownBy(this::writeBoth);
    assertThat(commits).containsExactly("lat", "name");
    assertThat(rows(TimeRange.ALL, Subarray.of("d", 1, 2)))
        .containsExactly("1 -2147483648 1.0 b", "2 -2147483648 2.0 a");
    assertThat(storage.list(PLACE.resolve("__fragments"))).isEmpty();

    refused = "nothing";
    writeBoth();
    assertThat(rows(TimeRange.ALL, Subarray.of("d", 1, 2)))
        .containsExactly("1 5 1.0 b", "2 6 2.0 a");
  }

  @Test
  void cellsAndLaterLabelsAreDeletedIfTheCommitOfALabelFails() {
    create(ArraySchema.dense());
    refused = "l0/__commits";
    assertThatExceptionOfType(StorageException.class).isThrownBy(this::writeBoth);
    assertThat(commits).isEmpty();
    requireNoFragments();
    assertThatExceptionOfType(CompletionException.class)
        .isThrownBy(
            () -> {
              try (ArrayWriter out = writer(part(1, 2), 10)) {
                out.appendLabels(Column.ofDoubles("lat", 1, 2));
                out.append(Batch.of(Column.ofInts("a", 5, 6)));
                out.commitAsync().join();
              }
            });
    requireNoFragments();
  }

  @Test
  void labelsWhoseCommitIsUnknownAreKept() {
    create(ArraySchema.dense());
    refused = "l1/__commits";
    unknown = true;
    assertThatExceptionOfType(CommitUnknownException.class).isThrownBy(this::writeBoth);
    assertThat(commits).containsExactly("lat");
    assertThat(storage.list(PLACE.resolve("__fragments"))).isEmpty();
    assertThat(storage.list(PLACE.resolve("__labels/l0/__fragments"))).hasSize(1);
    assertThat(storage.list(PLACE.resolve("__labels/l1/__fragments"))).hasSize(1);
  }

  private void writeBoth() {
    try (ArrayWriter out = writer(part(1, 2), 10)) {
      out.append(Batch.of(Column.ofInts("a", 5, 6)));
      out.appendLabels(Column.ofDoubles("lat", 1, 2));
      out.appendLabels(Column.ofStrings("name", "b", "a"));
      out.commit();
    }
  }
}
