package io.azulejo.schema;

import java.util.List;

/** Fills in the parts of a new schema that follow from its other parts. */
final class SchemaCompletion {
  private SchemaCompletion() {}

  /** Returns the dimensions with missing extents filled in. In Hilbert order, they stay missing. */
  static List<Dimension> dimensions(List<Dimension> dimensions, Layout cellOrder) {
    return cellOrder == Layout.HILBERT
        ? dimensions
        : dimensions.stream().map(DimensionNumbers::withExtent).toList();
  }

  /**
   * Returns the attributes with the image sizes of WEBP filters set to the tile size. Attributes
   * stay unchanged unless the array has two dimensions with integer extents.
   */
  static List<Attribute> attributes(List<Attribute> attributes, List<Dimension> dimensions) {
    if (dimensions.size() != 2 || dimensions.stream().anyMatch(d -> !hasIntegerExtent(d))) {
      return attributes;
    }
    int rows = side(dimensions.get(0));
    int columns = side(dimensions.get(1));
    return attributes.stream().map(a -> withImages(a, rows, columns)).toList();
  }

  private static Attribute withImages(Attribute attribute, int rows, int columns) {
    FilterPipeline pipeline = attribute.filters();
    if (!pipeline.has(Filter.Type.WEBP)) {
      return attribute;
    }
    List<Filter> filters =
        pipeline.filters().stream()
            .map(f -> f.type() == Filter.Type.WEBP ? sized(f, rows, columns) : f)
            .toList();
    return attribute.toBuilder()
        .filters(FilterPipeline.of(pipeline.maxChunkSize(), filters))
        .build();
  }

  private static Filter sized(Filter webp, int rows, int columns) {
    return Filter.webp(webp.quality(), webp.pixelFormat(), webp.isLossless(), rows, columns);
  }

  private static boolean hasIntegerExtent(Dimension dimension) {
    return dimension.type().isIntegerValued() && dimension.extent().isPresent();
  }

  /**
   * Returns the tile length, capped at {@link Integer#MAX_VALUE}. Images cannot be that large
   * anyway.
   */
  private static int side(Dimension dimension) {
    long length = dimension.tileLength();
    return length < 0 || length > Integer.MAX_VALUE ? Integer.MAX_VALUE : (int) length;
  }
}
