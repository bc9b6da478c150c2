package io.azulejo.maintenance;

import io.azulejo.schema.FilterPipeline;
import java.util.List;
import java.util.Optional;

/**
 * Measurements of layouts on a sample of an array's cells, and the recommended layout. Immutable.
 *
 * <p>Azulejo implements this interface and those in it; later releases may add methods.
 */
public interface Advice {
  /** Returns about how many cells the array has, including hidden and deleted ones. */
  long cells();

  /** Returns the number of cells in the sample. */
  long sampledCells();

  /** Returns the unfiltered bytes of the sample. */
  long sampledBytes();

  /** Returns the number of places of the array that the sample is from. */
  int places();

  /** Returns the trials of filters, for each field, and for offsets and validity. */
  List<FieldFilters> filters();

  /**
   * Returns the fields that do not have a checksum filter, and the cost of one; empty if all fields
   * have one, and for encrypted arrays, because their bytes are authenticated.
   */
  Optional<Checksums> checksums();

  /** Returns the trials of tiles of some shapes and orders; none if the array is empty. */
  List<TileTrial> tiles();

  /** Returns the number of fragments of the array. */
  long fragments();

  /** Returns further advice in words, such as that there are many fragments. */
  List<String> notes();

  /** Returns the recommended layout; that of the array if no better one was found. */
  RepackRequest recommended();

  /** Returns whether the recommended layout differs from that of the array. */
  boolean changes();

  /** The trials of filters for a field of the sample. */
  interface FieldFilters {
    /** Returns the name of the field; {@code offsets} or {@code validity} if {@link #shared}. */
    String field();

    /** Returns whether this is what all fields share: offsets or validity. */
    boolean shared();

    /** Returns the bytes of the sample before filters. */
    long unfiltered();

    /** Returns the trials, the filters of the array first. */
    List<FilterTrial> trials();

    /** Returns the index of the recommended trial, from 0. */
    int best();
  }

  /** The effect of filters on the values of the sample. */
  interface FilterTrial {
    /** Returns the filters; for {@link Checksums} those after the field's own. */
    FilterPipeline filters();

    /** Returns the bytes after the filters. */
    long bytes();

    /** Returns the unfiltered bytes that one thread of this machine decodes in a second. */
    double decodedPerSecond();
  }

  /**
   * The effect of a shape and an order of tiles on reads of the sample's cells: boxes that have the
   * same part of the cells along each dimension, and slices that are thin along one dimension.
   */
  interface TileTrial {
    /** Returns the layout, as a change of that of the array. */
    RepackRequest layout();

    /** Returns the layout in words, such as {@code hilbert, 10000 cells}. */
    String text();

    /** Returns the number of cells of a tile. */
    long cellsPerTile();

    /** Returns the average number of tiles that a box touches. */
    double tilesPerBox();

    /** Returns the average number of tiles that a slice touches. */
    double tilesPerSlice();

    /** Returns the part of the cells that a box has along each dimension, 0 to 1. */
    double boxPart();

    /**
     * Returns the cost of reading a box and a slice in bytes: all cells of the touched tiles, and a
     * fixed number of bytes for each tile; the geometric mean of both.
     */
    double cost();

    /** Returns whether this is the layout of the array. */
    boolean current();

    /** Returns whether this layout is recommended. */
    boolean best();
  }

  /** The fields that do not have a checksum filter, and the cost of one in a sample of them. */
  interface Checksums {
    /** Returns the names of the fields; {@code offsets} and {@code validity} for shared ones. */
    List<String> fields();

    /**
     * Returns the trials on all of these fields but images: first without a checksum, then each
     * kind of checksum filter after the field's own filters; none if there were no cells.
     */
    List<FilterTrial> trials();
  }
}
