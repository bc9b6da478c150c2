package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.LittleEndian;
import java.security.GeneralSecurityException;
import java.security.MessageDigest;
import java.util.Arrays;
import java.util.List;

/**
 * Stores a digest of every part and verifies it when decoding. The parts themselves do not change.
 *
 * <p>Filter metadata: the number of metadata parts and the number of data parts, then the size (8
 * bytes) and the digest of each part.
 */
final class ChecksumFilter implements ChunkFilter {
  private final Kind kind;

  ChecksumFilter(Kind kind) {
    this.kind = kind;
  }

  /** The digest algorithms. */
  enum Kind {
    /** MD5 (RFC 1321). */
    MD5("CHECKSUM_MD5", 16),
    /** SHA-256 (FIPS 180-4). */
    SHA256("CHECKSUM_SHA256", 32);

    private final String filter;
    private final int size;

    Kind(String filter, int size) {
      this.filter = filter;
      this.size = size;
    }
  }

  @Override
  public String name() {
    return kind.filter;
  }

  @Override
  public long bound(long bytes) {
    // The slack covers one digest for the data and one for each preceding filter.
    return bytes + 4096;
  }

  @Override
  public boolean keepsData() {
    return true;
  }

  @Override
  public boolean acceptsKeptEmptyParts() {
    return false;
  }

  @Override
  public void encode(Encoding chunk) {
    List<byte[]> metadata = chunk.metadata();
    int parts = metadata.size() + (chunk.hasData() ? 1 : 0);
    byte[] digests = new byte[2 * Integer.BYTES + parts * (Long.BYTES + kind.size)];
    LittleEndian.putInt(digests, 0, metadata.size());
    LittleEndian.putInt(digests, Integer.BYTES, chunk.hasData() ? 1 : 0);
    int position = 2 * Integer.BYTES;
    for (byte[] part : metadata) {
      position = put(digests, position, part, 0, part.length, chunk.scratch());
    }
    if (chunk.hasData()) {
      put(digests, position, chunk.data(), chunk.dataStart(), chunk.dataLength(), chunk.scratch());
    }
    chunk.prepend(digests);
    chunk.dropEmptyData();
  }

  private int put(
      byte[] digests, int position, byte[] part, int offset, int length, Scratch scratch) {
    LittleEndian.putLong(digests, position, length);
    byte[] digest = digest(part, offset, length, scratch);
    System.arraycopy(digest, 0, digests, position + Long.BYTES, kind.size);
    return position + Long.BYTES + kind.size;
  }

  @Override
  public void decode(Decoding chunk) {
    int metadataParts = chunk.takeCount("metadata_parts", Long.BYTES + kind.size);
    int dataParts = chunk.takeCount("data_parts", Long.BYTES + kind.size);
    int entry = Long.BYTES + kind.size;
    int digests = chunk.take("digests", ((long) metadataParts + dataParts) * entry);
    byte[] metadata = chunk.metadata();
    verify(
        chunk,
        digests,
        metadataParts,
        metadata,
        chunk.metadataStart(),
        chunk.metadataLength(),
        "metadata");
    verify(
        chunk,
        digests + metadataParts * entry,
        dataParts,
        chunk.data(),
        chunk.dataStart(),
        chunk.dataLength(),
        "data");
  }

  private void verify(
      Decoding chunk, int digests, int parts, byte[] bytes, int start, int length, String what) {
    int done = 0;
    for (int i = 0; i < parts; i++) {
      int position = digests + i * (Long.BYTES + kind.size);
      long size = LittleEndian.getLong(chunk.metadata(), position);
      if (size < 0 || size > length - done) {
        throw chunk.corrupt(
            what + "_length",
            "%s bytes, but %d are left".formatted(Long.toUnsignedString(size), length - done));
      }
      byte[] digest = digest(bytes, start + done, (int) size, chunk.scratch());
      int expected = position + Long.BYTES;
      if (!Arrays.equals(digest, 0, kind.size, chunk.metadata(), expected, expected + kind.size)) {
        throw chunk.corrupt(
            what + "_digest", "the digest of %d bytes does not match".formatted(size));
      }
      done += (int) size;
    }
    if (done != length) {
      throw chunk.corrupt(
          what + "_parts", "the digests cover %d bytes of %d".formatted(done, length));
    }
  }

  private byte[] digest(byte[] bytes, int offset, int length, Scratch scratch) {
    try {
      MessageDigest digest = kind == Kind.MD5 ? scratch.md5() : scratch.sha256();
      digest.update(bytes, offset, length);
      return digest.digest();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has MD5 and SHA-256", e);
    }
  }
}
