package io.azulejo.internal.write.dense;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.write.fragment.CellRuns;
import io.azulejo.internal.write.fragment.FieldCells;
import io.azulejo.internal.write.fragment.FieldEncoder;
import io.azulejo.internal.write.fragment.FragmentLayout;
import io.azulejo.internal.write.fragment.TileSource;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.Layout;
import io.azulejo.schema.NDRange;
import java.util.List;

/**
 * Writes fragments for a box of a dense array from tiles that the caller assembles. Closing it
 * before all fragments are complete deletes them. Not safe for use by several threads at once.
 */
public final class DenseMergeWriter implements AutoCloseable {
  private final List<FieldEncoder> fields;
  private final WriteBox box;
  private final ArrivalOrder order;
  private final DenseFragmentSeries series;
  private boolean complete;

  /**
   * Begins the first fragment.
   *
   * @param domain the box; cells of its tiles outside the box are padding
   * @param times timestamps of the cells
   * @param maxFragmentSize limit of a fragment's data files in bytes; a fragment of one slab of
   *     tiles may exceed it
   * @throws InvalidRequestException if the box is too large
   * @throws io.azulejo.error.UnsupportedFormatException if a tile of a field is too large
   */
  public DenseMergeWriter(
      WritableArray array,
      NDRange domain,
      TimeRange times,
      long maxFragmentSize,
      Resources resources) {
    FragmentLayout layout = FragmentLayout.of(array);
    fields = layout.fields();
    box = WriteBox.of(array.schema().schema(), domain);
    box.requireWritable(fields);
    order = new ArrivalOrder(box, Layout.ROW_MAJOR);
    series = new DenseFragmentSeries(array, layout, box, times, maxFragmentSize, resources);
  }

  WriteBox box() {
    return box;
  }

  ArrivalOrder order() {
    return order;
  }

  List<FieldEncoder> encoders() {
    return fields;
  }

  /** Returns the number of tiles that the box touches. */
  public int tiles() {
    return box.tileBox().tiles();
  }

  /** Returns the number of cells in a tile, including padding. */
  public int cellsPerTile() {
    return box.grid().cellsPerTile();
  }

  /** Returns the number of fields. */
  public int fields() {
    return fields.size();
  }

  /** Returns how a field is stored. */
  public FieldStorage storage(int field) {
    return fields.get(field).storage();
  }

  /** Returns the cells of a tile that are in the box. */
  public CellRuns written(int tile) {
    return order.written(tile);
  }

  /** Returns whether a tile has cells outside the box. */
  public boolean isPadded(int tile) {
    return box.tileBox().cells(tile) < cellsPerTile();
  }

  /**
   * Replaces the values of padding and nulls in place if the filters of the field would reject
   * them. Returns {@code cells}.
   */
  public FieldCells filledIn(int tile, int field, FieldCells cells) {
    if (cells.validity() != null || isPadded(tile)) {
      PaddingFill.of(fields.get(field), cells, order.written(tile));
    }
    return cells;
  }

  /** Returns the box. */
  public NDRange domain() {
    return box.domain();
  }

  /** Returns the part of a tile that is in the box. */
  public NDRange domain(int tile) {
    return box.domainOf(tile);
  }

  /** Returns the part of a tile that is in the box, as text for messages. */
  public String text(int tile) {
    return WritePart.text(box.schema(), domain(tile));
  }

  /**
   * Returns the coordinates of a cell, as text for messages.
   *
   * @param cell place of the cell in the tile
   */
  public String cell(int tile, int cell) {
    return order.cell(tile, cell);
  }

  /**
   * Writes all tiles of the box.
   *
   * @param source provides the tiles of the box in tile order
   */
  public void write(TileSource source) {
    series.write(source, 0, tiles());
  }

  /**
   * Writes the next tiles of the box.
   *
   * @param source provides these tiles; for other tiles, only {@link TileSource#bytes} is called
   * @param from first tile to write
   * @param to the tile after the last one to write
   */
  public void write(TileSource source, int from, int to) {
    series.write(source, from, to);
  }

  /**
   * Completes all fragments. Their files are durable when this method returns.
   *
   * @return the names of the fragments
   */
  public List<FragmentName> complete() {
    List<FragmentName> names = series.complete();
    complete = true;
    return names;
  }

  /** Returns the total size of the data files of all fragments in bytes, once they are complete. */
  public long bytes() {
    return series.bytes();
  }

  /** Deletes the fragments, whether they are complete or not. */
  public void delete() {
    complete = true;
    series.close();
  }

  /** Deletes the fragments unless all of them are complete. */
  @Override
  public void close() {
    if (!complete) {
      complete = true;
      series.close();
    }
  }
}
