package io.azulejo.testkit;

import io.azulejo.storage.Location;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What a crash leaves of files that were begun and not committed. A machine keeps no order among
 * them: any may be there, with any part of their bytes.
 *
 * @param kind the same for all files, or {@link Kind#MIXED}
 * @param seed which mixture; 0 where all files fare the same
 */
public record Survival(Kind kind, long seed) {
  /** What is left of one file. */
  public enum Kind {
    /** Nothing. */
    GONE,
    /** Its name alone. */
    EMPTY,
    /** The first half of what was written. */
    TORN,
    /** All that was written as to the length, but zeros from the middle on. */
    ZEROED,
    /** All that was written. */
    WHOLE,
    /** For each file one of the others. */
    MIXED
  }

  private static final Kind[] PLAIN = {Kind.GONE, Kind.EMPTY, Kind.TORN, Kind.ZEROED, Kind.WHOLE};

  /** Each kind, and some mixtures. */
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

  /** Few that differ much. */
  public static final List<Survival> FEW =
      List.of(of(Kind.GONE), of(Kind.TORN), of(Kind.WHOLE), mixed(1));

  /** {@link #ALL}, with that many mixtures. */
  public static List<Survival> many(int mixtures) {
    return Stream.concat(
            ALL.stream().filter(survival -> survival.kind != Kind.MIXED),
            LongStream.rangeClosed(1, mixtures).mapToObj(Survival::mixed))
        .toList();
  }

  /** The same for all files. */
  public static Survival of(Kind kind) {
    return new Survival(kind, 0);
  }

  /** A mixture. */
  public static Survival mixed(long seed) {
    return new Survival(Kind.MIXED, seed);
  }

  /** What is left of a file of which so much was written; nothing when it is gone. */
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
