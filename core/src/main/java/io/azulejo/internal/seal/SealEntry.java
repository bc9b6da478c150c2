package io.azulejo.internal.seal;

import java.util.Objects;

/** The size and the digests of a file in a seal. Immutable. */
public final class SealEntry {
  /** The size in bytes of a checksummed block; the last block of a file may be smaller. */
  static final int BLOCK = 1 << 16;

  private final long size;
  private final String digest;
  private final int[] blocks;

  /**
   * Creates an entry.
   *
   * @param size the size of the file in bytes
   * @param digest the SHA-256 of the file as hexadecimal digits
   * @param blocks the CRC32C of each block of {@link #BLOCK} bytes; null if the seal has none
   */
  SealEntry(long size, String digest, int[] blocks) {
    this.size = size;
    this.digest = Objects.requireNonNull(digest, "digest");
    this.blocks = blocks;
  }

  /** Returns the number of blocks in a file. */
  static long blocks(long size) {
    return (size + BLOCK - 1) / BLOCK;
  }

  /** Returns the size of the file in bytes. */
  public long size() {
    return size;
  }

  /** Returns the SHA-256 of the file as hexadecimal digits. */
  String digest() {
    return digest;
  }

  /** Returns whether the checksums of blocks are known. */
  boolean hasBlocks() {
    return blocks != null;
  }

  /** Returns the CRC32C of a block. */
  int block(int number) {
    return blocks[number];
  }

  /** Returns whether another entry has the same size and SHA-256. */
  boolean hasSameBytes(SealEntry other) {
    return size == other.size && digest.equals(other.digest);
  }
}
