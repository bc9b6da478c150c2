package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CommitOptions;
import io.azulejo.CreateOptions;
import io.azulejo.OpenOptions;
import io.azulejo.maintenance.VerifyReport;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.DuplicatePolicy;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.MissingCells;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.query.VarColumn;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.Leases;
import io.azulejo.testkit.RandomSchemas;
import io.azulejo.testkit.TestLayer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * Random cells of random dense arrays, in random order to some tiles or in any layout to a box, one
 * write after the other at random times; what is read at any time is what a plain list of all that
 * was written says. Another seed: {@code -Dazulejo.seed=N}; more or fewer arrays: {@code
 * -Dazulejo.cases=N}.
 */
class ScatteredModelTest {
  private static final Location ARRAY = Location.of("mem://array");
  private static final int WRITES = 5;

  private final long seed = Long.getLong("azulejo.seed", 7_301L);
  private final Set<String> done = new HashSet<>();

  @Test
  void readsWhatWasWrittenInAnyOrder() {
    System.out.println("scattered model: -Dazulejo.seed=" + seed);
    int cases = Integer.getInteger("azulejo.cases", TestLayer.cases(400, 80));
    for (int i = 0; i < cases; i++) {
      long own = seed + 1_000_003L * i;
      try {
        new Run(new Random(own)).run();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError("-Dazulejo.seed=%d: %s".formatted(own, e), e);
      }
    }
    if (cases >= 100) {
      assertThat(done)
          .contains("REFUSED", "FILLED", "KEPT", "twice", "several fragments", "staged")
          .contains("ROW_MAJOR", "COL_MAJOR", "GLOBAL_ORDER", "box around cells", "given box");
    }
  }

  /** One array; cells are numbers in the row-major order of its domain, values by attribute. */
  private final class Run {
    private final Random random;
    private final ArraySchema schema;
    private final int dimensions;
    private final long[] low;
    private final int[] length;
    private final int[] extent;

    /** The cells that can be written. */
    private final int[][] current;

    /** What was written at each time: null values are nulls. */
    private final TreeMap<Long, Map<Integer, byte[][]>> written = new TreeMap<>();

    Run(Random random) {
      this.random = random;
      this.schema = unordered(new RandomSchemas(random));
      this.dimensions = schema.dimensions().size();
      this.low = new long[dimensions];
      this.length = new int[dimensions];
      this.extent = new int[dimensions];
      this.current = new int[2][dimensions];
      for (int d = 0; d < dimensions; d++) {
        Dimension dimension = schema.dimensions().get(d);
        Range.Longs domain = (Range.Longs) dimension.domain().orElseThrow();
        low[d] = domain.low();
        length[d] = (int) (domain.high() - domain.low()) + 1;
        extent[d] = dimension.extent().isPresent() ? (int) dimension.tileLength() : length[d];
        int index = d;
        Range.Longs part =
            (Range.Longs) schema.currentDomain().map(box -> box.get(index)).orElse(domain);
        current[0][d] = (int) (part.low() - low[d]);
        current[1][d] = (int) (part.high() - low[d]);
      }
    }

    void run() {
      Azulejo.Builder engine =
          Azulejo.builder()
              .storage("mem", Storage.inMemory())
              .computeThreads(random.nextInt(3))
              .ioThreads(random.nextInt(3))
              .memoryBudget(random.nextInt(3) == 0 ? 1L << 26 : 1L << random.nextInt(16));
      if (random.nextInt(6) == 0) {
        engine.key(ARRAY, EncryptionKey.of(new byte[32]));
      }
      try (Azulejo azulejo = engine.build()) {
        azulejo.create(ARRAY, schema, CreateOptions.DEFAULT.at(1));
        List<Long> times = new ArrayList<>();
        for (long i = 1; i <= WRITES; i++) {
          times.add(10 * i);
        }
        if (random.nextInt(3) == 0) {
          Collections.shuffle(times, random);
        }
        for (long time : times) {
          if (random.nextInt(5) < 2) {
            writeBox(azulejo, time);
          } else {
            writeScattered(azulejo, time);
          }
        }
        compare(azulejo, TimeRange.until(10 * random.nextInt(WRITES + 1) + 5));
        compare(azulejo, TimeRange.ALL);
        VerifyReport report = azulejo.maintenance(ARRAY).verify(VerifyRequest.DEFAULT.deep());
        assertThat(report.problems()).isEmpty();
        assertThat(Leases.held(azulejo)).isZero();
        azulejo.maintenance(ARRAY).consolidate();
        compare(azulejo, TimeRange.ALL);
      }
    }

