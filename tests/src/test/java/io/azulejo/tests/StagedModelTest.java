package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.CommitOptions;
import io.azulejo.CommitResult;
import io.azulejo.CreateOptions;
import io.azulejo.StagedFragments;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestLayer;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Random sequences of staging, commits with and without ids, of a part, all, none, or twice,
 * discards, other writers, consolidation, vacuum and garbage collection: the array reads as a naive
 * model says after each step, and every commit that the model refuses is refused.
 */
class StagedModelTest {
  private static final Location ARRAY = Location.of("mem://arrays/array");
  private static final int STEPS = 60;

  @Test
  void randomSequencesAgreeWithAModel() {
    run(TestLayer.cases(12, 4));
  }

  @Test
  @Tag("slow")
  void manyRandomSequencesAgreeWithAModel() {
    run(200);
  }

  private static void run(int sequences) {
    int refused = 0;
    for (int seed = 0; seed < sequences; seed++) {
      try (Model model = new Model(seed)) {
        for (int step = 0; step < STEPS; step++) {
          model.step();
        }
        refused += model.refused;
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed, e);
      }
    }
    assertThat(refused).isPositive();
  }

  /** What was staged and what became of it. */
  private static final class Part {
    private final StagedFragments staged;
    private final Map<Long, Integer> cells;
    private final long from;
    private final long to;
    private boolean committed;
    private boolean gone;

    Part(StagedFragments staged, Map<Long, Integer> cells, long from, long to) {
      this.staged = staged;
      this.cells = cells;
      this.from = from;
      this.to = to;
    }
  }

  private static final class Model implements AutoCloseable {
    private final Random random;
    private final Azulejo engine;
    private final boolean dense;
    private final List<Part> parts = new ArrayList<>();
    private final Map<String, List<String>> ids = new HashMap<>();

    /** The cells by the times of their writes, the later over the earlier. */
    private final TreeMap<Long, Map<Long, Integer>> written = new TreeMap<>();

    private long time = 10;
    private long apart;
    private int value;
    private int refused;
    private boolean mayBeVacuumed;

    Model(int seed) {
      random = new Random(seed);
      engine = TestArrays.engine(Storage.inMemory());
      dense = random.nextInt(3) == 0;
      ArraySchema schema = dense ? StagedCells.DENSE : StagedCells.SPARSE;
      engine.create(ARRAY, schema, CreateOptions.DEFAULT.at(1));
    }

    void step() {
      switch (random.nextInt(12)) {
        case 0, 1, 2, 3 -> stage();
        case 4, 5, 6, 7 -> commit();
        case 8 -> discard();
        case 9 -> write();
        case 10 -> maintain();
        default -> collect();
      }
      check();
    }

    private void stage() {
      value++;
      // Of cells at the same coordinates and times nobody knows which wins: there are none.
      boolean sameTime = !dense && random.nextBoolean();
      apart = sameTime ? apart + 100 : 0;
      time += sameTime ? 0 : 1;
      Map<Long, Integer> cells = new TreeMap<>();
      long from = apart + random.nextInt(80);
      long to = from + random.nextInt(20);
      for (long x = from; x <= to; x++) {
        if (dense || random.nextInt(4) == 0) {
          cells.put(x, value);
        }
      }
      long[] x = cells.keySet().stream().mapToLong(Long::longValue).toArray();
      StagedFragments staged =
          dense
              ? StagedCells.stageBox(engine, ARRAY, time, value, from, to)
              : StagedCells.stage(engine, ARRAY, time, value, x);
      assertThat(staged.cells()).isEqualTo(cells.size());
      parts.add(new Part(StagedFragments.of(staged.toBytes()), cells, from, to));
    }

    private List<Part> some() {
      List<Part> some = new ArrayList<>();
      for (Part part : parts) {
        if (random.nextInt(5) == 0) {
          some.add(part);
        }
      }
      return some;
    }

    private void commit() {
      List<Part> chosen = some();
      String id = random.nextBoolean() ? "job " + random.nextInt(6) : null;
      CommitOptions options = id == null ? CommitOptions.DEFAULT : CommitOptions.DEFAULT.id(id);
      List<StagedFragments> staged = chosen.stream().map(part -> part.staged).toList();
      List<Part> full = chosen.stream().filter(part -> !part.cells.isEmpty()).toList();
      List<String> names = staged.stream().flatMap(s -> s.fragments().stream()).toList();
      try {
        CommitResult result = engine.array(ARRAY).commit(staged, options);
        if (id != null && ids.containsKey(id)) {
          assertThat(result.fragments()).isEqualTo(ids.get(id));
          assertThat(result.newlyCommitted()).isFalse();
          return;
        }
        assertThat(result.fragments()).isEqualTo(names);
        assertThat(full).noneMatch(part -> part.gone);
        if (!result.newlyCommitted()) {
          assertThat(full).allMatch(part -> part.committed);
          return;
        }
        assertThat(full).noneMatch(part -> part.committed).isNotEmpty();
        assertThat(overlap(full)).isFalse();
        if (id != null) {
          ids.put(id, names);
        }
        for (Part part : full) {
          part.committed = true;
          written
              .computeIfAbsent(part.staged.times().orElseThrow().start(), t -> new HashMap<>())
              .putAll(part.cells);
        }
      } catch (InvalidRequestException e) {
        refused++;
        assertThat(id == null || !ids.containsKey(id)).isTrue();
        assertThat(overlap(full) || full.stream().anyMatch(part -> part.committed)).isTrue();
      } catch (NotFoundException e) {
        refused++;
        assertThat(full.stream().anyMatch(part -> part.gone || (part.committed && mayBeVacuumed)))
            .isTrue();
      }
    }

    private boolean overlap(List<Part> some) {
      Set<Long> seen = new HashSet<>();
      for (Part part : some) {
        for (long x = part.from; x <= part.to; x++) {
          if (part.cells.containsKey(x) && !seen.add(x)) {
            return true;
          }
        }
      }
      return false;
    }

    private void discard() {
      List<Part> chosen = some();
      engine.discard(chosen.stream().map(part -> part.staged).toList());
      for (Part part : chosen) {
        part.gone |= !part.committed && !part.cells.isEmpty();
      }
    }

    private void write() {
      value++;
      time++;
      if (dense) {
        engine.array(ARRAY).commit(List.of(StagedCells.stageBox(engine, ARRAY, time, value, 5, 9)));
        written.put(time, StagedCells.cells(value, 5, 6, 7, 8, 9));
      } else {
        StagedCells.write(engine, ARRAY, time, value, 7, 50);
        written.put(time, StagedCells.cells(value, 7, 50));
      }
      time++;
      apart = 0;
    }

    private void maintain() {
      // What replaces dense fragments hides what is committed later on with times between theirs.
      List<MaintenanceMode> modes =
          dense
              ? List.of(MaintenanceMode.COMMITS, MaintenanceMode.FRAGMENT_METADATA)
              : List.of(
                  MaintenanceMode.COMMITS,
                  MaintenanceMode.FRAGMENTS,
                  MaintenanceMode.FRAGMENT_METADATA);
      MaintenanceMode mode = modes.get(random.nextInt(modes.size()));
      engine.maintenance(ARRAY).consolidate(ConsolidationRequest.DEFAULT.mode(mode));
      if (random.nextBoolean()) {
        engine.maintenance(ARRAY).vacuum(VacuumRequest.DEFAULT.mode(mode));
        mayBeVacuumed = true;
      }
    }

    private void collect() {
      GcRequest request = GcRequest.DEFAULT.olderThan(Duration.ZERO);
      if (random.nextInt(4) > 0) {
        engine.maintenance(ARRAY).gc(request);
        return;
      }
      engine.maintenance(ARRAY).gc(request.allCompleteFragments());
      for (Part part : parts) {
        part.gone |= !part.committed && !part.cells.isEmpty();
      }
    }

    private void check() {
      Map<Long, Integer> expected = new TreeMap<>();
      written.values().forEach(expected::putAll);
      Map<Long, Integer> found =
          dense ? StagedCells.readDense(engine, ARRAY) : StagedCells.read(engine, ARRAY);
      assertThat(found).isEqualTo(expected);
    }

    @Override
    public void close() {
      engine.close();
    }
  }
}
