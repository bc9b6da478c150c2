package io.tiledb.java.api;

import io.azulejo.Catalog;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.List;

/**
 * Lists the arrays and groups in a folder, in alphabetical order. A recursive list also contains
 * those in the folders of groups.
 */
public class TileDBObjectIterator {
  private final Context ctx;
  private final String root;
  private boolean group = true;
  private boolean array = true;
  private boolean kv = true;
  private boolean recursive;
  private WalkOrder walkOrder = WalkOrder.TILEDB_PREORDER;

  /** Creates an iterator over all objects directly in a folder. */
  public TileDBObjectIterator(Context ctx, String root) {
    this.ctx = ctx;
    this.root = root;
  }

  /**
   * Creates an iterator.
   *
   * @param group whether groups are returned
   * @param array whether arrays are returned
   * @param kv not used, because key-value stores do not exist any more
   * @param recursive whether objects in the folders of groups are returned
   * @param walkOrder whether a group comes before or after the objects in its folder
   * @param root the folder, a path or URI
   */
  public TileDBObjectIterator(
      Context ctx,
      boolean group,
      boolean array,
      boolean kv,
      boolean recursive,
      WalkOrder walkOrder,
      String root) {
    this(ctx, root);
    this.group = group;
    this.array = array;
    this.kv = kv;
    this.recursive = recursive;
    this.walkOrder = walkOrder;
  }

  /** Sets which types of objects are returned; key-value stores do not exist any more. */
  public void setIteratorPolicy(boolean group, boolean array, boolean kv) {
    this.group = group;
    this.array = array;
    this.kv = kv;
  }

  /** Includes objects in the folders of groups, and sets the order. */
  public void setRecursive(WalkOrder walkOrder) {
    recursive = true;
    this.walkOrder = walkOrder;
  }

  /** Includes objects in the folders of groups, which follow their group. */
  public void setRecursive() {
    setRecursive(WalkOrder.TILEDB_PREORDER);
  }

  /** Excludes objects in the folders of groups. */
  public void setNonRecursive() {
    recursive = false;
  }

  /** Returns whether groups are returned. */
  public boolean isGroup() {
    return group;
  }

  /** Sets whether groups are returned. */
  public void setGroup(boolean group) {
    this.group = group;
  }

  /** Returns whether arrays are returned. */
  public boolean isArray() {
    return array;
  }

  /** Sets whether arrays are returned. */
  public void setArray(boolean array) {
    this.array = array;
  }

  /** Returns the value that was set for key-value stores, which has no effect. */
  public boolean isKv() {
    return kv;
  }

  /** Sets a value for key-value stores, which has no effect. */
  public void setKv(boolean kv) {
    this.kv = kv;
  }

  /** Returns the order. */
  public WalkOrder getWalkOrder() {
    return walkOrder;
  }

  /** Sets the order. */
  public void setWalkOrder(WalkOrder walkOrder) {
    this.walkOrder = walkOrder;
  }

  /**
   * Lists the objects.
   *
   * @throws TileDBError if a folder cannot be listed
   */
  public List<TileDBObject> getAllObjects() throws TileDBError {
    List<TileDBObject> objects = new ArrayList<>();
    Calls.run(ctx, () -> collect(ctx.engine().catalog(), Location.of(root), objects));
    return objects;
  }

  private void collect(Catalog catalog, Location folder, List<TileDBObject> objects) {
    for (Catalog.Entry entry : catalog.list(folder)) {
      TileDBObjectType type = TileDBObject.type(entry.type());
      boolean isGroup = type == TileDBObjectType.TILEDB_GROUP;
      TileDBObject object = new TileDBObject(ctx, Stored.uri(entry.location()), type);
      boolean wanted = isGroup ? group : array;
      if (wanted && walkOrder == WalkOrder.TILEDB_PREORDER) {
        objects.add(object);
      }
      if (isGroup && recursive) {
        collect(catalog, entry.location(), objects);
      }
      if (wanted && walkOrder == WalkOrder.TILEDB_POSTORDER) {
        objects.add(object);
      }
    }
  }
}
