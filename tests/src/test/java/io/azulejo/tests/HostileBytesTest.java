package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.management.ThreadMXBean;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import io.azulejo.testkit.TestLayer;
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

  private static final long MAX_ALLOCATION_OF_A_ROW = 1024;

  private final long seed = Long.getLong("azulejo.seed", 20_261_121L);

  @Test
  void someThousandDamagedFilesAreRefusedOrReadAsFarAsTheyCanBe() throws Exception {
    try (Run run = new Run()) {
      run.damage(TestLayer.cases(6_000, 800));
      run.report();
    }
  }

  @Test
  void someThousandDamagedFilesAreDumpedAsFarAsTheyCanBe() throws Exception {
    try (Run run = new Run()) {
      run.dump(TestLayer.cases(6_000, 800));
      run.report();
    }
  }

  @Test
  @Tag("slow")
  void aHundredThousandDamagedFilesAreRefusedOrReadAsFarAsTheyCanBe() throws Exception {
    try (Run run = new Run()) {
      run.damage(100_000);
      run.report();
    }
  }

  @Test
  @Tag("slow")
  void everyNumberOfEveryFileMayBeZeroOneOrTheLargest() throws Exception {
    try (Run run = new Run()) {
      run.setEveryNumber();
      run.report();
    }
  }

  /** Damages files, one after another, and notes what comes of it. */
  private final class Run implements AutoCloseable {
    private final Random random = new Random(seed);
    private final Damage damage = new Damage(random);
    private final ThreadMXBean memory = (ThreadMXBean) ManagementFactory.getThreadMXBean();
    private final Map<String, int[]> outcomes = new TreeMap<>();
    private final Map<String, Mistake> mistakes = new TreeMap<>();
    private final List<Target> targets = new ArrayList<>();
    private final ExecutorService worker =
        Executors.newSingleThreadExecutor(HostileBytesTest::daemon);
    private int turn;
    private boolean hung;

    Run() {
      System.out.println("hostile bytes: -Dazulejo.seed=" + seed);
      List<HostileArray> arrays = arrays();
      assertThat(arrays).as("arrays to damage").hasSizeGreaterThanOrEqualTo(30);
      for (HostileArray array : arrays) {
        for (String path : array.paths()) {
          targets.add(new Target(array, path, array.numbers(path)));
        }
      }
    }

    void damage(int count) throws Exception {
      while (turn < count && !hung) {
        if (turn % targets.size() == 0) {
          Collections.shuffle(targets, random);
        }
        Target target = targets.get(turn % targets.size());
        check(target, damage.of(target.bytes(), target.numbers()), HostileArray::tryWith);
      }
    }

    void dump(int count) throws Exception {
      while (turn < count && !hung) {
        Target target = targets.get(random.nextInt(targets.size()));
        check(target, damage.of(target.bytes(), target.numbers()), HostileArray::tryDump);
      }
    }

    void setEveryNumber() throws Exception {
      for (Target target : targets) {
        for (NumberField number : target.numbers()) {
          for (long value : Damage.EXTREMES) {
            Optional<Damage.Damaged> damaged = damage.number(target.bytes(), number, value);
            if (damaged.isPresent() && !hung) {
              check(target, damaged.get(), HostileArray::tryWith);
            }
          }
        }
      }
    }

    private void check(Target target, Damage.Damaged damaged, Trial trial) throws Exception {
      int number = turn++;
      Future<HostileArray.Outcome> future =
          worker.submit(
              () -> {
                long before = memory.getCurrentThreadAllocatedBytes();
                HostileArray.Outcome outcome =
                    trial.run(target.array(), target.path(), damaged.bytes(), number);
                long allocated = memory.getCurrentThreadAllocatedBytes() - before;
                return allocated <= MAX_ALLOCATION + outcome.rows() * MAX_ALLOCATION_OF_A_ROW
                    ? outcome
                    : HostileArray.Outcome.mistake(
                        "%d bytes were allocated; %s".formatted(allocated, outcome));
              });
      HostileArray.Outcome outcome = await(future);
      hung = outcome.hung();
      outcomes.computeIfAbsent(kind(target.path()), k -> new int[4])[outcome.kind().ordinal()]++;
      if (outcome.kind() == HostileArray.Kind.MISTAKE) {
        String first =
            "turn %d: %s, %s: %s\n  %s"
                .formatted(
                    number, target.array().name(), target.path(), damaged.what(), outcome.what());
        mistakes.merge(
            outcome.what().replaceAll("[0-9]+|mem:.*", "#"),
            new Mistake(first, 1),
            (known, next) -> new Mistake(known.first(), known.count() + 1));
      }
    }

    /** Prints what came of all, and fails if there was a mistake. */
    void report() {
      System.out.printf(
          "%-18s %9s %9s %9s %9s%n", "hostile bytes", "refused", "same", "others", "mistakes");
      outcomes.forEach(
          (kind, n) -> System.out.printf("%-18s %9d %9d %9d %9d%n", kind, n[0], n[1], n[2], n[3]));
      assertThat(mistakes.values())
          .as("kinds of mistakes, each with its number and its first occurrence")
          .isEmpty();
      assertThat(outcomes.values().stream().mapToInt(n -> n[HostileArray.Kind.REFUSED.ordinal()]))
          .as("damage is refused in every kind of file")
          .allMatch(refused -> refused > 0)
          .isNotEmpty();
    }

    @Override
    public void close() {
      worker.shutdownNow();
    }
  }

  /** What is done with a damaged file. */
  private interface Trial {
    HostileArray.Outcome run(HostileArray array, String path, byte[] damaged, int turn);
  }

  /** A kind of outcome that must not be: its first occurrence, and how often it came. */
  private record Mistake(String first, int count) {
    @Override
    public String toString() {
      return count + " times, first in " + first;
    }
  }

  /** A file to damage. */
  private record Target(HostileArray array, String path, List<NumberField> numbers) {
    byte[] bytes() {
      return array.bytes(path);
    }
  }

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
}