    // ---- writing

    /** Writes a box in one of the orders in which cells can come without coordinates. */
    private void writeBox(Azulejo azulejo, long time) {
      int[][] tiles = random.nextInt(3) == 0 ? boxOfTiles() : null;
      Layout layout =
          tiles != null
              ? Layout.GLOBAL_ORDER
              : random.nextBoolean() ? Layout.ROW_MAJOR : Layout.COL_MAJOR;
      int[][] box = tiles != null ? tiles : box();
      List<Integer> numbers = cells(box);
      numbers.sort(order(layout));
      WriteRequest request = WriteRequest.DEFAULT.layout(layout).subarray(subarray(box, true));
      if (random.nextInt(3) == 0) {
        request = request.maxFragmentSize(1 + random.nextInt(10_000));
      }
      Map<Integer, byte[][]> values = new HashMap<>();
      write(azulejo, request, time, numbers, values, false);
      written.put(time, values);
      done.add(layout.name());
    }

    /** Returns a random box of whole tiles, or null if no tile can be written as a whole. */
    private int[][] boxOfTiles() {
      int[][] box = new int[2][dimensions];
      for (int d = 0; d < dimensions; d++) {
        int first = (current[0][d] + extent[d] - 1) / extent[d];
        int count = (current[1][d] + 1) / extent[d] - first;
        if (count < 1) {
          return null;
        }
        int low = random.nextInt(count);
        box[0][d] = (first + low) * extent[d];
        box[1][d] = (first + low + 1 + random.nextInt(count - low)) * extent[d] - 1;
      }
      return box;
    }

    private Comparator<Integer> order(Layout layout) {
      return layout == Layout.GLOBAL_ORDER
          ? order(schema.tileOrder(), true).thenComparing(order(schema.cellOrder(), false))
          : order(layout, false);
    }

    private Comparator<Integer> order(Layout layout, boolean tiles) {
      Comparator<Integer> order = (a, b) -> 0;
      for (int i = 0; i < dimensions; i++) {
        int d = layout == Layout.COL_MAJOR ? dimensions - 1 - i : i;
        int unit = tiles ? extent[d] : 1;
        order = order.thenComparingInt(number -> distance(number, d) / unit);
      }
      return order;
    }

