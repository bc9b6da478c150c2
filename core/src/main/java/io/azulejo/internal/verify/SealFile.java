package io.azulejo.internal.verify;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.Text;
import io.azulejo.internal.runtime.Slice;
import java.util.HexFormat;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The text of a seal: for each file its size in a comment, then its SHA-256 and its path from the
 * folder of the seal on, as {@code sha256sum} writes and checks them; at the end the digest of all
 * lines before.
 */
final class SealFile {
  /** What the name of a seal ends with; before it comes the name of what is sealed. */
  static final String SUFFIX = ".seal";

  private static final String STRUCTURE = "seal";
  private static final String TITLE = "# azulejo seal 1";
  private static final String SIZE = "# size ";
  private static final String END = "# end ";
  private static final int DIGEST_LENGTH = 64;

  private SealFile() {}

  /**
   * A file.
   *
   * @param size its bytes
   * @param digest their SHA-256, in hexadecimal digits
   */
  record Entry(long size, String digest) {}

  /** The bytes of a seal of some files, by their paths. */
  static byte[] encode(SortedMap<String, Entry> files) {
    StringBuilder text = new StringBuilder(TITLE).append('\n');
    files.forEach(
        (path, entry) -> {
          text.append(SIZE).append(entry.size()).append('\n');
          String escaped = escaped(path);
          text.append(escaped.equals(path) ? "" : "\\");
          text.append(entry.digest()).append("  ").append(escaped).append('\n');
        });
    byte[] lines = Text.encode(text.toString());
    return Text.encode(text + END + Digests.of(lines) + '\n');
  }

  /** What a line cannot hold, as {@code sha256sum} writes it. */
  private static String escaped(String path) {
    return path.replace("\\", "\\\\").replace("\n", "\\n").replace("\r", "\\r");
  }

  private static String unescaped(String text) {
    StringBuilder path = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c == '\\' && i + 1 < text.length()) {
        char next = text.charAt(++i);
        path.append(next == 'n' ? '\n' : next == 'r' ? '\r' : next);
      } else {
        path.append(c);
      }
    }
    return path.toString();
  }

  /**
   * The files of a seal, by their paths.
   *
   * @throws CorruptDataException if it is none, or not whole
   */
  static SortedMap<String, Entry> decode(byte[] bytes) {
    String text = Text.decode(Slice.of(bytes));
    int end = text.lastIndexOf(END);
    if (!text.startsWith(TITLE + '\n') || end < 0 || text.charAt(end - 1) != '\n') {
      throw corrupt("it does not begin with \"%s\" and end with a digest".formatted(TITLE));
    }
    String body = text.substring(0, end);
    if (!text.substring(end).equals(END + Digests.of(Text.encode(body)) + '\n')) {
      throw corrupt("it was changed: the digest at its end is not that of the lines before");
    }
    SortedMap<String, Entry> files = new TreeMap<>();
    long size = -1;
    for (String line : body.split("\n")) {
      if (line.startsWith(SIZE)) {
        size = number(line.substring(SIZE.length()));
      } else if (!line.startsWith("#")) {
        Map.Entry<String, Entry> file = file(line, size);
        files.put(file.getKey(), file.getValue());
      }
    }
    return files;
  }

  private static Map.Entry<String, Entry> file(String line, long size) {
    boolean escaped = line.startsWith("\\");
    String rest = escaped ? line.substring(1) : line;
    if (rest.length() < DIGEST_LENGTH + 3
        || !rest.startsWith("  ", DIGEST_LENGTH)
        || !rest.substring(0, DIGEST_LENGTH).chars().allMatch(HexFormat::isHexDigit)) {
      throw corrupt("a line is no digest and path: \"%s\"".formatted(line));
    }
    String path = rest.substring(DIGEST_LENGTH + 2);
    return Map.entry(
        escaped ? unescaped(path) : path, new Entry(size, rest.substring(0, DIGEST_LENGTH)));
  }

  private static long number(String digits) {
    try {
      return Long.parseLong(digits);
    } catch (NumberFormatException e) {
      throw corrupt("\"%s\" is no size".formatted(digits));
    }
  }

  private static CorruptDataException corrupt(String reason) {
    return CorruptDataException.of(STRUCTURE, null, -1, reason);
  }
}
