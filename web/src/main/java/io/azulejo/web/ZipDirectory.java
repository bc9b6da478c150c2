package io.azulejo.web;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.storage.InputFile;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.NavigableMap;
import java.util.Set;
import java.util.TreeMap;

/**
 * Reads and validates the central directory of a ZIP file. This takes one request if the directory
 * fits into the last 64 KiB, otherwise two.
 *
 * <p>Every file must lie before the directory, and files must not overlap. Therefore, all files
 * together are not larger than the size of the archive allows.
 */
final class ZipDirectory {
  private static final String END = "ZIP end of central directory";
  private static final String END_64 = "ZIP64 end of central directory";
  private static final String DIRECTORY = "ZIP central directory";

  private static final int END_SIGNATURE = 0x06054b50;
  private static final int LOCATOR_SIGNATURE = 0x07064b50;
  private static final int END_64_SIGNATURE = 0x06064b50;
  private static final int ENTRY_SIGNATURE = 0x02014b50;
  private static final int END_LENGTH = 22;
  private static final int LOCATOR_LENGTH = 20;
  private static final int END_64_LENGTH = 56;
  private static final int ENTRY_LENGTH = 46;
  private static final long IN_ZIP64 = 0xffffffffL;

  /**
   * Number of bytes to read from the end of the archive: the end record with the longest comment.
   */
  private static final int TAIL = (64 << 10) + END_LENGTH;

  private static final int MAX_DIRECTORY = 256 << 20;

  /** Maximum number of bytes to which one deflated byte can decompress. */
  private static final int MAX_RATIO = 1032;

  private static final int ENCRYPTED = 1;
  private static final int STRONGLY_ENCRYPTED = 1 << 6;
  private static final int MASKED = 1 << 13;
  private static final int UTF_8 = 1 << 11;

  private final InputFile file;
  private long size;

  /** Offset in the archive of the first loaded byte. */
  private long start;

  private ByteBuffer bytes = ByteBuffer.allocate(0);

  private ZipDirectory(InputFile file) {
    this.file = file;
  }

  /**
   * Reads the directory and returns the files of the archive by path.
   *
   * @param file the archive, which stays open
   * @throws CorruptDataException if the file is not a valid ZIP file
   * @throws UnsupportedFormatException if the archive is encrypted, has several parts or has a
   *     directory that is too large
   * @throws NotFoundException if the file does not exist
   * @throws StorageException if the store fails
   */
  static NavigableMap<String, ZipMember> read(InputFile file) {
    try {
      return new ZipDirectory(file).read();
    } catch (CorruptDataException e) {
      throw e.at(file.location().toString());
    } catch (UnsupportedFormatException e) {
      throw e.at(file.location().toString());
    }
  }

  private NavigableMap<String, ZipMember> read() {
    byte[] tail = new byte[TAIL];
    size = file.readEnd(tail);
    start = Math.max(0, size - TAIL);
    bytes = buffer(tail, (int) (size - start));
    int end = findEnd();
    long place = start + end;
    long entries = u16(end + 10);
    long length = u32(end + 12);
    long offset = u32(end + 16);
    if (u16(end + 4) != 0 && u16(end + 4) != 0xffff
        || u16(end + 6) != 0 && u16(end + 6) != 0xffff
        || u16(end + 8) != entries) {
      throw severalParts(END, place);
    }
    long endOfDirectory = place;
    // Some tools write ZIP64 records although the numbers are small. Then only the locator shows
    // that the records exist.
    boolean large =
        (entries == 0xffff || length == IN_ZIP64 || offset != place - length)
            && end >= LOCATOR_LENGTH
            && bytes.getInt(end - LOCATOR_LENGTH) == LOCATOR_SIGNATURE;
    if (large) {
      ByteBuffer end64 = end64(end - LOCATOR_LENGTH);
      endOfDirectory = bytes.getLong(end - LOCATOR_LENGTH + 8);
      entries = end64.getLong(32);
      length = end64.getLong(40);
      offset = end64.getLong(48);
      if (end64.getInt(16) != 0 || end64.getInt(20) != 0 || end64.getLong(24) != entries) {
        throw severalParts(END_64, endOfDirectory);
      }
    }
    if (length < 0 || offset < 0 || length > endOfDirectory || offset != endOfDirectory - length) {
      throw CorruptDataException.of(
          large ? END_64 : END,
          "offset of the directory",
          place,
          "a directory of %d bytes at offset %d does not end at %d, where this record starts"
              .formatted(length, offset, endOfDirectory));
    }
    if (length > MAX_DIRECTORY) {
      throw UnsupportedFormatException.of(
          END, place, "the directory has %,d bytes (limit: %,d)".formatted(length, MAX_DIRECTORY));
    }
    if (entries < 0 || entries > length / ENTRY_LENGTH) {
      throw CorruptDataException.of(
          large ? END_64 : END,
          "number of entries",
          place,
          "%d entries do not fit in %d bytes".formatted(entries, length));
    }
    load(offset, (int) length);
    return checked(entries(offset, (int) length, entries), offset);
  }

