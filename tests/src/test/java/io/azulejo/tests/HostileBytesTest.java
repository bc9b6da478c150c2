package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Opens and reads arrays and groups of all ages with damaged files. What may come of it is an
 * exception of the engine that says what is wrong and where; the same rows as before; or other
 * rows, where the bytes that were changed carry no check.
 *
 * <p>The long run: {@code mvn verify -Dgroups=slow -DexcludedGroups= -Dtest=HostileBytesTest
 * -Dsurefire.failIfNoSpecifiedTests=false}; another seed: {@code -Dazulejo.seed=N}.
 */
class HostileBytesTest {
  private static final long WATCHDOG_SECONDS = 60;

  /** Far above what any of the arrays takes, far below what an unchecked number would ask for. */
  private static final long MAX_ALLOCATION = 96L << 20;

  private static final int SHOWN = 25;

  private final long seed = Long.getLong("azulejo.seed", 20_261_121L);

  @Test
  void someThousandDamagedFilesAreRefusedOrReadAsFarAsTheyCanBe() throws Exception {
    run(6_000);
  }

  @Test
  @Tag("slow")
  void aHundredThousandDamagedFilesAreRefusedOrReadAsFarAsTheyCanBe() throws Exception {
    run(100_000);
  }

  private void run(int count) throws Exception {
    System.out.println("hostile bytes: -Dazulejo.seed=" + seed);
    Random random = new Random(seed);
    Damage damage = new Damage(random);
    ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    Map<String, int[]> outcomes = new TreeMap<>();
    List<String> mistakes = new ArrayList<>();
    List<Target> targets = new ArrayList<>();
    ExecutorService worker = Executors.newSingleThreadExecutor(HostileBytesTest::daemon);
    try {
      List<HostileArray> arrays = arrays();
      assertThat(arrays).as("arrays to damage").hasSizeGreaterThanOrEqualTo(30);
      for (HostileArray array : arrays) {
        array.paths().forEach(path -> targets.add(new Target(array, path)));
      }
      for (int i = 0; i < count; i++) {
        if (i % targets.size() == 0) {
          Collections.shuffle(targets, random);
        }
        Target target = targets.get(i % targets.size());
        Damage.Damaged damaged = damage.of(target.array().bytes(target.path()));
        int turn = i;
        Future<HostileArray.Outcome> future =
            worker.submit(
                () -> {
                  long before = memory.getCurrentThreadAllocatedBytes();
                  HostileArray.Outcome outcome =
                      target.array().tryWith(target.path(), damaged.bytes(), turn);
                  long allocated = memory.getCurrentThreadAllocatedBytes() - before;
                  return allocated <= MAX_ALLOCATION
                      ? outcome
                      : HostileArray.Outcome.mistake(
                          "%d bytes were allocated; %s".formatted(allocated, outcome));
                });
        HostileArray.Outcome outcome = await(future);
        outcomes.computeIfAbsent(kind(target.path()), k -> new int[4])[outcome.kind().ordinal()]++;
        if (outcome.kind() == HostileArray.Kind.MISTAKE) {
          mistakes.add(
              "turn %d: %s, %s: %s\n  %s"
                  .formatted(
                      i, target.array().name(), target.path(), damaged.what(), outcome.what()));
        }
        if (outcome.hung()) {
          break;
        }
      }
    } finally {
      worker.shutdownNow();
    }
    print(outcomes);
    mistakes.stream().limit(SHOWN).forEach(System.out::println);
    assertThat(mistakes.size()).as("mistakes, of which the first ones are listed above").isZero();
  }

  /** A file to damage. */
  private record Target(HostileArray array, String path) {}

  private static List<HostileArray> arrays() {
    CorpusFolder corpus = CorpusFolder.bundledSelection();
    List<HostileArray> arrays = new ArrayList<>();
    for (Path file : corpus.expectationFiles()) {
      Expectation expectation = corpus.expectation(file);
      HostileArray.of(expectation).ifPresent(arrays::add);
    }
    return arrays;
  }

  private static HostileArray.Outcome await(Future<HostileArray.Outcome> future)
      throws InterruptedException, ExecutionException {
    try {
      return future.get(WATCHDOG_SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      Optional<Thread> stuck =
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> thread.getName().equals("hostile-bytes"))
              .findFirst();
      return HostileArray.Outcome.hang(
          stuck.map(thread -> HostileArray.trace(thread.getStackTrace())).orElse(""));
    }
  }

  private static Thread daemon(Runnable task) {
    Thread thread = new Thread(task, "hostile-bytes");
    thread.setDaemon(true);
    return thread;
  }

  private static String kind(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    if (path.contains("__schema") || path.contains("__array_schema")) {
      return path.contains("__enumerations") ? "enumeration" : "schema";
    }
    if (path.contains("__fragment_meta")) {
      return "fragment metadata";
    }
    if (path.contains("__meta")) {
      return "metadata";
    }
    if (path.contains("__group") || path.contains("__tiledb_group")) {
      return "group";
    }
    return name.endsWith(".tdb") ? "data" : "commit";
  }

  private static void print(Map<String, int[]> outcomes) {
    System.out.printf(
        "%-18s %9s %9s %9s %9s%n",
        "hostile bytes in", "refused", "same rows", "others", "mistakes");
    outcomes.forEach(
        (kind, n) -> System.out.printf("%-18s %9d %9d %9d %9d%n", kind, n[0], n[1], n[2], n[3]));
  }
}
