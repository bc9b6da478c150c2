package io.azulejo.internal.read.condition;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.format.ConditionNode;
import io.azulejo.internal.format.ConditionNode.Combined;
import io.azulejo.internal.format.ConditionNode.Comparison;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.read.ReadPlanner;
import io.azulejo.internal.read.tile.ReadScope;
import io.azulejo.internal.runtime.MemoryBudget;
import io.azulejo.internal.runtime.SpillFiles;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.ArrayCreation;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.query.Condition;
import io.azulejo.query.DeleteRequest;
import io.azulejo.query.Progress;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.Range;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.nio.file.Path;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** Conditions of deletions as they are stored: which cells stay. */
class NegatedConditionTest {
  private static final ArraySchema SCHEMA =
      ArraySchema.sparse()
          .dimension(Dimension.of("d", Datatype.INT32, Range.of(1, 100), 10))
          .attribute(Attribute.of("a", Datatype.INT8))
          .attribute(Attribute.builder("n", Datatype.INT8).nullable().build())
          .attribute(Attribute.of("f", Datatype.FLOAT32))
          .attribute(Attribute.text("s"))
          .attribute(Attribute.builder("w", Datatype.STRING_ASCII).cellValNum(2).build())
          .attribute(Attribute.builder("t", Datatype.STRING_UTF8).var().nullable().build())
          .attribute(Attribute.builder("b", Datatype.BLOB).var().nullable().build())
          .attribute(Attribute.builder("e", Datatype.UINT8).enumeration("sizes").build())
          .attribute(Attribute.builder("c", Datatype.UINT8).enumeration("colors").build())
          .enumeration(Enumeration.ofStrings("sizes", true, List.of("S", "M", "L")))
          .enumeration(Enumeration.ofStrings("colors", false, List.of("red", "blue")))
          .build();

  /** What no cell meets: it looks at a dimension, which is in every schema. */
  private static final String NONE = "(d EQ 00000000 AND d NE 00000000)";

  private static final String NAN = "f IN 0000c0ff,0000c07f";

  /** What is stored, in a text of its own; "nothing" where no cell can meet the condition. */
  private static String stored(String condition) {
    return stored(condition, request -> request);
  }

  /** Why a condition cannot be stored. */
  private static List<String> inexact(String condition) {
    return inexact(condition, request -> request);
  }

  private static List<String> inexact(String condition, UnaryOperator<DeleteRequest> accepting) {
    return of(condition, accepting, attribute -> Optional.empty()).inexact();
  }

  private static String stored(String condition, UnaryOperator<DeleteRequest> accepting) {
    return stored(condition, accepting, attribute -> Optional.empty());
  }

  private static String stored(
      String condition,
      UnaryOperator<DeleteRequest> accepting,
      Function<String, Optional<String>> lacking) {
    NegatedCondition.Stored stored = of(condition, accepting, lacking);
    assertThat(stored.inexact()).as(condition).isEmpty();
    return stored.kept().map(NegatedConditionTest::text).orElse("nothing");
  }

  private static NegatedCondition.Stored of(
      String condition,
      UnaryOperator<DeleteRequest> accepting,
      Function<String, Optional<String>> lacking) {
    Storage storage = Storage.inMemory();
    Location place = Location.of("mem://a");
    try (Tasks tasks = new Tasks(0, 0);
        ScratchPool scratchPool = new ScratchPool()) {
      ArrayCreation.create(
          storage, place, SCHEMA, FormatVersion.DEFAULT, Optional.empty(), 1, List.of());
      Snapshot snapshot = Snapshot.open(storage, place, TimeRange.ALL, Optional.empty(), tasks);
      return NegatedCondition.of(
          accepting.apply(DeleteRequest.where(Condition.parse(condition))),
          SCHEMA,
          snapshot::enumeration,
          new NanPayloads(
              snapshot,
              read ->
                  ReadPlanner.read(
                      snapshot,
                      read,
                      new ReadScope(
                          storage,
                          new Resources(
                              tasks,
                              scratchPool,
                              new MemoryBudget(1 << 20),
                              SpillFiles.in(Path.of("target")),
                              Progress.NONE)))),
          lacking);
    }
  }

