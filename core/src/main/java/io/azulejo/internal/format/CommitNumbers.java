package io.azulejo.internal.format;

import java.util.HexFormat;
import java.util.OptionalLong;

/**
 * Encodes numbers of conditional commits in the names of files.
 *
 * <p>Conditional commits of an array are numbered from 1. The name of a commit's file follows from
 * its number alone, so only one of several competing writers can create the next file. The name of
 * a file that consolidates commits also holds a number: the file contains all conditional commits
 * up to this number. Their own files can then be deleted, and a new file with one of these numbers
 * is never valid.
 *
 * <p>Labels that differ in only a few characters would be taken for damaged labels. Numbers are
 * therefore mixed by an invertible function.
 */
public final class CommitNumbers {
  /** Prefix of the labels of commits with ids and of conditional commits. */
  static final String ID_LABEL = "00000000";

  private static final int HALF = 16;
  private static final long CONDITIONAL = 0x636f6e646974696fL;
  private static final long GATHERED = 0x67617468L;
  private static final long FIRST_FACTOR = 0xbf58476d1ce4e5b9L;
  private static final long SECOND_FACTOR = 0x94d049bb133111ebL;

  private CommitNumbers() {}

  /**
   * Returns the name of the file of a conditional commit.
   *
   * @param number at least 1
   */
  public static FragmentName conditional(long number) {
    return FragmentName.ofCommitLabel(
        "%s%016x%08x".formatted(ID_LABEL, mixed(number), check(number)));
  }

  /** Returns the number of the conditional commit with this file name; empty for other names. */
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
   * Returns the name of a file that consolidates commits.
   *
   * @param name a new name
   * @param number the file has all conditional commits up to this one; 0 if it has none
   */
  public static FragmentName gathering(FragmentName name, long number) {
    if (number == 0) {
      return name;
    }
    String stamp = name.label().substring(0, HALF);
    return name.withLabel(
        "%s%016x".formatted(stamp, mixed(GATHERED << Integer.SIZE | number) ^ salt(stamp)));
  }

  /** Returns the last conditional commit in a consolidating file of this name; 0 if none. */
  public static long gathered(FragmentName name) {
    if (!name.isLabelled() || name.isOfCommit()) {
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

  /** Mixes a number so that each of its bits changes half of the bits of the result. */
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
