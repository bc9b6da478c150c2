package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

/** Dense writes, read back and compared cell by cell with a plain list of cells. */
class DenseWriteTest {
  private static final Location ARRAY = Location.of("mem://array");

  @Test
  void readsBackWhatWasWrittenInAnyLayoutBatchesAndBudget() {
    for (int seed = 0; seed < TestLayer.cases(300, 50); seed++) {
      check(seed);
    }
  }

  private static void check(long seed) {
    Random random = new Random(seed);
    RandomDenseArray array = new RandomDenseArray(random);
    EncryptionKey key = random.nextInt(4) == 0 ? EncryptionKey.of(new byte[32]) : null;
    Azulejo.Builder engine =
        Azulejo.builder()
            .storage("mem", Storage.inMemory())
            .computeThreads(random.nextInt(3))
            .ioThreads(random.nextInt(3))
            .memoryBudget(random.nextBoolean() ? 1 : 1 << 26);
    if (key != null) {
      engine.key(ARRAY, key);
    }
    try (Azulejo azulejo = engine.build()) {
      azulejo.create(ARRAY, array.schema);
      for (int time = 1 + random.nextInt(3); time > 0; time--) {
        write(azulejo, array, random, ChangeOptions.DEFAULT.at(100 - time), seed);
      }
      compare(azulejo, array, seed);
    } catch (RuntimeException e) {
      throw new AssertionError("seed " + seed + ": " + array.schema, e);
    }
  }

  private static void write(
      Azulejo azulejo, RandomDenseArray array, Random random, ChangeOptions options, long seed) {
    Layout layout = array.one(List.of(Layout.ROW_MAJOR, Layout.COL_MAJOR, Layout.GLOBAL_ORDER));
    int[][] box = array.box(layout == Layout.GLOBAL_ORDER);
    List<Integer> order = array.order(box, layout);
    order.forEach(array::fill);
    WriteRequest request = WriteRequest.DEFAULT.layout(layout).subarray(array.subarray(box));
    boolean limited = random.nextInt(3) == 0;
    if (limited) {
      request = request.maxFragmentSize(1 + random.nextInt(10_000));
    }
    int largest = 1 + random.nextInt(random.nextBoolean() ? 10 : order.size());
    try (ArrayWriter out = azulejo.array(ARRAY).writer(request, options)) {
      for (int from = 0; from < order.size(); ) {
        int to = Math.min(order.size(), from + random.nextInt(largest + 1));
        out.append(array.batch(order.subList(from, to)));
        from = to;
      }
      List<String> fragments = out.commit();
      assertThat(fragments).as("seed %d", seed).isNotEmpty();
      assertThat(limited || fragments.size() == 1).as("seed %d", seed).isTrue();
    }
  }

  private static void compare(Azulejo azulejo, RandomDenseArray array, long seed) {
    List<String> names = new ArrayList<>();
    array.schema.attributes().forEach(attribute -> names.add(attribute.name()));
    Subarray all = Subarray.ALL;
    for (int d = 0; d < array.length.length; d++) {
      all = all.and("d" + d, array.low[d], array.low[d] + array.length[d] - 1);
    }
    ReadRequest request =
        ReadRequest.ALL.select(names.toArray(String[]::new)).subarray(all).layout(Layout.ROW_MAJOR);
    int cell = 0;
    try (BatchReader in = azulejo.open(ARRAY).read(request).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        for (int row = 0; row < batch.rows(); row++, cell++) {
          byte[][] expected = array.expected(cell);
          for (int a = 0; a < expected.length; a++) {
            Column column = batch.column(a);
            byte[] found = column.isNull(row) ? null : column.getBytes(row);
            assertThat(found)
                .as("seed %d, cell %d of %s in %s", seed, cell, names.get(a), array.schema)
                .isEqualTo(expected[a]);
          }
        }
      }
    }
    assertThat(cell).as("seed %d", seed).isEqualTo(array.cells.length);
  }
}
