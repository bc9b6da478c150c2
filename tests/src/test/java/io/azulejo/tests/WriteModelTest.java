package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.ArrayWriter;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CreateOptions;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.maintenance.ConsolidationReport;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.DeletionPlan;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.DeleteRequest;
import io.azulejo.query.DuplicatePolicy;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestLayer;
import io.azulejo.tests.ArrayModel.Cell;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Random arrays to which random things are done, at random times in random ways; what is read from
 * them at any times is what the lists of all that was done say. Another seed: {@code
 * -Dazulejo.seed=N}; one array alone: {@code -Dazulejo.array=I}.
 */
class WriteModelTest {
  private static final EncryptionKey KEY =
      EncryptionKey.of("0123456789abcdef0123456789abcdef".getBytes(StandardCharsets.US_ASCII));
  private static final int STEPS = TestLayer.cases(10_000, 1_500);
  private static final int STEPS_OF_AN_ARRAY = 40;
  private static final long FIRST_TIME = 1_700_000_000_000L;

  private static final List<MaintenanceMode> MODES =
      List.of(
          MaintenanceMode.FRAGMENTS,
          MaintenanceMode.FRAGMENTS,
          MaintenanceMode.COMMITS,
          MaintenanceMode.FRAGMENT_METADATA,
          MaintenanceMode.ARRAY_METADATA);

  /** How often each kind of thing was done. */
  private final Map<String, Integer> done = new TreeMap<>();

  private final long seed = Long.getLong("azulejo.seed", 20_261_121L);

  @Test
  void readsWhatWasWritten() {
    System.out.println("write model: -Dazulejo.seed=" + seed);
    int only = Integer.getInteger("azulejo.array", -1);
    int read = 0;
    for (int i = 0; i < STEPS / STEPS_OF_AN_ARRAY; i++) {
      if (only < 0 || only == i) {
        read += new Run(i, new Random(seed + 1_000_003L * i)).run();
      }
    }
    System.out.println("write model: " + done);
    if (only < 0) {
      assertThat(read).as("rows in all answers").isGreaterThan(5 * STEPS);
      assertThat(done)
          .hasSizeGreaterThanOrEqualTo(14)
          .allSatisfy((act, times) -> assertThat(times).isPositive());
    }
  }

  /** One array. */
  private final class Run {
    private final int number;
    private final Random random;
    private final RandomArray values;
    private final Location location = Location.of("mem:///array");
    private final boolean encrypted;
    private final List<Long> times = new ArrayList<>();
    private Azulejo azulejo;
    private WrittenModel model;
    private int step;
    private int rows;

    Run(int number, Random random) {
      this.number = number;
      this.random = random;
      this.values = new RandomArray(random);
      this.encrypted = random.nextInt(8) == 0;
      for (long t = 1; t <= STEPS_OF_AN_ARRAY; t++) {
        times.add(FIRST_TIME + t);
      }
      Collections.shuffle(times, random);
    }

    int run() {
      Azulejo.Builder description =
          Azulejo.builder()
              .storage("mem", Storage.inMemory())
              .computeThreads(0)
              .ioThreads(0)
              .memoryBudget(4096L << random.nextInt(12));
      if (encrypted) {
        description.key(location, KEY);
      }
      try (Azulejo engine = description.build()) {
        azulejo = engine;
        ArraySchema schema = values.schema();
        model = new WrittenModel(FIRST_TIME, schema);
        azulejo.create(location, schema, CreateOptions.DEFAULT.at(FIRST_TIME));
        for (step = 0; step < STEPS_OF_AN_ARRAY; step++) {
          step();
        }
        collectGarbage();
        read();
      } catch (RuntimeException | AssertionError e) {
        throw new AssertionError(
            "array %d, step %d, -Dazulejo.seed=%d -Dazulejo.array=%d: %s"
                .formatted(number, step, seed, number, e),
            e);
      }
      return rows;
    }

