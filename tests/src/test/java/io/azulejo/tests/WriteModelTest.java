package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CreateOptions;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.maintenance.ConsolidationReport;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.DeletionPlan;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.maintenance.VerifyReport;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.query.DeleteRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.Leases;
import io.azulejo.testkit.RandomSchemas;
import io.azulejo.testkit.TestLayer;
import io.azulejo.tests.ArrayModel.Cell;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Random arrays to which random things are done, at random times in random ways; what is read from
 * them at any times is what the lists of all that was done say. Another seed: {@code
 * -Dazulejo.seed=N}; one array alone: {@code -Dazulejo.array=I}.
 */
class WriteModelTest {
  private static final EncryptionKey KEY =
      EncryptionKey.of("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII));
  private static final int STEPS = TestLayer.cases(10_000, 2_400);
  private static final int STEPS_OF_AN_ARRAY = 40;
  private static final int READS = 2;
  private static final long FIRST_TIME = 1_700_000_000_000L;

  private static final List<MaintenanceMode> MODES =
      List.of(
          MaintenanceMode.FRAGMENTS,
          MaintenanceMode.FRAGMENTS,
          MaintenanceMode.COMMITS,
          MaintenanceMode.FRAGMENT_METADATA,
          MaintenanceMode.ARRAY_METADATA);

  /** How often each kind of thing was done. */
  private final Map<String, Integer> done = new TreeMap<>();

  private final long seed = Long.getLong("azulejo.seed", 20_261_121L);

  @Test
  void readsWhatWasWritten() {
    System.out.println("write model: -Dazulejo.seed=" + seed);
    int only = Integer.getInteger("azulejo.array", -1);
    int read = 0;
    for (int i = 0; i < STEPS / STEPS_OF_AN_ARRAY; i++) {
      if (only < 0 || only == i) {
        read += new Run(i, new Random(seed + 1_000_003L * i)).run();
      }
    }
    System.out.println("write model: " + done);
    if (only < 0) {
      assertThat(read).as("rows in all answers").isGreaterThan(5 * STEPS);
      assertThat(done)
          .hasSizeGreaterThanOrEqualTo(26)
          .containsKeys("REFUSED", "FILLED", "KEPT", "twice", "several fragments", "staged")
          .containsKeys("ROW_MAJOR", "COL_MAJOR", "GLOBAL_ORDER", "box around cells", "given box");
    }
  }

  private void done(String act) {
    done.merge(act, 1, Integer::sum);
  }

  /** One array. */
  private final class Run {
    private final int number;
    private final Random random;
    private final RandomArray values;
    private final Location location = Location.of("mem:///array");
    private final boolean encrypted;
    private final List<Long> times = new ArrayList<>();
    private Azulejo azulejo;
    private WrittenModel model;
    private RandomWrites writes;
    private int step;
    private int rows;

    Run(int number, Random random) {
      this.number = number;
      this.random = random;
      this.values = new RandomArray(random);
      this.encrypted = random.nextInt(8) == 0;
      for (long t = 1; t <= STEPS_OF_AN_ARRAY; t++) {
        times.add(FIRST_TIME + t);
      }
      Collections.shuffle(times, random);
    }

    int run() {
      Azulejo.Builder description =
          Azulejo.builder()
              .storage("mem", Storage.inMemory())
              .computeThreads(random.nextInt(3))
              .ioThreads(random.nextInt(3))
              .memoryBudget(4096L << random.nextInt(12));
      if (encrypted) {
        description.key(location, KEY);
      }
      try (Azulejo engine = description.build()) {
        azulejo = engine;
        ArraySchema schema = schema();
        model = new WrittenModel(FIRST_TIME, schema);
        writes =
            new RandomWrites(azulejo, location, model, values, random, WriteModelTest.this::done);
        azulejo.create(location, schema, CreateOptions.DEFAULT.at(FIRST_TIME));
        for (step = 0; step < STEPS_OF_AN_ARRAY; step++) {
          step();
        }
        collectGarbage();
        read();
        VerifyReport report = azulejo.maintenance(location).verify(VerifyRequest.DEFAULT.deep());
        // Schemas that are changed back are stored twice; merged fragments may be deleted.
        assertThat(report.problems())
            .extracting(Problem::kind)
            .isSubsetOf(Problem.Kind.STALE, Problem.Kind.INTERRUPTED);
        assertThat(Leases.held(azulejo)).isZero();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError(
            "array %d, step %d, -Dazulejo.seed=%d -Dazulejo.array=%d: %s"
                .formatted(number, step, seed, number, e),
            e);
      }
      return rows;
    }

    /** A small schema, or a dense one of all types and filters; no attribute promises an order. */
    private ArraySchema schema() {
      ArraySchema schema = values.schema();
      if (random.nextInt(schema.isDense() ? 2 : 4) == 0) {
        RandomSchemas schemas = new RandomSchemas(random);
        do {
          schema = schemas.dense();
        } while (schema.attributes().stream().anyMatch(a -> a.order() != DataOrder.UNORDERED));
      }
      return schema;
    }

    private void step() {
      switch (random.nextInt(18)) {
        case 0, 1, 2, 3, 4, 5 -> writes.write(times.get(step));
        case 6, 7 -> {
          if (!model.schema().isDense()) {
            delete();
          }
        }
        case 8 -> evolve();
        case 9 -> changeMetadata();
        case 10 -> {
          if (random.nextInt(6) == 0) {
            deleteFragments();
          }
        }
        case 11 -> consolidate();
        case 12 -> {
          if (random.nextInt(3) == 0) {
            vacuum();
          }
        }
        default -> read();
      }
    }

    private ChangeOptions now() {
      return ChangeOptions.DEFAULT.at(times.get(step));
    }

    // ---- changing

    private void delete() {
      Array array = azulejo.open(location);
      List<Cell> cells = model.cells(TimeRange.until(Long.MAX_VALUE));
      RandomCondition condition = RandomCondition.of(array, cells, random, 2);
      Predicate<Cell> removes = condition.holds();
      DeleteRequest request = DeleteRequest.where(condition.condition());
      try {
        // What is found cell by cell does not reach cells that are written for earlier times later
        // on.
        if (azulejo.array(location).planDelete(request, now()).strategy()
            != DeletionPlan.Strategy.CONDITION) {
          done("other delete");
          return;
        }
        azulejo.array(location).delete(request, now());
      } catch (InvalidRequestException e) {
        assertThat(e).hasMessageContaining("delete");
        done("refused delete");
        return;
      }
      model.delete(times.get(step), removes);
      done("delete");
    }

    private void evolve() {
      ArraySchema last = model.schema();
      SchemaEvolution.Builder evolution = SchemaEvolution.builder();
      if (last.attributes().size() > 1 && random.nextBoolean()) {
        evolution.dropAttribute(
            last.attributes().get(random.nextInt(last.attributes().size())).name());
      } else {
        evolution.addAttribute(values.attribute("e" + step));
      }
      SchemaEvolution wanted = evolution.build();
      long time = times.get(step);
      if (time < model.evolved()) {
        assertThatThrownBy(() -> azulejo.array(location).evolve(wanted, now()))
            .isInstanceOf(InvalidRequestException.class);
        return;
      }
      try {
        azulejo.array(location).evolve(wanted, now());
      } catch (InvalidRequestException e) {
        assertThat(e).hasMessageContaining("delet");
        return;
      }
      done("evolution");
      model.evolve(time, azulejo.open(location).schema());
      assertThat(model.schema()).isNotEqualTo(last);
    }

    private void changeMetadata() {
      MetadataChange.Builder change = MetadataChange.builder();
      Map<String, Object> changes = new HashMap<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        String key = "k" + random.nextInt(6);
        if (changes.containsKey(key)) {
          continue;
        }
        MetadataValue value =
            switch (random.nextInt(4)) {
              case 0 -> MetadataValue.ofString("v" + step);
              case 1 -> MetadataValue.ofLongs(step, random.nextLong());
              case 2 -> MetadataValue.ofDoubles(random.nextDouble());
              default -> null;
            };
        changes.put(key, value);
        if (value == null) {
          change.remove(key);
        } else {
          change.put(key, value);
        }
      }
      azulejo.array(location).metadata().change(change.build(), now());
      done("metadata");
      model.putMetadata(times.get(step), changes);
    }

    private void deleteFragments() {
      long first = FIRST_TIME + random.nextInt(STEPS_OF_AN_ARRAY);
      TimeRange range = TimeRange.between(first, first + random.nextInt(10));
      azulejo.array(location).deleteFragments(range);
      model.deleteFragments(range);
      done("delete fragments");
    }

    private void consolidate() {
      MaintenanceMode mode = MODES.get(random.nextInt(MODES.size()));
      ConsolidationRequest request =
          ConsolidationRequest.DEFAULT.mode(mode).amplification(random.nextInt(2) * 1000);
      if (mode == MaintenanceMode.FRAGMENTS) {
        request = request.times(someTimes());
        if (random.nextInt(5) == 0) {
          request = request.maxFragmentSize(200 + random.nextInt(3000));
        }
      }
      ConsolidationReport report = azulejo.maintenance(location).consolidate(request);
      for (ConsolidationReport.Merge merge : report.merges()) {
        done("consolidate " + mode.configuredName());
        if (mode == MaintenanceMode.FRAGMENTS) {
          model.merge(merge.inputs().stream().map(Run::times).collect(Collectors.toSet()));
        } else if (mode == MaintenanceMode.ARRAY_METADATA) {
          model.mergeMetadata();
        }
      }
    }

    /** The times that the name of a fragment tells. */
    private static TimeRange times(String name) {
      String[] parts = name.split("_");
      return TimeRange.between(Long.parseLong(parts[2]), Long.parseLong(parts[3]));
    }

    private void vacuum() {
      MaintenanceMode mode = MODES.get(random.nextInt(MODES.size()));
      azulejo.maintenance(location).vacuum(VacuumRequest.DEFAULT.mode(mode));
      done("vacuum");
      if (mode == MaintenanceMode.FRAGMENTS) {
        model.vacuum();
      } else if (mode == MaintenanceMode.ARRAY_METADATA) {
        model.vacuumMetadata();
      }
    }

    /** There is none, but for lists of commits of which all were deleted. */
    private void collectGarbage() {
      GcRequest all = GcRequest.DEFAULT.olderThan(Duration.ZERO).allCompleteFragments();
      assertThat(azulejo.maintenance(location).gc(all).entries())
          .allSatisfy(
              entry -> assertThat(entry.location().name()).matches(".*\\.(con|ign|vac|vac\\.tmp)"));
    }

    // ---- reading

    private TimeRange someTimes() {
      long a = FIRST_TIME + random.nextInt(STEPS_OF_AN_ARRAY + 2);
      long b = FIRST_TIME + random.nextInt(STEPS_OF_AN_ARRAY + 2);
      return switch (random.nextInt(4)) {
        case 0 -> TimeRange.until(a);
        case 1 -> TimeRange.between(Math.min(a, b), Math.max(a, b));
        default -> TimeRange.ALL;
      };
    }

    private void read() {
      done("read");
      TimeRange range = someTimes();
      Array array = azulejo.open(location, range);
      TimeRange seen = range.end() < 0 ? TimeRange.until(Long.MAX_VALUE) : range;
      assertThat(array.metadata()).isEqualTo(model.metadata(seen));
      for (int i = 0; i < READS; i++) {
        RandomRead read =
            new RandomRead(array, () -> array, model.cells(seen), random, "at " + range);
        read.run();
        rows += read.rows();
      }
    }
  }
}
