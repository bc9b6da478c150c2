package io.azulejo.web;

/**
 * A file in an archive, as described by the central directory.
 *
 * @param path the path, with slashes
 * @param place the offset of the description in the archive in bytes, for messages
 * @param flags the general purpose bit flags
 * @param method the compression method; 0 for none
 * @param crc the CRC-32 of the content
 * @param stored the size in the archive in bytes
 * @param size the uncompressed size in bytes
 * @param header the offset of the local header in the archive in bytes
 * @param nameLength the length of the name in bytes
 * @param room the number of bytes, not part of the content, between the name in the local header
 *     and the next file: the extra field and a data descriptor
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

  /** Length of a local header before the name, in bytes. */
  static final int HEADER = 30;

  /** Returns this file with another {@code room}. */
  ZipMember withRoom(long bytes) {
    return new ZipMember(
        path, place, flags, method, crc, stored, size, header, nameLength, bytes, link);
  }

  /** Returns the earliest possible offset of the content: directly after the name. */
  long nameEnd() {
    return header + HEADER + nameLength;
  }

  /** Returns whether a data descriptor may follow the content. */
  boolean hasDescriptor() {
    return (flags & 8) != 0;
  }
}