    private void step() {
      switch (random.nextInt(18)) {
        case 0, 1, 2, 3, 4, 5 -> {
          if (model.schema().isDense()) {
            writeDense();
          } else {
            writeSparse();
          }
        }
        case 6, 7 -> {
          if (!model.schema().isDense()) {
            delete();
          }
        }
        case 8 -> evolve();
        case 9 -> changeMetadata();
        case 10 -> {
          if (random.nextInt(6) == 0) {
            deleteFragments();
          }
        }
        case 11 -> consolidate();
        case 12 -> {
          if (random.nextInt(3) == 0) {
            vacuum();
          }
        }
        default -> read();
      }
    }

    private void done(String act) {
      done.merge(act, 1, Integer::sum);
    }

    private ChangeOptions now() {
      return ChangeOptions.DEFAULT.at(times.get(step));
    }

    // ---- writing

    private void writeSparse() {
      ArraySchema schema = model.schema();
      List<Cell> cells = new ArrayList<>();
      int count = random.nextInt(4) == 0 ? random.nextInt(3) : random.nextInt(60);
      for (int i = 0; i < count; i++) {
        List<Object> place = new ArrayList<>();
        schema.dimensions().forEach(dimension -> place.add(values.coordinate(dimension)));
        cells.add(cell(place, times.get(step)));
      }
      Map<List<Object>, Cell> last = new LinkedHashMap<>();
      cells.forEach(cell -> last.put(cell.coordinates(), cell));
      boolean twice = !schema.allowsDuplicates() && last.size() < cells.size();
      WriteRequest request =
          random.nextInt(5) == 0
              ? WriteRequest.DEFAULT.maxFragmentSize(200 + random.nextInt(3000))
              : WriteRequest.DEFAULT;
      if (twice && random.nextInt(4) == 0) {
        assertThatThrownBy(() -> write(request, cells))
            .isInstanceOf(InvalidRequestException.class)
            .hasMessageContaining("same coordinates");
        done("refused duplicates");
        return;
      }
      boolean keepLast = twice && random.nextBoolean();
      List<Cell> written = schema.allowsDuplicates() ? cells : new ArrayList<>(last.values());
      if (keepLast) {
        write(request.duplicates(DuplicatePolicy.KEEP_LAST), cells);
      } else if (random.nextInt(3) == 0) {
        writeInGlobalOrder(request.layout(Layout.GLOBAL_ORDER), written);
      } else {
        write(request, written);
      }
      model.write(times.get(step), written);
      done("sparse write");
    }

    private Cell cell(List<Object> place, long time) {
      Map<String, Object> cell = new HashMap<>();
      for (Attribute attribute : model.schema().attributes()) {
        cell.put(attribute.name(), values.value(attribute));
      }
      return new Cell(List.copyOf(place), cell, time, 0);
    }

    /** Another array tells the order. */
    private void writeInGlobalOrder(WriteRequest request, List<Cell> cells) {
      Location other = Location.of("mem:///sorted");
      try (Azulejo sorter =
          Azulejo.builder()
              .storage("mem", Storage.inMemory())
              .computeThreads(0)
              .ioThreads(0)
              .build()) {
        sorter.create(other, model.schema());
        sorter.array(other).append(batch(cells));
        ReadRequest sorted = ReadRequest.ALL.layout(Layout.GLOBAL_ORDER);
        try (BatchReader in = sorter.open(other).read(sorted).batches();
            ArrayWriter out = azulejo.array(location).writer(request, now())) {
          for (Batch batch = in.next(); batch != null; batch = in.next()) {
            out.append(batch);
          }
          out.commit();
        }
      }
    }

    private void write(WriteRequest request, List<Cell> cells) {
      try (ArrayWriter out = azulejo.array(location).writer(request, now())) {
        int from = 0;
        do {
          int to = Math.min(cells.size(), from + 1 + random.nextInt(cells.size() + 1));
          out.append(batch(cells.subList(from, to)));
          from = to;
        } while (from < cells.size());
        out.commit();
      }
    }

