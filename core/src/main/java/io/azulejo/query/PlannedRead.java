package io.azulejo.query;

import io.azulejo.schema.Layout;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a read will do, as far as it is known without reading a cell. Immutable.
 *
 * <p>Azulejo implements this interface and those in it; later releases may add methods.
 */
public interface PlannedRead {
  /** The name of the coordinates of all dimensions together in {@link #storedBytes}. */
  String COORDINATES = "coordinates";

  /** Returns whether the array is dense. */
  boolean dense();

  /** Returns the order in which cells come. */
  Order order();

  /** Returns how many fragments are examined. */
  Fragments fragments();

  /** Returns how many tiles are skipped and decoded. */
  Tiles tiles();

  /**
   * Returns the most bytes of tiles that are fetched, as stored, by field; {@link #COORDINATES} are
   * those of all dimensions of sparse fragments together.
   */
  Map<String, Long> storedBytes();

  /** Returns how much is read, and in which portions. */
  Steps steps();

  /** Returns the names of the dimension labels that are looked up. */
  List<String> labels();

  /** Returns the most bytes of tiles that are fetched, as stored, of all fields. */
  default long allStoredBytes() {
    return storedBytes().values().stream().mapToLong(Long::longValue).sum();
  }

  /** Returns the plan as text for people, line by line. */
  default List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "way: %s, %s; %s"
            .formatted(
                dense() ? "dense" : "sparse",
                order().layout().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                order().words()));
    lines.add("fragments: %d, %d touched".formatted(fragments().seen(), fragments().touched()));
    Tiles tiles = tiles();
    lines.add(
        "tiles: %d, %d outside the ranges, %d pruned by statistics, %d match whole, %d to test"
            .formatted(
                tiles.all(), tiles.outside(), tiles.pruned(), tiles.matching(), tiles.tested()));
    lines.add(
        "bytes: %d to fetch at the most%s"
            .formatted(
                allStoredBytes(),
                storedBytes().entrySet().stream()
                    .map(field -> ", " + field.getKey() + " " + field.getValue())
                    .collect(Collectors.joining())));
    lines.add("cells: %d at the most".formatted(steps().cells()));
    lines.add(
        "steps: about %d, batches of %d bytes at the most"
            .formatted(steps().count(), steps().batchBytes()));
    if (!labels().isEmpty()) {
      lines.add("labels: " + String.join(", ", labels()));
    }
    return lines;
  }

  /** The order in which cells come. */
  interface Order {
    /** Returns the layout; {@link Layout#UNORDERED} if cells come as they are stored. */
    Layout layout();

    /**
     * Returns whether cells may hide others at the same coordinates, which the read has to find
     * out.
     */
    boolean newestOnly();

    /** Returns the order of cells and the treatment of cells at the same coordinates. */
    String words();
  }

  /** Numbers of fragments. */
  interface Fragments {
    /** Returns the number of fragments that are visible at the times of the array. */
    int seen();

    /** Returns the number of these fragments that may have cells within the ranges. */
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

    /** Returns the number of tiles whose cells all meet the condition, if there is one. */
    long matching();

    /** Returns the number of tiles whose cells have to be tested. */
    long tested();
  }

  /** How much is read, and in which portions. */
  interface Steps {
    /** Returns the maximum number of cells in the answer. */
    long cells();

    /** Returns the bytes of the largest batch. */
    long batchBytes();

    /** Returns about how many steps the read takes; each fits into memory. */
    long count();
  }
}
