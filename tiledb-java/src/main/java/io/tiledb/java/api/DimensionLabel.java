package io.tiledb.java.api;

import io.tiledb.libtiledb.tiledb_data_order_t;
import io.tiledb.libtiledb.tiledb_datatype_t;

/**
 * A label of a dimension: a second name for each of its coordinates, such as a time for each frame
 * number. The labels are stored in an array of their own.
 */
public class DimensionLabel implements AutoCloseable {
  private final Context ctx;
  private final io.azulejo.schema.DimensionLabel core;

  /**
   * Creates a label to add to a schema.
   *
   * @param dimIndex the index of the dimension
   * @param labelOrder the order of the labels along the dimension
   * @param labelType the type of the labels
   */
  public DimensionLabel(
      Context ctx,
      long dimIndex,
      String name,
      tiledb_data_order_t labelOrder,
      tiledb_datatype_t labelType) {
    this(
        ctx,
        io.azulejo.schema.DimensionLabel.of(
            Math.toIntExact(dimIndex),
            name,
            io.azulejo.schema.DataOrder.values()[labelOrder.swigValue()],
            Datatype.valueOf(labelType.name()).toEngine()));
  }

  /** Creates the facade of a label of the engine. */
  DimensionLabel(Context ctx, io.azulejo.schema.DimensionLabel core) {
    this.ctx = ctx;
    this.core = core;
  }

  /** Returns the engine's label. */
  io.azulejo.schema.DimensionLabel toEngine() {
    return core;
  }

  /** Returns the context. */
  protected Context getCtx() {
    return ctx;
  }

  /** Returns the index of the labeled dimension. */
  public long getDimensionIndex() throws TileDBError {
    return core.dimension();
  }

  /** Returns the name. */
  public String getName() throws TileDBError {
    return core.name();
  }

  /** Returns the name of the attribute of the label array that holds the labels. */
  public String getLabelAttrName() throws TileDBError {
    return core.attribute();
  }

  /** Returns the number of values per label: 1, or {@link Constants#TILEDB_VAR_NUM}. */
  public long getLabelCellValNum() throws TileDBError {
    return core.cellValNum() == io.azulejo.schema.Attribute.VAR
        ? Constants.TILEDB_VAR_NUM
        : core.cellValNum();
  }

  /**
   * Returns the URI of the label array, relative to the array; empty until the label is added to a
   * schema and got from there.
   */
  public String getURI() throws TileDBError {
    return core.uri();
  }

  /** Returns the order of the labels along the dimension. */
  public tiledb_data_order_t getLabelOrder() throws TileDBError {
    return tiledb_data_order_t.swigToEnum(core.order().ordinal());
  }

  /** Returns the type of the labels. */
  public Datatype getLabelType() throws TileDBError {
    return Datatype.ofEngine(core.type());
  }

  /** Does nothing: a label holds no resources. */
  @Override
  public void close() {}
}
