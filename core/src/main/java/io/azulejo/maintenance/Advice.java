package io.azulejo.maintenance;

import io.azulejo.schema.FilterPipeline;
import java.util.List;
import java.util.Optional;

/**
 * The results of trying layouts on a sample of an array's cells, and the recommended layout.
 * Immutable.
 *
 * <p>Azulejo implements this interface and its nested interfaces; later releases may add methods.
 */
public interface Advice {
  /** Returns the approximate number of cells in the array, including hidden and deleted cells. */
  long cells();

  /** Returns the number of cells in the sample. */
  long sampledCells();

  /** Returns the unfiltered size of the sample in bytes. */
  long sampledBytes();

  /** Returns the number of places in the array from which the sample was taken. */
  int places();

  /**
   * Returns the filter trials: one element for each sampled field, then one each for offsets and
   * validity, unless the sample has very few of them.
   */
  List<FieldFilters> filters();

  /**
   * Returns the fields without a checksum filter, and the cost of adding one. Empty if all fields
   * have a checksum filter, or if the array is encrypted, because encryption authenticates all
   * bytes.
   */
  Optional<Checksums> checksums();

  /** Returns the trials of tile shapes and cell orders; empty if the array is empty. */
  List<TileTrial> tiles();

  /** Returns the number of fragments in the array. */
  long fragments();

  /** Returns further advice as sentences, for example about too many fragments. */
  List<String> notes();

  /**
   * Returns the recommended layout. If no better layout was found, this is the array's own layout.
   */
  RepackRequest recommended();

  /** Returns whether the recommended layout differs from the array's layout. */
  boolean changes();

  /** The filter trials for one field of the sample, or for data that the fields share. */
  interface FieldFilters {
    /**
     * Returns the name of the field; {@code offsets} or {@code validity} if {@link #shared} is
     * true.
     */
    String field();

    /** Returns whether these are offsets or validity, which use the same filters for all fields. */
    boolean shared();

    /** Returns the size of the field's sampled values before filtering, in bytes. */
    long unfiltered();

    /** Returns the trials; the first one uses the array's current filters. */
    List<FilterTrial> trials();

    /** Returns the index of the recommended trial in {@link #trials}, starting at 0. */
    int best();
  }

  /** The effect of one filter pipeline on the sampled values. */
  interface FilterTrial {
    /**
     * Returns the filters that were tried. In {@link Checksums}, these are only the filters that
     * were added after the field's own filters.
     */
    FilterPipeline filters();

    /** Returns the size of the values after filtering, in bytes. */
    long bytes();

    /** Returns the decoding speed of one thread on this machine, in unfiltered bytes per second. */
    double decodedPerSecond();
  }

  /**
   * The effect of a tile shape and cell order on typical reads of the sample. The reads are boxes,
   * which select the same fraction of the cells along each dimension, and slices, which are thin
   * along one dimension.
   */
  interface TileTrial {
    /** Returns the layout that was tried, as a change to the array's layout. */
    RepackRequest layout();

    /** Returns a description of the layout, such as {@code hilbert, 10000 cells}. */
    String text();

    /** Returns the number of cells per tile. */
    long cellsPerTile();

    /** Returns the average number of tiles that overlap a box. */
    double tilesPerBox();

    /** Returns the average number of tiles that overlap a slice. */
    double tilesPerSlice();

    /**
     * Returns the fraction of the cells that a box selects along each single dimension, from 0 to
     * 1.
     */
    double boxPart();

    /**
     * Returns the estimated cost of a read, in bytes. A read costs the size of all overlapping
     * tiles plus a constant for each tile. The result is the geometric mean of the costs of a box
     * and a slice.
     */
    double cost();

    /** Returns whether this is the array's current layout. */
    boolean current();

    /** Returns whether this layout is recommended. */
    boolean best();
  }

  /** The fields without a checksum filter, and the measured cost of adding one. */
  interface Checksums {
    /**
     * Returns the names of these fields. {@code offsets} and {@code validity} stand for the data
     * with filters common to all fields.
     */
    List<String> fields();

    /**
     * Returns the trials on all of these fields except images. The first trial adds no checksum.
     * Each further trial adds another checksum filter after the field's own filters. Empty if the
     * sample has no cells.
     */
    List<FilterTrial> trials();
  }
}
