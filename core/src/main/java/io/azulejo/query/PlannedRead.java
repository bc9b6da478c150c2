package io.azulejo.query;

import io.azulejo.schema.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * The plan of a read: what is known about the read before it reads cells. Immutable.
 *
 * <p>Azulejo implements this interface and its nested interfaces; later releases may add methods.
 */
public interface PlannedRead {
  /** The key in {@link #storedBytes} for the coordinates of all dimensions together. */
  String COORDINATES = "coordinates";

  /** Returns whether the array is dense; otherwise it is sparse. */
  boolean dense();

  /** Returns the order in which the read returns cells. */
  Order order();

  /** Returns the numbers of fragments that the snapshot contains and that the read may need. */
  Fragments fragments();

  /** Returns the numbers of tiles that the read skips and that it decodes. */
  Tiles tiles();

  /**
   * Returns the maximum size of the tiles to fetch, by field name, in bytes on disk. For sparse
   * fragments, the coordinates of all dimensions are counted together as {@link #COORDINATES}.
   */
  Map<String, Long> storedBytes();

  /** Returns the size of the result and the number of steps that produce it. */
  Steps steps();

  /** Returns the names of the dimension labels whose arrays the read uses. */
  List<String> labels();

  /** Returns the maximum size of the tiles to fetch for all fields together, in bytes on disk. */
  default long allStoredBytes() {
    return storedBytes().values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the plan as lines of text for users. */
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

  /** The order in which a read returns cells. */
  interface Order {
    /** Returns the layout; {@link Layout#UNORDERED} for cells in storage order. */
    Layout layout();

    /**
     * Returns whether the read must find the newest cell at each coordinate, because cells may hide
     * other cells at the same coordinates.
     */
    boolean newestOnly();

    /**
     * Returns a text that describes the order, and the treatment of cells at the same coordinates.
     */
    String description();
  }

  /** The numbers of fragments that a snapshot contains and that a read may need. */
  interface Fragments {
    /** Returns the number of fragments that are visible in the time range of the opened array. */
    int seen();

    /** Returns the number of visible fragments that may have cells in the ranges of the read. */
    int touched();
  }

  /** The numbers of tiles that a read skips and that it decodes. */
  interface Tiles {
    /** Returns the number of tiles in all visible fragments. */
    long all();

    /**
     * Returns the number of tiles that have no cell in the ranges of the read. They are skipped.
     */
    long outside();

    /**
     * Returns the number of tiles in the ranges whose statistics show that no cell meets the
     * condition. They are skipped.
     */
    long pruned();

    /**
     * Returns the number of tiles in the ranges whose cells all meet the condition, or to which no
     * condition applies.
     */
    long matching();

    /** Returns the number of tiles in the ranges whose cells must be tested. */
    long tested();
  }

  /** The size of a read's result, and the number of steps that produce it. */
  interface Steps {
    /** Returns the maximum number of cells in the result. */
    long cells();

    /** Returns the maximum size of a batch in bytes. */
    long batchBytes();

    /**
     * Returns the approximate number of steps. The read is divided into steps so that each fits
     * into memory.
     */
    long count();
  }
}
