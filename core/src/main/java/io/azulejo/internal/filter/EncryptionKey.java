package io.azulejo.internal.filter;

import io.azulejo.error.InvalidRequestException;

/** A key of AES-256-GCM. */
public final class EncryptionKey {
  /** Bytes of a key. */
  public static final int SIZE = 32;

  private final byte[] bytes;

  private EncryptionKey(byte[] bytes) {
    this.bytes = bytes;
  }

  /** A key of these 32 bytes. */
  public static EncryptionKey of(byte[] bytes) {
    if (bytes.length != SIZE) {
      throw new InvalidRequestException(
          "an encryption key has %d bytes, not %d: give the 32 bytes of the AES-256-GCM key"
              .formatted(SIZE, bytes.length));
    }
    return new EncryptionKey(bytes.clone());
  }

  /** The 32 bytes (not a copy). */
  byte[] bytes() {
    return bytes;
  }
}