  private static String text(ConditionNode node) {
    if (node instanceof Combined combined) {
      return combined.children().stream()
          .map(NegatedConditionTest::text)
          .collect(Collectors.joining(" " + combined.combination() + " ", "(", ")"));
    }
    Comparison comparison = (Comparison) node;
    byte[] value = comparison.value().toBytes();
    StringBuilder text = new StringBuilder();
    if (comparison.operator().isSet()) {
      List<Long> offsets = comparison.offsets();
      for (int i = 0; i < offsets.size(); i++) {
        int start = offsets.get(i).intValue();
        int end = i + 1 < offsets.size() ? offsets.get(i + 1).intValue() : value.length;
        text.append(i == 0 ? "" : ",").append(HexFormat.of().formatHex(value, start, end));
      }
    } else {
      text.append(HexFormat.of().formatHex(value));
    }
    return comparison.field() + " " + comparison.operator() + " " + text;
  }

  @Test
  void storesTheOppositeOfEachComparison() {
    assertThat(stored("a < 4")).isEqualTo("a GE 04");
    assertThat(stored("a <= 4")).isEqualTo("a GT 04");
    assertThat(stored("a > 4")).isEqualTo("a LE 04");
    assertThat(stored("a >= 4")).isEqualTo("a LT 04");
    assertThat(stored("a = 4")).isEqualTo("a NE 04");
    assertThat(stored("a != -1")).isEqualTo("a EQ ff");
    assertThat(stored("a in (1, 2)")).isEqualTo("a NOT_IN 01,02");
    assertThat(stored("a not in (1, 2, 1)")).isEqualTo("a IN 01,02");
    assertThat(stored("d = 7")).isEqualTo("d NE 07000000");
    assertThat(stored("s >= 'b'")).isEqualTo("s LT 62");
    assertThat(stored("s in ('b', 'cd')")).isEqualTo("s NOT_IN 62,6364");
  }

  @Test
  void storesWhatIsNoNanAndWhatBeginsOtherwise() {
    assertThat(stored("f is nan")).isEqualTo("f LE 0000807f");
    assertThat(stored("f is not nan")).isEqualTo(NAN);
    assertThat(stored("a is nan")).isEqualTo("nothing");
    assertThat(stored("a is not nan")).isEqualTo(NONE);
    assertThat(stored("s starts with 'ab'")).isEqualTo("(s LT 6162 OR s GE 6163)");
    assertThat(stored("s not starts with 'ab'")).isEqualTo("(s GE 6162 AND s LT 6163)");
    assertThat(stored("s starts with x'61ff'")).isEqualTo("(s LT 61ff OR s GE 62)");
    assertThat(stored("s starts with x'ff'")).isEqualTo("s LT ff");
    assertThat(stored("s starts with ''")).isEqualTo(NONE);
    assertThat(stored("c starts with 're'")).isEqualTo("c NOT_IN 00");
    assertThat(stored("true")).isEqualTo(NONE);
    assertThat(stored("false")).isEqualTo("nothing");
    assertThat(stored("a = 4 or false")).isEqualTo("a NE 04");
  }

  @Test
  void exchangesAndWithOr() {
    assertThat(stored("a = 4 and d > 7 and s = 'x'"))
        .isEqualTo("(a NE 04 OR d LE 07000000 OR s NE 78)");
    assertThat(stored("not (a = 4 and not (d > 7 or a = 5))"))
        .isEqualTo("(a EQ 04 AND d LE 07000000 AND a NE 05)");
  }

