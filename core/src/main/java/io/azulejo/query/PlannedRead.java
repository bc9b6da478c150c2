package io.azulejo.query;

import io.azulejo.schema.Layout;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a read will do, as far as it is known without reading a cell. Immutable.
 *
 * @param dense whether the array is dense
 * @param order the order in which cells come
 * @param fragments how many fragments are looked at
 * @param tiles what becomes of tiles
 * @param storedBytes at most how many bytes of tiles are fetched, by field, as they are stored;
 *     {@link #COORDINATES} are those of all dimensions of sparse fragments together
 * @param steps how much is read, and in which portions
 * @param labels the dimension labels that are looked up
 */
public record PlannedRead(
    boolean dense,
    Order order,
    Fragments fragments,
    Tiles tiles,
    Map<String, Long> storedBytes,
    Steps steps,
    List<String> labels) {

  /**
   * The order in which cells come.
   *
   * @param layout the layout; {@link Layout#UNORDERED} for as they lie
   * @param newestOnly whether cells may hide others at the same coordinates, which has to be found
   *     out
   * @param words how cells get into their order, and what becomes of cells at the same coordinates
   */
  public record Order(Layout layout, boolean newestOnly, String words) {}

  /**
   * Numbers of fragments.
   *
   * @param seen those that are seen at the times of the array
   * @param touched those of them that may have cells within the ranges
   */
  public record Fragments(int seen, int touched) {}

  /**
   * Numbers of tiles.
   *
   * @param all the tiles of all fragments that are seen
   * @param outside those that have no cell within the ranges
   * @param pruned those within the ranges of which no cell meets the condition, as their statistics
   *     tell
   * @param matching those of which all cells meet the condition, or there is none
   * @param tested those whose cells have to be tested
   */
  public record Tiles(long all, long outside, long pruned, long matching, long tested) {}

  /**
   * How much is read, and in which portions.
   *
   * @param cells the maximum number of cells in the answer
   * @param batchBytes the bytes of the largest batch
   * @param count in about how many steps what is wanted is read; each fits into memory
   */
  public record Steps(long cells, long batchBytes, long count) {}

  /** What the coordinates of all dimensions together are called in {@link #storedBytes}. */
  public static final String COORDINATES = "coordinates";

  /** Takes copies of the map and of the list. */
  public PlannedRead {
    storedBytes = Collections.unmodifiableMap(new LinkedHashMap<>(storedBytes));
    labels = List.copyOf(labels);
  }

  /** The same, with dimension labels that are looked up. */
  public PlannedRead withLabels(List<String> names) {
    return new PlannedRead(dense, order, fragments, tiles, storedBytes, steps, names);
  }

  /** At most how many bytes of tiles are fetched, of all fields, as they are stored. */
  public long allStoredBytes() {
    return storedBytes.values().stream().mapToLong(Long::longValue).sum();
  }

  /** The same as text for people. */
  public List<String> lines() {
    List<String> lines = new ArrayList<>();
    lines.add(
        "way: %s, %s; %s"
            .formatted(
                dense ? "dense" : "sparse",
                order.layout().name().toLowerCase(Locale.ROOT).replace('_', '-'),
                order.words()));
    lines.add("fragments: %d, %d touched".formatted(fragments.seen(), fragments.touched()));
    lines.add(
        "tiles: %d, %d outside the ranges, %d pruned by statistics, %d match whole, %d to test"
            .formatted(
                tiles.all(), tiles.outside(), tiles.pruned(), tiles.matching(), tiles.tested()));
    lines.add(
        "bytes: %d to fetch at the most%s"
            .formatted(
                allStoredBytes(),
                storedBytes.entrySet().stream()
                    .map(field -> ", " + field.getKey() + " " + field.getValue())
                    .collect(Collectors.joining())));
    lines.add("cells: %d at the most".formatted(steps.cells()));
    lines.add(
        "steps: about %d, batches of %d bytes at the most"
            .formatted(steps.count(), steps.batchBytes()));
    if (!labels.isEmpty()) {
      lines.add("labels: " + String.join(", ", labels));
    }
    return lines;
  }

  @Override
  public String toString() {
    return String.join("; ", lines());
  }
}
