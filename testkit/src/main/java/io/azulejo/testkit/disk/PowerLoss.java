package io.azulejo.testkit.disk;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The outcome of a power loss: which unsynced changes survive. Either all changes of names have the
 * same outcome, or each has its own. For each file, part of the bytes written since its last sync
 * may survive.
 *
 * @param names the changes of names that survive
 * @param bytes the unsynced bytes that survive in every file; ignored if {@code names} is {@link
 *     Names#SOME}
 * @param seed the seed of the random outcomes for {@link Names#SOME}; 0 otherwise
 */
public record PowerLoss(Names names, Bytes bytes, long seed) {
  /** The changes of names that survive. */
  public enum Names {
    /** None: folders are in the state of their last sync. */
    NONE,
    /** A random subset, with a random outcome for the bytes of each file. */
    SOME,
    /** All. */
    ALL
  }

  /** The unsynced bytes that survive. */
  public enum Bytes {
    /** None: the file has its last synced length, which is usually 0. */
    EMPTY,
    /** The first half of them. */
    TORN,
    /** The full length, but zeros in the second half. */
    ZEROED,
    /** All. */
    WHOLE
  }

  /** A few outcomes that differ widely. */
  public static final List<PowerLoss> FEW =
      List.of(
          of(Names.NONE, Bytes.EMPTY),
          of(Names.ALL, Bytes.EMPTY),
          of(Names.ALL, Bytes.TORN),
          some(1));

  /**
   * Returns the uniform outcomes and a number of random outcomes. If no names survive, there is
   * only the uniform outcome without unsynced bytes.
   *
   * @param combinations the number of random outcomes; their seeds start at 1
   */
  public static List<PowerLoss> many(int combinations) {
    return Stream.of(
            Stream.of(of(Names.NONE, Bytes.EMPTY)),
            Stream.of(Bytes.values()).map(bytes -> of(Names.ALL, bytes)),
            LongStream.rangeClosed(1, combinations).mapToObj(PowerLoss::some))
        .flatMap(losses -> losses)
        .toList();
  }

  /** Returns the outcome in which all names and all files fare the same. */
  public static PowerLoss of(Names names, Bytes bytes) {
    return new PowerLoss(names, bytes, 0);
  }

  /** Returns a random outcome, determined by the seed. */
  public static PowerLoss some(long seed) {
    return new PowerLoss(Names.SOME, Bytes.WHOLE, seed);
  }

  /** Returns a new source of decisions for the acts and files of a disk. */
  Fates fates() {
    return new Fates();
  }

  final class Fates {
    private final SplittableRandom random = new SplittableRandom(seed);

    boolean isDone() {
      return names == Names.SOME ? random.nextBoolean() : names == Names.ALL;
    }

    Bytes bytes() {
      return names == Names.SOME ? Bytes.values()[random.nextInt(Bytes.values().length)] : bytes;
    }
  }

  @Override
  public String toString() {
    return names == Names.SOME ? "SOME_" + seed : names + "_" + bytes;
  }
}
