package io.azulejo.web;

import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.zip.CRC32;
import java.util.zip.DataFormatException;
import java.util.zip.Inflater;

/** An open ZIP file. Safe for concurrent use. */
final class ZipArchive {
  /** Maximum uncompressed size of a readable deflated file, in bytes. */
  static final int MAX_INFLATED = 64 << 20;

  private static final int LOCAL_SIGNATURE = 0x04034b50;
  private static final String HEADER = "ZIP local header";

  private final InputFile file;
  private final NavigableMap<String, ZipMember> members;
  private final FlatTree tree;

  /** Whether a read of the archive has failed, for example because the archive was replaced. */
  private volatile boolean broken;

  /**
   * Positions of the files' contents in the archive in bytes, by path. An entry is added when its
   * file is first read.
   */
  private final ConcurrentHashMap<String, Long> starts = new ConcurrentHashMap<>();

  /**
   * Reads the directory of an archive.
   *
   * @param file the archive. {@link #close} closes it; if this constructor fails, the caller must
   */
  ZipArchive(InputFile file) {
    this.file = file;
    this.members = ZipDirectory.read(file);
    TreeMap<String, Long> sizes = new TreeMap<>();
    members.forEach((path, member) -> sizes.put(path, member.size()));
    this.tree = new FlatTree(sizes);
  }

  /** Returns whether the archive must be opened again, because a read has failed. */
  boolean isBroken() {
    return broken;
  }

  /** Returns the tree of files in the archive. */
  FlatTree tree() {
    return tree;
  }

  /**
   * Returns a file of the archive, after checking that it can be read.
   *
   * @throws NotFoundException if the archive has no file with this path
   * @throws UnsupportedFormatException if the compression method is not supported, or if the file
   *     is a symbolic link
   * @throws InvalidRequestException if the file is deflated and larger than {@link #MAX_INFLATED}
   */
  ZipMember member(String path, Location location) {
    ZipMember member = members.get(path);
    if (member == null) {
      throw new NotFoundException("file " + location + " not found", location.toString());
    }
    if (member.link()) {
      throw unsupported(
          member, "\"%s\" is a symbolic link; pack its target instead".formatted(path));
    }
    if (member.method() != ZipMember.STORED && member.method() != ZipMember.DEFLATED) {
      throw unsupported(
          member,
          ("\"%s\" uses compression method %d, which is not supported; repack it without "
                  + "compression (zip -0, or azulejo zip)")
              .formatted(path, member.method()));
    }
    if (member.method() == ZipMember.DEFLATED && member.size() > MAX_INFLATED) {
      throw new InvalidRequestException(
          ("%s is compressed in its archive and can only be read whole, but its %,d bytes "
                  + "exceed the limit of %,d; repack it without compression (zip -0, or azulejo zip)")
              .formatted(location, member.size(), MAX_INFLATED),
          location.toString());
    }
    return member;
  }

  private UnsupportedFormatException unsupported(ZipMember member, String reason) {
    return UnsupportedFormatException.of("ZIP central directory", member.place(), reason)
        .at(file.location().toString());
  }

  /**
   * Reads bytes of a file as they are stored, without inflating them. The first read of a file also
   * fetches its local header, which determines where the content starts. The start is guessed and
   * almost always right, so one request suffices.
   *
   * @param pieces the pieces to read; positions are relative to the start of the stored content
   */
  void read(ZipMember member, List<InputFile.Piece> pieces) {
    try {
      readFrom(member, pieces);
    } catch (StorageException e) {
      broken = true;
      throw e;
    }
  }

  private void readFrom(ZipMember member, List<InputFile.Piece> pieces) {
    Long known = starts.get(member.path());
    if (known != null) {
      file.read(moved(pieces, known));
      return;
    }
    byte[] header = new byte[ZipMember.HEADER + member.nameLength()];
    // Without a descriptor after the content, the remaining room is the extra field before it.
    long guess = member.nameEnd() + (member.hasDescriptor() ? 0 : member.room());
    List<InputFile.Piece> all = new ArrayList<>();
    all.add(new InputFile.Piece(member.header(), header, 0, header.length));
    all.addAll(moved(pieces, guess));
    file.read(all);
    long start = start(member, ByteBuffer.wrap(header).order(ByteOrder.LITTLE_ENDIAN));
    if (start != guess) {
      file.read(moved(pieces, start));
    }
    starts.put(member.path(), start);
  }

  private static List<InputFile.Piece> moved(List<InputFile.Piece> pieces, long by) {
    return pieces.stream()
        .map(p -> new InputFile.Piece(p.position() + by, p.target(), p.offset(), p.length()))
        .toList();
  }

  /** Computes the offset of a file's content in the archive from the local header. */
  private long start(ZipMember member, ByteBuffer header) {
    int name = header.getShort(26) & 0xffff;
    int extra = header.getShort(28) & 0xffff;
    if (header.getInt(0) != LOCAL_SIGNATURE) {
      throw corrupt("signature", member, "wrong signature");
    }
    if (name != member.nameLength() || (header.getShort(8) & 0xffff) != member.method()) {
      throw corrupt("name or method", member, "differs from the central directory");
    }
    if (extra > member.room()) {
      throw corrupt("length of extra fields", member, "the file overlaps the next one");
    }
    return member.nameEnd() + extra;
  }

  private CorruptDataException corrupt(String field, ZipMember member, String reason) {
    return CorruptDataException.of(
            HEADER, field, member.header(), "of \"%s\": %s".formatted(member.path(), reason))
        .at(file.location().toString());
  }

  /**
   * Reads, inflates and verifies the content of a deflated file.
   *
   * @throws CorruptDataException if the content is not valid
   */
  byte[] inflated(ZipMember member) {
    byte[] deflated = new byte[Math.toIntExact(member.stored())];
    read(member, List.of(new InputFile.Piece(0, deflated, 0, deflated.length)));
    byte[] content = new byte[(int) member.size()];
    Inflater inflater = new Inflater(true);
    try {
      inflater.setInput(deflated);
      int done = 0;
      int length = 1;
      while (done < content.length && length > 0) {
        length = inflater.inflate(content, done, content.length - done);
        done += length;
      }
      // The deflated stream must end after the last byte.
      boolean more = inflater.inflate(new byte[1]) > 0;
      if (done < content.length || more || !inflater.finished()) {
        throw corrupt(
            "deflated bytes",
            member,
            "they do not decompress to %d bytes".formatted(content.length));
      }
    } catch (DataFormatException e) {
      throw corrupt(
          "deflated bytes", member, "they cannot be decompressed (%s)".formatted(e.getMessage()));
    } finally {
      inflater.end();
    }
    check(member, content, 0);
    return content;
  }

  /**
   * Verifies the checksum of a file's content.
   *
   * @param content an array that contains the whole content, starting at {@code offset}
   * @throws CorruptDataException if the checksum does not match
   */
  void check(ZipMember member, byte[] content, int offset) {
    CRC32 crc = new CRC32();
    crc.update(content, offset, (int) member.size());
    if ((int) crc.getValue() != member.crc()) {
      throw corrupt("CRC-32", member, "does not match the content");
    }
  }

  void close() {
    file.close();
  }
}
