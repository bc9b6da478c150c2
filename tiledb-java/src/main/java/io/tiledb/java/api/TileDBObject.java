package io.tiledb.java.api;

/** An array or a group in a store, or a place where neither exists. */
public class TileDBObject {
  private final String uri;
  private final TileDBObjectType type;

  /** Determines what exists at a path or URI. */
  public TileDBObject(Context ctx, String uri) throws TileDBError {
    this(
        ctx,
        uri,
        Calls.get(
            ctx, () -> type(ctx.engine().catalog().type(uri)), TileDBObjectType.TILEDB_INVALID));
  }

  /** Creates an object whose type is known. */
  protected TileDBObject(Context ctx, String uri, TileDBObjectType type) {
    this.uri = uri;
    this.type = type;
  }

  /** Returns the type for one of the engine. */
  static TileDBObjectType type(io.azulejo.ObjectType type) {
    return switch (type) {
      case ARRAY -> TileDBObjectType.TILEDB_ARRAY;
      case GROUP -> TileDBObjectType.TILEDB_GROUP;
      case NONE -> TileDBObjectType.TILEDB_INVALID;
    };
  }

  /**
   * Removes an array or a group, with everything in its folder.
   *
   * @throws TileDBError if neither exists, or if it cannot be removed
   */
  public static void remove(Context ctx, String uri) throws TileDBError {
    Calls.run(ctx, () -> ctx.engine().catalog().remove(uri));
  }

  /**
   * Moves an array or a group, with everything in its folder.
   *
   * <p>Difference from TileDB-Java: the target may be in another store.
   *
   * @throws TileDBError if the source does not exist, or the target exists
   */
  public static void move(Context ctx, String old_uri, String new_uri) throws TileDBError {
    Calls.run(ctx, () -> ctx.engine().catalog().move(old_uri, new_uri));
  }

  /** Returns the type and the URI. */
  @Override
  public String toString() {
    return "Obj<%s \"%s\">".formatted(type.name().substring("TILEDB_".length()), uri);
  }

  /** Returns the type. */
  public TileDBObjectType getType() {
    return type;
  }

  /** Returns the path or URI. */
  public String getUri() {
    return uri;
  }
}
