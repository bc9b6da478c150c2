package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CommitOptions;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.DuplicatePolicy;
import io.azulejo.query.MissingCells;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import io.azulejo.tests.ArrayModel.Cell;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.function.Consumer;

/**
 * Writes random cells to an array and to its model: sparse cells, boxes in each layout, and cells
 * of dense arrays in any order.
 */
final class RandomWrites {
  private final Azulejo azulejo;
  private final Location location;
  private final WrittenModel model;
  private final RandomArray values;
  private final Random random;
  private final Consumer<String> done;

  /**
   * Prepares writes.
   *
   * @param done takes the kind of each write
   */
  RandomWrites(
      Azulejo azulejo,
      Location location,
      WrittenModel model,
      RandomArray values,
      Random random,
      Consumer<String> done) {
    this.azulejo = azulejo;
    this.location = location;
    this.model = model;
    this.values = values;
    this.random = random;
    this.done = done;
  }

  /** Writes some cells at a time. */
  void write(long time) {
    if (!model.schema().isDense()) {
      writeSparse(time);
    } else if (random.nextInt(5) < 2) {
      writeBox(time);
    } else {
      writeScattered(time);
    }
  }

  private WriteRequest request(boolean limited) {
    return limited
        ? WriteRequest.DEFAULT.maxFragmentSize(1 + random.nextInt(4000))
        : WriteRequest.DEFAULT;
  }

  // ---- sparse cells

  private void writeSparse(long time) {
    ArraySchema schema = model.schema();
    List<Cell> cells = new ArrayList<>();
    int count = random.nextInt(4) == 0 ? random.nextInt(3) : random.nextInt(60);
    for (int i = 0; i < count; i++) {
      List<Object> place = new ArrayList<>();
      schema.dimensions().forEach(dimension -> place.add(values.coordinate(dimension)));
      cells.add(cell(place, time));
    }
    Map<List<Object>, Cell> last = last(cells);
    boolean twice = !schema.allowsDuplicates() && last.size() < cells.size();
    WriteRequest request = request(random.nextInt(5) == 0);
    if (twice && random.nextInt(4) == 0) {
      assertThatThrownBy(() -> write(request, time, cells, true))
          .isInstanceOf(InvalidRequestException.class)
          .hasMessageContaining("same coordinates");
      done.accept("refused duplicates");
      return;
    }
    boolean keepLast = twice && random.nextBoolean();
    List<Cell> written = schema.allowsDuplicates() ? cells : new ArrayList<>(last.values());
    if (keepLast) {
      write(request.duplicates(DuplicatePolicy.KEEP_LAST), time, cells, true);
    } else if (random.nextInt(3) == 0) {
      writeInGlobalOrder(request.layout(Layout.GLOBAL_ORDER), time, written);
    } else {
      write(request, time, written, true);
    }
    model.write(time, written);
    done.accept("sparse write");
  }

  private static Map<List<Object>, Cell> last(List<Cell> cells) {
    Map<List<Object>, Cell> last = new LinkedHashMap<>();
    cells.forEach(cell -> last.put(cell.coordinates(), cell));
    return last;
  }

  private Cell cell(List<Object> place, long time) {
    Map<String, Object> cell = new HashMap<>();
    for (Attribute attribute : model.schema().attributes()) {
      cell.put(attribute.name(), values.value(attribute));
    }
    return new Cell(List.copyOf(place), cell, time);
  }

  private List<Cell> cells(List<List<Object>> places, long time) {
    return places.stream().map(place -> cell(place, time)).toList();
  }

  /** Another array tells the order. */
  private void writeInGlobalOrder(WriteRequest request, long time, List<Cell> cells) {
    Location other = Location.of("mem:///sorted");
    try (Azulejo sorter = TestArrays.engine(Storage.inMemory())) {
      sorter.create(other, model.schema());
      sorter.array(other).append(batch(cells, true));
      ReadRequest sorted = ReadRequest.ALL.layout(Layout.GLOBAL_ORDER);
      try (BatchReader in = sorter.open(other).read(sorted).batches()) {
        List<Batch> batches = new ArrayList<>();
        in.forEach(batches::add);
        TestArrays.write(
            azulejo.array(location),
            request,
            ChangeOptions.DEFAULT.at(time),
            batches.toArray(Batch[]::new));
      }
    }
  }

  /** Writes and commits, at once or staged; returns how many fragments there are. */
  private int write(WriteRequest request, long time, List<Cell> cells, boolean coordinates) {
    int largest = 1 + random.nextInt(random.nextBoolean() ? 10 : 1 + cells.size());
    try (ArrayWriter out =
        azulejo.array(location).writer(request, ChangeOptions.DEFAULT.at(time))) {
      int from = 0;
      do {
        int to = Math.min(cells.size(), from + random.nextInt(largest + 1));
        out.append(batch(cells.subList(from, to), coordinates));
        from = to;
      } while (from < cells.size());
      if (random.nextBoolean()) {
        return out.commit().size();
      }
      done.accept("staged");
      return azulejo
          .array(location)
          .commit(List.of(out.stage()), CommitOptions.DEFAULT.id("write " + time))
          .fragments()
          .size();
    }
  }