  @Test
  void comparesWithTheNextNumberWhereTheTypeHasNoSuchOne() {
    assertThat(stored("a < 4.5")).isEqualTo("a GE 05");
    assertThat(stored("a <= 4.5")).isEqualTo("a GE 05");
    assertThat(stored("a > 4.5")).isEqualTo("a LT 05");
    assertThat(stored("a = 4.5")).isEqualTo("nothing");
    assertThat(stored("a > 1000")).isEqualTo("nothing");
    assertThat(stored("a < -1000 or d = 7")).isEqualTo("d NE 07000000");
    assertThat(stored("a in (1000, 3)")).isEqualTo("a NOT_IN 03");
    assertThat(stored("a in (1000)")).isEqualTo("nothing");
  }

  @Test
  void storesWhatNoCellMeetsWhereAllAreToGo() {
    assertThat(stored("a < 1000")).isEqualTo(NONE);
    assertThat(stored("s >= ''")).isEqualTo(NONE);
    assertThat(stored("a is not null")).isEqualTo(NONE);
    assertThat(stored("a is null")).isEqualTo("nothing");
  }

  @Test
  void keepsNanWhereItIsNeitherLessNorGreater() {
    assertThat(stored("f < 1")).isEqualTo("(f GE 0000803f OR " + NAN + ")");
    assertThat(stored("f < 1 and a = 1")).isEqualTo("(f GE 0000803f OR " + NAN + " OR a NE 01)");
    assertThat(stored("f = 1")).isEqualTo("f NE 0000803f");
    assertThat(stored("f != 1")).isEqualTo("f EQ 0000803f");
    assertThat(stored("f = nan")).isEqualTo("nothing");
    assertThat(stored("f != nan")).isEqualTo(NONE);
    assertThat(stored("f < 1", request -> request.alsoNaN("f"))).isEqualTo("f GE 0000803f");
  }

  @Test
  void comparesWithAnInfinityWhereTheTypeHasNoSuchNumber() {
    assertThat(stored("f < 1e40")).isEqualTo("(f EQ 0000807f OR " + NAN + ")");
    assertThat(stored("f > 1e40")).isEqualTo("f NE 0000807f");
    assertThat(stored("f > -1e40")).isEqualTo("(f EQ 000080ff OR " + NAN + ")");
    assertThat(stored("f <= -1e40")).isEqualTo("f NE 000080ff");
  }

  @Test
  void saysWhereNullsWouldBeDeletedToo() {
    assertThat(inexact("a = 1 and n > 4"))
        .containsExactly("\"n\" is nullable, and a stored deletion would also delete its nulls");
    assertThat(inexact("n > 4 and t > 'a' and n < 9")).hasSize(2);
    assertThat(inexact("n > 4", request -> request.alsoNulls("t"))).hasSize(1);
    assertThat(inexact("n is not null")).hasSize(1);
    assertThat(inexact("t != 'x'")).hasSize(1);
    assertThat(stored("n > 4", request -> request.alsoNulls("n"))).isEqualTo("n LE 04");
    assertThat(stored("n > 1000")).isEqualTo("nothing");
  }

  @Test
  void nullsCanBeDeletedByName() {
    assertThat(stored("n is null")).isEqualTo("(n EQ 00 OR n NE 00)");
    assertThat(stored("t is null")).isEqualTo("(t EQ 78 OR t NE 78)");
    assertThat(stored("n > 4 or n is null")).isEqualTo("n LE 04");
    assertThat(stored("n is null or (n > 4 and a = 1)"))
        .isEqualTo("((n LE 04 OR a NE 01) AND (n EQ 00 OR n NE 00))");
    assertThat(stored("not (n is not null and n <= 4)")).isEqualTo("n LE 04");
    assertThat(inexact("b is null"))
        .containsExactly(
            "field \"b\" has cells of a variable number of BLOB, which cannot be compared, so that a"
                + " stored deletion cannot distinguish its nulls");
  }

