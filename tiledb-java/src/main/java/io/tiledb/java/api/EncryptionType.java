package io.tiledb.java.api;

import io.tiledb.libtiledb.tiledb_encryption_type_t;

/** The encryption of an array, as in the parameter {@code sm.encryption_type}. */
public enum EncryptionType {
  /** Not encrypted. */
  TILEDB_NO_ENCRYPTION,

  /** AES in Galois/Counter Mode with a key of 256 bits. */
  TILEDB_AES_256_GCM;

  /** Returns the constant of the C API with the same name. */
  protected tiledb_encryption_type_t toSwigEnum() throws TileDBError {
    return tiledb_encryption_type_t.valueOf(name());
  }

  /**
   * Returns the constant with the same name as one of the C API.
   *
   * @throws TileDBError if it does not exist
   */
  protected static EncryptionType fromSwigEnum(tiledb_encryption_type_t e) throws TileDBError {
    return EnumNames.find(values(), e);
  }
}
