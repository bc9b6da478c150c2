package io.azulejo.tests;

import io.azulejo.internal.format.FragmentName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;

/**
 * Damage to one file of an array.
 *
 * @param path the file, below the array
 * @param instead where the damaged bytes are, below the array
 * @param bytes the damaged bytes; empty if the file is lost
 * @param way what was done to the file
 */
record FileDamage(String path, String instead, Optional<byte[]> bytes, Way way) {
  /** What is done to a file. */
  enum Way {
    FLIPPED,
    CUT,
    EXTENDED,
    ZEROED,
    EMPTIED,
    LOST,
    RENAMED,
    SHORTENED_NAME,
    SWAPPED
  }

  private static final int EXTENSION = 8;

  /** One damage of each kind to each file. */
  static List<FileDamage> all(Restorable array, Random random) {
    List<FileDamage> all = new ArrayList<>();
    Set<String> paths = new TreeSet<>(array.paths());
    for (String path : paths) {
      byte[] whole = array.bytes(path);
      if (whole.length > 0) {
        byte[] flipped = whole.clone();
        flipped[random.nextInt(whole.length)] ^= (byte) (1 << random.nextInt(8));
        all.add(inPlace(path, flipped, Way.FLIPPED));
        all.add(inPlace(path, Arrays.copyOf(whole, random.nextInt(whole.length)), Way.CUT));
        all.add(inPlace(path, new byte[whole.length], Way.ZEROED));
        all.add(inPlace(path, new byte[0], Way.EMPTIED));
      }
      all.add(inPlace(path, Arrays.copyOf(whole, whole.length + EXTENSION), Way.EXTENDED));
      all.add(new FileDamage(path, path, Optional.empty(), Way.LOST));
      renamed(path, random)
          .filter(other -> !paths.contains(other))
          .ifPresent(
              other -> all.add(new FileDamage(path, other, Optional.of(whole), Way.RENAMED)));
      int dot =
          path.lastIndexOf('.') < path.lastIndexOf('/') ? path.length() : path.lastIndexOf('.');
      String shorter = path.substring(0, dot - 2) + path.substring(dot);
      if (dot - 2 > path.lastIndexOf('/') + 1 && !paths.contains(shorter)) {
        all.add(new FileDamage(path, shorter, Optional.of(whole), Way.SHORTENED_NAME));
      }
      paths.stream()
          .filter(other -> !other.equals(path) && kind(other).equals(kind(path)))
          .map(array::bytes)
          .filter(other -> !Arrays.equals(other, whole))
          .findAny()
          .ifPresent(other -> all.add(inPlace(path, other, Way.SWAPPED)));
    }
    return all;
  }

  private static FileDamage inPlace(String path, byte[] bytes, Way way) {
    return new FileDamage(path, path, Optional.of(bytes), way);
  }

  /** The path with one bit of a character of its name changed. */
  private static Optional<String> renamed(String path, Random random) {
    int start = path.lastIndexOf('/') + 1;
    int at = start + random.nextInt(path.length() - start);
    char other = (char) (path.charAt(at) ^ 1 << random.nextInt(5));
    return other > ' ' && other != '/' && other != '%' && other < 0x7f
        ? Optional.of(path.substring(0, at) + other + path.substring(at + 1))
        : Optional.empty();
  }

  /** What was done to which kind of file. */
  String kind() {
    return kind(path) + " " + way.name().toLowerCase(Locale.ROOT).replace('_', ' ');
  }

  /** What a file is, of the array or of one of its labels. */
  private static String kind(String path) {
    String name = path.substring(path.lastIndexOf('/') + 1);
    int dot = name.lastIndexOf('.');
    String extension = dot < 0 ? "" : name.substring(dot);
    if (path.contains("__enumerations/")) {
      return "enumeration";
    }
    if (path.contains("__schema/") || name.equals("__array_schema.tdb")) {
      return "schema";
    }
    if (path.contains("__meta/")) {
      return "metadata" + extension;
    }
    if (path.contains("__group/") || name.equals("__tiledb_group.tdb")) {
      return "group";
    }
    if (name.equals("__fragment_metadata.tdb") || name.equals("__lock.tdb")) {
      return name;
    }
    return extension.equals(".tdb") ? "data" : extension;
  }

  /**
   * Whether what is left is an array that could have been written so: a file is gone that alone
   * said something, or is not recognized under its name.
   */
  boolean leavesAnotherArray() {
    return switch (kind(path)) {
      case "__fragment_metadata.tdb" -> way == Way.LOST && commitsItsFragment();
      case "data", "enumeration", ".meta", "__lock.tdb" -> false;
      default -> way == Way.LOST || way == Way.RENAMED || way == Way.SHORTENED_NAME;
    };
  }

  /** Whether the file is of a version without commit files: its presence commits the fragment. */
  private boolean commitsItsFragment() {
    String folder = path.substring(0, path.lastIndexOf('/'));
    return FragmentName.parse(folder.substring(folder.lastIndexOf('/') + 1))
        .filter(name -> !name.version().hasCommitFiles())
        .isPresent();
  }

  @Override
  public String toString() {
    return path.equals(instead)
        ? "%s %s".formatted(path, way)
        : "%s %s %s".formatted(path, way, instead);
  }
}
