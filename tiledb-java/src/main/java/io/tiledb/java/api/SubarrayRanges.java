package io.tiledb.java.api;

import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Range;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The ranges of a {@link SubArray}, by dimension. Not thread-safe. */
final class SubarrayRanges {
  /** The ranges of one dimension, which are ranges of its label if there is one. */
  private static final class Axis {
    final List<Range> ranges = new ArrayList<>();
    @Nullable DimensionLabel label;
  }

  private final ArraySchema schema;
  private final List<Axis> axes = new ArrayList<>();
  private boolean cropping = true;
  private boolean coalescing = true;

  SubarrayRanges(ArraySchema schema) {
    this.schema = schema;
    for (int i = 0; i < schema.dimensions().size(); i++) {
      axes.add(new Axis());
    }
  }

  /** Sets whether ranges outside the domain are cropped, instead of being errors. */
  void cropping(boolean flag) {
    cropping = flag;
  }

  /** Sets whether adjacent ranges are joined. */
  void coalescing(boolean flag) {
    coalescing = flag;
  }

  /** Returns the index of a dimension. */
  int index(String name) throws TileDBError {
    for (int i = 0; i < axes.size(); i++) {
      if (schema.dimensions().get(i).name().equals(name)) {
        return i;
      }
    }
    throw new TileDBError("the array has no dimension \"" + name + "\"");
  }

  private Dimension dimension(long index) throws TileDBError {
    if (index < 0 || index >= axes.size()) {
      throw new TileDBError(
          "the array has %d dimensions, counted from 0; got dimension %d"
              .formatted(axes.size(), index));
    }
    return schema.dimensions().get((int) index);
  }

  void requireNoStride(@Nullable Object stride) throws TileDBError {
    if (stride != null) {
      throw new TileDBError("ranges cannot have a stride; pass null");
    }
  }

  void requireStrings(int index) throws TileDBError {
    if (!dimension(index).isVar()) {
      throw new TileDBError(
          "dimension \"%s\" does not have strings; use the methods for fixed-size ranges"
              .formatted(dimension(index).name()));
    }
  }

  void add(int index, Object start, Object end) throws TileDBError {
    Dimension dimension = dimension(index);
    Axis axis = axes.get(index);
    if (axis.label != null) {
      throw new TileDBError(
          "dimension \"%s\" already has ranges of the label \"%s\""
              .formatted(dimension.name(), axis.label.name()));
    }
    Datatype type = Datatype.ofEngine(dimension.type());
    add(axis.ranges, within(dimension, checked(start, end, type, dimension.name())), type);
  }

  private static Range checked(Object start, Object end, Datatype type, String name)
      throws TileDBError {
    Types.javaTypeCheck(start.getClass(), type.javaClass());
    Types.javaTypeCheck(end.getClass(), type.javaClass());
    Range range = Ranges.of(start, end, type);
    if (!Ranges.overlap(range, range, type)) {
      throw new TileDBError("range [%s, %s] of \"%s\" is not in order".formatted(start, end, name));
    }
    return range;
  }

  /** Returns a range that is cropped to the domain; its nearest coordinate for one outside. */
  private Range within(Dimension dimension, Range range) throws TileDBError {
    Range domain = dimension.domain().orElse(range);
    Range inside =
        range
            .intersection(domain, dimension.type())
            .orElseGet(() -> Ranges.nearest(range, domain, Datatype.ofEngine(dimension.type())));
    if (!cropping && !inside.equals(range)) {
      throw new TileDBError(
          "range %s is outside the domain %s of dimension \"%s\""
              .formatted(range, domain, dimension.name()));
    }
    return inside;
  }

  private void add(List<Range> ranges, Range range, Datatype type) {
    int last = ranges.size() - 1;
    if (coalescing && last >= 0 && Ranges.continues(ranges.get(last), range, type)) {
      ranges.set(last, Ranges.union(ranges.get(last), range, type));
    } else {
      ranges.add(range);
    }
  }

  int count(int index) throws TileDBError {
    dimension(index);
    Axis axis = axes.get(index);
    return axis.label == null ? Math.max(1, axis.ranges.size()) : 0;
  }

