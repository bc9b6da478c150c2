package io.azulejo.internal.seal;

import java.util.Objects;

/** What a seal says of the bytes of a file. Immutable. */
public final class SealEntry {
  /** The bytes that have a checksum of their own; the last ones of a file may be fewer. */
  static final int BLOCK = 1 << 16;

  private final long size;
  private final String digest;
  private final int[] blocks;

  /**
   * What is said of a file.
   *
   * @param size its bytes
   * @param digest their SHA-256, in hexadecimal digits
   * @param blocks the CRC32C of each {@link #BLOCK} of them; null where nobody has written them
   *     down
   */
  SealEntry(long size, String digest, int[] blocks) {
    this.size = size;
    this.digest = Objects.requireNonNull(digest, "digest");
    this.blocks = blocks;
  }

  /** How many blocks so many bytes are. */
  static long blocks(long size) {
    return (size + BLOCK - 1) / BLOCK;
  }

  /** The bytes of the file. */
  public long size() {
    return size;
  }

  /** Their SHA-256, in hexadecimal digits. */
  String digest() {
    return digest;
  }

  /** Whether the checksums of blocks are known. */
  boolean hasBlocks() {
    return blocks != null;
  }

  /** The CRC32C of a block. */
  int block(int number) {
    return blocks[number];
  }

  /** Whether another one is of the same bytes. */
  boolean isOfSameBytes(SealEntry other) {
    return size == other.size && digest.equals(other.digest);
  }
}
