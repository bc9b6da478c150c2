package io.azulejo.internal.format;

import java.util.HexFormat;
import java.util.OptionalLong;

/**
 * Numbers in the names of files that hold commits.
 *
 * <p>Conditional commits of an array are numbered from 1 on. The file of each has a name that
 * follows from its number alone: of several writers that want to be the next, one can create it. A
 * file that gathers the commits of others has a number in its name, too: it holds all conditional
 * commits up to this one, so their own files can go, and none is ever valid again under such a
 * number.
 *
 * <p>Labels that differ in a few characters would be taken for damaged ones. So numbers are mixed
 * by a function that has an inverse.
 */
public final class CommitNumbers {
  /** What the labels of commits with ids begin with, and those of conditional commits. */
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

  /** Returns the number of the conditional commit whose file has this name; empty if none has. */
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
   * Returns the name of a file that gathers commits.
   *
   * @param name a new name
   * @param number up to which conditional commit it has all of them; 0 if there are none
   */
  public static FragmentName gathering(FragmentName name, long number) {
    if (number == 0) {
      return name;
    }
    String stamp = name.label().substring(0, HALF);
    return name.withLabel(
        "%s%016x".formatted(stamp, mixed(GATHERED << Integer.SIZE | number) ^ salt(stamp)));
  }

  /** Returns up to which number a file of that name has all conditional commits; 0 if of none. */
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

  /** Each bit of the number changes half of the bits of the result. */
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

  /** The inverse of an odd number modulo 2^64, by Newton's method. */
  private static long inverse(long odd) {
    long x = odd;
    for (int i = 0; i < 5; i++) {
      x *= 2 - odd * x;
    }
    return x;
  }
}
