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
 * Fragments of a box of a dense array whose tiles the caller puts together. Closing it before all
 * of them are complete deletes them. For one thread at a time.
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
   * @param domain the box; cells of its tiles that are not in it are padding
   * @param times what the cells are of
   * @param maxFragmentSize the bytes of the data files of a fragment, unless it is one slab of
   *     tiles
   * @throws InvalidRequestException if the box is too large
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
    DenseTiles.requireWritable(box, fields);
    order = new ArrivalOrder(box, Layout.ROW_MAJOR);
    series = new DenseFragmentSeries(array, layout, box, times, maxFragmentSize, resources);
  }

  /** The number of tiles, those that the box touches. */
  public int tiles() {
    return box.tileBox().tiles();
  }

  /** The cells of a tile. */
  public int cellsPerTile() {
    return box.grid().cellsPerTile();
  }

  /** The number of fields. */
  public int fields() {
    return fields.size();
  }

  /** How a field is kept. */
  public FieldStorage storage(int field) {
    return fields.get(field).storage();
  }

  /** The cells of a tile that are in the box. */
  public CellRuns written(int tile) {
    return order.written(tile);
  }

  /** Whether a tile has cells that are not in the box. */
  public boolean isPadded(int tile) {
    return box.tileBox().cells(tile) < cellsPerTile();
  }

  /** Makes padding and nulls such values as the filters of a field can take. */
  public FieldCells filledIn(int tile, int field, FieldCells cells) {
    if (cells.validity() != null || isPadded(tile)) {
      PaddingFill.of(fields.get(field), cells, order.written(tile));
    }
    return cells;
  }

  /** The box. */
  public NDRange domain() {
    return box.domain();
  }

  /** The cells of a tile that are in the box, as a box. */
  public NDRange domain(int tile) {
    return box.domainOf(tile);
  }

  /** The cells of a tile that are in the box, for messages. */
  public String text(int tile) {
    return WritePart.text(box.schema(), domain(tile));
  }

  /**
   * The coordinates of a cell, for messages.
   *
   * @param cell its place in the tile
   */
  public String cell(int tile, int cell) {
    return order.cell(tile, cell);
  }

  /** Writes all tiles of a source, which are those of the box in tile order. */
  public void write(TileSource source) {
    series.write(source, 0, tiles());
  }

  /**
   * Writes the next tiles of the box.
   *
   * @param source knows these tiles; of others it is asked no more than how many bytes they may
   *     have
   * @param to the tile after the last one
   */
  public void write(TileSource source, int from, int to) {
    series.write(source, from, to);
  }

  /** Completes all fragments: when this returns, all of their files are durable. */
  public List<FragmentName> complete() {
    List<FragmentName> names = series.complete();
    complete = true;
    return names;
  }

  /** The bytes of the data files of all fragments, once they are complete. */
  public long bytes() {
    return series.bytes();
  }

  /** Deletes the fragments, complete or not. */
  public void delete() {
    complete = true;
    series.close();
  }

  /** Deletes the fragments, unless all are complete. */
  @Override
  public void close() {
    if (!complete) {
      complete = true;
      series.close();
    }
  }
}
