package io.tiledb.java.api;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The dimensions of an array, in order.
 *
 * <p>Unlike in the native library, a domain remains usable after {@link #close}.
 */
@SuppressWarnings("rawtypes") // the signatures of TileDB-Java
public class Domain implements AutoCloseable {
  private final List<Dimension> dimensions = new ArrayList<>();

  /** Creates a domain without dimensions. */
  public Domain(Context ctx) throws TileDBError {}

  /** Creates the facade of the domain of a stored schema. */
  Domain(Context ctx, List<io.azulejo.schema.Dimension> stored) throws TileDBError {
    for (io.azulejo.schema.Dimension dimension : stored) {
      dimensions.add(new Dimension<Object>(ctx, dimension));
    }
  }

  /**
   * Returns the type of all dimensions.
   *
   * @throws TileDBError if the dimensions have different types, or if there are none
   */
  public Datatype getType() throws TileDBError {
    if (dimensions.isEmpty()) {
      throw new TileDBError("the domain has no dimensions, and thus no type");
    }
    Datatype type = dimensions.get(0).getType();
    for (Dimension dimension : dimensions) {
      if (dimension.getType() != type) {
        throw new TileDBError(
            "the dimensions have different types, such as %s and %s; use Dimension.getType"
                .formatted(type, dimension.getType()));
      }
    }
    return type;
  }

  /**
   * Returns the number of dimensions.
   *
   * @deprecated use {@link #getNDim}
   */
  @Deprecated
  public long getRank() throws TileDBError {
    return getNDim();
  }

  /** Returns the number of dimensions. */
  public long getNDim() throws TileDBError {
    return dimensions.size();
  }

  /** Returns the dimensions in a new list. */
  public List<Dimension> getDimensions() throws TileDBError {
    return new ArrayList<>(dimensions);
  }

  /** Returns whether a dimension has this name. */
  public boolean hasDimension(String name) throws TileDBError {
    return find(name) != null;
  }

  private @Nullable Dimension find(String name) throws TileDBError {
    for (Dimension dimension : dimensions) {
      if (dimension.getName().equals(name)) {
        return dimension;
      }
    }
    return null;
  }

  /**
   * Returns the dimension with a name.
   *
   * @throws TileDBError if no dimension has this name
   */
  public Dimension getDimension(String name) throws TileDBError {
    Dimension dimension = find(name);
    if (dimension == null) {
      throw new TileDBError("the domain has no dimension \"" + name + "\"");
    }
    return dimension;
  }

  /**
   * Returns the dimension at an index.
   *
   * @throws TileDBError if the index is out of range
   */
  public Dimension getDimension(Long idx) throws TileDBError {
    return dimension(idx);
  }

  /**
   * Returns the dimension at an index.
   *
   * @throws TileDBError if the index is out of range
   */
  public Dimension getDimension(Integer idx) throws TileDBError {
    return dimension(idx);
  }

  private Dimension dimension(long index) throws TileDBError {
    if (index < 0 || index >= dimensions.size()) {
      throw new TileDBError(
          "the domain has %d dimensions, counted from 0; got dimension %d"
              .formatted(dimensions.size(), index));
    }
    return dimensions.get((int) index);
  }

  /** Adds a dimension after the others. */
  public Domain addDimension(Dimension dimension) throws TileDBError {
    dimensions.add(dimension);
    return this;
  }

  /** Adds dimensions after the others. */
  public void addDimensions(Collection<Dimension> dims) throws TileDBError {
    dimensions.addAll(dims);
  }

  /** Returns the descriptions of the dimensions. */
  @Override
  public String toString() {
    StringBuilder text = new StringBuilder();
    dimensions.forEach(text::append);
    return text.toString();
  }

  /** Prints a description of the domain. Releases of TileDB-Java before 0.31 had this method. */
  public void dump() throws TileDBError {
    System.out.print(this);
  }

  /**
   * Writes a description of the domain to a file. Releases of TileDB-Java before 0.31 had this
   * method.
   */
  public void dump(String filename) throws TileDBError {
    Stored.write(filename, toString());
  }

  /** Does nothing: a domain holds no resources. */
  @Override
  public void close() {}
}
