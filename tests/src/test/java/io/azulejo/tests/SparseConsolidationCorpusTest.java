package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.FragmentInfo;
import io.azulejo.OpenOptions;
import io.azulejo.error.AzulejoException;
import io.azulejo.maintenance.ConsolidationReport;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import io.azulejo.testkit.TestArrays;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * All fragments of each sparse array of the corpus become one; what is read at all times stays the
 * same, before and after the others are vacuumed.
 */
class SparseConsolidationCorpusTest {
  private static final Location ARRAY = Location.of("mem://array");
  private static final long MOST_CELLS = 20_000;

  /** Since this version merged fragments keep the times of cells. */
  private static final int KEEPS_TIMES = 15;

  @Test
  void readsAreTheSameAfterwards() {
    CorpusFolder corpus = CorpusFolder.find();
    int arrays = 0;
    int reads = 0;
    for (Path file : corpus.expectationFiles()) {
      Expectation expectation = corpus.expectation(file);
      if (!expectation.group() && !expectation.openingFails()) {
        int compared = consolidate(expectation);
        arrays += compared > 0 ? 1 : 0;
        reads += compared;
      }
    }
    System.out.printf("consolidated %d sparse arrays, %d reads compared%n", arrays, reads);
    assertThat(arrays).isGreaterThan(10);
    assertThat(reads).isGreaterThan(3 * arrays);
  }

  /** Returns how many reads were compared; none of an array that there is nothing to do with. */
  private static int consolidate(Expectation expectation) {
    Storage storage = Storage.inMemory();
    MemoryCopy.of(expectation.location(), storage, ARRAY);
    OpenOptions open = expectation.key().map(OpenOptions.DEFAULT::key).orElse(OpenOptions.DEFAULT);
    String what = expectation.name() + " " + expectation.location();
    Azulejo.Builder description = Azulejo.builder().storage("mem", storage);
    expectation.key().ifPresent(key -> description.key(ARRAY, key));
    try (Azulejo engine = description.build()) {
      Map<TimeRange, List<String>> before = new LinkedHashMap<>();
      boolean sound;
      try {
        Array array = engine.open(ARRAY, open);
        if (array.schema().isDense() || array.fragments().size() < 2 || isLarge(array)) {
          return 0;
        }
        for (TimeRange times : times(array)) {
          before.put(times, rows(engine, open, times, array.schema()));
        }
        sound = errors(engine).isEmpty();
      } catch (AzulejoException e) {
        assertThat(expectation.someFails()).as("%s: %s", what, e).isTrue();
        return 0;
      }
      ConsolidationReport report = engine.maintenance(ARRAY).consolidate();
      assertThat(report.merges()).as(what).hasSize(1);
      compare(engine, open, before, what + ", consolidated");
      engine.maintenance(ARRAY).vacuum();
      compare(engine, open, before, what + ", vacuumed");
      if (sound) {
        assertThat(errors(engine)).as(what).isEmpty();
      }
      return before.size();
    }
  }

  private static boolean isLarge(Array array) {
    return array.fragments().stream().mapToLong(FragmentInfo::cells).sum() > MOST_CELLS;
  }

  /** All times; others too where merged fragments keep the times of the cells of all others. */
  private static List<TimeRange> times(Array array) {
    List<TimeRange> times = new ArrayList<>(List.of(TimeRange.ALL));
    TreeSet<Long> moments = new TreeSet<>();
    boolean kept = array.formatVersion() >= KEEPS_TIMES;
    for (FragmentInfo fragment : array.fragments()) {
      kept &= fragment.formatVersion() >= KEEPS_TIMES;
      moments.add(fragment.times().start());
      moments.add(fragment.times().end());
    }
    if (kept) {
      for (long moment : moments) {
        times.add(TimeRange.until(moment));
        times.add(new TimeRange(moment, moment + 1));
        times.add(new TimeRange(moment, -1));
      }
    }
    return times.subList(0, Math.min(times.size(), 40));
  }

  private static void compare(
      Azulejo engine, OpenOptions open, Map<TimeRange, List<String>> before, String what) {
    ArraySchema latest = engine.open(ARRAY, open).schema();
    before.forEach(
        (times, rows) ->
            assertThat(rows(engine, open, times, latest))
                .as("%s, at %s", what, times)
                .isEqualTo(rows));
  }

  /** The cells with the fields that the array has then and has still, sorted. */
  private static List<String> rows(
      Azulejo engine, OpenOptions open, TimeRange times, ArraySchema latest) {
    Array array = engine.open(ARRAY, open.at(times));
    List<String> fields = new ArrayList<>();
    latest.dimensions().stream().map(Dimension::name).forEach(fields::add);
    for (Attribute attribute : array.schema().attributes()) {
      if (latest.attribute(attribute.name()).filter(attribute::equals).isPresent()) {
        fields.add(attribute.name());
      }
    }
    if (array.formatVersion() >= KEEPS_TIMES) {
      fields.add("__timestamps");
    }
    return TestArrays.texts(array.read(ReadRequest.ALL.select(fields))).stream().sorted().toList();
  }

  private static List<Problem> errors(Azulejo engine) {
    return engine.maintenance(ARRAY).verify(VerifyRequest.DEFAULT.deep()).problems().stream()
        .filter(problem -> problem.severity() == Problem.Severity.ERROR)
        .toList();
  }
}
