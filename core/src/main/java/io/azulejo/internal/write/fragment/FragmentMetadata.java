package io.azulejo.internal.write.fragment;

import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.format.Boxes;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.format.FragmentFooter;
import io.azulejo.internal.format.FragmentFooterFormat;
import io.azulejo.internal.format.FragmentStatistics;
import io.azulejo.internal.format.FragmentStatisticsFormat;
import io.azulejo.internal.format.GenericTile;
import io.azulejo.internal.format.ProcessedConditionsFormat;
import io.azulejo.internal.format.RTree;
import io.azulejo.internal.format.RTreeFormat;
import io.azulejo.internal.format.TileBounds;
import io.azulejo.internal.format.TileBoundsFormat;
import io.azulejo.internal.format.TileTableFormat;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.NDRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.ToLongFunction;

/**
 * Encodes the metadata file of a fragment. The sections are generic tiles in the order of the
 * reference engine, followed by the footer.
 */
final class FragmentMetadata {
  private static final TileBounds NO_BOUNDS = new TileBounds(Slice.EMPTY, Slice.EMPTY);
  private static final long[] NO_NUMBERS = {};

  private final FragmentFooter initial;
  private final List<String> processedConditions;
  private final ArraySchema schema;
  private final Optional<EncryptionKey> key;
  private final Scratch scratch;
  private final GrowableTable file = new GrowableTable();
  private final FieldTables[] places;
  private final long[] zeros;

  /**
   * Creates an encoder for the metadata of a fragment.
   *
   * @param layout the properties known before the cells
   * @param tables the tables of the fields, in the order of the layout
   * @param tiles number of tiles
   */
  FragmentMetadata(
      WritableArray array,
      FragmentLayout layout,
      List<FieldTables> tables,
      int tiles,
      Scratch scratch) {
    this.schema = array.schema().schema();
    this.key = array.key();
    this.initial = layout.footer();
    this.processedConditions = layout.processedConditions();
    this.scratch = scratch;
    this.places = new FieldTables[layout.places(schema)];
    for (FieldTables table : tables) {
      places[table.field.storage().index()] = table;
    }
    this.zeros = new long[tiles];
  }

  /**
   * Encodes the file. Call this method only once.
   *
   * @param domain the box of the cells; empty if it follows from the R-tree
   * @param lastTileCells number of cells in the last tile
   */
  Slice encode(Optional<NDRange> domain, long lastTileCells) {
    FormatVersion version = initial.version();
    RTree tree = initial.dense() ? RTree.NONE : RTree.over(boxes(), schema.dimensions());
    final long treeAt = section(RTreeFormat.STRUCTURE, RTreeFormat.encode(tree, version, schema));
    final long[] offsets = tables("tile offsets", t -> t.fixed.offsets, zeros);
    final long[] varOffsets = tables("tile var offsets", t -> t.var.offsets, zeros);
    final long[] varSizes = tables("tile var sizes", t -> t.varSizes, zeros);
    final long[] validity = tables("tile validity offsets", t -> t.validity.offsets, zeros);
    final boolean statistics = version.hasTileStatistics();
    long[] mins = statistics ? bounds(t -> t.mins) : NO_NUMBERS;
    long[] maxes = statistics ? bounds(t -> t.maxes) : NO_NUMBERS;
    List<FragmentFooter.OptionalSection> optional =
        version.hasOptionalSections() && !initial.dense()
            ? List.of(FragmentFooter.OptionalSection.globalOrderBounds(ends()))
            : List.of();
    long[] sums = statistics ? tables("tile sums", t -> t.sums, NO_NUMBERS) : NO_NUMBERS;
    long[] nulls =
        statistics ? tables("tile null counts", t -> t.nullCounts, NO_NUMBERS) : NO_NUMBERS;
    long whole = version.hasFragmentStatistics() ? fragmentStatistics() : 0;
    long conditions =
        version.hasDeleteMetadata()
            ? section(
                ProcessedConditionsFormat.STRUCTURE,
                ProcessedConditionsFormat.encode(processedConditions, version))
            : 0;
    FragmentFooter footer =
        new FragmentFooter(
            version,
            initial.schemaName(),
            initial.dense(),
            domain.or(() -> Optional.of(tree.levels().get(0).box(0))),
            initial.dense() ? 0 : zeros.length,
            lastTileCells,
            initial.timestamps(),
            initial.deleteMetadata(),
            sizes(t -> t.fixed.size()),
            sizes(t -> t.var.size()),
            sizes(t -> t.validity.size()),
            treeAt,
            offsets,
            varOffsets,
            varSizes,
            validity,
            mins,
            maxes,
            sums,
            nulls,
            whole,
            version.hasProcessedConditions() ? conditions : 0,
            optional,
            Slice.EMPTY);
    file.add(FragmentFooterFormat.encodeWithLength(footer, schema));
    return file.bytes();
  }

