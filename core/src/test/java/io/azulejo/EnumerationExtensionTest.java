package io.azulejo;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.query.Batch;
import io.azulejo.query.BatchReader;
import io.azulejo.query.Column;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Range;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Writers that add values to enumerations, alone, one between the steps of another, and at once.
 */
class EnumerationExtensionTest {
  private static final Location PLACE = Location.of("mem:///array");

  /** An attribute that a schema has once it has evolved. */
  private static final String ADDED = "added";

  private final Storage storage = Storage.inMemory();
  @AutoClose private final Azulejo azulejo = Azulejo.builder().storage("mem", storage).build();

  private static Enumeration sky(String... values) {
    return Enumeration.ofStrings("sky", false, List.of(values));
  }

  private static ArraySchema schema(Datatype index) {
    return ArraySchema.sparse()
        .dimension(Dimension.of("x", Datatype.INT32, Range.of(0, 1_000_000), 100))
        .attribute(Attribute.builder("s", index).enumeration("sky").build())
        .enumeration(sky("clear", "cloudy"))
        .build();
  }

  private static List<Enumeration> extend(Azulejo engine, String... values) {
    return engine.array(PLACE).extendEnumerations(List.of(sky(values)));
  }

  /** Adds a value, and writes a cell that has it. */
  private static void write(Azulejo engine, int x, String value, ChangeOptions options) {
    int index = texts(extend(engine, value).get(0)).indexOf(value);
    try (ArrayWriter out = engine.array(PLACE).writer(WriteRequest.DEFAULT, options)) {
      List<Column> columns = new ArrayList<>();
      columns.add(Column.of("x", Datatype.INT32, x));
      columns.add(Column.of("s", Datatype.UINT8, index));
      if (engine.open(PLACE).schema().attribute(ADDED).isPresent()) {
        columns.add(Column.of(ADDED, Datatype.INT8, 0));
      }
      out.append(Batch.of(1, columns));
      out.commit();
    }
  }

  private static List<String> texts(Enumeration enumeration) {
    return IntStream.range(0, enumeration.size())
        .mapToObj(i -> new String(enumeration.value(i), StandardCharsets.UTF_8))
        .toList();
  }

  private static Map<Long, String> cells(Array array) {
    List<String> values = texts(array.enumeration("sky"));
    Map<Long, String> cells = new TreeMap<>();
    try (BatchReader in = array.read(ReadRequest.ALL).batches()) {
      for (Batch batch = in.next(); batch != null; batch = in.next()) {
        for (int row = 0; row < batch.rows(); row++) {
          int index = (int) batch.column("s").getLong(row);
          cells.put(
              batch.column("x").getLong(row), index < values.size() ? values.get(index) : "none");
        }
      }
    }
    return cells;
  }

  /** A store before one of whose operations something else is done, by other means. */
  private static Storage interrupted(Storage inner, int operation, Runnable act) {
    int[] operations = {0};
    return (Storage)
        Proxy.newProxyInstance(
            EnumerationExtensionTest.class.getClassLoader(),
            new Class<?>[] {Storage.class},
            (proxy, method, arguments) -> {
              if (operations[0]++ == operation) {
                act.run();
              }
              try {
                return method.invoke(inner, arguments);
              } catch (InvocationTargetException e) {
                throw e.getCause();
              }
            });
  }

  @Test
  void appendsMissingValues() {
    azulejo.create(PLACE, schema(Datatype.UINT8));

    List<Enumeration> after = extend(azulejo, "fog", "clear", "hail");

    assertThat(texts(after.get(0))).containsExactly("clear", "cloudy", "fog", "hail");
    assertThat(azulejo.open(PLACE).enumeration("sky")).isEqualTo(after.get(0));
    int files = storage.list(PLACE.resolve("__schema")).size();
    assertThat(extend(azulejo, "hail", "fog")).isEqualTo(after);
    assertThat(storage.list(PLACE.resolve("__schema"))).hasSize(files);
  }

