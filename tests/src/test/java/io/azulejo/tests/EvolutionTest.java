package io.azulejo.tests;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.CreateOptions;
import io.azulejo.OpenOptions;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Row;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import io.azulejo.testkit.TestSchemas;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Schemas of arrays that are changed. */
class EvolutionTest {
  private static final Location PLACE = Location.of("mem://a");
  private static final ArraySchema SCHEMA =
      TestSchemas.of("sparse(x INT32 1..8/4) a INT32, c UINT8 colors=red");

  private final Storage storage = Storage.inMemory();
  @AutoClose private final Azulejo azulejo = Azulejo.builder().storage("mem", storage).build();

  private static SchemaEvolution adding(String name) {
    return SchemaEvolution.builder().addAttribute(Attribute.of(name, Datatype.INT8)).build();
  }

  private static SchemaEvolution dropping(String name) {
    return SchemaEvolution.builder().dropAttribute(name).build();
  }

  private List<String> attributes(TimeRange times) {
    return azulejo.open(PLACE, times).schema().attributes().stream().map(Attribute::name).toList();
  }

  @Test
  void newSchemasAreInForceFromTheirTimeOn() {
    azulejo.create(PLACE, SCHEMA, CreateOptions.DEFAULT.at(10));

    assertThat(azulejo.array(PLACE).evolve(adding("b"), ChangeOptions.DEFAULT.at(20))).isTrue();
    assertThat(azulejo.array(PLACE).evolve(dropping("a"), ChangeOptions.DEFAULT.at(30))).isTrue();

    assertThat(attributes(TimeRange.until(15))).containsExactly("a", "c");
    assertThat(attributes(TimeRange.until(25))).containsExactly("a", "c", "b");
    assertThat(attributes(TimeRange.ALL)).containsExactly("c", "b");
  }

  @Test
  void extendedEnumerationsAreStoredAnew() {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) 9);
    Azulejo keyed = azulejo.withKey(PLACE, EncryptionKey.of(key));
    keyed.create(PLACE, SCHEMA, CreateOptions.DEFAULT.at(10));
    Enumeration longer = Enumeration.ofStrings("colors", false, List.of("red", "blue"));

    keyed
        .array(PLACE)
        .evolve(
            SchemaEvolution.builder()
                .extendEnumeration(longer)
                .addEnumeration(Enumeration.ofStrings("other", false, List.of()))
                .build(),
            ChangeOptions.DEFAULT.at(20));

    Array array = keyed.open(PLACE);
    assertThat(array.enumeration("colors")).isEqualTo(longer);
    assertThat(array.enumeration("other").size()).isZero();
    Array before = keyed.open(PLACE, TimeRange.until(10));
    assertThat(before.enumeration("colors").size()).isEqualTo(1);
    assertThat(storage.list(PLACE.resolve("__schema/__enumerations"))).hasSize(3);
  }

  @Test
  void refusesTimesThatWouldNotBecomeTheLatest() {
    azulejo.create(PLACE, SCHEMA, CreateOptions.DEFAULT.at(9));

    refuses(
        InvalidRequestException.class,
        () -> azulejo.array(PLACE).evolve(adding("b"), ChangeOptions.DEFAULT.at(8)));
    refuses(() -> azulejo.array(PLACE).evolve(adding("b"), ChangeOptions.DEFAULT.at(10)));
  }

  @Test
  void evolutionsOfOneMillisecondStayOrdered() {
    azulejo.create(PLACE, SCHEMA);
    for (int i = 0; i < 20; i++) {
      azulejo.array(PLACE).evolve(adding("n" + i));
    }
    assertThat(attributes(TimeRange.ALL)).hasSize(22);
  }

  @Test
  void refusesToDropWhatADeletionLooksAt() {
    azulejo.create(PLACE, SCHEMA);
    azulejo.array(PLACE).delete(Condition.parse("a = 3 and x > 2"));

    refuses(InvalidRequestException.class, () -> azulejo.array(PLACE).evolve(dropping("a")));
    assertThat(azulejo.array(PLACE).evolve(dropping("c"))).isTrue();
  }

  @Test
  void leavesNothingBehindWhenItIsRefused() {
    azulejo.create(PLACE, SCHEMA, CreateOptions.DEFAULT.at(9));

    assertThatThrownBy(
            () ->
                azulejo
                    .array(PLACE)
                    .evolve(
                        SchemaEvolution.builder()
                            .addEnumeration(Enumeration.ofStrings("e", false, List.of("x")))
                            .build(),
                        ChangeOptions.DEFAULT.at(3)))
        .isInstanceOf(InvalidRequestException.class);

    assertThat(storage.list(PLACE.resolve("__schema/__enumerations"))).hasSize(1);
  }

  @Test
  void upgradesArraysOfAllVersions() {
    CorpusFolder corpus = CorpusFolder.bundledSelection();
    int upgraded = 0;
    for (Path file : corpus.expectationFiles()) {
      Expectation expectation = corpus.expectation(file);
      if (expectation.group() || expectation.openingFails()) {
        continue;
      }
      Storage copy = Storage.inMemory();
      MemoryCopy.of(expectation.location(), copy, PLACE);
      OpenOptions open =
          expectation.key().map(OpenOptions.DEFAULT::key).orElse(OpenOptions.DEFAULT);
      Azulejo.Builder description = Azulejo.builder().storage("mem", copy);
      expectation.key().ifPresent(key -> description.key(PLACE, key));
      try (Azulejo engine = description.build()) {
        Array before = engine.open(PLACE, open);
        List<String> rows = rows(before);
        boolean done = engine.array(PLACE).upgrade();
        assertThat(done).as(expectation.name()).isEqualTo(before.formatVersion() < 22);
        Array after = engine.open(PLACE, open);
        assertThat(after.formatVersion()).isEqualTo(Math.max(22, before.formatVersion()));
        assertThat(rows(after)).as(expectation.name()).isEqualTo(rows);
        assertThat(engine.array(PLACE).upgrade()).isFalse();
        upgraded += done ? 1 : 0;
      } catch (AzulejoException e) {
        assertThat(expectation.someFails()).as("%s: %s", expectation.name(), e).isTrue();
      }
    }
    assertThat(upgraded).isGreaterThan(10);
  }

  private static List<String> rows(Array array) {
    try (Stream<Row> rows = array.read(ReadRequest.ALL.limit(1000)).rows()) {
      return rows.map(Row::toString).toList();
    }
  }
}
