package io.azulejo.internal.format;

import java.util.HexFormat;
import java.util.OptionalLong;

/**
 * Encodes the numbers of conditional commits in file names.
 *
 * <p>The conditional commits of an array are numbered from 1. The number alone determines the name
 * of the commit file, so only one of several competing writers can create the next file. The name
 * of a consolidated commit file also contains a number: the file contains all conditional commits
 * up to that number. Their own files can then be deleted, and a new file with one of these numbers
 * is never valid.
 *
 * <p>If two labels differ in only a few characters, one of them looks like a damaged form of the
 * other. An invertible function therefore mixes the bits of each number.
 */
public final class CommitNumbers {
  /** The label prefix of conditional commits and of commits that have an id. */
  static final String ID_LABEL = "00000000";

  private static final int HALF = 16;
  private static final long CONDITIONAL = 0x636f6e646974696fL;
  private static final long GATHERED = 0x67617468L;
  private static final long FIRST_FACTOR = 0xbf58476d1ce4e5b9L;
  private static final long SECOND_FACTOR = 0x94d049bb133111ebL;

  private CommitNumbers() {}

  /**
   * Returns the name of the commit file of a conditional commit.
   *
   * @param number the number of the commit, at least 1
   */
  public static FragmentName conditional(long number) {
    return FragmentName.ofCommitLabel(
        "%s%016x%08x".formatted(ID_LABEL, mixed(number), check(number)));
  }

  /**
   * Returns the number of the conditional commit with this file name, or empty if the name is not
   * of a conditional commit.
   */
  public static OptionalLong conditional(FragmentName name) {
    if (!name.isOfCommit()) {
      return OptionalLong.empty();
    }
    int start = ID_LABEL.length();
    long number = unmixed(HexFormat.fromHexDigitsToLong(name.label(), start, start + HALF));
    return number > 0 && conditional(number).equals(name)
        ? OptionalLong.of(number)
        : OptionalLong.empty();
  }

  /**
   * Adds the number of the last conditional commit to the name of a consolidated commit file.
   *
   * @param name a newly created name for the file
   * @param number the number of the last conditional commit in the file; 0 if it contains none
   * @return the name with a label that contains the number, or the unchanged name if the number is
   *     0
   */
  public static FragmentName gathering(FragmentName name, long number) {
    if (number == 0) {
      return name;
    }
    String stamp = name.label().substring(0, HALF);
    return name.withLabel(
        "%s%016x".formatted(stamp, mixed(GATHERED << Integer.SIZE | number) ^ salt(stamp)));
  }

  /**
   * Returns the number of the last conditional commit in the consolidated commit file with this
   * name, or 0 if the file contains none.
   */
  public static long gathered(FragmentName name) {
    if (!name.isLabeled() || name.isOfCommit()) {
      return 0;
    }
    String stamp = name.label().substring(0, HALF);
    long number =
        unmixed(HexFormat.fromHexDigitsToLong(name.label(), HALF, 2 * HALF) ^ salt(stamp));
    return number >>> Integer.SIZE == GATHERED ? number & 0xffffffffL : 0;
  }

  private static long salt(String stamp) {
    return mixed(HexFormat.fromHexDigitsToLong(stamp));
  }

  private static int check(long number) {
    return (int) mixed(number ^ CONDITIONAL);
  }

  /**
   * Mixes the bits of a number, so that changing one bit changes about half of the bits of the
   * result.
   */
  private static long mixed(long number) {
    long z = (number ^ number >>> 30) * FIRST_FACTOR;
    z = (z ^ z >>> 27) * SECOND_FACTOR;
    return z ^ z >>> 31;
  }

  private static long unmixed(long mixed) {
    long z = (mixed ^ mixed >>> 31 ^ mixed >>> 62) * inverse(SECOND_FACTOR);
    z = (z ^ z >>> 27 ^ z >>> 54) * inverse(FIRST_FACTOR);
    return z ^ z >>> 30 ^ z >>> 60;
  }

  /** Returns the inverse of an odd number modulo 2^64, by Newton's method. */
  private static long inverse(long odd) {
    long x = odd;
    for (int i = 0; i < 5; i++) {
      x *= 2 - odd * x;
    }
    return x;
  }
}
