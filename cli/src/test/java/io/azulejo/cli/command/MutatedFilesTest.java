package io.azulejo.cli.command;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import io.azulejo.cli.terminal.Failure;
import io.azulejo.error.AzulejoException;
import io.azulejo.testkit.AllocatedMemory;
import io.azulejo.testkit.TestLayer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/**
 * Whatever the bytes of a file are: its cells, or an error of Azulejo in one line; within little
 * memory and time. Another seed: {@code -Dazulejo.seed=N}. A file that fails is kept in {@code
 * target/mutated}.
 */
class MutatedFilesTest {
  /** The bytes that a file may take to be read; of large files so many times their length. */
  private static final long MOST_BYTES = 256 << 20;

  private static final long MOST_OF_LENGTH = 256;
  private static final int SECONDS = 10;

  @TempDir private Path folder;

  private volatile Thread importing;

  @ParameterizedTest
  @EnumSource
  void areReadOrRefused(FileSeeds kind) throws IOException {
    readOrRefuse(kind, TestLayer.cases(4_000, 60));
  }

  @ParameterizedTest
  @EnumSource
  @Tag("slow")
  void manyAreReadOrRefused(FileSeeds kind) throws IOException {
    readOrRefuse(kind, Integer.getInteger("azulejo.cases", 50_000));
  }

  private void readOrRefuse(FileSeeds kind, int cases) throws IOException {
    long seed = Long.getLong("azulejo.seed", 42);
    Random random = new Random(seed);
    FileMutation mutation = new FileMutation(random, kind.isText());
    List<byte[]> seeds = kind.files(folder);
    Path file = folder.resolve("changed." + kind.extension());
    ExecutorService worker = Executors.newSingleThreadExecutor(this::daemon);
    int accepted = 0;
    try (ImportTrial trial = new ImportTrial()) {
      for (byte[] whole : seeds) {
        Files.write(file, whole);
        assertThat(isAccepted(worker, trial, file)).as("the unchanged file").isTrue();
      }
      for (int round = 0; round < cases; round++) {
        byte[] bytes = mutation.of(seeds.get(random.nextInt(seeds.size())));
        Files.write(file, bytes);
        try {
          accepted += isAccepted(worker, trial, file) ? 1 : 0;
        } catch (AssertionError | RuntimeException e) {
          Path kept =
              Path.of("target/mutated/%s-%d-%d.%s".formatted(kind, seed, round, kind.extension()));
          Files.createDirectories(kept.getParent());
          Files.write(kept, bytes);
          throw new AssertionError("seed %d, round %d: %s".formatted(seed, round, kept), e);
        }
      }
    } finally {
      worker.shutdownNow();
    }
    System.out.printf(
        "%s: %,d mutated files, %,d read, %,d refused%n", kind, cases, accepted, cases - accepted);
    assertThat(accepted).isBetween(1, cases - 1);
  }

  private Thread daemon(Runnable work) {
    Thread thread = new Thread(work, "importing");
    thread.setDaemon(true);
    importing = thread;
    return thread;
  }

  private boolean isAccepted(ExecutorService worker, ImportTrial trial, Path file) {
    Future<Boolean> done = worker.submit(() -> isRead(trial, file));
    try {
      return done.get(SECONDS, TimeUnit.SECONDS);
    } catch (TimeoutException e) {
      AssertionError stuck = new AssertionError("not read within %d s".formatted(SECONDS));
      stuck.setStackTrace(importing.getStackTrace());
      throw stuck;
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause());
    } catch (InterruptedException e) {
      return fail(e);
    }
  }

  private boolean isRead(ImportTrial trial, Path file) throws IOException {
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
      assertThat(taken)
          .as("bytes taken")
          .isLessThan(MOST_BYTES + MOST_OF_LENGTH * Files.size(file));
    }
  }
}
