package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.CreateOptions;
import io.azulejo.error.AzulejoException;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.Row;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.DataOrder;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Range;
import io.azulejo.storage.LocalDisks;
import io.azulejo.storage.Location;
import io.azulejo.testkit.CrashSweep;
import io.azulejo.testkit.DiskSweep;
import io.azulejo.testkit.ErrorSweep;
import io.azulejo.testkit.Scenario;
import io.azulejo.testkit.Survival;
import io.azulejo.testkit.TestLayer;
import io.azulejo.testkit.disk.PowerLoss;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** An array at which writes are swept: what is read of it, and cells to write. */
final class SweptArray {
  static final Location ARRAY = Location.of("mem://arrays/array");

  /** How scenarios are swept. */
  interface Trial {
    /** Lets about every so many-th operation go wrong. */
    void sweep(Scenario scenario, int step) throws Exception;
  }

  private static final ThreadLocal<Trial> TRIAL =
      ThreadLocal.withInitial(() -> SweptArray::sweepInMemoryAndOnDisk);

  private SweptArray() {}

  private static void sweepInMemoryAndOnDisk(Scenario scenario, int step) throws Exception {
    sweepInMemory(scenario, step);
    if (step == 1) {
      DiskSweep sweep = new DiskSweep(scenario, LocalDisks::storage);
      List<PowerLoss> worst = PowerLoss.FEW.subList(0, 1);
      assertThat(sweep.atMost(3).powerLossesAfterErrors(worst).run()).isPositive();
    }
  }

  private static void sweepInMemory(Scenario scenario, int step) throws Exception {
    List<Survival> survivals =
        step == 1 && TestLayer.FULL
            ? Survival.FEW
            : List.of(Survival.of(Survival.Kind.GONE), Survival.mixed(1));
    int every = step * TestLayer.cases(1, 12);
    assertThat(new CrashSweep(scenario).survivals(survivals).thinned().every(every).run())
        .isPositive();
    assertThat(new ErrorSweep(scenario).thinned().every(every).run()).isPositive();
  }

  /** Tries something else with all scenarios that are swept meanwhile by this thread. */
  static void trying(Trial trial, Callable<?> sweeps) throws Exception {
    TRIAL.set(trial);
    try {
      sweeps.call();
    } finally {
      TRIAL.remove();
    }
  }

  /** All that can be read of an array. */
  static Object read(Azulejo engine) {
    Array array = engine.open(ARRAY);
    List<String> all = new ArrayList<>();
    all.add(array.schema().attributes().toString());
    for (String enumeration : array.schema().enumerationFiles().keySet()) {
      all.add(array.enumeration(enumeration).toString());
    }
    for (DimensionLabel label : array.schema().labels()) {
      all.add(engine.open(ARRAY.resolve(label.uri())).schema().attributes().toString());
    }
    all.add(array.metadata().toString());
    try (Stream<Row> rows = array.read().rows()) {
      rows.forEach(row -> all.add(row.toString()));
    }
    return all;
  }

  /** Cells of the attributes that all of these arrays have. */
  static List<Column> columns(int rows, int seed) {
    ByteBuffer a = ByteBuffer.allocate(rows * 4).order(ByteOrder.LITTLE_ENDIAN);
    StringBuilder text = new StringBuilder();
    int[] offsets = new int[rows + 1];
    byte[] validity = new byte[rows];
    for (int row = 0; row < rows; row++) {
      a.putInt(seed + row);
      validity[row] = (byte) (row % 3 == 0 ? 0 : 1);
      text.append(validity[row] == 0 ? "" : "s" + (seed + row));
      offsets[row + 1] = text.length();
    }
    byte[] data = text.toString().getBytes(StandardCharsets.UTF_8);
    return List.of(
        new FixedColumn("a", Datatype.INT32, 1, rows, a.array(), null),
        new VarColumn("s", Datatype.STRING_UTF8, rows, offsets, data, validity));
  }

  /** The schema of a sparse array with an enumeration and a dimension label. */
  static ArraySchema labeled(int domain, int extent) {
    return ArraySchema.sparse()
        .capacity(4)
        .dimension(Dimension.of("x", Datatype.INT32, Range.of(1, domain), extent))
        .attribute(Attribute.of("a", Datatype.INT32))
        .attribute(Attribute.builder("s", Datatype.STRING_UTF8).var().nullable().build())
        .attribute(Attribute.builder("c", Datatype.UINT8).enumeration("colors").build())
        .enumeration(Enumeration.ofStrings("colors", false, List.of("red", "green")))
        .label(DimensionLabel.of(0, "depth", DataOrder.INCREASING, Datatype.FLOAT64))
        .build();
  }

  /** Cells at x, x + 1, ... of a sparse array, with more columns that it has. */
  static Batch sparse(int rows, int x, int seed, Column... more) {
    List<Column> columns = new ArrayList<>(columns(rows, seed));
    columns.add(Column.ofInts("x", IntStream.range(x, x + rows).toArray()));
    columns.addAll(List.of(more));
    return Batch.of(rows, columns);
  }

  /** The values of an enumeration, each the first one. */
  static Column firstColor(int rows) {
    return new FixedColumn("c", Datatype.UINT8, 1, rows, new byte[rows], null);
  }

  static Scenario.Act create(ArraySchema schema) {
    return engine -> engine.create(ARRAY, schema, CreateOptions.DEFAULT.at(10));
  }

  static Scenario writing(
      String name, ArraySchema schema, Scenario.Act first, Scenario.Act change, Scenario.Act next) {
    return Scenario.of(name, SweptArray::read)
        .preparedBy(create(schema))
        .preparedBy(first)
        .changedBy(change)
        .then(next);
  }

  /** Removes all garbage beside the arrays and groups. */
  static void collect(Azulejo engine) {
    Location folder = ARRAY.parent();
    if (!engine.storage(folder).list(folder).isEmpty()) {
      GcRequest all = GcRequest.DEFAULT.olderThan(Duration.ZERO).allCompleteFragments();
      for (AzulejoException refused : engine.maintenance(folder).gc(all).refused()) {
        throw refused;
      }
    }
  }

  /** Lets all go wrong, in the most different ways; then also garbage is collected. */
  static void sweep(Scenario scenario) throws Exception {
    sweep(scenario, SweptArray::collect);
  }

  static void sweep(Scenario scenario, Scenario.Act collection) throws Exception {
    TRIAL.get().sweep(scenario.collectedBy(collection), 1);
  }

  /** Lets some of the many operations of a long change go wrong. */
  static void sweepThinly(Scenario scenario, Scenario.Act collection, int step) throws Exception {
    TRIAL.get().sweep(scenario.collectedBy(collection), step);
  }

  /** Lets all go wrong in all ways. */
  static void sweepWhole(Scenario scenario) throws Exception {
    scenario.collectedBy(SweptArray::collect);
    assertThat(new CrashSweep(scenario).survivals(Survival.many(40)).run()).isPositive();
    assertThat(new ErrorSweep(scenario).run()).isPositive();
  }
}
