package io.azulejo.internal.format;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import java.util.List;

/**
 * Encodes and decodes the dimensions of an array: their number, then each dimension. Before version
 * 5, all dimensions share one type, which comes first.
 */
final class DomainFormat {
  private DomainFormat() {}

  static List<Dimension> transfer(Wire wire, List<Dimension> dimensions) {
    wire.check(
        dimensions == null || !dimensions.isEmpty(),
        "dimensions",
        "an array must have at least one dimension");
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
    wire.check(!transferred.isEmpty(), "dimensions", "an array must have at least one dimension");
    return transferred;
  }
}
