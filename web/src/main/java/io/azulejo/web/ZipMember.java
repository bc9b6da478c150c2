package io.azulejo.web;

/**
 * A file in an archive, as described by its entry in the central directory.
 *
 * @param path the path, with slashes
 * @param place the offset of the directory entry in the archive in bytes, for messages
 * @param flags the general purpose bit flags
 * @param method the compression method; 0 for none
 * @param crc the CRC-32 of the uncompressed content
 * @param stored the compressed size in bytes
 * @param size the uncompressed size in bytes
 * @param header the offset of the local header in the archive in bytes
 * @param nameLength the length of the name in bytes
 * @param room the number of bytes before the next file that are not header, name or content. They
 *     can hold the extra field of the local header and a data descriptor
 * @param link whether the file is a symbolic link
 */
record ZipMember(
    String path,
    long place,
    int flags,
    int method,
    int crc,
    long stored,
    long size,
    long header,
    int nameLength,
    long room,
    boolean link) {
  static final int STORED = 0;
  static final int DEFLATED = 8;

  /** Length of a local header without the name and the extra field, in bytes. */
  static final int HEADER = 30;

  /** Returns a copy with another value of {@code room}. */
  ZipMember withRoom(long bytes) {
    return new ZipMember(
        path, place, flags, method, crc, stored, size, header, nameLength, bytes, link);
  }

  /**
   * Returns the offset in the archive directly after the name, where the content starts at the
   * earliest.
   */
  long nameEnd() {
    return header + HEADER + nameLength;
  }

  /** Returns whether a data descriptor may follow the content. */
  boolean hasDescriptor() {
    return (flags & 8) != 0;
  }
}
