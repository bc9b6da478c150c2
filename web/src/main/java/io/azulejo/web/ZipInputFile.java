package io.azulejo.web;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/** A file in a ZIP archive. Closing it leaves the archive open. */
final class ZipInputFile implements InputFile {
  private final ZipArchive archive;
  private final ZipMember member;
  private final Location location;
  private final Supplier<byte[]> inflated;
  private volatile boolean closed;

  /**
   * Creates a file.
   *
   * @param archive the open archive
   * @param member the directory entry of the file in the archive
   * @param location the location of the file, for messages
   * @param inflated supplies the whole inflated content; used only for deflated files
   */
  ZipInputFile(ZipArchive archive, ZipMember member, Location location, Supplier<byte[]> inflated) {
    this.archive = archive;
    this.member = member;
    this.location = location;
    this.inflated = inflated;
  }

  @Override
  public Location location() {
    return location;
  }

  @Override
  public long size() {
    requireOpen();
    return member.size();
  }

  @Override
  public void read(long position, byte[] target, int offset, int length) {
    read(List.of(new Piece(position, target, offset, length)));
  }

  @Override
  public void read(List<Piece> pieces) {
    requireOpen();
    for (Piece piece : pieces) {
      Objects.checkFromIndexSize(piece.offset(), piece.length(), piece.target().length);
      if (piece.position() < 0) {
        throw new InvalidRequestException("position " + piece.position() + " is negative");
      }
      if (piece.position() > member.size() - piece.length()) {
        throw HttpErrors.readPastEnd(location, piece.position(), piece.length(), member.size());
      }
    }
    List<Piece> wanted = pieces.stream().filter(piece -> piece.length() > 0).toList();
    if (wanted.isEmpty()) {
      return;
    }
    if (member.method() == ZipMember.DEFLATED) {
      byte[] content = inflated.get();
      for (Piece p : wanted) {
        System.arraycopy(content, (int) p.position(), p.target(), p.offset(), p.length());
      }
      return;
    }
    archive.read(member, wanted);
    Piece first = wanted.get(0);
    if (first.length() == member.size()) {
      archive.check(member, first.target(), first.offset());
    }
  }

  private void requireOpen() {
    if (closed) {
      throw new InvalidRequestException(location + " is closed");
    }
  }

  @Override
  public void close() {
    closed = true;
  }
}
