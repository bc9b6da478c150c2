package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.maintenance.SealRequest;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.TestLayer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * Arrays of all ages that are sealed: whatever byte of whatever file is changed, whatever file is
 * lost or has another name, verification with the seal tells it, and a read that is compared with
 * the seal gives what was written, or an error.
 *
 * <p>The long run: {@code mvn verify -Dgroups=slow -DexcludedGroups= -Dtest=SealedBytesTest
 * -Dsurefire.failIfNoSpecifiedTests=false}; another seed: {@code -Dazulejo.seed=N}.
 */
class SealedBytesTest {
  private static final int SHOWN = 25;

  /** The bytes of an array, its seal among them, of which each one is changed in the long run. */
  private static final long SMALL = 24_000;

  private final long seed = Long.getLong("azulejo.seed", 20_261_122L);
  private final Random random = new Random(seed);
  private final List<String> wrong = new ArrayList<>();
  private int refused;
  private int same;

  @Test
  @Timeout(value = 10, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void detectsFlippedBytesAndMissingFiles() {
    check(TestLayer.cases(20, 5), TestLayer.cases(3, 9));
  }

  @Test
  @Tag("slow")
  @Timeout(value = 120, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
  void detectsAChangeOfAnyByteOfSmallArrays() {
    check(Integer.MAX_VALUE, 1);
  }

  /**
   * Damages the files of arrays, one after another.
   *
   * @param flips how many bytes of an array are changed at most
   * @param step of how many files one is lost and one has another name
   */
  private void check(int flips, int step) {
    System.out.println("sealed bytes: -Dazulejo.seed=" + seed);
    CorpusFolder corpus = CorpusFolder.bundledSelection();
    int arrays = 0;
    for (Path file : corpus.expectationFiles()) {
      HostileArray array = HostileArray.of(corpus.expectation(file)).orElse(null);
      if (array != null && array.isArray()) {
        SealRequest request = SealRequest.DEFAULT;
        List<String> paths = array.seal(arrays % 2 == 0 ? request.kept() : request);
        assertThat(array.isSound()).as(array.name()).isTrue();
        long size = paths.stream().mapToLong(path -> array.bytes(path).length).sum();
        if (flips < Integer.MAX_VALUE || size <= SMALL) {
          arrays++;
          flip(array, paths, Math.max(1, size / flips));
          lose(array, paths, step);
        }
      }
    }
    System.out.printf(
        "%d arrays, %d reads refused, %d read what was written%n", arrays, refused, same);
    wrong.stream().limit(SHOWN).forEach(System.out::println);
    assertThat(wrong.size()).as("what is wrong, which is listed above").isZero();
    assertThat(arrays).isGreaterThan(10);
    assertThat(refused).isGreaterThan(TestLayer.cases(500, 120));
  }

  private void flip(HostileArray array, List<String> paths, long step) {
    long next = random.nextLong(step);
    long begin = 0;
    for (String path : paths) {
      int length = array.bytes(path).length;
      for (; next < begin + length; next += step) {
        int at = (int) (next - begin);
        byte[] bytes = array.bytes(path).clone();
        bytes[at] ^= (byte) (1 << random.nextInt(8));
        judge(
            "%s, %s: byte %d flipped".formatted(array.name(), path, at),
            array.trySealed(path, files -> files.put(path, bytes), at));
      }
      begin += length;
    }
  }

  private void lose(HostileArray array, List<String> paths, int step) {
    for (int i = random.nextInt(step); i < paths.size(); i += step) {
      String path = paths.get(i);
      judge(
          "%s: %s is lost".formatted(array.name(), path),
          array.trySealed(path, files -> files.remove(path), i));
      judge(
          "%s: %s has another name".formatted(array.name(), path),
          array.trySealed(path, files -> files.put(path + "x", files.remove(path)), i));
    }
  }

  private void judge(String about, HostileArray.Outcome outcome) {
    switch (outcome.kind()) {
      case REFUSED -> refused++;
      case SAME -> same++;
      case OTHER -> wrong.add(about + ": gives other rows");
      default -> wrong.add(about + ": " + outcome.what());
    }
  }
}
