package io.tiledb.java.api;

import io.tiledb.libtiledb.tiledb_current_domain_type_t;

/** The form of a {@link CurrentDomain}. */
public enum CurrentDomainType {
  /** One range for each dimension. */
  TILEDB_NDRECTANGLE;

  /** Returns the constant of the C API with the same name. */
  protected tiledb_current_domain_type_t toSwigEnum() throws TileDBError {
    return tiledb_current_domain_type_t.valueOf(name());
  }

  /**
   * Returns the constant with the same name as one of the C API.
   *
   * @throws TileDBError if it does not exist
   */
  protected static CurrentDomainType fromSwigEnum(tiledb_current_domain_type_t e)
      throws TileDBError {
    return EnumNames.find(values(), e);
  }
}
