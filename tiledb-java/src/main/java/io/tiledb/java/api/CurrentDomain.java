package io.tiledb.java.api;

import io.azulejo.schema.NDRange;
import org.jspecify.annotations.Nullable;

/** The part of a domain to which the cells of an array are limited. It can be expanded later. */
public class CurrentDomain implements AutoCloseable {
  private final Context ctx;
  private final Domain domain;
  private @Nullable NDRange box;

  /** Creates an empty current domain, which does not limit the cells. */
  public CurrentDomain(Context ctx, Domain domain) throws TileDBError {
    this(ctx, domain, (NDRange) null);
  }

  /** Creates the facade of a stored current domain; null for an empty one. */
  CurrentDomain(Context ctx, Domain domain, @Nullable NDRange box) {
    this.ctx = ctx;
    this.domain = domain;
    this.box = box;
  }

  /** Returns the engine's box; null for an empty current domain. */
  @Nullable NDRange toEngine() {
    return box;
  }

  /**
   * Sets the box. Its ranges are copied.
   *
   * @throws TileDBError if the box lacks a range
   */
  public void setNDRectangle(NDRectangle ndRectangle) throws TileDBError {
    box = ndRectangle.toEngine();
  }

  /**
   * Returns the form of this current domain.
   *
   * @throws TileDBError if it is empty
   */
  public CurrentDomainType getType() throws TileDBError {
    requireBox();
    return CurrentDomainType.TILEDB_NDRECTANGLE;
  }

  /**
   * Returns a copy of the box.
   *
   * @throws TileDBError if this current domain is empty
   */
  public NDRectangle getNDRectangle() throws TileDBError {
    return new NDRectangle(ctx, domain, requireBox());
  }

  private NDRange requireBox() throws TileDBError {
    if (box == null) {
      throw new TileDBError("the current domain is empty; set a rectangle first");
    }
    return box;
  }

  /** Returns whether no box is set, so that cells are limited only by the domain. */
  public boolean isEmpty() throws TileDBError {
    return box == null;
  }

  /** Does nothing: a current domain holds no resources. */
  @Override
  public void close() {}
}
