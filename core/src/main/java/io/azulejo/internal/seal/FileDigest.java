package io.azulejo.internal.seal;

import io.azulejo.storage.InputFile;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.zip.CRC32C;

/**
 * Computes the {@link SealEntry} of a file from its bytes, which must be added in file order. Not
 * thread-safe.
 */
final class FileDigest {
  private static final int PIECE = 1 << 20;

  private final MessageDigest whole = sha256();
  private final CRC32C block = new CRC32C();
  private int inBlock;
  private int[] blocks = new int[1];
  private int count;
  private long size;

  FileDigest() {}

  /** Returns the entry of a file with the given content. */
  static SealEntry of(byte[] content) {
    FileDigest digest = new FileDigest();
    digest.update(content, 0, content.length);
    return digest.finish();
  }

  /** Reads a whole file and returns its entry. The caller closes the file. */
  static SealEntry of(InputFile in) {
    FileDigest digest = new FileDigest();
    long size = in.size();
    byte[] piece = new byte[(int) Math.min(size, PIECE)];
    int length;
    for (long position = 0; position < size; position += length) {
      length = (int) Math.min(piece.length, size - position);
      in.read(position, piece, 0, length);
      digest.update(piece, 0, length);
    }
    return digest.finish();
  }

  /** Returns the SHA-256 of the given bytes as lowercase hexadecimal digits. */
  static String sha256(byte[] bytes) {
    return HexFormat.of().formatHex(sha256().digest(bytes));
  }

  /** Returns the CRC32C of a byte range. */
  static int checksum(byte[] source, int offset, int length) {
    CRC32C sum = new CRC32C();
    sum.update(source, offset, length);
    return (int) sum.getValue();
  }

  private static MessageDigest sha256() {
    try {
      return MessageDigest.getInstance("SHA-256");
    } catch (NoSuchAlgorithmException e) {
      throw new IllegalStateException("every Java has SHA-256", e);
    }
  }

  /** Adds the next bytes of the file. */
  void update(byte[] source, int offset, int length) {
    whole.update(source, offset, length);
    size += length;
    int done = 0;
    while (done < length) {
      int part = Math.min(length - done, SealEntry.BLOCK - inBlock);
      block.update(source, offset + done, part);
      inBlock += part;
      done += part;
      if (inBlock == SealEntry.BLOCK) {
        endBlock();
      }
    }
  }

  private void endBlock() {
    if (count == blocks.length) {
      blocks = Arrays.copyOf(blocks, 2 * count);
    }
    blocks[count++] = (int) block.getValue();
    block.reset();
    inBlock = 0;
  }

  /** Returns the entry of the file. Must be called once, after all bytes were added. */
  SealEntry finish() {
    if (inBlock > 0) {
      endBlock();
    }
    String digest = HexFormat.of().formatHex(whole.digest());
    return new SealEntry(size, digest, Arrays.copyOf(blocks, count));
  }
}