  @Test
  void addsValuesOfSeveralEnumerationsAtOnce() {
    azulejo.create(
        PLACE,
        schema(Datatype.UINT8).toBuilder()
            .attribute(Attribute.builder("n", Datatype.INT32).enumeration("sizes").build())
            .enumeration(Enumeration.ofLongs("sizes", Datatype.INT16, true, 1, 2))
            .build());

    azulejo
        .array(PLACE)
        .extendEnumerations(
            List.of(
                sky("fog"), Enumeration.ofLongs("sizes", Datatype.INT16, false, 7), sky("hail")));

    Array array = azulejo.open(PLACE);
    assertThat(texts(array.enumeration("sky"))).endsWith("fog", "hail");
    assertThat(array.enumeration("sizes"))
        .isEqualTo(Enumeration.ofLongs("sizes", Datatype.INT16, true, 1, 2, 7));
    assertThat(storage.list(PLACE.resolve("__schema")).stream().filter(e -> !e.folder()))
        .hasSize(2);
  }

  @Test
  void cellsHaveTheirNewValuesAtAllTimes() {
    azulejo.create(PLACE, schema(Datatype.UINT8), CreateOptions.DEFAULT.at(10));

    write(azulejo, 1, "fog", ChangeOptions.DEFAULT.at(20));
    write(azulejo, 2, "hail", ChangeOptions.DEFAULT.at(15));

    assertThat(cells(azulejo.open(PLACE, TimeRange.until(16)))).isEqualTo(Map.of(2L, "hail"));
    assertThat(cells(azulejo.open(PLACE))).isEqualTo(Map.of(1L, "fog", 2L, "hail"));
  }

  @ParameterizedTest
  @ValueSource(ints = {20, 21, 22, 23})
  void theArrayStaysInItsFormatVersion(int version) {
    azulejo.create(PLACE, schema(Datatype.UINT8), CreateOptions.DEFAULT.formatVersion(version));

    write(azulejo, 3, "fog", ChangeOptions.DEFAULT);

    Array array = azulejo.open(PLACE);
    assertThat(array.formatVersion()).isEqualTo(version);
    assertThat(cells(array)).isEqualTo(Map.of(3L, "fog"));
  }

  @Test
  void refusesMoreValuesThanIndexesCanCount() {
    azulejo.create(PLACE, schema(Datatype.INT8));
    String[] some = IntStream.range(0, 125).mapToObj(Integer::toString).toArray(String[]::new);

    refuses(InvalidRequestException.class, () -> extend(azulejo, some));
    assertThat(azulejo.open(PLACE).enumeration("sky").size()).isEqualTo(2);
    assertThat(storage.list(PLACE.resolve("__schema/__enumerations"))).hasSize(1);
  }

  @Test
  void refusesAnEnumerationThatIsNotThere() {
    azulejo.create(PLACE, schema(Datatype.INT8));

    refuses(
        NotFoundException.class,
        () ->
            azulejo
                .array(PLACE)
                .extendEnumerations(
                    List.of(Enumeration.ofStrings("ground", false, List.of("wet")))));
  }

  @Test
  void findsASchemaThatWasWrittenAfterTheSchemasWereListed() {
    azulejo.create(PLACE, schema(Datatype.UINT8), CreateOptions.DEFAULT.at(10));
    Location schemas = PLACE.resolve("__schema");
    List<Storage.Entry> before = storage.list(schemas);
    write(azulejo, 1, "fog", ChangeOptions.DEFAULT.at(20));
    boolean[] asked = {false};
    Storage late =
        new FilteredStorage(storage) {
          @Override
          public synchronized List<Entry> list(Location folder) {
            boolean first = folder.equals(schemas) && !asked[0];
            asked[0] |= first;
            return first ? before : super.list(folder);
          }
        };

    try (Azulejo engine = Azulejo.builder().storage("mem", late).build()) {
      assertThat(cells(engine.open(PLACE))).isEqualTo(Map.of(1L, "fog"));
    }
    assertThat(asked[0]).isTrue();
  }

  /**
   * Runs an act once for each operation that it consists of, with another act before that
   * operation, and once without.
   *
   * @param check is told whether the other act ran
   * @return the number of runs
   */
  private static int interruptEachOperation(
      Consumer<Azulejo> act, Consumer<Azulejo> other, BiConsumer<Azulejo, Boolean> check) {
    boolean[] interrupted = {true};
    int runs = 0;
    while (interrupted[0]) {
      interrupted[0] = false;
      Storage files = Storage.inMemory();
      try (Azulejo second = Azulejo.builder().storage("mem", files).build()) {
        second.create(PLACE, schema(Datatype.UINT8));
        Runnable interruption =
            () -> {
              interrupted[0] = true;
              other.accept(second);
            };
        Storage slow = interrupted(files, runs++, interruption);
        try (Azulejo first = Azulejo.builder().storage("mem", slow).build()) {
          act.accept(first);
        }
        check.accept(second, interrupted[0]);
      }
    }
    return runs;
  }

