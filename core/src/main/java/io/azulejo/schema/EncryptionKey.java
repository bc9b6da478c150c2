package io.azulejo.schema;

import io.azulejo.error.InvalidRequestException;
import java.security.MessageDigest;
import java.util.Arrays;

/** The AES-256-GCM key of an encrypted array or group. Immutable. */
public final class EncryptionKey {
  /** The size of a key in bytes. */
  public static final int SIZE = 32;

  private final byte[] bytes;

  private EncryptionKey(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * Creates a key.
   *
   * @param bytes the 32 bytes of the key; copied
   * @throws InvalidRequestException if the array does not have 32 bytes
   */
  public static EncryptionKey of(byte[] bytes) {
    if (bytes.length != SIZE) {
      throw new InvalidRequestException(
          "an encryption key must have %d bytes, not %d; pass the 32 bytes of the AES-256-GCM key"
              .formatted(SIZE, bytes.length));
    }
    return new EncryptionKey(bytes.clone());
  }

  /** Returns a copy of the 32 bytes of the key. */
  public byte[] bytes() {
    return bytes.clone();
  }

  @Override
  public boolean equals(Object other) {
    return other instanceof EncryptionKey that && MessageDigest.isEqual(bytes, that.bytes);
  }

  @Override
  public int hashCode() {
    return Arrays.hashCode(bytes);
  }

  /** Returns a text that does not contain the key. */
  @Override
  public String toString() {
    return "encryption key";
  }
}
