package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.ChangeOptions;
import io.azulejo.query.Batch;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.testkit.CrashSweep;
import io.azulejo.testkit.Scenario;
import io.azulejo.testkit.Survival;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Whatever goes wrong at whatever moment when fragments are deleted, or an array is copied or
 * removed: it is there as before or as after it, and the next change works.
 */
class ObjectCrashTest {
  private static final Location COPY = Location.of("mem://arrays/copy");
  private static final ArraySchema SPARSE =
      ArraySchema.sparse()
          .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, 100), 10))
          .attribute(Attribute.builder("a", Datatype.INT32).build())
          .attribute(Attribute.builder("s", Datatype.STRING_UTF8).var().nullable().build())
          .attribute(Attribute.builder("c", Datatype.UINT8).enumeration("colors").build())
          .enumeration(Enumeration.ofStrings("colors", false, List.of("red", "green")))
          .build();

  private static ChangeOptions at(long time) {
    return ChangeOptions.DEFAULT.at(time);
  }

  private static Scenario.Act writing(long time, int from, int rows) {
    return engine -> {
      ByteBuffer x = ByteBuffer.allocate(4 * rows).order(ByteOrder.LITTLE_ENDIAN);
      for (int row = 0; row < rows; row++) {
        x.putInt(from + row);
      }
      List<Batch.Column> columns = new ArrayList<>(SweptArray.columns(rows, (int) time * 100));
      columns.add(new Batch.Fixed("x", Datatype.INT32, 1, rows, x.array(), null));
      columns.add(new Batch.Fixed("c", Datatype.UINT8, 1, rows, new byte[rows], null));
      try (var out = engine.write(SweptArray.ARRAY, WriteRequest.DEFAULT, at(time))) {
        out.append(Batch.of(rows, columns));
        out.commit();
      }
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

  @Test
  void fragmentsAreDeletedAllOrNone() throws Exception {
    Scenario deletion =
        changing(
            "delete fragments",
            engine ->
                engine.deleteFragments(
                    SweptArray.ARRAY, TimeRange.between(5, 25), ChangeOptions.DEFAULT),
            writing(70, 50, 3));
    // On a full disk their commits may stay gathered in one file: no case for the sweep of errors.
    assertThat(new CrashSweep(deletion).surviving(Survival.FEW).run()).isPositive();
  }

  @Test
  void anArrayIsCopiedOrNot() throws Exception {
    SweptArray.sweep(
        Scenario.of(
                "copy",
                engine -> engine.open(COPY).fragments().toString() + engine.open(COPY).schema())
            .preparedBy(SweptArray.create(SPARSE))
            .preparedBy(writing(10, 1, 12))
            .changedBy(engine -> engine.copy(SweptArray.ARRAY, COPY))
            .then(engine -> engine.copy(SweptArray.ARRAY, COPY.parent().resolve("another"))));
  }

  @Test
  void anArrayIsRemovedOrNot() throws Exception {
    Scenario removal = changing("remove", engine -> engine.remove(SweptArray.ARRAY), engine -> {});
    assertThat(new CrashSweep(removal).surviving(Survival.FEW).run()).isPositive();
  }
}
