package io.azulejo.tests;

import static org.assertj.core.api.Assertions.assertThat;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.OpenOptions;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.maintenance.DeletionPlan.Strategy;
import io.azulejo.query.Condition;
import io.azulejo.query.DeleteRequest;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.CorpusFolder;
import io.azulejo.testkit.Expectation;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestLayer;
import java.nio.file.Path;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/**
 * Deletions by random conditions at random times remove the cells that a read with the condition
 * finds, and no others. Another seed: {@code -Dazulejo.seed=N}.
 */
class DeletionModelTest {
  private static final long SEED = Long.getLong("azulejo.seed", 20_261_121L);
  private static final int EACH = TestLayer.cases(12, 4);

  private final Map<Strategy, Integer> ways = new EnumMap<>(Strategy.class);
  private int refusals;

  @Test
  void removesTheCellsThatMeetTheConditionAndNoOthers() {
    CorpusFolder corpus = CorpusFolder.bundledSelection();
    for (Path file : corpus.expectationFiles()) {
      Expectation expectation = corpus.expectation(file);
      if (expectation.group() || expectation.openingFails()) {
        continue;
      }
      for (int i = 0; i < EACH; i++) {
        if (!new Trial(expectation, SEED + i).run()) {
          break;
        }
      }
    }
    System.out.printf("deletions: %s, %d refused%n", ways, refusals);
    assertThat(ways.values().stream().mapToInt(Integer::intValue).sum()).isGreaterThan(100);
    assertThat(ways).containsKeys(Strategy.CONDITION, Strategy.COORDINATES, Strategy.REWRITE);
  }

  /** One deletion in a copy of an array of its own. */
  private final class Trial {
    private final Expectation expectation;
    private final Random random;
    private final String what;
    private final Location place = Location.of("mem://a");
    private final Storage storage = Storage.inMemory();
    private final OpenOptions options;

    Trial(Expectation expectation, long seed) {
      this.expectation = expectation;
      this.random = new Random(seed);
      this.what = "%s, azulejo.seed=%d".formatted(expectation.name(), seed);
      this.options = expectation.key().map(OpenOptions.DEFAULT::key).orElse(OpenOptions.DEFAULT);
    }

    /** Whether this is an array of which cells can be deleted. */
    boolean run() {
      MemoryCopy.of(expectation.location(), storage, place);
      try (Azulejo azulejo = Azulejo.builder().storage("mem", storage).build()) {
        ArrayModel model = new ArrayModel(azulejo, place, options);
        Array array = model.open(TimeRange.ALL);
        if (array.schema().isDense()
            || array.formatVersion() < 16
            || RandomRead.isUncomparable(array.schema())) {
          return false;
        }
        List<ArrayModel.Cell> cells = model.cells(TimeRange.ALL);
        RandomCondition condition = RandomCondition.of(array, cells, random, 3);
        delete(azulejo, array, model, condition.condition());
        return true;
      } catch (ArrayModel.NotModelled e) {
        return false;
      } catch (UnsupportedFormatException e) {
        assertThat(e).as(what).hasMessageContaining("upgrade the array first");
        return false;
      } catch (InvalidRequestException e) {
        throw new AssertionError(what, e);
      } catch (AzulejoException e) {
        assertThat(expectation.name()).as(e.toString()).contains("broken");
        return false;
      }
    }

    private void delete(Azulejo azulejo, Array array, ArrayModel model, Condition condition) {
      List<Long> times = model.times();
      long time =
          times.isEmpty() || random.nextInt(3) == 0
              ? System.currentTimeMillis()
              : times.get(random.nextInt(times.size()));
      TimeRange until = TimeRange.until(time + random.nextInt(3));
      Condition met = condition.and(Condition.field("__timestamps").lessThanOrEqualTo(time));
      List<String> left = rows(model.open(TimeRange.ALL), null);
      rows(array, met).forEach(row -> assertThat(left.remove(row)).as(what).isTrue());
      Array then = model.open(until);
      boolean sameFields = then.schema().equals(array.schema());
      List<String> leftThen = rows(then, null);
      if (sameFields) {
        rows(then, met).forEach(leftThen::remove);
      }
      ChangeOptions at = ChangeOptions.DEFAULT.at(time);
      Azulejo keyed = expectation.keyed(azulejo, place);
      DeleteRequest request = DeleteRequest.where(condition);
      try {
        ways.merge(keyed.array(place).planDelete(request, at).strategy(), 1, Integer::sum);
        keyed.array(place).delete(request, at);
      } catch (InvalidRequestException e) {
        refusals++;
        assertThat(e.getMessage())
            .as(what + ", where " + condition)
            .matches(
                m ->
                    m.contains("have no times of their own")
                        || m.contains("has cells from then on"));
        return;
      }
      Array after = azulejo.open(place, options.at(TimeRange.ALL));
      String why = what + ", deleted where " + condition + " at " + time;
      assertThat(rows(after, null)).as(why).containsExactlyInAnyOrderElementsOf(left);
      if (sameFields) {
        assertThat(rows(azulejo.open(place, options.at(until)), null))
            .as(why)
            .containsExactlyInAnyOrderElementsOf(leftThen);
      }
      after.history();
    }
  }

  /** The cells with all of their fields, byte by byte. */
  private static List<String> rows(Array array, Condition condition) {
    Set<String> names = new TreeSet<>();
    array.schema().dimensions().stream().map(Dimension::name).forEach(names::add);
    array.schema().attributes().stream().map(Attribute::name).forEach(names::add);
    ReadRequest request = ReadRequest.ALL.select(List.copyOf(names)).layout(Layout.UNORDERED);
    if (condition != null) {
      request = request.where(condition);
    }
    return TestArrays.texts(array.read(request));
  }
}
