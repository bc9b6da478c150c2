package io.azulejo.internal.seal;

import java.util.Objects;

/** The size and the digests of one file in a seal. Immutable. */
public final class SealEntry {
  /** The size of a checksummed block in bytes. The last block of a file may be smaller. */
  static final int BLOCK = 1 << 16;

  private final long size;
  private final String digest;
  private final int[] blocks;

  /**
   * Creates an entry.
   *
   * @param size the size of the file in bytes, or a negative number if unknown
   * @param digest the SHA-256 of the file as hexadecimal digits
   * @param blocks the CRC32C of each block of {@link #BLOCK} bytes, or null if the seal does not
   *     contain block checksums; owned by the new entry
   */
  SealEntry(long size, String digest, int[] blocks) {
    this.size = size;
    this.digest = Objects.requireNonNull(digest, "digest");
    this.blocks = blocks;
  }

  /** Returns the number of blocks in a file of the given size in bytes. */
  static long blocks(long size) {
    return (size + BLOCK - 1) / BLOCK;
  }

  /**
   * Returns the size of the file in bytes, or a negative number if the seal does not contain it.
   */
  public long size() {
    return size;
  }

  /** Returns the SHA-256 of the file as hexadecimal digits. */
  String digest() {
    return digest;
  }

  /** Returns whether the block checksums are known. */
  boolean hasBlocks() {
    return blocks != null;
  }

  /**
   * Returns the CRC32C of a block.
   *
   * @param number the zero-based block number; the block checksums must be known
   */
  int block(int number) {
    return blocks[number];
  }

  /** Returns whether another entry has the same size and SHA-256. */
  boolean hasSameBytes(SealEntry other) {
    return size == other.size && digest.equals(other.digest);
  }
}