    private Batch batch(List<Cell> cells) {
      List<Column> columns = new ArrayList<>();
      ArraySchema schema = model.schema();
      for (int d = 0; d < schema.dimensions().size() && !schema.isDense(); d++) {
        Dimension dimension = schema.dimensions().get(d);
        int index = d;
        columns.add(
            Columns.of(
                dimension.name(),
                dimension.type(),
                dimension.cellValNum(),
                false,
                cells.stream().map(cell -> cell.coordinates().get(index)).toList()));
      }
      for (Attribute attribute : schema.attributes()) {
        List<Object> column = new ArrayList<>();
        cells.forEach(cell -> column.add(cell.values().get(attribute.name())));
        columns.add(
            Columns.of(
                attribute.name(),
                attribute.type(),
                attribute.cellValNum(),
                attribute.nullable(),
                column));
      }
      Collections.shuffle(columns, random);
      return Batch.of(cells.size(), columns);
    }

    private void writeDense() {
      long[][] box = box();
      boolean columnMajor = random.nextBoolean();
      List<Cell> cells = new ArrayList<>();
      for (List<Object> place : WrittenModel.places(box, columnMajor)) {
        cells.add(cell(place, times.get(step)));
      }
      WriteRequest request =
          WriteRequest.DEFAULT
              .subarray(subarray(box))
              .layout(columnMajor ? Layout.COL_MAJOR : Layout.ROW_MAJOR);
      if (random.nextInt(5) == 0) {
        request = request.maxFragmentSize(200 + random.nextInt(3000));
      }
      write(request, cells);
      model.write(times.get(step), cells);
      done("dense write");
    }

    private long[][] box() {
      List<Dimension> dimensions = model.schema().dimensions();
      long[][] box = new long[dimensions.size()][];
      for (int d = 0; d < box.length; d++) {
        Range.Longs domain = (Range.Longs) dimensions.get(d).domain().orElseThrow();
        int span = (int) (domain.high() - domain.low() + 1);
        long low = domain.low() + random.nextInt(span);
        long high = low + random.nextInt((int) (domain.high() - low + 1));
        box[d] =
            random.nextInt(3) == 0
                ? new long[] {domain.low(), domain.high()}
                : new long[] {low, high};
      }
      return box;
    }

    private Subarray subarray(long[][] box) {
      Subarray part = Subarray.ALL;
      for (int d = 0; d < box.length; d++) {
        part = part.and(model.schema().dimensions().get(d).name(), box[d][0], box[d][1]);
      }
      return part;
    }

    // ---- changing

    private void delete() {
      Array array = azulejo.open(location);
      List<Cell> cells = model.cells(TimeRange.until(Long.MAX_VALUE));
      RandomCondition condition = RandomCondition.of(array, cells, random, 2);
      Predicate<Cell> removes = condition.holds();
      DeleteRequest request = DeleteRequest.where(condition.condition());
      try {
        // What is found cell by cell does not reach cells that are written for earlier times later
        // on.
        if (azulejo.array(location).planDelete(request, now()).way()
            != DeletionPlan.Way.CONDITION) {
          done("other delete");
          return;
        }
        azulejo.array(location).delete(request, now());
      } catch (InvalidRequestException e) {
        assertThat(e).hasMessageContaining("delete");
        done("refused delete");
        return;
      }
      model.delete(times.get(step), removes);
      done("delete");
    }

    private void evolve() {
      ArraySchema last = model.schema();
      SchemaEvolution.Builder evolution = SchemaEvolution.builder();
      if (last.attributes().size() > 1 && random.nextBoolean()) {
        evolution.dropAttribute(
            last.attributes().get(random.nextInt(last.attributes().size())).name());
      } else {
        evolution.addAttribute(values.attribute("e" + step));
      }
      SchemaEvolution wanted = evolution.build();
      long time = times.get(step);
      if (time < model.evolved()) {
        assertThatThrownBy(() -> azulejo.array(location).evolve(wanted, now()))
            .isInstanceOf(InvalidRequestException.class);
        return;
      }
      try {
        azulejo.array(location).evolve(wanted, now());
      } catch (InvalidRequestException e) {
        assertThat(e).hasMessageContaining("delet");
        return;
      }
      done("evolution");
      model.evolve(time, azulejo.open(location).schema());
      assertThat(model.schema()).isNotEqualTo(last);
    }

