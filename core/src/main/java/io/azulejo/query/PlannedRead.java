package io.azulejo.query;

import io.azulejo.schema.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The plan of a read, as far as it is known without reading cells. Immutable.
 *
 * <p>Azulejo implements this interface and its nested interfaces; later releases may add methods.
 */
public interface PlannedRead {
  /** Name of the coordinates of all dimensions together in {@link #storedBytes}. */
  String COORDINATES = "coordinates";

  /** Returns whether the array is dense. */
  boolean dense();

  /** Returns the order of the cells. */
  Order order();

  /** Returns the numbers of fragments. */
  Fragments fragments();

  /** Returns the numbers of skipped and decoded tiles. */
  Tiles tiles();

  /**
   * Returns the maximum number of tile bytes to fetch, as stored, by field. Coordinates of all
   * dimensions of sparse fragments are counted together as {@link #COORDINATES}.
   */
  Map<String, Long> storedBytes();

  /** Returns the size of the result and the number of steps. */
  Steps steps();

  /** Returns the names of the dimension labels that the read looks up. */
  List<String> labels();

  /** Returns the maximum number of tile bytes to fetch, as stored, for all fields. */
  default long allStoredBytes() {
    return storedBytes().values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the plan as readable text, line by line. */
  default List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "plan: %s, %s; %s"
            .formatted(
                dense() ? "dense" : "sparse",
                order().layout().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                order().description()));
    lines.add("fragments: %d, %d touched".formatted(fragments().seen(), fragments().touched()));
    Tiles tiles = tiles();
    lines.add(
        "tiles: %d, %d outside the ranges, %d pruned by statistics, %d match entirely, %d to test"
            .formatted(
                tiles.all(), tiles.outside(), tiles.pruned(), tiles.matching(), tiles.tested()));
    lines.add(
        "bytes: at most %d to fetch%s"
            .formatted(
                allStoredBytes(),
                storedBytes().entrySet().stream()
                    .map(field -> ", " + field.getKey() + " " + field.getValue())
                    .collect(Collectors.joining())));
    lines.add("cells: at most %d".formatted(steps().cells()));
    lines.add(
        "steps: about %d, batches of at most %d bytes"
            .formatted(steps().count(), steps().batchBytes()));
    if (!labels().isEmpty()) {
      lines.add("labels: " + String.join(", ", labels()));
    }
    return lines;
  }

  /** The order of the cells. */
  interface Order {
    /** Returns the layout; {@link Layout#UNORDERED} for cells in storage order. */
    Layout layout();

    /**
     * Returns whether cells may hide other cells at the same coordinates, so that the read looks
     * for the newest cell.
     */
    boolean newestOnly();

    /** Returns a description of the order and of the treatment of cells at the same coordinates. */
    String description();
  }

  /** Numbers of fragments. */
  interface Fragments {
    /** Returns the number of fragments that are visible at the times of the array. */
    int seen();

    /** Returns the number of visible fragments that may have cells within the ranges. */
    int touched();
  }

  /** Numbers of tiles. */
  interface Tiles {
    /** Returns the number of tiles of all visible fragments. */
    long all();

    /** Returns the number of tiles without a cell within the ranges. */
    long outside();

    /**
     * Returns the number of tiles within the ranges whose statistics show that no cell meets the
     * condition.
     */
    long pruned();

    /**
     * Returns the number of tiles whose cells all meet the condition, or are read without a
     * condition.
     */
    long matching();

    /** Returns the number of tiles whose cells have to be tested. */
    long tested();
  }

  /** The size of the result and the number of steps. */
  interface Steps {
    /** Returns the maximum number of cells in the result. */
    long cells();

    /** Returns the maximum size of a batch in bytes. */
    long batchBytes();

    /** Returns about how many steps the read takes; each fits into memory. */
    long count();
  }
}
