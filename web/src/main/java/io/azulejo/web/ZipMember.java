package io.azulejo.web;

/**
 * A file in an archive, as the central directory describes it.
 *
 * @param path its names with slashes between them
 * @param place where it is described, in bytes from the start of the archive, for messages
 * @param flags its general purpose bits
 * @param method how it is compressed: 0 is not at all
 * @param crc the CRC-32 of its bytes
 * @param stored the bytes that it takes in the archive
 * @param size its bytes
 * @param header where its local header begins, in bytes from the start of the archive
 * @param nameLength the bytes of its name
 * @param room the bytes between its name in the local header and the next file that are not its
 *     own: those of the header's extra fields, and of a descriptor behind the file
 * @param link whether it is a symbolic link
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

  /** The bytes of a local header before the name. */
  static final int HEADER = 30;

  /** The same with another room. */
  ZipMember withRoom(long bytes) {
    return new ZipMember(
        path, place, flags, method, crc, stored, size, header, nameLength, bytes, link);
  }

  /** Where its bytes begin at the earliest: behind the name. */
  long afterName() {
    return header + HEADER + nameLength;
  }

  /** Whether a descriptor may follow its bytes. */
  boolean hasDescriptor() {
    return (flags & 8) != 0;
  }
}