  private Batch batch(List<Cell> cells, boolean coordinates) {
    List<Column> columns = new ArrayList<>();
    List<Dimension> dimensions = model.schema().dimensions();
    for (int d = 0; d < dimensions.size() && coordinates; d++) {
      Dimension dimension = dimensions.get(d);
      int index = d;
      columns.add(
          Columns.of(
              dimension.name(),
              dimension.type(),
              dimension.cellValNum(),
              false,
              cells.stream().map(cell -> cell.coordinates().get(index)).toList()));
    }
    for (Attribute attribute : model.schema().attributes()) {
      List<Object> column = new ArrayList<>();
      cells.forEach(cell -> column.add(cell.values().get(attribute.name())));
      boolean plain = !column.contains(null) && random.nextBoolean();
      columns.add(
          Columns.of(
              attribute.name(),
              attribute.type(),
              attribute.cellValNum(),
              attribute.nullable() && !plain,
              column));
    }
    Collections.shuffle(columns, random);
    return Batch.of(cells.size(), columns);
  }

  // ---- cells of dense arrays

  /** Writes a box in one of the orders in which cells can come without coordinates. */
  private void writeBox(long time) {
    long[][] tiles = random.nextInt(3) == 0 ? boxOfTiles() : null;
    boolean columnMajor = random.nextBoolean();
    Layout layout =
        tiles != null ? Layout.GLOBAL_ORDER : columnMajor ? Layout.COL_MAJOR : Layout.ROW_MAJOR;
    long[][] box = tiles != null ? tiles : box();
    List<List<Object>> places = places(box, columnMajor);
    if (tiles != null) {
      places.sort(globalOrder());
    }
    List<Cell> cells = cells(places, time);
    WriteRequest request = request(random.nextInt(3) == 0);
    write(request.layout(layout).subarray(subarray(box, true)), time, cells, false);
    model.write(time, cells);
    done.accept(layout.name());
  }

  private Comparator<List<Object>> globalOrder() {
    ArraySchema schema = model.schema();
    int dimensions = schema.dimensions().size();
    Comparator<List<Object>> order = (a, b) -> 0;
    for (int i = 0; i < dimensions; i++) {
      int d = schema.tileOrder() == Layout.COL_MAJOR ? dimensions - 1 - i : i;
      order = order.thenComparingLong(place -> tile(place).get(d));
    }
    return order.thenComparing(
        WrittenModel.order(schema.dimensions(), schema.cellOrder() == Layout.COL_MAJOR));
  }

  private void writeScattered(long time) {
    MissingCells[] rules = MissingCells.values();
    MissingCells rule = rules[random.nextInt(rules.length)];
    boolean part = random.nextInt(3) == 0;
    long[][] clip = part ? box() : writable();
    boolean boxed = random.nextInt(3) == 0;
    List<List<Object>> places =
        boxed && rule == MissingCells.REFUSED
            ? places(part ? clip : box(), false)
            : some(clip, rule == MissingCells.REFUSED);
    if (random.nextInt(4) > 0) {
      Collections.shuffle(places, random);
    }
    boolean limited = random.nextInt(4) == 0;
    WriteRequest request = request(limited);
    request = boxed ? request.missingInBox(rule) : request.missing(rule);
    if (part) {
      // A box reaches from the least to the greatest coordinate where no range is given.
      request = request.subarray(subarray(clip, !boxed));
    }
    if (random.nextBoolean()) {
      request = request.layout(Layout.UNORDERED);
    }
    List<List<Object>> target =
        !boxed || part
            ? places(clip, false)
            : places.isEmpty() ? List.of() : places(WrittenModel.box(places), false);
    if (random.nextInt(3) == 0) {
      for (int i = random.nextInt(5); i > 0 && !places.isEmpty(); i--) {
        places.add(places.get(random.nextInt(places.size())));
        done.accept("twice");
      }
      Collections.shuffle(places, random);
      request = request.duplicates(DuplicatePolicy.KEEP_LAST);
    }
    List<Cell> cells = cells(places, time);
    final int fragments = write(request, time, cells, true);
    Map<List<Object>, Cell> written = last(cells);
    Set<List<Long>> tiles = tiles(boxed && !cells.isEmpty() ? target : written.keySet());
    addMissing(written, target, tiles, rule, time);
    model.write(time, new ArrayList<>(written.values()));
    done.accept(rule.name());
    done.accept(boxed ? part ? "given box" : "box around cells" : "tiles");
    done.accept(fragments > 1 ? "several fragments" : "one fragment");
    assertThat(fragments == 0).isEqualTo(tiles.isEmpty());
    assertThat(limited || fragments <= tiles.size()).isTrue();
    if (!limited && isBox(tiles)) {
      assertThat(fragments).isEqualTo(1);
    }
  }

