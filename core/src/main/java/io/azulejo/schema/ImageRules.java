package io.azulejo.schema;

import static io.azulejo.schema.Rule.require;

import java.util.List;

/** Validation rules for attributes whose tiles the WEBP filter stores as images. */
final class ImageRules {
  private static final int MAX_PIXELS = 16383;
  private static final float MAX_QUALITY = 100;

  private ImageRules() {}

  /**
   * Checks a WEBP filter and its input.
   *
   * @param type type of the filter's input
   * @param wholeValues whether the input consists of whole values
   */
  static void checkFilter(String field, Datatype type, boolean wholeValues, Filter webp) {
    require(
        type == Datatype.UINT8 && wholeValues,
        "%s: WEBP applies to unfiltered UINT8 pixels, not to %s; make it the first filter"
            + " of a UINT8 attribute",
        field,
        wholeValues ? type : "compressed data");
    require(
        depth(webp.pixelFormat()) > 0,
        "%s: WEBP needs a pixel format; set RGB, BGR, RGBA or BGRA",
        field);
    require(
        webp.quality() >= 0 && webp.quality() <= MAX_QUALITY,
        "%s: WEBP quality %s is out of range (0..100)",
        field,
        webp.quality());
  }

  /** Checks that a pipeline does not contain WEBP. */
  static void checkNone(String field, FilterPipeline pipeline) {
    require(
        !pipeline.has(Filter.Type.WEBP),
        "%s: WEBP applies only to UINT8 attributes of dense arrays; remove it",
        field);
  }

  /** Checks that the tiles of an attribute can be images if it has a WEBP filter. */
  static void checkAttribute(ArraySchema schema, Attribute attribute) {
    for (Filter filter : attribute.filters().filters()) {
      if (filter.type() == Filter.Type.WEBP) {
        checkCells(attribute);
        checkArray(schema, attribute);
        checkSides(attribute, filter);
      }
    }
  }

  private static void checkCells(Attribute attribute) {
    require(
        attribute.type() == Datatype.UINT8 && attribute.cellValNum() == 1,
        "attribute \"%s\": WEBP needs cells of one UINT8; give each component of a pixel"
            + " its own column",
        attribute.name());
  }

  private static void checkArray(ArraySchema schema, Attribute attribute) {
    List<Dimension> dimensions = schema.dimensions();
    require(
        schema.isDense()
            && dimensions.size() == 2
            && dimensions.stream().allMatch(d -> d.type().isInteger()),
        "attribute \"%s\": WEBP needs a dense array of two integer dimensions, not %s of %s",
        attribute.name(),
        schema.isDense() ? "a dense one" : "a sparse one",
        dimensions.stream().map(Dimension::type).toList());
  }

  private static void checkSides(Attribute attribute, Filter webp) {
    int depth = depth(webp.pixelFormat());
    require(
        webp.xExtent() % depth == 0,
        "attribute \"%s\": tiles have rows of %d bytes, but a pixel of %s has %d; make"
            + " the extent of the second dimension a multiple of that",
        attribute.name(),
        webp.xExtent(),
        webp.pixelFormat(),
        depth);
    require(
        webp.yExtent() <= MAX_PIXELS && webp.xExtent() <= MAX_PIXELS * depth,
        "attribute \"%s\": WEBP images have at most %d x %d pixels; use extents of at"
            + " most %d and %d",
        attribute.name(),
        MAX_PIXELS,
        MAX_PIXELS,
        MAX_PIXELS,
        MAX_PIXELS * depth);
  }

  private static int depth(Filter.PixelFormat format) {
    return switch (format) {
      case NONE -> 0;
      case RGB, BGR -> 3;
      case RGBA, BGRA -> 4;
    };
  }
}