  private static ByteBuffer buffer(byte[] bytes, int length) {
    return ByteBuffer.wrap(bytes, 0, length).slice().order(ByteOrder.LITTLE_ENDIAN);
  }

  private int findEnd() {
    for (int at = bytes.limit() - END_LENGTH; at >= 0; at--) {
      if (bytes.getInt(at) == END_SIGNATURE && at + END_LENGTH + u16(at + 20) == bytes.limit()) {
        return at;
      }
    }
    throw CorruptDataException.of(
        END, null, -1, "record not found; this is not a ZIP file, or it is truncated");
  }

  private ByteBuffer end64(int locator) {
    long place = bytes.getLong(locator + 8);
    long last = start + locator - END_64_LENGTH;
    if (bytes.getInt(locator + 4) != 0 || bytes.getInt(locator + 16) > 1) {
      throw severalParts("ZIP64 locator", start + locator);
    }
    if (place < 0 || place > last) {
      throw CorruptDataException.of(
          "ZIP64 locator",
          "offset",
          start + locator,
          "%d does not leave %d bytes before this record".formatted(place, END_64_LENGTH));
    }
    byte[] content = new byte[END_64_LENGTH];
    if (place >= start) {
      bytes.get((int) (place - start), content);
    } else {
      file.read(place, content, 0, content.length);
    }
    ByteBuffer end64 = buffer(content, content.length);
    if (end64.getInt(0) != END_64_SIGNATURE) {
      throw CorruptDataException.of(END_64, "signature", place, "wrong signature");
    }
    return end64;
  }

  private static UnsupportedFormatException severalParts(String structure, long place) {
    return UnsupportedFormatException.of(
        structure, place, "the archive has several parts; join them (zip -s 0)");
  }

  /** Loads the directory. Reuses the bytes that are already in memory. */
  private void load(long offset, int length) {
    if (offset >= start) {
      bytes = bytes.slice((int) (offset - start), length).order(ByteOrder.LITTLE_ENDIAN);
      return;
    }
    byte[] all = new byte[length];
    int missing = (int) Math.min(length, start - offset);
    file.read(offset, all, 0, missing);
    bytes.get(0, all, missing, length - missing);
    bytes = buffer(all, length);
  }

  private List<ZipMember> entries(long offset, int length, long count) {
    List<ZipMember> members = new ArrayList<>();
    Set<String> paths = new HashSet<>();
    int at = 0;
    for (long i = 0; i < count; i++) {
      long place = offset + at;
      if (length - at < ENTRY_LENGTH || bytes.getInt(at) != ENTRY_SIGNATURE) {
        throw corrupt(
            "signature", place, "entry %d of %d is missing or truncated".formatted(i, count));
      }
      int name = u16(at + 28);
      int extra = u16(at + 30);
      int whole = ENTRY_LENGTH + name + extra + u16(at + 32);
      if (whole > length - at) {
        throw corrupt("lengths", place, "the entry extends beyond the directory");
      }
      ZipMember member = member(at, place, name, extra);
      if (member.path().endsWith("/")) {
        requirePath(member.path().substring(0, member.path().length() - 1), place);
      } else {
        requirePath(member.path(), place);
        members.add(member);
      }
      if (!paths.add(member.path())) {
        throw corrupt("name", place, "\"%s\" occurs twice".formatted(member.path()));
      }
      at += whole;
    }
    if (at != length) {
      throw corrupt(
          null, offset + at, "%d extra bytes after the last entry".formatted(length - at));
    }
    return members;
  }

