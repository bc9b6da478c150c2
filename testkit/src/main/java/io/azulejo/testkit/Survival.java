package io.azulejo.testkit;

import io.azulejo.storage.Location;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The state in which a crash leaves uncommitted files. Files are independent of each other: each
 * may exist with any part of its bytes.
 *
 * @param kind the outcome for all files, or {@link Kind#MIXED}
 * @param seed selects a mixture; 0 if all files have the same outcome
 */
public record Survival(Kind kind, long seed) {
  /** The outcome for one file. */
  public enum Kind {
    /** The file does not exist. */
    GONE,
    /** The file is empty. */
    EMPTY,
    /** The file has the first half of the bytes written. */
    TORN,
    /** The file has the full length, but zeros in the second half. */
    ZEROED,
    /** The file has all bytes written. */
    WHOLE,
    /** Each file has one of the other outcomes. */
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

  /** A few outcomes that differ widely. */
  public static final List<Survival> FEW =
      List.of(of(Kind.GONE), of(Kind.TORN), of(Kind.WHOLE), mixed(1));

  /** Returns {@link #ALL} with the given number of mixtures. */
  public static List<Survival> many(int mixtures) {
    return Stream.concat(
            ALL.stream().filter(survival -> survival.kind != Kind.MIXED),
            LongStream.rangeClosed(1, mixtures).mapToObj(Survival::mixed))
        .toList();
  }

  /** Returns the same outcome for all files. */
  public static Survival of(Kind kind) {
    return new Survival(kind, 0);
  }

  /** Returns a mixture. */
  public static Survival mixed(long seed) {
    return new Survival(Kind.MIXED, seed);
  }

  /** Returns the remaining bytes of a file; empty if the file is gone. */
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