    private void writeScattered(Azulejo azulejo, long time) {
      MissingCells rule = MissingCells.values()[random.nextInt(3)];
      boolean part = random.nextInt(3) == 0;
      int[][] clip = part ? box() : current;
      Map<Integer, byte[][]> before = seen(TimeRange.until(time));
      boolean boxed = random.nextInt(3) == 0;
      List<Integer> numbers =
          boxed && rule == MissingCells.REFUSED
              ? shuffled(cells(part ? clip : box()))
              : some(clip, rule == MissingCells.REFUSED);
      int[][] target = boxed && !part ? around(numbers) : clip;
      WriteRequest request =
          boxed ? WriteRequest.DEFAULT.missingInBox(rule) : WriteRequest.DEFAULT.missing(rule);
      if (boxed) {
        done.add(part ? "given box" : "box around cells");
      }
      if (part) {
        // A box reaches from the least to the greatest coordinate where no range is given.
        request = request.subarray(subarray(clip, !boxed));
      }
      if (random.nextBoolean()) {
        request = request.layout(Layout.UNORDERED);
      }
      boolean limited = random.nextInt(4) == 0;
      if (limited) {
        request = request.maxFragmentSize(1 + random.nextInt(4000));
      }
      if (random.nextInt(3) == 0) {
        for (int i = random.nextInt(5); i > 0 && !numbers.isEmpty(); i--) {
          numbers.add(numbers.get(random.nextInt(numbers.size())));
          done.add("twice");
        }
        Collections.shuffle(numbers, random);
        request = request.duplicates(DuplicatePolicy.KEEP_LAST);
      }
      Map<Integer, byte[][]> values = new HashMap<>();
      int fragments = write(azulejo, request, time, numbers, values, true);
      Set<List<Integer>> tiles = new HashSet<>();
      values.keySet().forEach(number -> tiles.add(tile(number)));
      if (boxed && !values.isEmpty()) {
        cells(target).forEach(number -> tiles.add(tile(number)));
      }
      for (int number : cells(target)) {
        if (tiles.contains(tile(number)) && !values.containsKey(number)) {
          assertThat(rule).isNotEqualTo(MissingCells.REFUSED);
          byte[][] kept = rule == MissingCells.KEPT ? before.get(number) : null;
          values.put(number, kept == null ? fill() : kept);
        }
      }
      written.put(time, values);
      done.add(rule.name());
      done.add(fragments > 1 ? "several fragments" : "one fragment");
      assertThat(fragments == 0).isEqualTo(tiles.isEmpty());
      assertThat(limited || fragments <= tiles.size()).isTrue();
      if (!limited && isBox(tiles)) {
        assertThat(fragments).isEqualTo(1);
      }
    }

    /** Writes cells with new values; of those that come twice the last ones count. */
    private int write(
        Azulejo azulejo,
        WriteRequest request,
        long time,
        List<Integer> numbers,
        Map<Integer, byte[][]> values,
        boolean coordinates) {
      int largest = 1 + random.nextInt(random.nextBoolean() ? 10 : 1 + numbers.size());
      try (ArrayWriter out = azulejo.array(ARRAY).writer(request, ChangeOptions.DEFAULT.at(time))) {
        for (int from = 0; from < numbers.size(); ) {
          int to = Math.min(numbers.size(), from + random.nextInt(largest + 1));
          List<Integer> piece = numbers.subList(from, to);
          piece.forEach(number -> values.put(number, values()));
          out.append(batch(piece, values, coordinates));
          from = to;
        }
        if (random.nextBoolean()) {
          return out.commit().size();
        }
        done.add("staged");
        return azulejo
            .array(ARRAY)
            .commit(List.of(out.stage()), CommitOptions.DEFAULT.id("write " + time))
            .fragments()
            .size();
      }
    }

    private List<Integer> shuffled(List<Integer> numbers) {
      Collections.shuffle(numbers, random);
      return numbers;
    }

    /** The box around some cells; one of no cells if there are none. */
    private int[][] around(List<Integer> numbers) {
      int[][] box = new int[2][dimensions];
      Arrays.fill(box[1], -1);
      for (int d = 0; d < dimensions && !numbers.isEmpty(); d++) {
        int dimension = d;
        box[0][d] = numbers.stream().mapToInt(n -> distance(n, dimension)).min().orElseThrow();
        box[1][d] = numbers.stream().mapToInt(n -> distance(n, dimension)).max().orElseThrow();
      }
      return box;
    }

    /** Some cells of a box in any order; or all those of some tiles. */
    private List<Integer> some(int[][] clip, boolean whole) {
      List<Integer> all = cells(clip);
      boolean tiles = whole || random.nextInt(3) == 0;
      double share = random.nextInt(4) == 0 ? 1 : random.nextDouble();
      Map<List<Integer>, Boolean> chosen = new HashMap<>();
      List<Integer> some = new ArrayList<>();
      for (int number : all) {
        boolean wanted =
            tiles
                ? chosen.computeIfAbsent(tile(number), key -> random.nextDouble() < share)
                : random.nextDouble() < share;
        if (wanted) {
          some.add(number);
        }
      }
      if (random.nextInt(4) > 0) {
        Collections.shuffle(some, random);
      }
      return some;
    }

