package io.azulejo.internal.format;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.security.SecureRandom;
import java.util.Collection;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;

/**
 * A name that contains times. Fragments, schemas and metadata files have such names, and so do the
 * files that commit, vacuum or describe fragments.
 *
 * <p>Fragments are named {@code __uuid_t} or {@code __uuid_now_t} (versions 1 and 2), {@code
 * __t1_t2_uuid} (versions 3 and 4; also schemas and metadata) or {@code __t1_t2_uuid_v}.
 */
public final class FragmentName {
  /** Orders names by their first time, then by their text. */
  public static final Comparator<FragmentName> BY_TIME =
      Comparator.comparingLong(FragmentName::t1).thenComparing(FragmentName::text);

  /**
   * The stamp of the most recent label: milliseconds since 1970 in the high bits and a counter in
   * the low {@link #COUNTER_BITS} bits.
   */
  private static final AtomicLong LAST_STAMP = new AtomicLong();

  private static final int COUNTER_BITS = 16;
  private static final SecureRandom RANDOM = new SecureRandom();
  private static final int UUID_LENGTH = 32;
  private static final int UNVERSIONED = 4;
  private static final int TIMED_ONCE = 2;

  /**
   * The prefix of commit labels. It sorts before all other labels, because those begin with a time.
   */
  private static final String ID_LABEL = CommitNumbers.ID_LABEL;

  /** The number of bytes of the digest of a commit id in a label. */
  private static final int ID_DIGEST = (UUID_LENGTH - ID_LABEL.length()) / 2;

  /**
   * The replacement characters that can repair a name: the separator, and digits that are valid in
   * any part. Three different digits are needed because the times must be in order.
   */
  private static final char[] REPAIRS = {'_', '0', '1', '9'};

  /**
   * The maximum length of the part in which a damaged name differs from the original, in
   * characters.
   */
  private static final int DAMAGED_LENGTH = 8;

  private final String text;
  private final String label;
  private final long t1;
  private final long t2;
  private final int number;

  private FragmentName(String text, String label, long t1, long t2, int number) {
    this.text = text;
    this.label = label;
    this.t1 = t1;
    this.t2 = t2;
    this.number = number;
  }

  /**
   * Parses the name of a file or a folder, ignoring its last suffix.
   *
   * @param lastPathComponent the last component of a path, with or without a suffix
   * @return the name, or empty if the text does not have the form of one
   * @throws CorruptDataException if the first time is after the second
   */
  public static Optional<FragmentName> parse(String lastPathComponent) {
    int dot = lastPathComponent.lastIndexOf('.');
    String text = dot < 0 ? lastPathComponent : lastPathComponent.substring(0, dot);
    if (!text.startsWith("__")) {
      return Optional.empty();
    }
    int end = text.length();
    int a = text.indexOf('_', 2);
    int b = a < 0 ? -1 : text.indexOf('_', a + 1);
    int c = b < 0 ? -1 : text.indexOf('_', b + 1);
    if (a < 0 || (c >= 0 && text.indexOf('_', c + 1) >= 0)) {
      return Optional.empty();
    }
    if (c >= 0) {
      return isDigits(text, c + 1, end)
          ? between(
              text,
              text.substring(b + 1, c),
              time(text, 2, a),
              time(text, a + 1, b),
              version(text.substring(c + 1)))
          : Optional.empty();
    }
    if (b >= 0 && (end - b - 1 == UUID_LENGTH || !isDigits(text, b + 1, end))) {
      long first = time(text, 2, a);
      long second = time(text, a + 1, b);
      if (first >= 0 && second >= 0) {
        return between(text, text.substring(b + 1), first, second, UNVERSIONED);
      }
    }
    long time = time(text, Math.max(a, b) + 1, end);
    return time < 0
        ? Optional.empty()
        : Optional.of(new FragmentName(text, text.substring(2, a), time, time, TIMED_ONCE));
  }

  /**
   * Creates a unique name with these times and version. Within one process, each new name sorts
   * after all earlier names with the same times. The label consists of 32 hexadecimal digits: first
   * the clock in milliseconds, then a counter within the millisecond, then random digits.
   *
   * @param t1 the time of the oldest cell, in milliseconds since 1970
   * @param t2 the time of the newest cell, in milliseconds since 1970
   * @throws InvalidRequestException if a time is negative or the times are in the wrong order
   */
  public static FragmentName create(long t1, long t2, FormatVersion version) {
    checkTimes(t1, t2);
    return of(uuid(), t1, t2, version);
  }