  @Test
  void saysWhatAStoredDeletionCannotCompare() {
    assertThat(inexact("s like '%x'"))
        .containsExactly(
            "a stored deletion can only compare fields with values, and cannot express"
                + " \"s like '%x'\"");
    assertThat(inexact("not (a + d > 7)")).hasSize(1);
    assertThat(inexact("__timestamps < 5"))
        .containsExactly("a stored deletion cannot compare the times of cells");
    assertThat(inexact("__timestamps in (5) and s like '%x'")).hasSize(2);
    assertThat(of("s like '%x' and a > 1000", r -> r, any -> Optional.empty()).kept()).isEmpty();
    assertThatThrownBy(() -> stored("d like '%x'")).isInstanceOf(InvalidRequestException.class);
  }

  @Test
  void aConditionThatKeepsAllLooksAtADimension() {
    assertThat(text(NegatedCondition.keepingAll(SCHEMA))).isEqualTo("d GE 00000080");
    assertThat(text(NegatedCondition.keepingAll(by(Dimension.text("t")))))
        .isEqualTo("(t EQ 78 OR t NE 78)");
    assertThat(
            text(
                NegatedCondition.keepingAll(
                    by(Dimension.of("u", Datatype.UINT64, Range.of(5, 9), 1)))))
        .isEqualTo("u GE 0000000000000000");
    assertThat(
            text(
                NegatedCondition.keepingAll(
                    by(Dimension.of("f", Datatype.FLOAT32, Range.of(1.0, 2.0), 1.0)))))
        .isEqualTo("(f EQ 00000000 OR f NE 00000000)");
  }

  private static ArraySchema by(Dimension dimension) {
    return ArraySchema.sparse()
        .dimension(dimension)
        .attribute(Attribute.of("a", Datatype.INT8))
        .build();
  }

  @Test
  void emptyStringsAreOnlyStoredWhereTheyAreNotTakenForNull() {
    assertThat(stored("s = ''")).isEqualTo("s NE ");
    assertThat(stored("s > ''")).isEqualTo("s EQ ");
    assertThat(stored("s <= ''")).isEqualTo("s NE ");
    assertThat(stored("s < ''")).isEqualTo("nothing");
    assertThat(stored("s in ('')")).isEqualTo("s NE ");
    assertThat(stored("s not in ('')")).isEqualTo("s EQ ");
    assertThat(stored("s in ('', 'x')")).isEqualTo("s NOT_IN ,78");
  }

  @Test
  void membersThatStringsOfFixedSizeCannotBeAreLeftOut() {
    assertThat(stored("w in ('ab', 'abc', '')")).isEqualTo("w NOT_IN 6162");
    assertThat(stored("w in ('abc')")).isEqualTo("nothing");
    assertThat(stored("w < 'abc'")).isEqualTo("w GE 616263");
    assertThat(stored("w not in ('x')")).isEqualTo(NONE);
  }

  @Test
  void valuesOfEnumerationsBecomeIndexes() {
    assertThat(stored("c = 'blue'")).isEqualTo("c NE 01");
    assertThat(stored("c = 'green'")).isEqualTo("nothing");
    assertThat(stored("c != 'green'")).isEqualTo(NONE);
    assertThat(stored("c in ('green', 'red')")).isEqualTo("c NOT_IN 00");
    assertThat(stored("index(c) = 9")).isEqualTo("c NE 09");
    assertThat(stored("e < 'L'")).isEqualTo("e GE 02");
    refuses(() -> stored("c < 'red'"));
  }

  @Test
  void saysWhereCellsLackTheField() {
    Function<String, Optional<String>> some = attribute -> Optional.of(attribute + " lacks");
    UnaryOperator<DeleteRequest> none = request -> request;
    assertThat(of("a = 1 and s > 'a'", none, some).inexact()).containsExactly("a lacks", "s lacks");
    assertThat(stored("d = 1", none, some)).isEqualTo("d NE 01000000");
    assertThat(stored("a = 1", request -> request.alsoMissing("a"), some)).isEqualTo("a NE 01");
  }

  @Test
  void refusesWhatIsNoConditionOnStoredCells() {
    refuses(() -> stored("x = 1"));
    refuses(() -> stored("b = x'00'"));
  }
}