    // ---- places

    /** A random box, as distances from the low ends of the domain. */
    private int[][] box() {
      int[][] box = new int[2][dimensions];
      for (int d = 0; d < dimensions; d++) {
        int room = current[1][d] - current[0][d] + 1;
        box[0][d] = current[0][d] + random.nextInt(room);
        box[1][d] = box[0][d] + random.nextInt(current[1][d] - box[0][d] + 1);
      }
      return box;
    }

    /**
     * Returns a box as a subarray.
     *
     * @param mayOmit whether ranges of whole dimensions may be left out, as writes allow it; reads
     *     take what was written for those
     */
    private Subarray subarray(int[][] box, boolean mayOmit) {
      Subarray part = Subarray.ALL;
      for (int d = 0; d < dimensions; d++) {
        boolean whole = box[0][d] == 0 && box[1][d] == length[d] - 1;
        if (!mayOmit || !whole || schema.currentDomain().isPresent() || random.nextBoolean()) {
          part =
              part.and(schema.dimensions().get(d).name(), low[d] + box[0][d], low[d] + box[1][d]);
        }
      }
      return part;
    }

    /** The cells of a box in row-major order. */
    private List<Integer> cells(int[][] box) {
      List<Integer> numbers = List.of(0);
      for (int d = 0; d < dimensions; d++) {
        List<Integer> longer = new ArrayList<>();
        for (int number : numbers) {
          for (int at = box[0][d]; at <= box[1][d]; at++) {
            longer.add(number * length[d] + at);
          }
        }
        numbers = longer;
      }
      return new ArrayList<>(numbers);
    }

    private int distance(int number, int dimension) {
      int rest = number;
      for (int d = dimensions - 1; d > dimension; d--) {
        rest /= length[d];
      }
      return rest % length[dimension];
    }

    private List<Integer> tile(int number) {
      List<Integer> tile = new ArrayList<>();
      for (int d = 0; d < dimensions; d++) {
        tile.add(distance(number, d) / extent[d]);
      }
      return tile;
    }

    private boolean isBox(Set<List<Integer>> tiles) {
      if (tiles.isEmpty()) {
        return false;
      }
      int volume = 1;
      for (int d = 0; d < dimensions; d++) {
        int index = d;
        int[] along = tiles.stream().mapToInt(tile -> tile.get(index)).distinct().toArray();
        int span = Arrays.stream(along).max().orElse(0) - Arrays.stream(along).min().orElse(0);
        volume *= span + 1;
      }
      return volume == tiles.size();
    }

    // ---- values

    private byte[][] values() {
      byte[][] values = new byte[schema.attributes().size()][];
      for (int a = 0; a < values.length; a++) {
        Attribute attribute = schema.attributes().get(a);
        Datatype type = attribute.type();
        int count = attribute.isVar() ? random.nextInt(4) : attribute.cellValNum();
        byte[] value = new byte[count * type.size()];
        random.nextBytes(value);
        boolean text = type.isString() || type == Datatype.CHAR;
        for (int i = 0; i < value.length; i++) {
          value[i] = (byte) (text ? 'a' + (value[i] & 3) : value[i] & 1);
        }
        values[a] = attribute.nullable() && random.nextInt(4) == 0 ? null : value;
      }
      return values;
    }

    private byte[][] fill() {
      byte[][] fill = new byte[schema.attributes().size()][];
      for (int a = 0; a < fill.length; a++) {
        Attribute attribute = schema.attributes().get(a);
        fill[a] = attribute.nullable() && !attribute.fillValid() ? null : attribute.fill();
      }
      return fill;
    }