  /** Returns the bounding boxes of the tiles. */
  private Boxes boxes() {
    List<Dimension> dimensions = schema.dimensions();
    Object[] lows = new Object[dimensions.size()];
    Object[] highs = new Object[dimensions.size()];
    for (int d = 0; d < lows.length; d++) {
      FieldTables table = places[schema.attributes().size() + 1 + d];
      lows[d] = table.mins.bounds().values(dimensions.get(d).type(), zeros.length);
      highs[d] = table.maxes.bounds().values(dimensions.get(d).type(), zeros.length);
    }
    return new Boxes(zeros.length, lows, highs);
  }

  /**
   * Adds the sections of the first and last coordinates of tiles. Returns their positions: first
   * coordinates by dimension, then last coordinates by dimension.
   */
  private long[] ends() {
    int dimensions = schema.dimensions().size();
    int first = schema.attributes().size() + 1;
    long[] at = new long[2 * dimensions];
    for (int d = 0; d < dimensions; d++) {
      at[d] = bounds(places[first + d].firsts.bounds());
    }
    for (int d = 0; d < dimensions; d++) {
      at[dimensions + d] = bounds(places[first + d].lasts.bounds());
    }
    return at;
  }

  private long[] tables(
      String structure, Function<FieldTables, GrowableTable> numbers, long[] absent) {
    long[] at = new long[places.length];
    for (int i = 0; i < at.length; i++) {
      long[] table = places[i] == null ? absent : numbers.apply(places[i]).numbers();
      at[i] = section(structure, TileTableFormat.encode(structure, table, initial.version()));
    }
    return at;
  }

  private long[] bounds(Function<FieldTables, FieldTables.ValueTable> bounds) {
    long[] at = new long[places.length];
    for (int i = 0; i < at.length; i++) {
      boolean has = places[i] != null && places[i].field.summarizer().hasBounds();
      at[i] = bounds(has ? bounds.apply(places[i]).bounds() : NO_BOUNDS);
    }
    return at;
  }

  private long bounds(TileBounds bounds) {
    return section(TileBoundsFormat.STRUCTURE, TileBoundsFormat.encode(bounds, initial.version()));
  }

  private long fragmentStatistics() {
    List<FragmentStatistics.Field> fields = new ArrayList<>();
    for (FieldTables table : places) {
      fields.add(
          table == null
              ? new FragmentStatistics.Field(Slice.EMPTY, Slice.EMPTY, 0, 0)
              : table.statistics());
    }
    return section(
        FragmentStatisticsFormat.STRUCTURE,
        FragmentStatisticsFormat.encode(new FragmentStatistics(fields), initial.version()));
  }

  private long[] sizes(ToLongFunction<FieldTables> size) {
    long[] sizes = new long[places.length];
    for (int i = 0; i < sizes.length; i++) {
      sizes[i] = places[i] == null ? 0 : size.applyAsLong(places[i]);
    }
    return sizes;
  }

  /** Adds a section and returns its position in the file. */
  private long section(String structure, Slice content) {
    long at = file.size();
    file.add(GenericTile.write(structure, initial.version(), content, key, scratch));
    return at;
  }
}
