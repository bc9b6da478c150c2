package io.azulejo.internal.write.sparse;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.DuplicatePolicy;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestLayer;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;

/**
 * Random cells written to sparse arrays of random schemas in random ways come back. Another seed:
 * {@code -Dazulejo.seed=N}.
 */
class RandomSparseWritesTest {
  private static final int ROUNDS = TestLayer.cases(120, 24);
  private static final Location ARRAY = Location.of("mem://array");

  private final long seed = Long.getLong("azulejo.seed", 20_261_121L);

  private static final class Round {
    private final Random random;
    private final RandomSparseCells cells;
    private final Storage storage = Storage.inMemory();
    private final List<byte[][]> appended = new ArrayList<>();

    Round(long seed) {
      random = new Random(seed);
      cells = new RandomSparseCells(random);
      for (int i = random.nextInt(random.nextInt(5) == 0 ? 5000 : 300); i > 0; i--) {
        appended.add(cells.next());
      }
    }

    Azulejo engine() {
      return Azulejo.builder()
          .storage("mem", storage)
          .computeThreads(random.nextInt(3))
          .ioThreads(random.nextInt(3))
          .memoryBudget(1L << (random.nextBoolean() ? 13 + random.nextInt(5) : 30))
          .build();
    }

    List<String> write(Azulejo engine, WriteRequest request, List<byte[][]> ordered) {
      try (ArrayWriter out = engine.array(ARRAY).writer(request)) {
        int from = 0;
        int most = 1 + random.nextInt(1 + ordered.size());
        while (from < ordered.size()) {
          int end = Math.min(ordered.size(), from + random.nextInt(most + 1));
          out.append(cells.batch(ordered.subList(from, end)));
          from = end;
        }
        return out.commit();
      }
    }

    WriteRequest request(boolean keepLast) {
      WriteRequest request = WriteRequest.DEFAULT;
      if (keepLast) {
        request = request.duplicates(DuplicatePolicy.KEEP_LAST);
      }
      return random.nextInt(3) == 0 ? request.maxFragmentSize(1 + random.nextInt(3000)) : request;
    }

    /** What should be there. */
    List<String> expected() {
      List<String> texts = new ArrayList<>();
      if (cells.schema().allowsDuplicates()) {
        appended.forEach(cell -> texts.add(cells.text(cell)));
      } else {
        Map<String, String> last = new LinkedHashMap<>();
        appended.forEach(cell -> last.put(cells.place(cell), cells.text(cell)));
        texts.addAll(last.values());
      }
      return texts;
    }

    List<String> read(Azulejo engine, Layout layout) {
      List<String> texts = new ArrayList<>();
      ReadRequest request = ReadRequest.ALL.layout(layout);
      try (BatchReader in = engine.open(ARRAY).read(request).batches()) {
        for (Batch batch = in.next(); batch != null; batch = in.next()) {
          texts.addAll(cells.texts(batch));
        }
      }
      return texts;
    }
  }

  private static List<String> sorted(List<String> texts) {
    List<String> sorted = new ArrayList<>(texts);
    Collections.sort(sorted);
    return sorted;
  }

  @Test
  void cellsInAnyOrderComeBack() {
    for (int i = 0; i < ROUNDS; i++) {
      Round round = new Round(seed + i);
      String message = "-Dazulejo.seed=%d, %s".formatted(seed + i, round.cells.schema());
      try (Azulejo engine = round.engine()) {
        engine.create(ARRAY, round.cells.schema());
        List<String> names = round.write(engine, round.request(true), round.appended);
        List<String> expected = round.expected();
        assertThat(names.isEmpty()).as(message).isEqualTo(expected.isEmpty());
        assertThat(engine.open(ARRAY).fragments()).as(message).hasSameSizeAs(names);
        assertThat(sorted(round.read(engine, Layout.UNORDERED)))
            .as(message)
            .isEqualTo(sorted(expected));
        assertThat(filesThatWait(round.storage)).as(message).isEmpty();
      } catch (RuntimeException e) {
        throw new AssertionError(message, e);
      }
    }
  }

  @Test
  void equalCoordinatesAreRefusedWhereverTheyAre() {
    int refused = 0;
    int written = 0;
    for (int i = 0; i < ROUNDS / 2; i++) {
      Round round = new Round(seed + i);
      if (round.cells.schema().allowsDuplicates()) {
        continue;
      }
      String message = "-Dazulejo.seed=%d, %s".formatted(seed + i, round.cells.schema());
      boolean some = round.expected().size() < round.appended.size();
      try (Azulejo engine = round.engine()) {
        engine.create(ARRAY, round.cells.schema());
        String refusal = "";
        try {
          round.write(engine, round.request(false), round.appended);
        } catch (InvalidRequestException e) {
          refusal = e.getMessage();
        }
        assertThat(!refusal.isEmpty()).as(message).isEqualTo(some);
        refused += some ? 1 : 0;
        written += some ? 0 : 1;
        if (some) {
          assertThat(refusal).as(message).contains("have the same coordinates (");
          assertThat(engine.open(ARRAY).fragments()).as(message).isEmpty();
          assertThat(round.storage.list(ARRAY.resolve("__fragments"))).as(message).isEmpty();
        }
      }
    }
    assertThat(refused).isPositive();
    assertThat(written).isPositive();
  }

  @Test
  void cellsInGlobalOrderAreTakenAsTheyComeAndOthersRefused() {
    for (int i = 0; i < ROUNDS; i++) {
      Round round = new Round(seed + i);
      String message = "-Dazulejo.seed=%d, %s".formatted(seed + i, round.cells.schema());
      List<byte[][]> ordered = new ArrayList<>(round.appended);
      NaiveOrder order = new NaiveOrder(round.cells.schema());
      ordered.sort(order);
      boolean inOrder = true;
      if (round.random.nextInt(3) == 0 && ordered.size() > 1) {
        int place = round.random.nextInt(ordered.size() - 1);
        inOrder = order.compare(ordered.get(place), ordered.get(place + 1)) == 0;
        Collections.swap(ordered, place, place + 1);
      }
      try (Azulejo engine = round.engine()) {
        engine.create(ARRAY, round.cells.schema());
        WriteRequest request = round.request(true).layout(Layout.GLOBAL_ORDER);
        String refusal = "";
        try {
          round.write(engine, request, ordered);
        } catch (InvalidRequestException e) {
          refusal = e.getMessage();
        }
        assertThat(refusal.isEmpty()).as(message + refusal).isEqualTo(inOrder);
        if (inOrder) {
          round.appended.clear();
          round.appended.addAll(ordered);
          assertThat(sorted(round.read(engine, Layout.UNORDERED)))
              .as(message)
              .isEqualTo(sorted(round.expected()));
        } else {
          assertThat(refusal).contains("belongs before the previous one");
        }
      }
    }
  }

  private static List<String> filesThatWait(Storage storage) {
    return storage.list(ARRAY.resolve("__fragments")).stream()
        .flatMap(
            fragment ->
                storage.list(ARRAY.resolve("__fragments").resolve(fragment.name())).stream())
        .map(file -> file.name())
        .filter(name -> !name.endsWith(".tdb"))
        .toList();
  }
}