  /**
   * Creates a name like {@link #create}, whose {@link #label} sorts after the labels of all other
   * names. The order is guaranteed only if the greatest of these labels consists of 32 hexadecimal
   * digits.
   */
  public static FragmentName createAfter(
      Collection<FragmentName> others, long t1, long t2, FormatVersion version) {
    FragmentName name = create(t1, t2, version);
    String max = others.stream().map(FragmentName::label).max(String::compareTo).orElse("");
    int half = UUID_LENGTH / 2;
    if (!max.matches("[0-9a-f]{32}")
        || name.label().substring(0, half).compareTo(max.substring(0, half)) > 0) {
      return name;
    }
    long stamp = HexFormat.fromHexDigitsToLong(max, 0, half);
    return of("%016x%016x".formatted(stamp + 1, RANDOM.nextLong()), t1, t2, version);
  }

  private static FragmentName of(String label, long t1, long t2, FormatVersion version) {
    String text = "__%d_%d_%s_%s".formatted(t1, t2, label, version);
    return new FragmentName(text, label, t1, t2, version.number());
  }

  /**
   * Returns the name of the file that commits fragments under an id. The id alone determines the
   * name, so only one of several commits with the same id can create the file. The times are always
   * 0, the version is the first that has a commits folder, and the label is a digest of the id.
   */
  public static FragmentName ofCommit(String id) {
    String label = ID_LABEL + HexFormat.of().formatHex(digest("commit " + id), 0, ID_DIGEST);
    return ofCommitLabel(label);
  }

  static FragmentName ofCommitLabel(String label) {
    return of(label, 0, 0, FormatVersion.first(FormatVersion::splitsDirectories));
  }

  /** Returns a name with the same times and version, but another label. */
  FragmentName withLabel(String other) {
    return of(other, t1, t2, version());
  }

  /**
   * Returns whether this is the name of a commit with an id or of a conditional commit, as returned
   * by {@link #ofCommit} or {@link CommitNumbers#conditional}.
   */
  public boolean isOfCommit() {
    return t1 == 0
        && t2 == 0
        && label.startsWith(ID_LABEL)
        && isLabeled()
        && number == FormatVersion.first(FormatVersion::splitsDirectories).number();
  }

  /**
   * Creates a unique name without a version, for schemas and metadata. The label is the same as for
   * {@link #create}.
   */
  public static String unversioned(long t1, long t2) {
    checkTimes(t1, t2);
    return "__%d_%d_%s".formatted(t1, t2, uuid());
  }

  /**
   * Returns the file name of the schema that succeeds a schema when values are added to its
   * enumerations. The new name has the same times and sorts directly after the old name. The old
   * name alone determines it, so only one of several writers can create the successor.
   *
   * @param schema the file name of the old schema
   * @return the file name of the successor, or empty if the label is not 32 hexadecimal digits or
   *     has no successor
   */
  public static Optional<String> successor(String schema) {
    Optional<FragmentName> name = parse(schema).filter(FragmentName::isLabeled);
    if (name.isEmpty()) {
      return Optional.empty();
    }
    int half = UUID_LENGTH / 2;
    long stamp = HexFormat.fromHexDigitsToLong(name.get().label, 0, half) + 1;
    String rest = HexFormat.of().formatHex(digest("successor of " + schema), 0, half / 2);
    return stamp == 0
        ? Optional.empty()
        : Optional.of("__%d_%d_%016x%s".formatted(name.get().t1, name.get().t2, stamp, rest));
  }

