package io.azulejo.internal.format;

import io.azulejo.error.CorruptDataException;
import java.util.Map;

/** Derives the names of a field's data files, without the suffixes that distinguish the files. */
final class DataFiles {
  /**
   * The codes that replace characters in file names of version 8. The codes for {@code < > \ |} are
   * not the percent-encodings of these characters, but TileDB releases wrote them.
   */
  private static final Map<Character, String> CODES =
      Map.ofEntries(
          Map.entry('!', "%21"),
          Map.entry('"', "%22"),
          Map.entry('#', "%23"),
          Map.entry('$', "%24"),
          Map.entry('%', "%25"),
          Map.entry('&', "%26"),
          Map.entry('\'', "%27"),
          Map.entry('(', "%28"),
          Map.entry(')', "%29"),
          Map.entry('*', "%2A"),
          Map.entry('+', "%2B"),
          Map.entry(',', "%2C"),
          Map.entry('/', "%2F"),
          Map.entry(':', "%3A"),
          Map.entry(';', "%3B"),
          Map.entry('<', "%20"),
          Map.entry('=', "%3D"),
          Map.entry('>', "%2D"),
          Map.entry('?', "%3F"),
          Map.entry('@', "%40"),
          Map.entry('[', "%5B"),
          Map.entry('\\', "%30"),
          Map.entry(']', "%5D"),
          Map.entry('|', "%3C"));

  private DataFiles() {}

  /**
   * Returns the stem of an attribute's file names.
   *
   * @param name the name of the attribute
   * @param position its index among the attributes, counted from 0
   * @throws CorruptDataException if the name would lead to a file outside of the fragment
   */
  static String ofAttribute(FormatVersion version, String name, int position) {
    return version.namesFilesByIndex() ? "a" + position : byName(version, name);
  }

  /**
   * Returns the stem of a dimension's file names.
   *
   * @param name the name of the dimension
   * @param position its index among the dimensions, counted from 0
   * @throws CorruptDataException if the name would lead to a file outside of the fragment
   */
  static String ofDimension(FormatVersion version, String name, int position) {
    return version.namesFilesByIndex() ? "d" + position : byName(version, name);
  }

  private static String byName(FormatVersion version, String name) {
    if (version.namesFilesByRawField()) {
      if (("/" + name).contains("/../")) {
        throw CorruptDataException.of(
            "array schema",
            "name",
            -1,
            "\"%s\" would name a file outside of its fragment".formatted(name));
      }
      return name;
    }
    StringBuilder encoded = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      String code = CODES.get(name.charAt(i));
      encoded.append(code == null ? name.substring(i, i + 1) : code);
    }
    return encoded.toString();
  }
}
