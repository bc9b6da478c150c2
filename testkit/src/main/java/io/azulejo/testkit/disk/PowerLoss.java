package io.azulejo.testkit.disk;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The unsynced changes that survive a power loss: all changes of names, none, or some combination;
 * and for each file a part of the bytes written since its last sync.
 *
 * @param names the changes of names that survive
 * @param bytes the bytes that survive; ignored if names are {@link Names#SOME}
 * @param seed selects a combination; 0 if all changes have the same outcome
 */
public record PowerLoss(Names names, Bytes bytes, long seed) {
  /** The changes of names that survive. */
  public enum Names {
    /** None: folders are in the state of their last sync. */
    NONE,
    /** Any subset, with any outcome for the bytes of each file. */
    SOME,
    /** All. */
    ALL
  }

  /** The unsynced bytes that survive. */
  public enum Bytes {
    /** None: the file has its last synced length, usually 0. */
    EMPTY,
    /** The first half. */
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

  /** Returns all uniform outcomes and the given number of combinations. */
  public static List<PowerLoss> many(int combinations) {
    return Stream.of(
            Stream.of(of(Names.NONE, Bytes.EMPTY)),
            Stream.of(Bytes.values()).map(bytes -> of(Names.ALL, bytes)),
            LongStream.rangeClosed(1, combinations).mapToObj(PowerLoss::some))
        .flatMap(losses -> losses)
        .toList();
  }

  /** Returns a uniform outcome for all names and all bytes. */
  public static PowerLoss of(Names names, Bytes bytes) {
    return new PowerLoss(names, bytes, 0);
  }

  /** Returns a combination. */
  public static PowerLoss some(long seed) {
    return new PowerLoss(Names.SOME, Bytes.WHOLE, seed);
  }

  /** Returns the decisions for each act and each file. */
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
