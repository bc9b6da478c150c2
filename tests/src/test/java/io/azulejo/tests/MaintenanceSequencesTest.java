package io.azulejo.tests;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestLayer;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Whatever is consolidated and vacuumed, in whatever order: an array answers as before at every
 * time that may still be asked. Sequences that lead to the same files go on as one.
 */
class MaintenanceSequencesTest {
  private static final Location FOLDER = Location.of("mem://arrays");
  private static final int DEPTH = 6;
  private static final long FEW_CELLS = 120;
  private static final long MANY_CELLS = 2_000;

  private static final List<MaintenanceMode> MODES =
      List.of(
          MaintenanceMode.FRAGMENTS,
          MaintenanceMode.COMMITS,
          MaintenanceMode.FRAGMENT_METADATA,
          MaintenanceMode.ARRAY_METADATA);

  /** What can be done to an array. */
  private record Act(MaintenanceMode mode, boolean vacuum) {
    void on(Azulejo engine, Location place, AskedArray array) {
      if (vacuum) {
        array.keyed(engine, place).maintenance(place).vacuum(VacuumRequest.DEFAULT.mode(mode));
      } else {
        // Dense fragments far apart are wanted, too.
        ConsolidationRequest request = ConsolidationRequest.DEFAULT.mode(mode).amplification(50);
        array.keyed(engine, place).maintenance(place).consolidate(request);
      }
    }

    @Override
    public String toString() {
      return (vacuum ? "vacuum " : "consolidate ") + mode.configuredName();
    }
  }

  private record State(Location place, List<Act> path) {}

  /** Looks at all states that sequences lead to; gives how many they are. */
  private static int explore(Expectation expectation, Azulejo engine, Storage storage) {
    Location first = FOLDER.resolve("0");
    AskedArray asked = new AskedArray(engine, first, expectation.key());
    assertThat(asked.isRead() || expectation.someFails()).as(expectation.name()).isTrue();
    Set<String> original = new HashSet<>(files(storage, first).keySet());
    Set<String> seen = new HashSet<>(Set.of(signature(storage, first, original)));
    Deque<State> left = new ArrayDeque<>(List.of(new State(first, List.of())));
    int places = 0;
    while (!left.isEmpty()) {
      State state = left.poll();
      for (MaintenanceMode mode : MODES) {
        for (boolean vacuum : new boolean[] {false, true}) {
          List<Act> path = new ArrayList<>(state.path());
          path.add(new Act(mode, vacuum));
          Location place = FOLDER.resolve(Integer.toString(++places));
          files(storage, state.place())
              .forEach(
                  (name, file) ->
                      storage.createExclusive(
                          place.resolve(name), StoredFiles.content(storage, file)));
          boolean found =
              changes(expectation.name(), engine, place, path, asked)
                  && seen.add(signature(storage, place, original));
          if (found) {
            check(expectation.name(), engine, place, path, asked);
          }
          if (found && path.size() < DEPTH) {
            left.add(new State(place, path));
          } else {
            storage.deleteFolder(place);
          }
        }
      }
      storage.deleteFolder(state.place());
    }
    return seen.size();
  }

  /** The files of an array, by their paths in it. */
  private static Map<String, Location> files(Storage storage, Location place) {
    Map<String, Location> files = new TreeMap<>();
    for (Location file : StoredFiles.below(storage, place)) {
      files.put(file.path().substring(place.path().length() + 1), file);
    }
    return files;
  }

  private static boolean changes(
      String name, Azulejo engine, Location place, List<Act> path, AskedArray asked) {
    try {
      path.get(path.size() - 1).on(engine, place, asked);
      return true;
    } catch (UnsupportedFormatException e) {
      return false; // such as commits of old versions, which have no file to be gathered in
    } catch (AzulejoException e) {
      throw new AssertionError("%s, after %s".formatted(name, path), e);
    }
  }

  private static void check(
      String name, Azulejo engine, Location place, List<Act> path, AskedArray asked) {
    try {
      assertThat(asked.differences(engine, place)).as("%s, after %s", name, path).isEmpty();
    } catch (AzulejoException e) {
      throw new AssertionError("%s, after %s".formatted(name, path), e);
    }
  }

  /** What states have in common that differ in the names of new files alone. */
  private static String signature(Storage storage, Location place, Set<String> original) {
    List<String> all = new ArrayList<>();
    files(storage, place)
        .forEach(
            (name, file) -> {
              all.add(original.contains(name) ? name : shape(name));
              if (name.matches(".*\\.(vac|con|ign|tmp)")) {
                String content = new String(StoredFiles.content(storage, file), ISO_8859_1);
                all.add(shape(content.replace(place.toString(), "")));
              }
            });
    all.sort(null);
    return String.join("\n", all);
  }

  private static String shape(String path) {
    return path.replaceAll("[0-9a-f]{32}", "*");
  }

  @Test
  void someSmallArraysOfTheCorpusAnswerAsBefore() {
    explore(FEW_CELLS, TestLayer.cases(3, 12));
  }

  @Test
  @Tag("slow")
  void arraysOfTheCorpusAnswerAsBefore() {
    explore(MANY_CELLS, 1);
  }

  private static void explore(long mostCells, int step) {
    CorpusFolder corpus = CorpusFolder.find();
    int worthwhile = 0;
    int arrays = 0;
    int states = 0;
    Set<Path> done = new HashSet<>();
    for (Path file : corpus.expectationFiles()) {
      Expectation expectation = corpus.expectation(file);
      if (expectation.group() || expectation.openingFails() || !done.add(expectation.location())) {
        continue;
      }
      Storage storage = Storage.inMemory();
      Location first = FOLDER.resolve("0");
      MemoryCopy.of(expectation.location(), storage, first);
      try (Azulejo engine = TestArrays.engine(storage)) {
        if (AskedArray.isWorthwhile(engine, first, expectation.key(), mostCells)
            && worthwhile++ % step == 0) {
          states += explore(expectation, engine, storage);
          arrays++;
        }
      }
    }
    System.out.printf("maintenance: %d arrays in %d states answer as before%n", arrays, states);
    assertThat(arrays).isGreaterThan(TestLayer.cases(5, 1));
    assertThat(states).isGreaterThan(5 * arrays);
  }
}