  Pair<Object, Object> get(int index, long range) throws TileDBError {
    Dimension dimension = dimension(index);
    Axis axis = axes.get(index);
    Datatype type = Datatype.ofEngine(dimension.type());
    if (axis.ranges.isEmpty() && range == 0) {
      return dimension.domain().map(d -> Ranges.ends(d, type)).orElse(new Pair<>("", ""));
    }
    return Ranges.ends(range(axis, axis.label == null, range, dimension.name()), type);
  }

  private static Range range(Axis axis, boolean fits, long index, String name) throws TileDBError {
    int count = fits ? axis.ranges.size() : 0;
    if (index < 0 || index >= count) {
      throw new TileDBError(
          "\"%s\" has %d ranges, counted from 0; got range %d".formatted(name, count, index));
    }
    return axis.ranges.get((int) index);
  }

  /** Replaces all ranges. The array has two coordinates for each dimension. */
  void set(NativeArray ends) throws TileDBError {
    for (Dimension dimension : schema.dimensions()) {
      Types.typeCheck(ends.getNativeType(), Datatype.ofEngine(dimension.type()));
    }
    if (ends.getSize() < 2 * axes.size()) {
      throw new TileDBError(
          "the subarray has %d coordinates; %d dimensions need %d"
              .formatted(ends.getSize(), axes.size(), 2 * axes.size()));
    }
    for (int i = 0; i < axes.size(); i++) {
      axes.get(i).ranges.clear();
      axes.get(i).label = null;
      add(i, ends.getItem(2 * i), ends.getItem(2 * i + 1));
    }
  }

  /** Replaces all ranges. The buffer has two coordinates for each dimension. */
  void set(ByteBuffer ends) throws TileDBError {
    Datatype type = Datatype.ofEngine(schema.dimensions().get(0).type());
    set(new NativeArray(type, ends, ends.capacity() / type.getNativeSize()));
  }

  private DimensionLabel label(String name) throws TileDBError {
    for (DimensionLabel label : schema.labels()) {
      if (label.name().equals(name)) {
        return label;
      }
    }
    throw new TileDBError("the array has no dimension label \"" + name + "\"");
  }

  void addLabel(String name, Object start, Object end) throws TileDBError {
    DimensionLabel label = label(name);
    Axis axis = axes.get(label.dimension());
    if (axis.label == null && !axis.ranges.isEmpty()
        || axis.label != null && !axis.label.equals(label)) {
      throw new TileDBError(
          "the dimension of label \"%s\" already has other ranges".formatted(name));
    }
    axis.ranges.add(checked(start, end, Datatype.ofEngine(label.type()), name));
    axis.label = label;
  }

  int labelCount(String name) throws TileDBError {
    DimensionLabel label = label(name);
    Axis axis = axes.get(label.dimension());
    return label.equals(axis.label) ? axis.ranges.size() : 0;
  }

  Pair<Object, Object> getLabel(String name, long index) throws TileDBError {
    DimensionLabel label = label(name);
    Axis axis = axes.get(label.dimension());
    return Ranges.ends(
        range(axis, label.equals(axis.label), index, name), Datatype.ofEngine(label.type()));
  }

  boolean hasLabel(long index) throws TileDBError {
    dimension(index);
    return axes.get((int) index).label != null;
  }

  String labelName(long index) throws TileDBError {
    Dimension dimension = dimension(index);
    DimensionLabel label = axes.get((int) index).label;
    if (label == null) {
      throw new TileDBError(
          "dimension \"%s\" has no ranges of a label".formatted(dimension.name()));
    }
    return label.name();
  }

  /**
   * Returns the engine's subarray.
   *
   * @param complete whether dimensions without a range get their domain as range
   */
  Subarray toEngine(boolean complete) {
    Subarray subarray = Subarray.ALL;
    for (int i = 0; i < axes.size(); i++) {
      Axis axis = axes.get(i);
      Dimension dimension = schema.dimensions().get(i);
      if (!axis.ranges.isEmpty()) {
        String name = axis.label == null ? dimension.name() : axis.label.name();
        subarray = subarray.and(name, axis.ranges);
      } else if (complete && dimension.domain().isPresent()) {
        subarray = subarray.and(dimension.name(), dimension.domain().get());
      }
    }
    return subarray;
  }
}