    private void changeMetadata() {
      MetadataChange.Builder change = MetadataChange.builder();
      Map<String, Object> changes = new HashMap<>();
      for (int i = random.nextInt(4); i >= 0; i--) {
        String key = "k" + random.nextInt(6);
        if (changes.containsKey(key)) {
          continue;
        }
        MetadataValue value =
            switch (random.nextInt(4)) {
              case 0 -> MetadataValue.ofString("v" + step);
              case 1 -> MetadataValue.ofLongs(step, random.nextLong());
              case 2 -> MetadataValue.ofDoubles(random.nextDouble());
              default -> null;
            };
        changes.put(key, value);
        if (value == null) {
          change.remove(key);
        } else {
          change.put(key, value);
        }
      }
      azulejo.array(location).metadata().change(change.build(), now());
      done("metadata");
      model.putMetadata(times.get(step), changes);
    }

    private void deleteFragments() {
      long first = FIRST_TIME + random.nextInt(STEPS_OF_AN_ARRAY);
      TimeRange range = TimeRange.between(first, first + random.nextInt(10));
      azulejo.array(location).deleteFragments(range);
      model.deleteFragments(range);
      done("delete fragments");
    }

    private void consolidate() {
      MaintenanceMode mode = MODES.get(random.nextInt(MODES.size()));
      ConsolidationRequest request =
          ConsolidationRequest.DEFAULT.mode(mode).amplification(random.nextInt(2) * 1000);
      if (mode == MaintenanceMode.FRAGMENTS) {
        request = request.times(someTimes());
        if (random.nextInt(5) == 0) {
          request = request.maxFragmentSize(200 + random.nextInt(3000));
        }
      }
      ConsolidationReport report = azulejo.maintenance(location).consolidate(request);
      for (ConsolidationReport.Merge merge : report.merges()) {
        done("consolidate " + mode.configuredName());
        if (mode == MaintenanceMode.FRAGMENTS) {
          model.merge(merge.inputs().stream().map(Run::times).collect(Collectors.toSet()));
        } else if (mode == MaintenanceMode.ARRAY_METADATA) {
          model.mergeMetadata();
        }
      }
    }

    /** The times that the name of a fragment tells. */
    private static TimeRange times(String name) {
      String[] parts = name.split("_");
      return TimeRange.between(Long.parseLong(parts[2]), Long.parseLong(parts[3]));
    }

    private void vacuum() {
      MaintenanceMode mode = MODES.get(random.nextInt(MODES.size()));
      azulejo.maintenance(location).vacuum(VacuumRequest.DEFAULT.mode(mode));
      done("vacuum");
      if (mode == MaintenanceMode.FRAGMENTS) {
        model.vacuum();
      } else if (mode == MaintenanceMode.ARRAY_METADATA) {
        model.vacuumMetadata();
      }
    }

    /** There is none, but for lists of commits of which all were deleted. */
    private void collectGarbage() {
      GcRequest all = GcRequest.DEFAULT.olderThan(Duration.ZERO).allCompleteFragments();
      assertThat(azulejo.maintenance(location).gc(all).entries())
          .allSatisfy(
              entry -> assertThat(entry.location().name()).matches(".*\\.(con|ign|vac|vac\\.tmp)"));
    }

    // ---- reading

    private TimeRange someTimes() {
      long a = FIRST_TIME + random.nextInt(STEPS_OF_AN_ARRAY + 2);
      long b = FIRST_TIME + random.nextInt(STEPS_OF_AN_ARRAY + 2);
      return switch (random.nextInt(4)) {
        case 0 -> TimeRange.until(a);
        case 1 -> TimeRange.between(Math.min(a, b), Math.max(a, b));
        default -> TimeRange.ALL;
      };
    }

