package io.azulejo.internal.seal;

import java.util.Objects;

/** The size and the digests of a file in a seal. Immutable. */
public final class SealEntry {
  /**
   * The bytes of a block, each of which has a checksum; the last block of a file may be smaller.
   */
  static final int BLOCK = 1 << 16;

  private final long size;
  private final String digest;
  private final int[] blocks;

  /**
   * An entry.
   *
   * @param size the size of the file in bytes
   * @param digest the SHA-256 of the file, in hexadecimal digits
   * @param blocks the CRC32C of each block of {@link #BLOCK} bytes; null if the seal has none
   */
  SealEntry(long size, String digest, int[] blocks) {
    this.size = size;
    this.digest = Objects.requireNonNull(digest, "digest");
    this.blocks = blocks;
  }

  /** The number of blocks of a file of a size. */
  static long blocks(long size) {
    return (size + BLOCK - 1) / BLOCK;
  }

  /** The size of the file in bytes. */
  public long size() {
    return size;
  }

  /** The SHA-256 of the file, in hexadecimal digits. */
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

  /** Whether another entry has the same size and SHA-256. */
  boolean isOfSameBytes(SealEntry other) {
    return size == other.size && digest.equals(other.digest);
  }
}
