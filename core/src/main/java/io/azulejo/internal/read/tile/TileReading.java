package io.azulejo.internal.read.tile;

import io.azulejo.error.AzulejoException;
import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.EncryptionKey;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.IntUnaryOperator;

/**
 * Reads whole tiles of a fragment as they were written, including cells that newer fragments hide.
 * Several fields are read together. Each tile is handled separately, so that an unreadable tile
 * does not affect the others.
 */
public final class TileReading {
  private final CoordinateReader coordinates;
  private final int dimensions;
  private final List<FieldReader> readers = new ArrayList<>();
  private final boolean[] all;

  /**
   * Creates a reader of some fields and loads the metadata that it needs.
   *
   * @param dimensions the dimensions of the array, or an empty list to omit coordinates
   * @param fields attributes and special fields
   */
  public TileReading(
      Fragment fragment,
      List<Dimension> dimensions,
      List<FieldStorage> fields,
      Optional<EncryptionKey> key) {
    this.dimensions = dimensions.size();
    this.all = new boolean[dimensions.size()];
    Arrays.fill(all, true);
    this.coordinates =
        dimensions.isEmpty() ? null : new CoordinateReader(fragment, dimensions, all, key);
    fields.forEach(field -> readers.add(new FieldReader(fragment, field, key)));
  }

  /** Processes tiles. Its methods may be called from any thread. */
  public interface Visitor<R> {
    /**
     * Processes the cells of a tile.
     *
     * @param columns the dimensions, followed by the fields
     */
    R tile(int tile, CellColumn[] columns);

    /** Records that a tile cannot be read. */
    R failed(int tile, AzulejoException failure);
  }

  /** The parts of a tile to read. */
  private record Wanted(int tile, TileParts[] coordinates, List<TileParts> fields) {
    List<TilePart> parts() {
      List<TilePart> parts = new ArrayList<>();
      for (TileParts some : coordinates) {
        if (some != null) {
          some.addTo(parts);
        }
      }
      fields.forEach(some -> some.addTo(parts));
      return parts;
    }
  }

  /** Returns the stored size of a tile in bytes. */
  public long storedBytes(int tile) {
    long bytes = coordinates == null ? 0 : coordinates.storedBytes(tile);
    for (FieldReader reader : readers) {
      bytes += reader.storedBytes(tile);
    }
    return bytes;
  }

  /** Returns the memory of a tile in bytes: stored, decoded, and with keys. */
  private long memory(int tile, int cells) {
    long bytes = storedBytes(tile);
    if (coordinates != null) {
      bytes += coordinates.decodedBytes(tile, cells, all) + (2L + dimensions) * 8 * cells;
    }
    for (FieldReader reader : readers) {
      bytes += reader.decodedBytes(tile, cells);
    }
    return bytes;
  }

  /**
   * Reads all tiles in steps that fit in part of the memory budget.
   *
   * @param tiles the number of tiles
   * @param cells returns the number of cells of a tile
   * @param visitor processes each tile, many at a time
   * @param step receives the results of consecutive tiles in order. It runs in the calling thread
   *     while the memory of these tiles is reserved.
   */
  public <R> void read(
      ReadScope scope,
      int tiles,
      IntUnaryOperator cells,
      Visitor<R> visitor,
      Consumer<List<R>> step) {
    int first = 0;
    while (first < tiles) {
      int end = first;
      long bytes = 0;
      while (end < tiles && (end == first || bytes < scope.batchBytes())) {
        bytes += memory(end, cells.applyAsInt(end));
        end++;
      }
      int from = first;
      int to = end;
      List<R> results = new ArrayList<>();
      try {
        MemoryBudget.Lease lease = scope.lease(bytes, () -> checkSizes(scope, from, to, cells));
        try (lease) {
          step.accept(read(scope, first, end, cells, visitor));
        }
      } catch (AzulejoException e) {
        for (int tile = first; tile < end; tile++) {
          results.add(visitor.failed(tile, e));
        }
        step.accept(results);
      }
      first = end;
    }
  }

  private void checkSizes(ReadScope scope, int first, int end, IntUnaryOperator cells) {
    for (int tile = first; tile < end; tile++) {
      if (coordinates != null) {
        coordinates.checkSizes(tile, cells.applyAsInt(tile), scope);
      }
      for (FieldReader reader : readers) {
        reader.checkSizes(tile, cells.applyAsInt(tile), scope);
      }
    }
  }

  private <R> List<R> read(
      ReadScope scope, int first, int end, IntUnaryOperator cells, Visitor<R> visitor) {
    List<Wanted> wanted = new ArrayList<>();
    List<TilePart> parts = new ArrayList<>();
    for (int tile = first; tile < end; tile++) {
      TileParts[] places = coordinates == null ? new TileParts[0] : coordinates.parts(tile, all);
      List<TileParts> fields = new ArrayList<>();
      for (FieldReader reader : readers) {
        fields.add(reader.parts(tile));
      }
      wanted.add(new Wanted(tile, places, fields));
      parts.addAll(wanted.get(wanted.size() - 1).parts());
    }
    AzulejoException[] failures = fetch(scope, wanted, parts);
    return scope.unfilter(
        wanted,
        tile -> {
          if (failures[tile.tile - first] != null) {
            return visitor.failed(tile.tile, failures[tile.tile - first]);
          }
          CellColumn[][] columns = new CellColumn[1][];
          try {
            scope.with(
                buffers ->
                    columns[0] = decode(tile, cells.applyAsInt(tile.tile), buffers.scratch()));
          } catch (AzulejoException e) {
            return visitor.failed(tile.tile, e);
          }
          return visitor.tile(tile.tile, columns[0]);
        });
  }

  /**
   * Fetches the parts of all tiles together. If that fails, fetches each tile separately. Returns
   * the exception of each tile, or null.
   */
  private static AzulejoException[] fetch(
      ReadScope scope, List<Wanted> wanted, List<TilePart> parts) {
    AzulejoException[] failures = new AzulejoException[wanted.size()];
    try {
      scope.fetch(parts);
    } catch (AzulejoException whole) {
      for (int i = 0; i < failures.length; i++) {
        try {
          scope.fetch(wanted.get(i).parts());
        } catch (AzulejoException e) {
          failures[i] = e;
        }
      }
    }
    return failures;
  }

  private CellColumn[] decode(Wanted tile, int cells, Scratch scratch) {
    CellColumn[] columns = new CellColumn[dimensions + readers.size()];
    if (coordinates != null) {
      CellColumn[] places = coordinates.decode(tile.tile, cells, tile.coordinates, scratch);
      System.arraycopy(places, 0, columns, 0, dimensions);
    }
    for (int i = 0; i < readers.size(); i++) {
      columns[dimensions + i] =
          readers.get(i).decode(tile.tile, cells, tile.fields.get(i), scratch);
    }
    return columns;
  }
}