  private static byte[] digest(String text) {
    try {
      return MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8));
    } catch (NoSuchAlgorithmException e) {
      throw new AssertionError("every Java has SHA-256", e);
    }
  }

  private static void checkTimes(long t1, long t2) {
    if (t1 < 0 || t2 < t1) {
      throw new InvalidRequestException(
          "cannot make a name for the times %d to %d (expected milliseconds since 1970, in ascending order)"
              .formatted(t1, t2));
    }
  }

  /** Returns 32 unique hexadecimal digits, in the form of a label (see {@link #create}). */
  public static String uuid() {
    long now = System.currentTimeMillis() << COUNTER_BITS;
    long stamp = LAST_STAMP.updateAndGet(last -> Math.max(last + 1, now));
    return "%016x%016x".formatted(stamp, RANDOM.nextLong());
  }

  private static Optional<FragmentName> between(
      String text, String label, long t1, long t2, int number) {
    if (t1 < 0 || t2 < 0) {
      return Optional.empty();
    }
    if (t1 > t2) {
      throw CorruptDataException.of(
          "name \"" + text + "\"", "t1", -1, "%d is after t2 = %d".formatted(t1, t2));
    }
    return Optional.of(new FragmentName(text, label, t1, t2, number));
  }

  /**
   * Returns whether a part of a text is a number in the form that names use: digits without leading
   * zeros.
   */
  private static boolean isDigits(String text, int from, int to) {
    for (int i = from; i < to; i++) {
      if (text.charAt(i) < '0' || text.charAt(i) > '9') {
        return false;
      }
    }
    return to - from == 1 || (to > from && text.charAt(from) != '0');
  }

  /**
   * Returns whether a text is not a valid name, but replacing one character would make it valid.
   * This distinguishes damaged names from the names of unrelated files.
   *
   * @param text the last component of a path, without its suffix
   */
  static boolean isAlmostValid(String text) {
    if (text.length() < UUID_LENGTH || isStandard(text)) {
      return false;
    }
    StringBuilder repaired = new StringBuilder(text);
    for (int i = 0; i < text.length(); i++) {
      for (char instead : REPAIRS) {
        repaired.setCharAt(i, instead);
        if (isStandard(repaired.toString())) {
          return true;
        }
      }
      repaired.setCharAt(i, text.charAt(i));
    }
    return false;
  }

  /**
   * Returns whether a text is a valid name, without a suffix, whose label is 32 hexadecimal digits.
   */
  public static boolean isStandard(String text) {
    try {
      return text.indexOf('.') < 0 && parse(text).filter(FragmentName::isLabeled).isPresent();
    } catch (CorruptDataException e) {
      return false; // The times are in the wrong order.
    }
  }

  /** Returns whether the label has the form that writers create: 32 hexadecimal digits. */
  boolean isLabeled() {
    if (label.length() != UUID_LENGTH) {
      return false;
    }
    for (int i = 0; i < UUID_LENGTH; i++) {
      char c = label.charAt(i);
      if (Character.digit(c, 16) < 0 || c >= 'g') {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns whether two names are different, but so similar that one must be a damaged form of the
   * other. Labels are random, so the names of different writes never differ in only a few
   * consecutive characters.
   */
  public static boolean areSimilar(String a, String b) {
    int shorter = Math.min(a.length(), b.length());
    int start = 0;
    while (start < shorter && a.charAt(start) == b.charAt(start)) {
      start++;
    }
    int end = 0;
    while (end < shorter - start
        && a.charAt(a.length() - 1 - end) == b.charAt(b.length() - 1 - end)) {
      end++;
    }
    return Math.max(a.length(), b.length()) - start - end <= DAMAGED_LENGTH
        && !a.equals(b)
        && (isStandard(a) || isStandard(b));
  }

  /**
   * Returns whether replacing, inserting or deleting one character turns one text into the other.
   * Equal texts are not one edit apart.
   */
  public static boolean isOneEditApart(String a, String b) {
    if (a.length() > b.length()) {
      return isOneEditApart(b, a);
    }
    int same = 0;
    while (same < a.length() && a.charAt(same) == b.charAt(same)) {
      same++;
    }
    return switch (b.length() - a.length()) {
      case 0 -> same < a.length() && a.regionMatches(same + 1, b, same + 1, a.length() - same - 1);
      case 1 -> a.regionMatches(same, b, same + 1, a.length() - same);
      default -> false;
    };
  }

  private static long time(String text, int from, int to) {
    try {
      return isDigits(text, from, to) ? Long.parseLong(text, from, to, 10) : -1;
    } catch (NumberFormatException tooLarge) {
      return -1;
    }
  }

  private static int version(String digits) {
    try {
      return Integer.parseUnsignedInt(digits);
    } catch (NumberFormatException tooLarge) {
      return Integer.MAX_VALUE;
    }
  }

  /** Returns the name as text, without a suffix. */
  public String text() {
    return text;
  }

  /**
   * Returns the first time in the name, which is the time of the oldest cell of a fragment. It is
   * at least 0, in milliseconds since 1970.
   */
  public long t1() {
    return t1;
  }

  /**
   * Returns the second time in the name, which is the time of the newest cell of a fragment. It is
   * at least {@link #t1}, in milliseconds since 1970.
   */
  public long t2() {
    return t2;
  }

  /** Returns the unique part of the name: usually 32 hexadecimal digits. */
  public String label() {
    return label;
  }

  /**
   * Returns the version that determines where a fragment's files are. If the name contains no
   * version, it is 4 for names with two times and 2 for names with one. The exact version is in the
   * fragment metadata.
   *
   * @throws UnsupportedFormatException if this release cannot read the version
   * @throws CorruptDataException if the number is not a plausible version
   */
  public FormatVersion version() {
    FormatVersion known = FormatVersion.known(number);
    return known != null ? known : FormatVersion.of("name \"" + text + "\"", "version", -1, number);
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof FragmentName that && text.equals(that.text);
  }

  @Override
  public int hashCode() {
    return text.hashCode();
  }

  @Override
  public String toString() {
    return text;
  }
}
