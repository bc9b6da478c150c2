package io.azulejo.imports.rows;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.DuplicatePolicy;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.VarColumn;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Chooses filters that compress a sample of cells well. Filters are tried on the cells in the order
 * in which the array stores them.
 */
final class FilterChoice {
  private static final Filter ZSTD = Filter.zstd(-1);
  private static final FilterPipeline PLAIN = FilterPipeline.of(ZSTD);

  private static final List<FilterPipeline> OFFSETS =
      List.of(PLAIN, FilterPipeline.of(Filter.doubleDelta(), ZSTD));

  /** Additional filters must reduce the size by at least 1/WORTH compared to ZSTD alone. */
  private static final int WORTH = 20;

  private final ArraySchema bare;
  private final Map<String, FilterPipeline> chosen = new HashMap<>();
  private FilterPipeline offsets = PLAIN;

  private FilterChoice(ArraySchema bare) {
    this.bare = bare;
  }

  /**
   * Returns a copy of a schema with filters that suit a sample of cells.
   *
   * @param schema schema without filters
   * @param sample cells of all attributes; for a sparse array also of all dimensions
   */
  static ArraySchema of(ArraySchema schema, Batch sample) {
    FilterChoice choice = new FilterChoice(schema);
    choice.measure(schema.isDense() ? sample : choice.inOrder(sample));
    return choice.apply();
  }

  /** Returns the sample in the order in which the array stores its cells. */
  private Batch inOrder(Batch sample) {
    Location location = Location.of("mem:///sample");
    ArraySchema.Builder tolerant = bare.toBuilder().allowsDuplicates(true);
    try (Azulejo azulejo =
        Azulejo.builder().storage("mem", Storage.inMemory()).computeThreads(0).build()) {
      azulejo.create(location, tolerant.build());
      try (ArrayWriter out =
          azulejo
              .array(location)
              .writer(WriteRequest.DEFAULT.duplicates(DuplicatePolicy.KEEP_LAST))) {
        out.append(sample);
        out.commit();
      }
      ReadRequest request = ReadRequest.ALL.layout(Layout.GLOBAL_ORDER);
      try (BatchReader in = azulejo.open(location).read(request).batches()) {
        return in.next();
      }
    }
  }

  private void measure(Batch cells) {
    try (Azulejo azulejo = Azulejo.builder().computeThreads(0).build()) {
      Map<FilterPipeline, Long> ofOffsets = new HashMap<>();
      for (Column column : cells.columns()) {
        List<FilterPipeline> all = candidates(column);
        long plain = azulejo.filteredSize(column, PLAIN);
        FilterPipeline best = PLAIN;
        long min = plain - plain / WORTH;
        for (FilterPipeline candidate : all) {
          long size = sizeIfStorable(azulejo, column, candidate);
          if (size < min) {
            best = candidate;
            min = size;
          }
        }
        chosen.put(column.name(), best);
        if (column instanceof VarColumn var) {
          Column starts = offsets(var);
          for (FilterPipeline candidate : OFFSETS) {
            ofOffsets.merge(candidate, azulejo.filteredSize(starts, candidate), Long::sum);
          }
        }
      }
      long min = Long.MAX_VALUE;
      for (FilterPipeline candidate : OFFSETS) {
        long size = ofOffsets.getOrDefault(candidate, Long.MAX_VALUE);
        if (size < min - min / WORTH) {
          min = size;
          offsets = candidate;
        }
      }
    }
  }

  private static List<FilterPipeline> candidates(Column column) {
    Datatype type = column.type();
    if (type.isString()) {
      return column instanceof VarColumn && type.size() == 1
          ? List.of(
              FilterPipeline.of(Filter.dictionary(), ZSTD), FilterPipeline.of(Filter.rle(), ZSTD))
          : List.of();
    }
    if (type.size() == 1) {
      return List.of(FilterPipeline.of(Filter.rle()));
    }
    List<FilterPipeline> all = new ArrayList<>();
    all.add(FilterPipeline.of(Filter.byteShuffle(), ZSTD));
    all.add(FilterPipeline.of(Filter.bitShuffle(), ZSTD));
    if (type.isIntegerValued()) {
      all.add(FilterPipeline.of(Filter.doubleDelta(), ZSTD));
      all.add(FilterPipeline.of(Filter.bitWidthReduction(), ZSTD));
    }
    return all;
  }

  /**
   * Returns the filtered size of a column in bytes, or {@code Long.MAX_VALUE} if the filters cannot
   * store its values.
   */
  private static long sizeIfStorable(Azulejo azulejo, Column column, FilterPipeline filters) {
    try {
      return azulejo.filteredSize(column, filters);
    } catch (InvalidRequestException e) {
      return Long.MAX_VALUE;
    }
  }

  /** Returns the offsets of a column in the form in which they are stored. */
  private static Column offsets(VarColumn column) {
    ByteBuffer offsets = ByteBuffer.allocate(8 * column.rows()).order(ByteOrder.LITTLE_ENDIAN);
    for (int row = 0; row < column.rows(); row++) {
      offsets.putLong(column.start(row));
    }
    return new FixedColumn("offsets", Datatype.UINT64, 1, column.rows(), offsets.array(), null);
  }

  private ArraySchema apply() {
    ArraySchema.Builder schema =
        (bare.isDense() ? ArraySchema.dense() : ArraySchema.sparse())
            .allowsDuplicates(bare.allowsDuplicates())
            .tileOrder(bare.tileOrder())
            .cellOrder(bare.cellOrder())
            .capacity(bare.capacity())
            .coordsFilters(bare.coordsFilters())
            .offsetsFilters(offsets)
            .validityFilters(bare.validityFilters());
    bare.enumerations().forEach(schema::enumeration);
    for (Dimension dimension : bare.dimensions()) {
      FilterPipeline filters = chosen.getOrDefault(dimension.name(), FilterPipeline.EMPTY);
      Dimension.Builder builder =
          Dimension.builder(dimension.name(), dimension.type())
              .filters(filters.equals(PLAIN) ? FilterPipeline.EMPTY : filters);
      dimension.domain().ifPresent(builder::domain);
      dimension.extent().ifPresent(builder::extent);
      schema.dimension(builder.build());
    }
    for (Attribute attribute : bare.attributes()) {
      schema.attribute(
          attribute.toBuilder().filters(chosen.getOrDefault(attribute.name(), PLAIN)).build());
    }
    return schema.build();
  }
}