  private ZipMember member(int at, long place, int nameLength, int extraLength) {
    int flags = u16(at + 8);
    if ((flags & (ENCRYPTED | STRONGLY_ENCRYPTED | MASKED)) != 0) {
      throw UnsupportedFormatException.of(
          DIRECTORY, place, "encrypted archives are not supported; encrypt the array instead");
    }
    if (u16(at + 34) != 0 && u16(at + 34) != 0xffff) {
      throw severalParts(DIRECTORY, place);
    }
    long stored = u32(at + 20);
    long size = u32(at + 24);
    long header = u32(at + 42);
    int extra = extra64(at + ENTRY_LENGTH + nameLength, extraLength);
    int end = at + ENTRY_LENGTH + nameLength + extraLength;
    if (extra >= 0) {
      end = extra + 4 + u16(extra + 2);
      extra += 4;
    } else {
      extra = end;
    }
    if (size == IN_ZIP64) {
      size = long64(extra, end, "size", place);
      extra += 8;
    }
    if (stored == IN_ZIP64) {
      stored = long64(extra, end, "compressed size", place);
      extra += 8;
    }
    if (header == IN_ZIP64) {
      header = long64(extra, end, "offset", place);
    }
    boolean unix = u16(at + 4) >> 8 == 3;
    boolean link = unix && (bytes.getInt(at + 38) >>> 16 & 0xf000) == 0xa000;
    int method = u16(at + 10);
    if (size < 0 || stored < 0 || header < 0) {
      throw corrupt("sizes", place, "a size or the offset is out of range");
    }
    if (method == ZipMember.STORED && size != stored) {
      throw corrupt(
          "size",
          place,
          "a stored file of %d bytes takes %d bytes in the archive".formatted(size, stored));
    }
    int crc = bytes.getInt(at + 16);
    if (size == 0 && crc != 0) {
      // An empty file is never read, so no later check would notice.
      throw corrupt("CRC-32", place, "not the checksum of an empty file");
    }
    if (method == ZipMember.DEFLATED && size / MAX_RATIO > stored) {
      throw corrupt("size", place, "%d bytes cannot decompress to %d".formatted(stored, size));
    }
    return new ZipMember(
        name(at + ENTRY_LENGTH, nameLength, (flags & UTF_8) != 0, place),
        place,
        flags,
        method,
        crc,
        stored,
        size,
        header,
        nameLength,
        0,
        link);
  }

  /** Returns the index of the ZIP64 extra field in the loaded bytes, or -1 if there is none. */
  private int extra64(int from, int length) {
    int end = from + length;
    for (int at = from; at + 4 <= end; at += 4 + u16(at + 2)) {
      if (u16(at) == 1) {
        return at + 4 + u16(at + 2) <= end ? at : -1;
      }
    }
    return -1;
  }

  private long long64(int at, int end, String field, long place) {
    if (at + 8 > end) {
      throw corrupt(field, place, "its extra field is missing");
    }
    return bytes.getLong(at);
  }

  /**
   * Decodes a name as UTF-8. The encoding of a name without the UTF-8 flag depends on the system
   * that wrote it, and is mostly ASCII or UTF-8.
   *
   * @param marked whether the entry has the UTF-8 flag
   */
  private String name(int at, int length, boolean marked, long place) {
    try {
      return StandardCharsets.UTF_8.newDecoder().decode(bytes.slice(at, length)).toString();
    } catch (CharacterCodingException e) {
      throw corrupt(
          "name",
          place,
          marked ? "marked as UTF-8, but not valid UTF-8" : "neither ASCII nor UTF-8");
    }
  }

  private static void requirePath(String path, long place) {
    if (!FlatTree.isPath(path)) {
      throw corrupt("name", place, "\"%s\" is not a valid path in an archive".formatted(path));
    }
  }

  /**
   * Verifies that the files overlap neither each other nor the directory. Returns them by path.
   *
   * @param end offset of the directory in the archive
   */
  private static NavigableMap<String, ZipMember> checked(List<ZipMember> members, long end) {
    members.sort(Comparator.comparingLong(ZipMember::header));
    NavigableMap<String, ZipMember> byPath = new TreeMap<>();
    for (int i = 0; i < members.size(); i++) {
      ZipMember member = members.get(i);
      boolean last = i + 1 == members.size();
      long limit = last ? end : Math.min(end, members.get(i + 1).header());
      long room = limit - member.header();
      room -= ZipMember.HEADER + member.nameLength();
      if (room < 0 || member.stored() > room) {
        throw corrupt(
            "offset",
            member.place(),
            "\"%s\", %d bytes at offset %d, overlaps the content at offset %d"
                .formatted(member.path(), member.stored(), member.header(), limit));
      }
      byPath.put(member.path(), member.withRoom(room - member.stored()));
    }
    return byPath;
  }

  private static CorruptDataException corrupt(
      @org.jspecify.annotations.Nullable String field, long place, String reason) {
    return CorruptDataException.of(DIRECTORY, field, place, reason);
  }

  private int u16(int at) {
    return bytes.getShort(at) & 0xffff;
  }

  private long u32(int at) {
    return bytes.getInt(at) & 0xffffffffL;
  }
}
