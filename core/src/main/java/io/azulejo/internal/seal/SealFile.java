package io.azulejo.internal.seal;

import io.azulejo.error.CorruptDataException;
import io.azulejo.schema.LosslessUtf8;
import java.util.HexFormat;
import java.util.SortedSet;

/**
 * Encodes and decodes a {@link SealRecord} as text. For each file, comment lines hold its size and
 * the CRC32C of its blocks. The next line holds the file's SHA-256 and its path relative to the
 * seal's folder, in the format of {@code sha256sum}. Further comment lines hold the other parts of
 * the record. The last line is the SHA-256 of all lines before it.
 */
final class SealFile {
  static final String STRUCTURE = "seal";
  static final String TITLE = "# azulejo seal 1";

  private static final String BASE = "# base";
  private static final String SUPERSEDES = "# supersedes ";
  private static final String SIZE = "# size ";
  private static final String BLOCKS = "# blocks ";
  private static final String INTENDED = "# intended ";
  private static final String ARRIVED = "# arrived ";
  private static final String GONE = "# gone ";
  private static final String END = "# end ";
  private static final int DIGEST_LENGTH = 64;
  private static final int BLOCK_LENGTH = 8;

  private SealFile() {}

  /** Encodes a record as the content of a seal file. */
  static byte[] encode(SealRecord record) {
    StringBuilder text = new StringBuilder(TITLE).append('\n');
    if (record.base()) {
      text.append(BASE).append('\n');
    }
    lines(text, SUPERSEDES, record.superseded());
    record.files().forEach((path, entries) -> entries.forEach(entry -> encode(text, path, entry)));
    lines(text, INTENDED, record.intended());
    lines(text, ARRIVED, record.arrived());
    lines(text, GONE, record.gone());
    byte[] lines = LosslessUtf8.encode(text.toString());
    return LosslessUtf8.encode(text + END + FileDigest.sha256(lines) + '\n');
  }

  private static void lines(StringBuilder text, String what, SortedSet<String> paths) {
    paths.forEach(path -> text.append(what).append(escaped(path)).append('\n'));
  }

  private static void encode(StringBuilder text, String path, SealEntry entry) {
    text.append(SIZE).append(entry.size()).append('\n');
    if (entry.hasBlocks() && entry.size() > 0) {
      text.append(BLOCKS);
      for (int i = 0; i < SealEntry.blocks(entry.size()); i++) {
        text.append(HexFormat.of().toHexDigits(entry.block(i)));
      }
      text.append('\n');
    }
    String escaped = escaped(path);
    text.append(escaped.equals(path) ? "" : "\\");
    text.append(entry.digest()).append("  ").append(escaped).append('\n');
  }

  /** Escapes backslashes and line breaks in a path, as {@code sha256sum} does. */
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
   * Decodes the content of a seal file.
   *
   * @throws CorruptDataException if the content is not a complete, unchanged record
   */
  static SealRecord decode(byte[] bytes) {
    String text = LosslessUtf8.decode(bytes);
    int end = text.lastIndexOf(END);
    if (!text.startsWith(TITLE + '\n') || end < 0 || text.charAt(end - 1) != '\n') {
      throw corrupt("the seal does not begin with \"%s\" and end with a digest".formatted(TITLE));
    }
    String body = text.substring(0, end);
    if (!text.substring(end).equals(END + FileDigest.sha256(LosslessUtf8.encode(body)) + '\n')) {
      throw corrupt("the seal was changed: the digest at its end does not match its lines");
    }
    boolean base = body.startsWith(TITLE + '\n' + BASE + '\n');
    return new Lines(SealRecord.empty(base)).read(body);
  }

  /**
   * The state of the decoder: the record so far, and the size and block checksums of the next file.
   */
  private static final class Lines {
    private final SealRecord record;
    private long size = -1;
    private int[] blocks;

    Lines(SealRecord record) {
      this.record = record;
    }

    SealRecord read(String body) {
      for (String line : body.split("\n")) {
        if (line.startsWith(SIZE)) {
          size = number(line.substring(SIZE.length()));
        } else if (line.startsWith(BLOCKS)) {
          blocks = blocks(line.substring(BLOCKS.length()));
        } else if (line.startsWith(SUPERSEDES)) {
          record.superseded().add(unescaped(line.substring(SUPERSEDES.length())));
        } else if (line.startsWith(INTENDED)) {
          record.intended().add(unescaped(line.substring(INTENDED.length())));
        } else if (line.startsWith(ARRIVED)) {
          record.arrived().add(unescaped(line.substring(ARRIVED.length())));
        } else if (line.startsWith(GONE)) {
          record.gone().add(unescaped(line.substring(GONE.length())));
        } else if (!line.startsWith("#")) {
          file(line);
        }
      }
      return record;
    }

    private void file(String line) {
      boolean escaped = line.startsWith("\\");
      String rest = escaped ? line.substring(1) : line;
      if (rest.length() < DIGEST_LENGTH + 3
          || !rest.startsWith("  ", DIGEST_LENGTH)
          || !rest.substring(0, DIGEST_LENGTH).chars().allMatch(HexFormat::isHexDigit)) {
        throw corrupt("a line is not a digest and a path: \"%s\"".formatted(line));
      }
      if (blocks != null && blocks.length != SealEntry.blocks(size)) {
        throw corrupt(
            "%d block checksums for %d bytes (expected %d)"
                .formatted(blocks.length, size, SealEntry.blocks(size)));
      }
      String path = rest.substring(DIGEST_LENGTH + 2);
      record.add(
          escaped ? unescaped(path) : path,
          new SealEntry(size, rest.substring(0, DIGEST_LENGTH), size == 0 ? new int[0] : blocks));
      size = -1;
      blocks = null;
    }

    private static int[] blocks(String digits) {
      int[] blocks = new int[digits.length() / BLOCK_LENGTH];
      try {
        for (int i = 0; i < blocks.length; i++) {
          int from = i * BLOCK_LENGTH;
          blocks[i] = HexFormat.fromHexDigits(digits, from, from + BLOCK_LENGTH);
        }
      } catch (IllegalArgumentException e) {
        throw corrupt("\"%s\" is not a list of block checksums".formatted(digits));
      }
      return blocks;
    }

    private static long number(String digits) {
      try {
        return Long.parseLong(digits);
      } catch (NumberFormatException e) {
        throw corrupt("\"%s\" is not a size".formatted(digits));
      }
    }
  }

  private static CorruptDataException corrupt(String reason) {
    return CorruptDataException.of(STRUCTURE, null, -1, reason);
  }
}
