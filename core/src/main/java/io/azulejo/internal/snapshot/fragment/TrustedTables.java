package io.azulejo.internal.snapshot.fragment;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.Boxes;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FragmentStatistics;
import io.azulejo.internal.format.FragmentStatisticsFormat;
import io.azulejo.internal.format.TileBounds;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.Datatype;
import java.util.function.IntToLongFunction;

/**
 * The tables with the statistics of a field that are reliable according to {@link StatisticsTrust}.
 * Missing or unreliable tables are null.
 *
 * @param exact whether the statistics describe exactly the written cells
 * @param mins the minimum of each tile, or null
 * @param maxes the maximum of each tile, or null
 * @param sums the sum of each tile, or null
 * @param nullCounts the number of nulls in each tile, or null
 * @param cells returns the number of written cells in a tile
 * @param padding the padding around the written cells, or null if the statistics do not depend on
 *     it
 */
record TrustedTables(
    boolean exact,
    TileValues mins,
    TileValues maxes,
    long[] sums,
    long[] nullCounts,
    IntToLongFunction cells,
    TilePadding padding) {
  /** Returns the tables of a field's tiles. The tables of a dimension come from the R-tree. */
  static TrustedTables ofTiles(Fragment fragment, FieldStorage field) {
    StatisticsTrust trust = StatisticsTrust.of(fragment.footer(), fragment.name(), field);
    FragmentTables tables = fragment.tables();
    tables.load(trust.sections(field));
    TileValues mins = null;
    TileValues maxes = null;
    if (trust.bounds() && field.dimension().isPresent()) {
      if (fragment.tiles() > 0) {
        Boxes boxes = tables.rtree().leaves();
        int d = field.dimension().getAsInt();
        mins = coordinates(field.type(), boxes, d, false);
        boolean right = !field.isVar() || fragment.version().hasExactStringBounds();
        maxes = right ? coordinates(field.type(), boxes, d, true) : null;
      }
    } else if (trust.bounds()) {
      mins = values(fragment, field, TableKind.MINS);
      maxes = values(fragment, field, TableKind.MAXES);
    }
    return new TrustedTables(
        trust.exact(),
        maxes == null && field.dimension().isEmpty() ? null : mins,
        mins == null ? null : maxes,
        trust.sums() ? numbers(tables, TableKind.SUMS, field) : null,
        trust.bounds() && field.nullable() ? numbers(tables, TableKind.NULL_COUNTS, field) : null,
        cells(fragment),
        trust.exact() && fragment.dense() ? TilePadding.ofTiles(fragment, field) : null);
  }

  /** Returns the tables of a whole fragment, as a single tile with number 0. */
  static TrustedTables ofFragment(Fragment fragment, FieldStorage field) {
    StatisticsTrust trust = StatisticsTrust.ofFragment(fragment.footer(), fragment.name(), field);
    long all = fragment.writtenCells();
    IntToLongFunction cells = tile -> all;
    if (!trust.bounds()) {
      return new TrustedTables(false, null, null, null, null, cells, null);
    }
    FragmentStatistics.Field stored = fragment.tables().whole().fields().get(field.index());
    // An empty maximum may mean the empty string or that there is no maximum. Assuming that there
    // is none is safe.
    boolean bounds = stored.max().length() > 0 && (field.isVar() || stored.min().length() > 0);
    return new TrustedTables(
        trust.exact(),
        bounds ? value(fragment, field, "min", stored.min()) : null,
        bounds ? value(fragment, field, "max", stored.max()) : null,
        trust.sums() ? new long[] {stored.sum()} : null,
        field.nullable() ? new long[] {stored.nullCount()} : null,
        cells,
        fragment.dense() ? TilePadding.ofFragment(fragment, field) : null);
  }

  /**
   * Returns a function from a tile to the number of its written cells. The function does not keep
   * the fragment in memory, because the fragment may belong to a single read.
   */
  private static IntToLongFunction cells(Fragment fragment) {
    if (fragment.tiles() == 0) {
      return tile -> 0;
    }
    if (fragment.dense()) {
      return fragment.box()::cells;
    }
    int last = fragment.tiles() - 1;
    long first = fragment.cells(0);
    long lastCells = fragment.cells(last);
    return tile -> tile == last ? lastCells : first;
  }

  private static TileValues values(Fragment fragment, FieldStorage field, TableKind table) {
    TileBounds bounds = fragment.tables().bounds(table, field.index());
    return StructureFiles.located(
        fragment.tables().file(),
        () ->
            TileValues.of(
                table,
                bounds,
                field.type(),
                field.isVar() ? 0 : field.spec().cellSize(),
                fragment.tiles()));
  }

  private static TileValues value(
      Fragment fragment, FieldStorage field, String name, Slice stored) {
    int size = field.isVar() ? stored.length() : field.spec().cellSize();
    if (stored.length() != size) {
      throw CorruptDataException.of(
              FragmentStatisticsFormat.STRUCTURE,
              "fields[%d].%s".formatted(field.index(), name),
              -1,
              "%d bytes for a cell of %d bytes".formatted(stored.length(), size))
          .at(fragment.tables().file().toString());
    }
    return new TileValues.Fixed(stored, field.type(), size);
  }

  private static TileValues coordinates(Datatype type, Boxes boxes, int d, boolean high) {
    if (type.isFloatingPoint()) {
      return TileValues.Numbers.ofFloatingPoint(
          type, high ? boxes.doubleHighs(d) : boxes.doubleLows(d));
    }
    return type.isString()
        ? new TileValues.Texts(high ? boxes.textHighs(d) : boxes.textLows(d))
        : new TileValues.Numbers(high ? boxes.longHighs(d) : boxes.longLows(d));
  }

  private static long[] numbers(FragmentTables tables, TableKind table, FieldStorage field) {
    long[] numbers = tables.numbers(table, field.index());
    return numbers.length == 0 ? null : numbers;
  }
}
