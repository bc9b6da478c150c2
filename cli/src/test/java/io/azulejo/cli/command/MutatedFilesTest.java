package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.cli.terminal.Failure;
import io.azulejo.error.AzulejoException;
import io.azulejo.testkit.AllocatedMemory;
import io.azulejo.testkit.TestLayer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever the bytes of a file are: its cells, or an error of Azulejo in one line; within little
 * memory and time. Another seed: {@code -Dazulejo.seed=N}; more or fewer: {@code
 * -Dazulejo.cases=N}. A file that fails is kept in {@code target/mutated}.
 */
class MutatedFilesTest {
  /**
   * The bytes that a file may take to be read, such as a picture of 32 MiB and its colours; of
   * large files so many times their length.
   */
  private static final long MOST_BYTES = 256 << 20;

  private static final long MOST_OF_LENGTH = 256;
  private static final int SECONDS = 10;

  @TempDir private Path folder;

  /** When the file that is being read was begun. */
  private volatile long begun;

  @ParameterizedTest
  @EnumSource
  void areReadOrRefused(FileSeeds kind) throws Exception {
    int cases = TestLayer.cases(Integer.getInteger("azulejo.cases", 50_000), 60);
    long seed = Long.getLong("azulejo.seed", 42);
    List<byte[]> seeds = kind.files(folder);
    FutureTask<Integer> trials = new FutureTask<>(() -> accepted(kind, seeds, seed, cases));
    begun = System.nanoTime();
    Thread importing = new Thread(trials, "importing");
    importing.setDaemon(true);
    importing.start();
    int accepted = awaited(trials, importing);
    System.out.printf(
        "%s: %,d mutated files, %,d read, %,d refused%n", kind, cases, accepted, cases - accepted);
    assertThat(accepted).isBetween(1, cases - 1);
  }

  private int awaited(FutureTask<Integer> trials, Thread importing) throws Exception {
    while (true) {
      try {
        return trials.get(1, TimeUnit.SECONDS);
      } catch (TimeoutException e) {
        if (System.nanoTime() - begun > TimeUnit.SECONDS.toNanos(SECONDS)) {
          AssertionError stuck = new AssertionError("not read within %d s".formatted(SECONDS), e);
          stuck.setStackTrace(importing.getStackTrace());
          throw stuck;
        }
      }
    }
  }

  private int accepted(FileSeeds kind, List<byte[]> seeds, long seed, int cases)
      throws IOException {
    Random random = new Random(seed);
    FileMutation mutation = new FileMutation(random, kind.isText());
    Path file = folder.resolve("changed." + kind.extension());
    int accepted = 0;
    try (ImportTrial trial = new ImportTrial()) {
      for (byte[] whole : seeds) {
        assertThat(isRead(trial, file, whole)).as("the unchanged file").isTrue();
      }
      for (int round = 0; round < cases; round++) {
        byte[] bytes = mutation.of(seeds.get(random.nextInt(seeds.size())));
        try {
          accepted += isRead(trial, file, bytes) ? 1 : 0;
        } catch (AssertionError | RuntimeException e) {
          Path kept =
              Path.of("target/mutated/%s-%d-%d.%s".formatted(kind, seed, round, kind.extension()));
          Files.createDirectories(kept.getParent());
          Files.write(kept, bytes);
          throw new AssertionError("seed %d, round %d: %s".formatted(seed, round, kept), e);
        }
      }
    }
    return accepted;
  }

  private boolean isRead(ImportTrial trial, Path file, byte[] bytes) throws IOException {
    Files.write(file, bytes);
    begun = System.nanoTime();
    long before = AllocatedMemory.ofThisThread();
    try {
      trial.read(file);
      return true;
    } catch (AzulejoException e) {
      assertThat(Failure.text(e)).contains(file.getFileName().toString()).hasLineCount(1);
      assertThat(Failure.text(e)).hasSizeLessThan(2_000).doesNotContain("Exception", "\" is null");
      return false;
    } finally {
      long taken = AllocatedMemory.ofThisThread() - before;
      assertThat(taken).as("bytes taken").isLessThan(MOST_BYTES + MOST_OF_LENGTH * bytes.length);
    }
  }
}
