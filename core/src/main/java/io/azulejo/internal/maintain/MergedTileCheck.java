package io.azulejo.internal.maintain;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FieldStorage.Kind;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.read.tile.TileReading;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.FragmentFields;
import io.azulejo.internal.snapshot.fragment.FragmentSoundness;
import io.azulejo.internal.snapshot.fragment.TileCheck;
import io.azulejo.internal.snapshot.fragment.TileGrid;
import io.azulejo.internal.write.fragment.CellRuns;
import io.azulejo.internal.write.fragment.FieldCells;
import io.azulejo.internal.write.fragment.FieldSummarizer;
import io.azulejo.schema.ArraySchema;
import java.lang.ref.SoftReference;
import java.util.List;
import java.util.function.IntFunction;

/**
 * Checks the tiles of a merge input against its stored statistics and its R-tree. Reads trust tiles
 * without a checksum, but a merge must not: the merged fragment replaces the input, so damaged
 * cells would persist even after the input was restored from a backup.
 */
final class MergedTileCheck implements TileCheck {
  private final Fragment fragment;
  private final IntFunction<CellRuns> written;

  /**
   * The same fragment with its own statistics tables, which can be dropped and loaded again. A
   * merge can have many inputs with many fields, and needs most of these tables only briefly.
   */
  private SoftReference<Fragment> statistics = new SoftReference<>(null);

  private MergedTileCheck(Fragment fragment, ArraySchema opened) {
    this.fragment = fragment;
    this.written =
        fragment.dense() && fragment.tiles() > 0
            ? new WrittenCells(TileGrid.of(opened), fragment.box())::of
            : tile -> CellRuns.all(fragment.cells(tile));
  }

  /**
   * Checks the metadata tables of a merge input.
   *
   * @param opened the schema with which the array was opened
   * @return the same fragment, which checks each tile when it is decoded
   * @throws CorruptDataException if a read would reject the fragment's metadata
   */
  static Fragment of(Fragment fragment, ArraySchema opened) {
    FragmentSoundness.requireTables(fragment);
    return fragment.checkedBy(new MergedTileCheck(fragment, opened));
  }

  /**
   * Decodes, and thereby checks, all attribute tiles of a dense fragment.
   *
   * @param checked a fragment that {@link #of} returned
   * @param opened the schema with which the array was opened
   * @throws CorruptDataException if a tile contradicts its statistics
   */
  static void decodeAll(
      Fragment checked, ArraySchema opened, WritableArray array, ReadScope scope) {
    List<FieldStorage> fields =
        FragmentFields.of(checked).values().stream()
            .filter(field -> field.kind() == Kind.ATTRIBUTE)
            .toList();
    int cells = TileGrid.of(opened).cellsPerTile();
    new TileReading(checked, List.of(), fields, array.key())
        .<Boolean>read(
            scope,
            checked.tiles(),
            tile -> cells,
            new TileReading.Visitor<>() {
              @Override
              public Boolean tile(int tile, CellColumn[] columns) {
                return true;
              }

              @Override
              public Boolean failed(int tile, AzulejoException failure) {
                throw failure;
              }
            },
            step -> {});
  }

  /**
   * Returns the fragment that holds a field's statistics. Statistics of dimensions come from the
   * R-tree, which every merge loads.
   */
  private Fragment holder(FieldStorage field) {
    if (field.dimension().isPresent()) {
      return fragment;
    }
    synchronized (this) {
      Fragment known = statistics.get();
      if (known == null) {
        known = fragment.withoutTables();
        statistics = new SoftReference<>(known);
      }
      return known;
    }
  }

  private static boolean isChecked(FieldStorage field) {
    return field.kind() == Kind.ATTRIBUTE || isDimension(field);
  }

  private static boolean isDimension(FieldStorage field) {
    return field.kind() == Kind.DIMENSION || field.kind() == Kind.ZIPPED_DIMENSION;
  }

  @Override
  public void decoded(
      FieldStorage field,
      int tile,
      int cells,
      byte[] data,
      int start,
      int[] offsets,
      byte[] validity) {
    if (!isChecked(field)) {
      return;
    }
    FieldSummarizer summarizer =
        field.kind() == Kind.ATTRIBUTE
            ? FieldSummarizer.ofAttribute(field.type(), field.cellValNum())
            : FieldSummarizer.ofDimension(field.type());
    CellRuns runs = written.apply(tile);
    int length = offsets == null ? data.length - start : offsets[cells];
    FieldCells found = new FieldCells(cells, data, start, length, offsets, validity);
    new StatisticsCheck(holder(field).statistics(field), field)
        .mismatch(tile, summarizer.of(found, runs), runs.cells())
        .ifPresent(
            what -> {
              throw CorruptDataException.of("tile", null, -1, "tile %d: %s".formatted(tile, what))
                  .at(fragment.folder().resolve(field.file()).toString());
            });
  }
}
