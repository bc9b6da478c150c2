package io.azulejo.internal.format;

import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import java.util.ArrayList;
import java.util.List;

/**
 * Derives the filters that apply in a fragment from the filters of its schema and the format
 * version.
 */
final class EffectiveFilters {
  private EffectiveFilters() {}

  /**
   * Returns the filters that have an effect. Before version 20, BIT_WIDTH_REDUCTION and
   * POSITIVE_DELTA pass datetimes and times through unchanged.
   *
   * @param pipeline the filters in the schema
   * @param type the type of the field
   * @param version the version of the fragment
   */
  static FilterPipeline of(FilterPipeline pipeline, Datatype type, FormatVersion version) {
    if (version.appliesIntegerFiltersToDatetimes()) {
      return pipeline;
    }
    List<Filter> kept = new ArrayList<>();
    Datatype current = type;
    for (Filter filter : pipeline.filters()) {
      boolean reduces =
          filter.type() == Filter.Type.BIT_WIDTH_REDUCTION
              || filter.type() == Filter.Type.POSITIVE_DELTA;
      if (!reduces || !(current.isDatetime() || current.isTime())) {
        kept.add(filter);
      }
      current = outputOf(filter, current);
    }
    return FilterPipeline.of(pipeline.maxChunkSize(), kept);
  }

  /**
   * Returns the output type of a filter. Callers only need to know whether it is a datetime or a
   * time.
   */
  private static Datatype outputOf(Filter filter, Datatype input) {
    return switch (filter.type()) {
      case XOR, SCALE_FLOAT -> Datatype.INT64;
      case DELTA, DOUBLE_DELTA ->
          filter.reinterpret() == Datatype.ANY ? input : filter.reinterpret();
      default -> input;
    };
  }

  /**
   * Returns the filters for the files of a single dimension. Since schema version 5, a dimension
   * without filters of its own uses the default filters for coordinates.
   */
  static FilterPipeline ofDimension(StoredSchema written, Dimension dimension) {
    boolean inherits = dimension.filters().isEmpty() && written.version().hasDimensionFiles();
    return inherits ? written.schema().coordsFilters() : dimension.filters();
  }

  /**
   * Returns whether the filtered data of a string field includes the offsets.
   *
   * @param version the version of the schema that the fragment was written with
   */
  static boolean keepOffsets(FilterPipeline pipeline, Datatype type, FormatVersion version) {
    boolean rle = pipeline.has(Filter.Type.RLE);
    boolean dictionary = pipeline.has(Filter.Type.DICTIONARY);
    return switch (type) {
      case STRING_ASCII ->
          (rle && version.keepsOffsetsInAsciiRle())
              || (dictionary && version.keepsOffsetsInAsciiDictionary());
      case STRING_UTF8 -> (rle || dictionary) && version.keepsOffsetsInUtf8();
      default -> false;
    };
  }

  /** Returns whether early TileDB versions classified a filter as a compressor. */
  static boolean compresses(Filter filter) {
    return switch (filter.type()) {
      case GZIP, ZSTD, LZ4, RLE, BZIP2, DOUBLE_DELTA -> true;
      default -> false;
    };
  }
}
