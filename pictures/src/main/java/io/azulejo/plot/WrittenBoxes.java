package io.azulejo.plot;

import io.azulejo.Array;
import io.azulejo.FragmentInfo;
import io.azulejo.query.Subarray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;

/**
 * The boxes of a dense array that something was written in, without those that were not: for
 * whoever wants no fill values.
 */
final class WrittenBoxes {
  private static final int MAX_BOXES = 64;

  private final ArraySchema schema;
  private final long flip;

  private WrittenBoxes(ArraySchema schema) {
    this.schema = schema;
    // Coordinates in the signed order of 64 bits.
    flip = schema.dimensions().get(0).type() == Datatype.UINT64 ? Long.MIN_VALUE : 0;
  }

  /**
   * The parts of a part of an array that were written, which have no cell in common; the part
   * itself where these would be very many, or where it has several ranges of a dimension.
   */
  static List<Subarray> of(Array array, Subarray part) {
    WrittenBoxes boxes = new WrittenBoxes(array.schema());
    long[][] wanted = boxes.wanted(array, part);
    if (wanted == null) {
      return List.of(part);
    }
    List<long[][]> apart = new ArrayList<>();
    for (FragmentInfo fragment : array.fragments()) {
      if (fragment.nonEmptyDomain().isPresent()) {
        List<long[][]> pieces = new ArrayList<>();
        long[][] common = common(boxes.box(fragment.nonEmptyDomain().get()), wanted);
        if (common != null) {
          pieces.add(common);
        }
        for (long[][] other : apart) {
          List<long[][]> left = new ArrayList<>();
          pieces.forEach(piece -> left.addAll(without(piece, other)));
          pieces = left;
        }
        apart.addAll(pieces);
        if (apart.size() > MAX_BOXES) {
          return List.of(part);
        }
      }
    }
    return apart.stream().map(boxes::subarray).toList();
  }

  /** The lower and the upper ends of what is wanted; null for several ranges. */
  private long[][] wanted(Array array, Subarray part) {
    if (array.nonEmptyDomain().isEmpty()) {
      return null;
    }
    List<Range> ranges = new ArrayList<>();
    for (int d = 0; d < schema.dimensions().size(); d++) {
      List<Range> given = part.ranges().get(schema.dimensions().get(d).name());
      if (given != null && given.size() != 1) {
        return null;
      }
      ranges.add(given == null ? array.nonEmptyDomain().get().get(d) : given.get(0));
    }
    return box(new NDRange(ranges));
  }

  private long[][] box(NDRange box) {
    long[][] ends = new long[2][box.size()];
    for (int d = 0; d < box.size(); d++) {
      Range.Longs longs = (Range.Longs) box.get(d);
      ends[0][d] = longs.low() ^ flip;
      ends[1][d] = longs.high() ^ flip;
    }
    return ends;
  }

  private static long[][] common(long[][] a, long[][] b) {
    long[][] common = new long[2][a[0].length];
    for (int d = 0; d < a[0].length; d++) {
      common[0][d] = Math.max(a[0][d], b[0][d]);
      common[1][d] = Math.min(a[1][d], b[1][d]);
      if (common[0][d] > common[1][d]) {
        return null;
      }
    }
    return common;
  }

  /** What is left of a box without another: on both sides of it, dimension after dimension. */
  private static List<long[][]> without(long[][] box, long[][] other) {
    long[][] common = common(box, other);
    if (common == null) {
      return List.<long[][]>of(box);
    }
    List<long[][]> left = new ArrayList<>();
    long[][] rest = {box[0].clone(), box[1].clone()};
    for (int d = 0; d < box[0].length; d++) {
      if (rest[0][d] < common[0][d]) {
        long[][] below = {rest[0].clone(), rest[1].clone()};
        below[1][d] = common[0][d] - 1;
        left.add(below);
      }
      if (rest[1][d] > common[1][d]) {
        long[][] above = {rest[0].clone(), rest[1].clone()};
        above[0][d] = common[1][d] + 1;
        left.add(above);
      }
      rest[0][d] = common[0][d];
      rest[1][d] = common[1][d];
    }
    return left;
  }

  private Subarray subarray(long[][] box) {
    Subarray part = Subarray.ALL;
    for (int d = 0; d < box[0].length; d++) {
      part = part.and(schema.dimensions().get(d).name(), box[0][d] ^ flip, box[1][d] ^ flip);
    }
    return part;
  }
}
