package io.azulejo.internal.format;

import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Range;
import java.util.Optional;

/**
 * Encodes and decodes a {@link Dimension}: its name, its domain, and its extent unless that is
 * marked as null. Since version 5, its type, number of values and filters follow the name.
 */
final class DimensionFormat {
  private DimensionFormat() {}

  /**
   * Transfers a dimension.
   *
   * @param shared the type that all dimensions share before version 5; otherwise null
   */
  static Dimension transfer(Wire wire, Datatype shared, Dimension dimension) {
    boolean own = wire.version().hasDimensionFiles();
    String name = wire.string32("name", dimension, Dimension::name);
    Datatype type =
        own
            ? wire.code("type", Codes.DATATYPES, dimension, Dimension::type)
            : wire.absent("type", shared, dimension, Dimension::type);
    wire.check(type.isDimensionType(), "type", "a dimension cannot have type %s", type);
    int cellValNum =
        own
            ? wire.i32("cell_val_num", dimension, Dimension::cellValNum)
            : wire.absent("cell_val_num", 1, dimension, Dimension::cellValNum);
    boolean text = type == Datatype.STRING_ASCII;
    wire.check(
        cellValNum == (text ? Attribute.VAR : 1),
        "cell_val_num",
        "a coordinate of %s has %s, not %s",
        type,
        text ? "a variable number of values" : "one value",
        Integer.toUnsignedString(cellValNum));
    FilterPipeline filters =
        own
            ? wire.struct("filters", FilterPipelineFormat::transfer, dimension, Dimension::filters)
            : wire.absent("filters", FilterPipeline.EMPTY, dimension, Dimension::filters);
    Optional<Range> domain = domain(wire, type, dimension);
    Optional<Number> extent = extent(wire, type, domain, dimension);
    return Dimension.asStored(name, type, cellValNum, filters, domain, extent);
  }

  private static Optional<Range> domain(Wire wire, Datatype type, Dimension dimension) {
    boolean text = type == Datatype.STRING_ASCII;
    wire.check(
        dimension == null || dimension.domain().isPresent() == !text,
        "domain",
        text ? "a string dimension cannot have a domain" : "the domain is missing");
    int size = text ? 0 : 2 * type.size();
    if (wire.version().hasDimensionFiles()) {
      long length = wire.i64("domain_length", dimension, d -> size);
      wire.check(
          length == size,
          "domain_length",
          "%s bytes instead of %d",
          Long.toUnsignedString(length),
          size);
    }
    if (text) {
      return Optional.empty();
    }
    Range domain =
        wire.struct(
            "domain",
            (w, range) -> RangeFormat.fixed(w, type, range),
            dimension,
            d -> d.domain().orElseThrow());
    wire.check(
        isOrdered(type, domain),
        "domain",
        "%s is not a valid domain (expected low <= high, and no NaN)",
        domain);
    return Optional.of(domain);
  }

  /**
   * Returns whether the lower bound is at most the upper bound and neither is NaN. Always true for
   * strings.
   */
  static boolean isOrdered(Datatype type, Range range) {
    if (range instanceof Range.Doubles doubles) {
      return doubles.low() <= doubles.high();
    }
    if (range instanceof Range.Longs longs) {
      return type.isUnsigned()
          ? Long.compareUnsigned(longs.low(), longs.high()) <= 0
          : longs.low() <= longs.high();
    }
    return true;
  }

  private static Optional<Number> extent(
      Wire wire, Datatype type, Optional<Range> domain, Dimension dimension) {
    boolean none = wire.bool("null_extent", dimension, d -> d.extent().isEmpty());
    wire.check(
        none || type != Datatype.STRING_ASCII,
        "null_extent",
        "a string dimension cannot have an extent");
    if (none) {
      return Optional.empty();
    }
    if (type.isFloatingPoint()) {
      double extent =
          RangeFormat.floatingPoint(
              wire, "extent", type, dimension, d -> d.extent().orElseThrow().doubleValue());
      Range.Doubles bounds = (Range.Doubles) domain.orElseThrow();
      // The reference engine sets a missing extent to high - low, which is 0 for a single value.
      wire.check(
          extent > 0 || (extent == 0 && bounds.low() == bounds.high()),
          "extent",
          "%s is not positive",
          extent);
      return Optional.of(extent);
    }
    // Extents are unsigned even if the type is signed: if a domain has no extent, its own length
    // becomes the extent.
    long extent =
        RangeFormat.integer(
            wire, "extent", type, dimension, d -> d.extent().orElseThrow().longValue());
    wire.check(extent != 0, "extent", "a tile must hold at least one cell");
    return Optional.of(extent);
  }
}
