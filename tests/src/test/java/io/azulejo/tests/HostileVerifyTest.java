package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Azulejo;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.TestLayer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Verifies arrays and groups of all ages with damaged files. What a read refuses is an error of a
 * deep verification, too; and where a read gives other rows, the verification finds something, or
 * the bytes that were changed have nothing to be compared with: values of cells without a checksum,
 * values of metadata, what a schema says. These are counted, and a seal finds them.
 *
 * <p>The long run: {@code mvn verify -Dgroups=slow -DexcludedGroups= -Dtest=HostileVerifyTest
 * -Dsurefire.failIfNoSpecifiedTests=false}; another seed: {@code -Dazulejo.seed=N}.
 */
class HostileVerifyTest {
  private static final int SHOWN = 25;
  private static final int SEALED = 100;

  private final long seed = Long.getLong("azulejo.seed", 20_261_121L);

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void whatChangesRowsIsFoundOrHasNothingToBeComparedWith() {
    new Run().damage(TestLayer.cases(2_000, 250));
  }

  @Test
  @Tag("slow")
  @Timeout(value = 90, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void whatChangesRowsIsFoundInManyFiles() {
    new Run().damage(60_000);
  }

  /** Damages files, one after another, and counts what is found. */
  private final class Run {
    private final Random random = new Random(seed);
    private final Damage damage = new Damage(random);
    private final List<Target> targets = new ArrayList<>();
    private final Map<String, int[]> counts = new TreeMap<>();
    private final List<String> wrong = new ArrayList<>();
    private int sealed;
    private int wrongKeys;

    Run() {
      System.out.println("hostile bytes, verified: -Dazulejo.seed=" + seed);
      CorpusFolder corpus = CorpusFolder.bundledSelection();
      for (Path file : corpus.expectationFiles()) {
        HostileArray.of(corpus.expectation(file))
            .ifPresent(
                array ->
                    array
                        .paths()
                        .forEach(p -> targets.add(new Target(array, p, array.numbers(p)))));
      }
      assertThat(targets).hasSizeGreaterThan(100);
    }

    void damage(int count) {
      for (int turn = 0; turn < count; turn++) {
        if (turn % targets.size() == 0) {
          Collections.shuffle(targets, random);
        }
        Target target = targets.get(turn % targets.size());
        byte[] whole = target.array.bytes(target.path);
        Damage.Damaged damaged = damage.of(whole, target.numbers);
        check(target, damaged, turn);
      }
      report();
    }

    private void check(Target target, Damage.Damaged damaged, int turn) {
      HostileArray.Outcome outcome = target.array.tryWith(target.path, damaged.bytes(), turn);
      String about =
          "turn %d: %s, %s: %s".formatted(turn, target.array.name(), target.path, damaged.what());
      List<Problem> found;
      try {
        found = target.array.verifyWith(target.path, damaged.bytes());
      } catch (InvalidRequestException e) {
        wrongKeys++; // damage of a schema looks like a wrong key
        return;
      } catch (RuntimeException | AssertionError e) {
        wrong.add(about + ": fails: " + e + HostileArray.trace(e.getStackTrace()));
        return;
      }
      int[] of = counts.computeIfAbsent(kind(target.path), k -> new int[4]);
      switch (outcome.kind()) {
        case REFUSED -> {
          of[0]++;
          if (found.stream().noneMatch(p -> p.severity() == Severity.ERROR)) {
            wrong.add(about + ": is refused, but no error: " + outcome.what());
          }
        }
        case OTHER -> {
          of[found.isEmpty() ? 2 : 1]++;
          if (found.isEmpty()) {
            unfound(target, damaged, about);
          }
        }
        default -> of[3]++;
      }
    }

    private void unfound(Target target, Damage.Damaged damaged, String about) {
      if (!isPayload(target.path)) {
        wrong.add(about + ": gives other rows, and nothing is found");
      } else if (sealed++ < SEALED) {
        checkSeal(target, damaged, about);
      }
    }

    private void checkSeal(Target target, Damage.Damaged damaged, String about) {
      Storage storage = Storage.inMemory();
      Location array = Location.of("mem://sealed/hostile");
      target.array.copyTo(storage, array);
      try (Azulejo azulejo = Azulejo.builder().storage("mem", storage).build()) {
        azulejo.maintenance(array).seal();
        Location file = array.resolve(target.path.substring(target.path.indexOf("hostile") + 7));
        storage.delete(file);
        storage.createExclusive(file, damaged.bytes());
        Azulejo keyed = target.array.keyed(azulejo, array);
        boolean found =
            keyed.maintenance(array).verify(VerifyRequest.DEFAULT.sealed()).problems().stream()
                .anyMatch(p -> p.kind() == Problem.Kind.CHANGED);
        if (!found) {
          wrong.add(about + ": is not found by a seal");
        }
      }
    }

    private void report() {
      System.out.printf(
          "%-18s %9s %9s %9s %9s%n", "verified", "refused", "found", "unfound", "same");
      counts.forEach(
          (kind, n) -> System.out.printf("%-18s %9d %9d %9d %9d%n", kind, n[0], n[1], n[2], n[3]));
      wrong.stream().limit(SHOWN).forEach(System.out::println);
      assertThat(wrong.size()).as("what is wrong, which is listed above").isZero();
      int all = counts.values().stream().flatMapToInt(Arrays::stream).sum();
      assertThat(wrongKeys).isLessThan(all / 20);
      assertThat(sum(0)).as("damage that is refused").isGreaterThan(all / 10);
      assertThat(sum(1)).as("damage that changes rows and is found").isPositive();
    }

    private int sum(int column) {
      return counts.values().stream().mapToInt(n -> n[column]).sum();
    }
  }

  /** A file to damage. */
  private record Target(HostileArray array, String path, List<NumberField> numbers) {}

  /** Whether a file holds values that nothing else repeats. */
  private static boolean isPayload(String path) {
    return switch (kind(path)) {
      case "data", "schema", "metadata", "enumeration", "group", "condition" -> true;
      default -> false;
    };
  }

  private static String kind(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    if (path.contains("__schema") || path.contains("__array_schema")) {
      return path.contains("__enumerations") ? "enumeration" : "schema";
    }
    if (name.endsWith(".meta")) {
      return "gathered footers";
    }
    if (name.equals("__fragment_metadata.tdb")) {
      return "fragment metadata";
    }
    if (path.contains("__meta/")) {
      return name.endsWith(".vac") ? "list" : "metadata";
    }
    if (path.contains("__group") || path.contains("__tiledb_group")) {
      return "group";
    }
    if (name.endsWith(".del") || name.endsWith(".upd")) {
      return "condition";
    }
    return name.endsWith(".tdb") ? "data" : "list";
  }
}
