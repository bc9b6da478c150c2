package io.azulejo.schema;

import io.azulejo.error.InvalidRequestException;
import java.security.MessageDigest;
import java.util.Arrays;

/** The key of an encrypted array or group: 32 bytes, of AES-256-GCM. Immutable. */
public final class EncryptionKey {
  /** Bytes of a key. */
  public static final int SIZE = 32;

  private final byte[] bytes;

  private EncryptionKey(byte[] bytes) {
    this.bytes = bytes;
  }

  /**
   * A key.
   *
   * @param bytes its 32 bytes, which are copied
   * @throws InvalidRequestException if they are not 32
   */
  public static EncryptionKey of(byte[] bytes) {
    if (bytes.length != SIZE) {
      throw new InvalidRequestException(
          "an encryption key has %d bytes, not %d: give the 32 bytes of the AES-256-GCM key"
              .formatted(SIZE, bytes.length));
    }
    return new EncryptionKey(bytes.clone());
  }

  /** The 32 bytes (a copy). */
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

  /** Shows nothing of the key. */
  @Override
  public String toString() {
    return "encryption key";
  }
}