  @Test
  void keepsTheValuesOfAWriterThatComesBetweenAnyTwoSteps() {
    int runs =
        interruptEachOperation(
            engine -> write(engine, 3, "snow", ChangeOptions.DEFAULT),
            other -> {
              write(other, 1, "fog", ChangeOptions.DEFAULT);
              write(other, 2, "hail", ChangeOptions.DEFAULT);
            },
            (engine, between) ->
                assertThat(cells(engine.open(PLACE)))
                    .isEqualTo(
                        between ? Map.of(1L, "fog", 2L, "hail", 3L, "snow") : Map.of(3L, "snow")));
    assertThat(runs).isGreaterThan(6);
  }

  @Test
  void anEvolutionKeepsTheValuesOfAWriterThatComesBetweenAnyTwoSteps() {
    SchemaEvolution added =
        SchemaEvolution.builder().addAttribute(Attribute.of(ADDED, Datatype.INT8)).build();
    List<Boolean> evolved = new ArrayList<>();
    int runs =
        interruptEachOperation(
            engine -> {
              try {
                engine.array(PLACE).evolve(added);
                evolved.add(true);
              } catch (InvalidRequestException e) {
                assertThat(e).hasMessageContaining("changed by another process meanwhile");
                evolved.add(false);
              }
            },
            other -> write(other, 1, "fog", ChangeOptions.DEFAULT),
            (engine, between) -> {
              Array array = engine.open(PLACE);
              assertThat(array.schema().attribute(ADDED).isPresent())
                  .isEqualTo(evolved.get(evolved.size() - 1));
              assertThat(cells(array)).isEqualTo(between ? Map.of(1L, "fog") : Map.of());
            });
    int refused = Collections.frequency(evolved, false);
    assertThat(runs).isGreaterThan(refused + 2);
    assertThat(refused).isPositive();
  }

  @Test
  void twoEvolutionsThatExtendAtOnceDoNotMixTheirValues() {
    SchemaEvolution evolution =
        SchemaEvolution.builder().extendEnumeration(sky("clear", "cloudy", "snow")).build();
    int runs =
        interruptEachOperation(
            engine -> {
              try {
                engine.array(PLACE).evolve(evolution);
              } catch (InvalidRequestException e) {
                assertThat(e.getMessage())
                    .containsAnyOf("another process meanwhile", "value 2 differs");
              }
            },
            other -> write(other, 1, "fog", ChangeOptions.DEFAULT),
            (engine, between) ->
                assertThat(cells(engine.open(PLACE)))
                    .isEqualTo(between ? Map.of(1L, "fog") : Map.of()));
    assertThat(runs).isGreaterThan(5);
  }

  @Test
  void manyWritersAtOnceLoseAndMixNoValues() throws Exception {
    long seed = Long.getLong("azulejo.seed", 20_261_124L);
    azulejo.create(PLACE, schema(Datatype.UINT8));
    Map<Long, String> expected = new TreeMap<>();
    List<Callable<Object>> writers = new ArrayList<>();
    for (int i = 0; i < 6; i++) {
      int writer = i;
      Random random = new Random(seed + i);
      List<String> values = random.ints(8, 0, 60).mapToObj(n -> "value " + n).toList();
      for (int n = 0; n < values.size(); n++) {
        expected.put(100L * writer + n, values.get(n));
      }
      writers.add(
          () -> {
            try (Azulejo engine = Azulejo.builder().storage("mem", storage).build()) {
              for (int n = 0; n < values.size(); n++) {
                write(engine, 100 * writer + n, values.get(n), ChangeOptions.DEFAULT);
              }
            }
            return null;
          });
    }
    ExecutorService threads = Executors.newFixedThreadPool(writers.size());
    try {
      for (Future<Object> end : threads.invokeAll(writers)) {
        end.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError("-Dazulejo.seed=" + seed, e);
    } finally {
      threads.shutdown();
    }

    assertThat(cells(azulejo.open(PLACE))).as("-Dazulejo.seed=" + seed).isEqualTo(expected);
  }
}
