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
 * What a read is going to do, as far as it can be told without reading a cell. Immutable.
 *
 * @param dense whether the array is dense
 * @param layout the order in which cells come; {@link Layout#UNORDERED} for as they lie
 * @param newestOnly whether cells may hide others at the same coordinates, which has to be found
 *     out
 * @param order in words: how cells get into their order, and what becomes of cells at the same
 *     coordinates
 * @param fragments the fragments that are seen at the times of the array
 * @param fragmentsTouched those that may have cells within the ranges
 * @param tiles the tiles of all fragments that are seen
 * @param tilesOutside those that have no cell within the ranges
 * @param tilesPruned those within the ranges of which no cell meets the condition, as their
 *     statistics tell
 * @param tilesMatching those of which all cells meet the condition, or there is none
 * @param tilesTested those whose cells have to be tested
 * @param storedBytes the bytes of tiles that are fetched at the most, by field, as they are stored;
 *     {@link #COORDINATES} are those of all dimensions of sparse fragments together
 * @param cells the cells that come at the most
 * @param batchBytes the bytes of the largest batch
 * @param steps in about how many steps what is wanted is read; each fits into memory
 * @param labels the dimension labels that are looked up
 */
public record PlannedRead(
    boolean dense,
    Layout layout,
    boolean newestOnly,
    String order,
    int fragments,
    int fragmentsTouched,
    long tiles,
    long tilesOutside,
    long tilesPruned,
    long tilesMatching,
    long tilesTested,
    Map<String, Long> storedBytes,
    long cells,
    long batchBytes,
    long steps,
    List<String> labels) {

  /** What the coordinates of all dimensions together are called in {@link #storedBytes}. */
  public static final String COORDINATES = "coordinates";

  /** A plan. */
  public PlannedRead {
    storedBytes = Collections.unmodifiableMap(new LinkedHashMap<>(storedBytes));
    labels = List.copyOf(labels);
  }

  /** The same, with dimension labels that are looked up. */
  public PlannedRead withLabels(List<String> names) {
    return new PlannedRead(
        dense,
        layout,
        newestOnly,
        order,
        fragments,
        fragmentsTouched,
        tiles,
        tilesOutside,
        tilesPruned,
        tilesMatching,
        tilesTested,
        storedBytes,
        cells,
        batchBytes,
        steps,
        names);
  }

  /** All bytes of tiles that are fetched at the most, as they are stored. */
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
                layout.name().toLowerCase(Locale.ROOT).replace('_', '-'),
                order));
    lines.add("fragments: %d, %d touched".formatted(fragments, fragmentsTouched));
    lines.add(
        "tiles: %d, %d outside the ranges, %d pruned by statistics, %d match whole, %d to test"
            .formatted(tiles, tilesOutside, tilesPruned, tilesMatching, tilesTested));
    lines.add(
        "bytes: %d to fetch at the most%s"
            .formatted(
                allStoredBytes(),
                storedBytes.entrySet().stream()
                    .map(field -> ", " + field.getKey() + " " + field.getValue())
                    .collect(Collectors.joining())));
    lines.add("cells: %d at the most".formatted(cells));
    lines.add("steps: about %d, batches of %d bytes at the most".formatted(steps, batchBytes));
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