  /** Adds the cells of a target that were not given, but lie in tiles that are written. */
  private void addMissing(
      Map<List<Object>, Cell> written,
      List<List<Object>> target,
      Set<List<Long>> tiles,
      MissingCells rule,
      long time) {
    Map<List<Object>, Cell> before = last(model.cells(TimeRange.until(time)));
    for (List<Object> place : target) {
      if (tiles.contains(tile(place)) && !written.containsKey(place)) {
        assertThat(rule).isNotEqualTo(MissingCells.REFUSED);
        Cell kept = rule == MissingCells.KEPT ? before.get(place) : null;
        Map<String, Object> cell = kept == null ? Map.of() : kept.values();
        written.put(place, new Cell(place, WrittenModel.wholeValues(model.schema(), cell), time));
      }
    }
  }

  /** Some cells of a box; or all those of some tiles. */
  private List<List<Object>> some(long[][] clip, boolean whole) {
    boolean tiles = whole || random.nextInt(3) == 0;
    double share = random.nextInt(4) == 0 ? 1 : random.nextDouble();
    Map<List<Long>, Boolean> chosen = new HashMap<>();
    List<List<Object>> some = places(clip, false);
    some.removeIf(
        place ->
            tiles
                ? !chosen.computeIfAbsent(tile(place), key -> random.nextDouble() < share)
                : random.nextDouble() >= share);
    return some;
  }

  // ---- places

  private Range.Longs writable(int d) {
    return (Range.Longs) WrittenModel.writable(model.schema(), d);
  }

  private long[][] writable() {
    long[][] box = new long[model.schema().dimensions().size()][];
    for (int d = 0; d < box.length; d++) {
      box[d] = new long[] {writable(d).low(), writable(d).high()};
    }
    return box;
  }

  private static List<List<Object>> places(long[][] box, boolean columnMajor) {
    return new ArrayList<>(WrittenModel.places(WrittenModel.axes(box), columnMajor));
  }

  private long[][] box() {
    long[][] box = writable();
    for (long[] side : box) {
      if (random.nextInt(3) > 0) {
        side[0] += random.nextInt((int) (side[1] - side[0]) + 1);
        side[1] = side[0] + random.nextInt((int) (side[1] - side[0]) + 1);
      }
    }
    return box;
  }

  /** Returns a random box of whole tiles, or null if no tile can be written as a whole. */
  private long[][] boxOfTiles() {
    long[][] box = writable();
    for (int d = 0; d < box.length; d++) {
      long extent = extent(d);
      long origin = domain(d).low();
      long first = (box[d][0] - origin + extent - 1) / extent;
      int count = (int) ((box[d][1] - origin + 1) / extent - first);
      if (count < 1) {
        return null;
      }
      int low = random.nextInt(count);
      box[d][0] = origin + (first + low) * extent;
      box[d][1] = box[d][0] + (1 + random.nextInt(count - low)) * extent - 1;
    }
    return box;
  }

  /**
   * Returns a box as a subarray.
   *
   * @param mayOmit whether ranges of whole dimensions may be left out
   */
  private Subarray subarray(long[][] box, boolean mayOmit) {
    ArraySchema schema = model.schema();
    Subarray part = Subarray.ALL;
    for (int d = 0; d < box.length; d++) {
      boolean whole = box[d][0] == domain(d).low() && box[d][1] == domain(d).high();
      if (!mayOmit || !whole || schema.currentDomain().isPresent() || random.nextBoolean()) {
        part = part.and(schema.dimensions().get(d).name(), box[d][0], box[d][1]);
      }
    }
    return part;
  }

  private Range.Longs domain(int d) {
    return (Range.Longs) model.schema().dimensions().get(d).domain().orElseThrow();
  }

  private long extent(int d) {
    Dimension dimension = model.schema().dimensions().get(d);
    return dimension.extent().isPresent()
        ? dimension.tileLength()
        : domain(d).high() - domain(d).low() + 1;
  }

  private List<Long> tile(List<Object> place) {
    List<Long> tile = new ArrayList<>();
    for (int d = 0; d < place.size(); d++) {
      tile.add(((Long) place.get(d) - domain(d).low()) / extent(d));
    }
    return tile;
  }

  private Set<List<Long>> tiles(Collection<List<Object>> places) {
    Set<List<Long>> tiles = new HashSet<>();
    places.forEach(place -> tiles.add(tile(place)));
    return tiles;
  }

  private static boolean isBox(Set<List<Long>> tiles) {
    if (tiles.isEmpty()) {
      return false;
    }
    List<List<Object>> places = new ArrayList<>();
    tiles.forEach(tile -> places.add(List.copyOf(tile)));
    long volume = 1;
    for (long[] side : WrittenModel.box(places)) {
      volume *= side[1] - side[0] + 1;
    }
    return volume == tiles.size();
  }
}
