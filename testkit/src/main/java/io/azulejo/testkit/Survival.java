package io.azulejo.testkit;

import io.azulejo.storage.Location;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The outcome of a crash for uncommitted files. Files are independent of each other: each may exist
 * with any part of its bytes.
 *
 * @param kind the outcome for all files, or {@link Kind#MIXED}
 * @param seed the seed of the random outcomes for {@link Kind#MIXED}; 0 otherwise
 */
public record Survival(Kind kind, long seed) {
  /** The outcome for one file. */
  public enum Kind {
    /** The file does not exist. */
    GONE,
    /** The file is empty. */
    EMPTY,
    /** The file has the first half of its bytes. */
    TORN,
    /** The file has its full length, but zeros in the second half. */
    ZEROED,
    /** The file has all of its bytes. */
    WHOLE,
    /** Each file has one of the other outcomes, chosen at random. */
    MIXED
  }

  private static final Kind[] PLAIN = {Kind.GONE, Kind.EMPTY, Kind.TORN, Kind.ZEROED, Kind.WHOLE};

  /** All uniform outcomes and three mixed ones. */
  public static final List<Survival> ALL =
      List.of(
          of(Kind.GONE),
          of(Kind.EMPTY),
          of(Kind.TORN),
          of(Kind.ZEROED),
          of(Kind.WHOLE),
          mixed(1),
          mixed(2),
          mixed(3));

  /** A few outcomes that differ widely. */
  public static final List<Survival> FEW =
      List.of(of(Kind.GONE), of(Kind.TORN), of(Kind.WHOLE), mixed(1));

  /** Returns all uniform outcomes and the given number of mixed ones. The seeds start at 1. */
  public static List<Survival> many(int mixtures) {
    return Stream.concat(
            ALL.stream().filter(survival -> survival.kind != Kind.MIXED),
            LongStream.rangeClosed(1, mixtures).mapToObj(Survival::mixed))
        .toList();
  }

  /** Returns the outcome in which all files fare the same. */
  public static Survival of(Kind kind) {
    return new Survival(kind, 0);
  }

  /**
   * Returns an outcome in which each file has its own fate. It is determined by the seed and the
   * path.
   */
  public static Survival mixed(long seed) {
    return new Survival(Kind.MIXED, seed);
  }

  /**
   * Returns the bytes that remain of a file, or empty if the file does not exist after the crash.
   *
   * @param file the location of the file
   * @param written the bytes written to the file before the crash
   */
  Optional<byte[]> left(Location file, byte[] written) {
    Kind fate = kind;
    if (kind == Kind.MIXED) {
      long of = seed * 31 + StoredFiles.shape(file.path()).hashCode();
      fate = PLAIN[new SplittableRandom(of).nextInt(PLAIN.length)];
    }
    int half = written.length / 2;
    return switch (fate) {
      case GONE -> Optional.empty();
      case EMPTY -> Optional.of(new byte[0]);
      case TORN -> Optional.of(Arrays.copyOf(written, half));
      case ZEROED -> Optional.of(Arrays.copyOf(Arrays.copyOf(written, half), written.length));
      case WHOLE -> Optional.of(written);
      case MIXED -> throw new AssertionError(this);
    };
  }

  @Override
  public String toString() {
    return kind == Kind.MIXED ? "MIXED_" + seed : kind.name();
  }
}
