package io.azulejo.internal.format;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import java.util.List;

/**
 * On-disk form of the dimensions of an array: the type of all of them, where they have no types of
 * their own, their number, and each one.
 */
final class DomainFormat {
  private DomainFormat() {}

  static List<Dimension> transfer(Wire wire, List<Dimension> dimensions) {
    wire.check(
        dimensions == null || !dimensions.isEmpty(), "dimensions", "an array without dimensions");
    Datatype shared =
        wire.version().hasDimensionFiles()
            ? null
            : wire.code("type", Codes.DATATYPES, dimensions, all -> all.get(0).type());
    List<Dimension> transferred =
        wire.list32(
            "dimensions",
            (w, dimension) -> DimensionFormat.transfer(w, shared, dimension),
            dimensions,
            all -> all);
    wire.check(!transferred.isEmpty(), "dimensions", "an array without dimensions");
    return transferred;
  }
}