    private Batch batch(List<Integer> numbers, Map<Integer, byte[][]> values, boolean coordinates) {
      List<Column> columns = new ArrayList<>();
      for (int a = 0; a < schema.attributes().size(); a++) {
        columns.add(column(numbers, values, a));
      }
      for (int d = 0; d < dimensions && coordinates; d++) {
        int index = d;
        Dimension dimension = schema.dimensions().get(d);
        columns.add(
            Column.of(
                dimension.name(),
                dimension.type(),
                numbers.stream().mapToLong(n -> low[index] + distance(n, index)).toArray()));
      }
      Collections.shuffle(columns, random);
      return Batch.of(numbers.size(), columns);
    }

    private Column column(List<Integer> numbers, Map<Integer, byte[][]> values, int a) {
      Attribute attribute = schema.attributes().get(a);
      int rows = numbers.size();
      boolean anyNull = numbers.stream().anyMatch(number -> values.get(number)[a] == null);
      boolean plain = !attribute.nullable() || (!anyNull && random.nextBoolean());
      byte[] validity = plain ? null : new byte[rows];
      int[] offsets = new int[rows + 1];
      byte[] data = new byte[16];
      for (int row = 0; row < rows; row++) {
        byte[] value = values.get(numbers.get(row))[a];
        if (validity != null) {
          validity[row] = (byte) (value == null ? 0 : 1 + random.nextInt(2));
        }
        int size =
            attribute.isVar() ? random.nextInt(2) * attribute.type().size() : attribute.cellSize();
        byte[] stored = value == null ? new byte[size] : value;
        offsets[row + 1] = offsets[row] + stored.length;
        data = Arrays.copyOf(data, Math.max(data.length, 2 * offsets[row + 1]));
        System.arraycopy(stored, 0, data, offsets[row], stored.length);
      }
      return attribute.isVar()
          ? new VarColumn(attribute.name(), attribute.type(), rows, offsets, data, validity)
          : new FixedColumn(
              attribute.name(), attribute.type(), attribute.cellValNum(), rows, data, validity);
    }

    // ---- reading

    /** The newest values at some times. */
    private Map<Integer, byte[][]> seen(TimeRange times) {
      Map<Integer, byte[][]> newest = new HashMap<>();
      written.forEach(
          (time, values) -> {
            if (times.contains(time)) {
              newest.putAll(values);
            }
          });
      return newest;
    }

    private void compare(Azulejo azulejo, TimeRange times) {
      List<String> names = schema.attributes().stream().map(Attribute::name).toList();
      int[][] all = {new int[dimensions], new int[dimensions]};
      Arrays.setAll(all[1], d -> length[d] - 1);
      int[][] box = schema.currentDomain().isPresent() ? current : all;
      ReadRequest request =
          ReadRequest.ALL.select(names).subarray(subarray(box, false)).layout(Layout.ROW_MAJOR);
      Map<Integer, byte[][]> expected = seen(times);
      List<Integer> numbers = cells(box);
      int cell = 0;
      try (BatchReader in =
          azulejo.open(ARRAY, OpenOptions.DEFAULT.at(times)).read(request).batches()) {
        for (Batch batch = in.next(); batch != null; batch = in.next()) {
          for (int row = 0; row < batch.rows(); row++, cell++) {
            byte[][] values = expected.getOrDefault(numbers.get(cell), fill());
            for (int a = 0; a < values.length; a++) {
              Column column = batch.column(a);
              byte[] found = column.isNull(row) ? null : column.getBytes(row);
              assertThat(found)
                  .as(
                      "cell %d of \"%s\" at %s in %s",
                      numbers.get(cell), names.get(a), times, schema)
                  .isEqualTo(values[a]);
            }
          }
        }
      }
      assertThat(cell).isEqualTo(numbers.size());
    }
  }

  /** A schema none of whose attributes promises an order. */
  private static ArraySchema unordered(RandomSchemas schemas) {
    ArraySchema schema = schemas.dense();
    while (schema.attributes().stream().anyMatch(a -> a.order() != DataOrder.UNORDERED)) {
      schema = schemas.dense();
    }
    return schema;
  }
}
