package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

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
 * Maintenance never makes damage final. One file of an array is damaged, one act of maintenance
 * runs, and the undamaged file is put back. Then the array reads as before the damage; or the act
 * refused and changed nothing. Damage that nothing stored can tell is counted apart; {@code
 * docs/verifying.md} names it.
 *
 * <p>The long run: {@code mvn verify -Dgroups=slow -DexcludedGroups= -Dtest=RestoreTest
 * -Dsurefire.failIfNoSpecifiedTests=false}; at most N cases: {@code -Dazulejo.cases=N}; another
 * seed: {@code -Dazulejo.seed=N}.
 */
class RestoreTest {
  private static final int SHOWN = 40;

  private final long seed = Long.getLong("azulejo.seed", 20_261_125L);
  private final Random random = new Random(seed);

  /** The number of results of each kind by act. */
  private final Map<String, int[]> acts = new TreeMap<>();

  /** The same by kind of file and of damage. */
  private final Map<String, int[]> damages = new TreeMap<>();

  private final List<String> wrong = new ArrayList<>();

  @Test
  @Timeout(value = 30, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void whatIsPutBackAfterMaintenanceIsReadAsBefore() {
    sweep(CorpusFolder.bundledSelection(), TestLayer.cases(20_000, 600));
  }

  @Test
  @Tag("slow")
  @Timeout(value = 5, unit = TimeUnit.HOURS, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void whatIsPutBackAfterMaintenanceOfAnyArrayIsReadAsBefore() {
    sweep(CorpusFolder.find(), Integer.getInteger("azulejo.cases", Integer.MAX_VALUE));
  }

  /** An act on an array with one damaged file. */
  private record Case(Restorable array, FileDamage damage, MaintenanceAct act) {}

  private void sweep(CorpusFolder corpus, int most) {
    System.out.println("restored files: -Dazulejo.seed=" + seed);
    List<Case> cases = new ArrayList<>();
    for (Path file : corpus.expectationFiles()) {
      Restorable.of(corpus.expectation(file)).ifPresent(array -> cases.addAll(cases(array)));
    }
    assertThat(cases).hasSizeGreaterThan(100_000);
    List<Case> chosen = cases;
    if (cases.size() > most) {
      Collections.shuffle(cases, random);
      chosen = cases.subList(0, most);
    }
    chosen.forEach(this::run);
    report(chosen.size());
  }

  private List<Case> cases(Restorable array) {
    List<Case> cases = new ArrayList<>();
    for (FileDamage damage : FileDamage.all(array, random)) {
      for (MaintenanceAct act : MaintenanceAct.of(array)) {
        cases.add(new Case(array, damage, act));
      }
    }
    return cases;
  }

  private void run(Case each) {
    Restorable.Outcome outcome = each.array().restoreAfter(each.damage(), each.act());
    int column = outcome.result().ordinal();
    acts.computeIfAbsent(each.act().name(), k -> new int[4])[column]++;
    damages.computeIfAbsent(each.damage().kind(), k -> new int[4])[column]++;
    if (outcome.result() == Restorable.Result.WRONG) {
      wrong.add(
          "%s, %s, then %s: %s"
              .formatted(each.array().name(), each.damage(), each.act().name(), outcome.what()));
    }
  }

  private void report(int cases) {
    for (Map<String, int[]> counts : List.of(damages, acts)) {
      System.out.printf(
          "%-34s %9s %9s %9s %9s%n",
          "damaged and put back", "restored", "refused", "untold", "wrong");
      int[] total = new int[4];
      counts.forEach(
          (kind, n) -> {
            System.out.printf("%-34s %9d %9d %9d %9d%n", kind, n[0], n[1], n[2], n[3]);
            Arrays.setAll(total, i -> total[i] + n[i]);
          });
      System.out.printf("%-34s %9d %9d %9d %9d%n", "all", total[0], total[1], total[2], total[3]);
    }
    assertThat(wrong.stream().limit(SHOWN)).as("%d cases are wrong", wrong.size()).isEmpty();
    assertThat(acts.values().stream().mapToInt(n -> n[1]).sum())
        .as("refusals")
        .isGreaterThan(cases / 50);
    assertThat(acts.values()).as("every act is done").allMatch(n -> n[0] > 0);
  }
}