    private void read() {
      done("read");
      TimeRange range = someTimes();
      Array array = azulejo.open(location, range);
      TimeRange seen = range.end() < 0 ? TimeRange.until(Long.MAX_VALUE) : range;
      assertThat(array.metadata()).isEqualTo(model.metadata(seen));
      if (model.schema().isDense()) {
        readDense(array, seen);
      } else {
        readSparse(array, seen);
      }
    }

    private void readDense(Array array, TimeRange seen) {
      long[][] box = box();
      boolean columnMajor = random.nextBoolean();
      ReadRequest request =
          ReadRequest.ALL
              .select(fields(array.schema()))
              .subarray(subarray(box))
              .layout(columnMajor ? Layout.COL_MAJOR : Layout.ROW_MAJOR);

      List<List<Object>> found = rows(array, request);

      assertThat(found).isEqualTo(model.box(seen, box, columnMajor));
    }

    private void readSparse(Array array, TimeRange seen) {
      ArraySchema schema = array.schema();
      List<Cell> cells = new ArrayList<>(model.cells(seen));
      Layout layout =
          List.of(Layout.UNORDERED, Layout.ROW_MAJOR, Layout.COL_MAJOR, Layout.GLOBAL_ORDER)
              .get(random.nextInt(4));
      Subarray part = Subarray.ALL;
      for (int d = 0; d < schema.dimensions().size(); d++) {
        if (random.nextInt(3) == 0) {
          Dimension dimension = schema.dimensions().get(d);
          Range wanted = range(dimension);
          int index = d;
          part = part.and(dimension.name(), wanted);
          cells.removeIf(
              cell -> !WrittenModel.isWithin(dimension, cell.coordinates().get(index), wanted));
        }
      }
      ReadRequest request = ReadRequest.ALL.select(fields(schema)).subarray(part).layout(layout);
      if (random.nextInt(3) == 0) {
        RandomCondition condition = RandomCondition.of(array, cells, random, 2);
        request = request.where(condition.condition());
        cells.removeIf(condition.holds().negate());
      }

      List<List<Object>> found = rows(array, request);

      assertThat(found)
          .containsExactlyInAnyOrderElementsOf(
              cells.stream().map(cell -> WrittenModel.row(cell, schema)).toList());
      if (layout == Layout.ROW_MAJOR || layout == Layout.COL_MAJOR) {
        assertThat(found)
            .isSortedAccordingTo(
                WrittenModel.order(schema.dimensions(), layout == Layout.COL_MAJOR));
      }
    }

    private Range range(Dimension dimension) {
      Object a = values.coordinate(dimension);
      Object b = values.coordinate(dimension);
      boolean swap = ArrayModel.compare(dimension.type(), a, b) > 0;
      Object low = swap ? b : a;
      Object high = swap ? a : b;
      if (low instanceof String text) {
        return Range.of(text, (String) high);
      }
      return low instanceof Double real
          ? Range.of(real, (Double) high)
          : Range.of((Long) low, (Long) high);
    }

    private List<String> fields(ArraySchema schema) {
      List<String> names = new ArrayList<>();
      schema.dimensions().forEach(dimension -> names.add(dimension.name()));
      schema.attributes().forEach(attribute -> names.add(attribute.name()));
      return names;
    }

    private List<List<Object>> rows(Array array, ReadRequest request) {
      List<List<Object>> found = new ArrayList<>();
      try (BatchReader in = array.read(request).batches()) {
        for (Batch batch = in.next(); batch != null; batch = in.next()) {
          for (int row = 0; row < batch.rows(); row++) {
            List<Object> cells = new ArrayList<>();
            for (Column column : batch.columns()) {
              cells.add(ArrayModel.value(column, row));
            }
            found.add(cells);
          }
        }
      }
      rows += found.size();
      return found;
    }
  }
}
