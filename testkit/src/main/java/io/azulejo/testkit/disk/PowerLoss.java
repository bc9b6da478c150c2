package io.azulejo.testkit.disk;

import java.util.List;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What a loss of power leaves of what was not made durable: of changes of names all, none, or some
 * in any combination; of the bytes of each file that were written since it was last made durable,
 * that.
 *
 * @param names which changes of names are on the disk
 * @param bytes what is there of bytes; of no account where names are {@link Names#SOME}
 * @param seed which combination; 0 where all fare the same
 */
public record PowerLoss(Names names, Bytes bytes, long seed) {
  /** Which changes of names are on the disk. */
  public enum Names {
    /** None: folders are as they were when they were last made durable. */
    NONE,
    /** Any, each by itself, with any fate of the bytes of each file. */
    SOME,
    /** All. */
    ALL
  }

  /** What is there of the bytes that were not made durable. */
  public enum Bytes {
    /** None: the file has the length that it last had durably, mostly 0. */
    EMPTY,
    /** The first half. */
    TORN,
    /** As to the length all, but zeros in the second half. */
    ZEROED,
    /** All. */
    WHOLE
  }

  /** Few that differ much. */
  public static final List<PowerLoss> FEW =
      List.of(
          of(Names.NONE, Bytes.EMPTY),
          of(Names.ALL, Bytes.EMPTY),
          of(Names.ALL, Bytes.TORN),
          some(1));

  /** All that fare the same, and that many combinations. */
  public static List<PowerLoss> many(int combinations) {
    return Stream.of(
            Stream.of(of(Names.NONE, Bytes.EMPTY)),
            Stream.of(Bytes.values()).map(bytes -> of(Names.ALL, bytes)),
            LongStream.rangeClosed(1, combinations).mapToObj(PowerLoss::some))
        .flatMap(losses -> losses)
        .toList();
  }

  /** All names fare the same, and all bytes. */
  public static PowerLoss of(Names names, Bytes bytes) {
    return new PowerLoss(names, bytes, 0);
  }

  /** A combination. */
  public static PowerLoss some(long seed) {
    return new PowerLoss(Names.SOME, Bytes.WHOLE, seed);
  }

  /** What decides, act by act and file by file. */
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
