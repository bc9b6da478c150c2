package io.azulejo.internal.filter;

import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.schema.EncryptionKey;
import java.security.GeneralSecurityException;
import java.security.SecureRandom;
import javax.crypto.AEADBadTagException;
import javax.crypto.Cipher;
import javax.crypto.spec.GCMParameterSpec;
import javax.crypto.spec.SecretKeySpec;

/**
 * Encrypts every part of a chunk with AES-256 in Galois/counter mode, without additional
 * authenticated data. It is always the last filter.
 *
 * <p>Filter metadata: the number of metadata parts and the number of data parts. An entry for each
 * part follows: its size before and after encryption, an initialization vector (12 bytes) and a tag
 * (16 bytes).
 */
final class AesFilter implements ChunkFilter {
  private static final int IV = 12;
  private static final int TAG = 16;
  private static final int PART_HEADER = PartDecoder.SIZES + IV + TAG;
  private static final SecureRandom RANDOM = new SecureRandom();

  private final SecretKeySpec key;

  AesFilter(EncryptionKey key) {
    this.key = new SecretKeySpec(key.bytes(), "AES");
  }

  @Override
  public String name() {
    return "AES_256_GCM";
  }

  @Override
  public long bound(long size) {
    return size + 4096;
  }

  @Override
  public void encode(Encoding chunk) {
    long room = (long) chunk.metadataLength() + chunk.dataLength() + TAG;
    // The cipher writes the tag after each encrypted part. The next part overwrites it.
    PartEncoder encoder = this::encrypt;
    encoder.encode(chunk, PART_HEADER, room);
  }

  private int encrypt(
      byte[] part,
      int offset,
      int length,
      byte[] out,
      int made,
      byte[] header,
      int position,
      Scratch scratch) {
    byte[] iv = new byte[IV];
    RANDOM.nextBytes(iv);
    try {
      Cipher cipher = scratch.aes();
      cipher.init(Cipher.ENCRYPT_MODE, key, new GCMParameterSpec(TAG * Byte.SIZE, iv));
      cipher.doFinal(part, offset, length, out, made);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has AES/GCM", e);
    }
    LittleEndian.putInt(header, position, length);
    LittleEndian.putInt(header, position + Integer.BYTES, length);
    System.arraycopy(iv, 0, header, position + 2 * Integer.BYTES, IV);
    System.arraycopy(out, made + length, header, position + 2 * Integer.BYTES + IV, TAG);
    return length;
  }

  @Override
  public void decode(Decoding chunk) {
    PartDecoder decoder = this::decrypt;
    decoder.decode(chunk, PART_HEADER, "encrypted_sizes");
  }

  private void decrypt(
      Decoding chunk,
      int part,
      int entry,
      int source,
      int stored,
      byte[] out,
      int outStart,
      int original) {
    if (stored != original) {
      throw chunk.corrupt(
          "part[%d].encrypted_size".formatted(part),
          "it differs from the size of the unencrypted bytes");
    }
    byte[] header = chunk.metadata();
    int iv = entry + PartDecoder.SIZES;
    byte[] tagged = chunk.scratch().work(Math.addExact(stored, TAG));
    System.arraycopy(chunk.data(), source, tagged, 0, stored);
    System.arraycopy(header, iv + IV, tagged, stored, TAG);
    try {
      Cipher cipher = chunk.scratch().aes();
      cipher.init(Cipher.DECRYPT_MODE, key, new GCMParameterSpec(TAG * Byte.SIZE, header, iv, IV));
      cipher.doFinal(tagged, 0, stored + TAG, out, outStart);
    } catch (AEADBadTagException e) {
      throw chunk.corrupt(
          "part[%d].tag".formatted(part),
          "the bytes were changed after encryption, or the key is wrong",
          e);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("every Java platform has AES/GCM", e);
    }
  }
}
