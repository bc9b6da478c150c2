package io.azulejo.maintenance;

import io.azulejo.schema.FilterPipeline;
import java.util.List;
import java.util.Optional;

/**
 * Measurements of layouts on a sample of an array's cells, and the recommended layout. Immutable.
 *
 * <p>Azulejo implements this interface and its nested interfaces; later releases may add methods.
 */
public interface Advice {
  /** Returns the approximate number of cells in the array, including hidden and deleted ones. */
  long cells();

  /** Returns the number of cells in the sample. */
  long sampledCells();

  /** Returns the unfiltered size of the sample in bytes. */
  long sampledBytes();

  /** Returns the number of places in the array that the sample comes from. */
  int places();

  /** Returns the trials of filters, for each field and for offsets and validity. */
  List<FieldFilters> filters();

  /**
   * Returns the fields without a checksum filter, and the cost of adding one. Empty if all fields
   * have one, and for encrypted arrays, whose bytes are authenticated.
   */
  Optional<Checksums> checksums();

  /** Returns the trials of tile shapes and orders; empty if the array is empty. */
  List<TileTrial> tiles();

  /** Returns the number of fragments in the array. */
  long fragments();

  /** Returns further advice as text, for example about many fragments. */
  List<String> notes();

  /** Returns the recommended layout; the array's own if no better one was found. */
  RepackRequest recommended();

  /** Returns whether the recommended layout differs from the array's. */
  boolean changes();

  /** The trials of filters for one field of the sample. */
  interface FieldFilters {
    /** Returns the name of the field; {@code offsets} or {@code validity} if {@link #shared}. */
    String field();

    /** Returns whether this is data with filters common to all fields: offsets or validity. */
    boolean shared();

    /** Returns the size of the field's sample before filtering, in bytes. */
    long unfiltered();

    /** Returns the trials, starting with the array's filters. */
    List<FilterTrial> trials();

    /** Returns the index of the recommended trial, from 0. */
    int best();
  }

  /** The effect of filters on the values of the sample. */
  interface FilterTrial {
    /** Returns the filters; for {@link Checksums}, only those added after the field's own. */
    FilterPipeline filters();

    /** Returns the size after filtering, in bytes. */
    long bytes();

    /** Returns the decoding speed of one thread on this machine, in unfiltered bytes per second. */
    double decodedPerSecond();
  }

  /**
   * The effect of a tile shape and order on reads of the sample's cells. The reads are boxes that
   * contain the same fraction of the cells along each dimension, and slices that are thin along one
   * dimension.
   */
  interface TileTrial {
    /** Returns the layout, as a change to the array's layout. */
    RepackRequest layout();

    /** Returns a description of the layout, such as {@code hilbert, 10000 cells}. */
    String text();

    /** Returns the number of cells per tile. */
    long cellsPerTile();

    /** Returns the average number of tiles that overlap a box. */
    double tilesPerBox();

    /** Returns the average number of tiles that overlap a slice. */
    double tilesPerSlice();

    /** Returns the fraction of the cells that a box contains along each dimension, 0 to 1. */
    double boxPart();

    /**
     * Returns the cost of a read in bytes: all cells of the overlapping tiles, plus a constant per
     * tile. It is the geometric mean of the costs of a box and a slice.
     */
    double cost();

    /** Returns whether this is the array's layout. */
    boolean current();

    /** Returns whether this layout is recommended. */
    boolean best();
  }

  /** The fields without a checksum filter, and the measured cost of adding one. */
  interface Checksums {
    /** Returns the field names, with {@code offsets} and {@code validity} for shared data. */
    List<String> fields();

    /**
     * Returns the trials on all of these fields except images. The first is without a checksum;
     * then each checksum filter follows the field's own filters. Empty if there were no cells.
     */
    List<FilterTrial> trials();
  }
}
