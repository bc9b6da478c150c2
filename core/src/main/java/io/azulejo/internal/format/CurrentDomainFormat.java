package io.azulejo.internal.format;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Encodes and decodes the current domain. The fields are its own version number, a flag that tells
 * whether it is missing, its type (always a box), and one range per dimension.
 */
final class CurrentDomainFormat {
  private static final int VERSION = 0;
  private static final int BOX = 0;

  private CurrentDomainFormat() {}

  static Optional<NDRange> transfer(
      Wire wire, List<Dimension> dimensions, Optional<NDRange> current) {
    wire.ownVersion("current domain", VERSION, VERSION, current, c -> VERSION);
    boolean none = wire.bool("empty", current, Optional::isEmpty);
    if (none) {
      return Optional.empty();
    }
    int kind = wire.u8("type", current, c -> BOX);
    wire.check(kind == BOX, "type", "%d is not a type of current domain (expected 0, a box)", kind);
    List<Range> ranges = new ArrayList<>();
    for (int i = 0; i < dimensions.size(); i++) {
      int d = i;
      Dimension dimension = dimensions.get(d);
      Range range =
          wire.struct(
              "ranges[" + d + "]",
              (w, r) -> RangeFormat.transfer(w, dimension, r),
              current,
              c -> c.orElseThrow().get(d));
      wire.check(
          isWithin(dimension, range),
          "ranges[" + d + "]",
          "%s is not a range within %s",
          range,
          dimension.domain().map(Range::toString).orElse("all strings"));
      ranges.add(range);
    }
    return Optional.of(new NDRange(ranges));
  }

  private static boolean isWithin(Dimension dimension, Range range) {
    Datatype type = dimension.type();
    if (!DimensionFormat.isOrdered(type, range)) {
      return false;
    }
    if (range instanceof Range.Longs part) {
      Range.Longs all = (Range.Longs) dimension.domain().orElseThrow();
      return DimensionFormat.isOrdered(type, new Range.Longs(all.low(), part.low()))
          && DimensionFormat.isOrdered(type, new Range.Longs(part.high(), all.high()));
    }
    if (range instanceof Range.Doubles part) {
      Range.Doubles all = (Range.Doubles) dimension.domain().orElseThrow();
      return all.low() <= part.low() && part.high() <= all.high();
    }
    return true;
  }
}
