package io.tiledb.java.api;

import io.tiledb.libtiledb.tiledb_datatype_t;

/** Stores the differences between consecutive integers. */
public class DeltaFilter extends CompressionFilter {
  /**
   * Creates a filter.
   *
   * @param level stored, but without effect
   * @param type the type as which the bytes are read; {@link tiledb_datatype_t#TILEDB_ANY} for the
   *     type of the field
   */
  public DeltaFilter(Context ctx, int level, tiledb_datatype_t type) throws TileDBError {
    this(
        ctx,
        io.azulejo.schema.Filter.delta(Datatype.fromSwigEnum(type).toEngine()).withLevel(level));
  }

  DeltaFilter(Context ctx, io.azulejo.schema.Filter filter) {
    super(ctx, filter);
  }

  /** Returns the type as which the bytes are read. */
  public tiledb_datatype_t getCompressionReinterpretDatatype() throws TileDBError {
    return Datatype.ofEngine(toEngine().reinterpret()).toSwigEnum();
  }
}
