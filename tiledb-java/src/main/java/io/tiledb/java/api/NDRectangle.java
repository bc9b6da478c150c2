package io.tiledb.java.api;

import io.azulejo.schema.NDRange;
import io.tiledb.libtiledb.SWIGTYPE_p_tiledb_ndrectangle_t;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A box in a domain: one range for each dimension. Setting a range copies its bounds. */
public class NDRectangle implements AutoCloseable {
  private final Context ctx;
  private final Domain domain;
  private final io.azulejo.schema.@Nullable Range[] ranges;

  /** Creates a box without ranges. */
  public NDRectangle(Context ctx, Domain domain) throws TileDBError {
    this.ctx = ctx;
    this.domain = domain;
    this.ranges = new io.azulejo.schema.Range[(int) domain.getNDim()];
  }

  /** Creates the facade of a box of the engine. */
  NDRectangle(Context ctx, Domain domain, NDRange box) {
    this.ctx = ctx;
    this.domain = domain;
    this.ranges = box.ranges().toArray(new io.azulejo.schema.Range[0]);
  }

  /**
   * Returns the engine's box.
   *
   * @throws TileDBError if a dimension has no range
   */
  NDRange toEngine() throws TileDBError {
    List<io.azulejo.schema.Range> box = new ArrayList<>();
    for (int i = 0; i < ranges.length; i++) {
      box.add(range(i));
    }
    return new NDRange(box);
  }

  private io.azulejo.schema.Range range(int index) throws TileDBError {
    io.azulejo.schema.Range range = ranges[index];
    if (range == null) {
      throw new TileDBError(
          "the rectangle has no range for dimension \"%s\"; set one"
              .formatted(domain.getDimension(index).getName()));
    }
    return range;
  }

  /** Returns an opaque handle of this box. */
  public SWIGTYPE_p_tiledb_ndrectangle_t getndrectanglep() {
    return new SWIGTYPE_p_tiledb_ndrectangle_t(this);
  }

  /**
   * Sets the range of a dimension.
   *
   * @param dimIdx the index of the dimension
   * @param range a range with both bounds set; for strings, also with their sizes
   */
  public void setRange(long dimIdx, Range range) throws TileDBError {
    Datatype type = domain.getDimension(dimIdx).getType();
    ranges[(int) dimIdx] =
        type.isStringType()
            ? Ranges.of(range.getMinVar(), range.getMaxVar(), type)
            : Ranges.of(range.getMin(), range.getMax(), type);
  }

  /**
   * Returns the range of a dimension.
   *
   * @param dimIdx the index of the dimension
   * @throws TileDBError if the range was not set
   */
  public Range getRange(long dimIdx) throws TileDBError {
    Datatype type = domain.getDimension(dimIdx).getType();
    io.azulejo.schema.Range stored = range((int) dimIdx);
    Range range = new Range(ctx, domain, dimIdx);
    if (stored instanceof io.azulejo.schema.Range.Strings strings) {
      range.setMinSize(strings.low().length);
      range.setMaxSize(strings.high().length);
    }
    Pair<Object, Object> ends = Ranges.ends(stored, type);
    range.setMin(ends.getFirst());
    range.setMax(ends.getSecond());
    return range;
  }

  /** Does nothing: a box holds no resources. */
  @Override
  public void close() {}
}
