package io.azulejo.internal.read.condition;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.ConditionNode;
import io.azulejo.internal.format.ConditionNode.Combination;
import io.azulejo.internal.format.ConditionNode.Combined;
import io.azulejo.internal.format.ConditionNode.Comparison;
import io.azulejo.internal.format.ConditionNode.Operator;
import io.azulejo.internal.order.CellColumn;
import io.azulejo.internal.read.tile.OutputField;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class StoredConditionTest {
  private static final long SEED = Long.getLong("azulejo.seed", 99L);

  private static final ArraySchema SCHEMA =
      ArraySchema.sparse()
          .attribute(Attribute.builder("a", Datatype.INT32).nullable(true).build())
          .attribute(Attribute.of("b", Datatype.INT32))
          .attribute(Attribute.of("f", Datatype.FLOAT32))
          .attribute(
              Attribute.builder("s", Datatype.STRING_ASCII).cellValNum(-1).nullable(true).build())
          .attribute(Attribute.builder("code", Datatype.CHAR).cellValNum(2).nullable(true).build())
          .attribute(Attribute.builder("blob", Datatype.BLOB).cellValNum(-1).nullable(true).build())
          .attribute(Attribute.builder("pair", Datatype.INT32).cellValNum(2).build())
          .attribute(Attribute.builder("colour", Datatype.UINT8).enumeration("missing").build())
          .buildAsStored();

  private static final CellColumn A =
      CellColumn.fixed(new byte[] {1, 0, 0, 0, 5, 0, 0, 0, 9, 0, 0, 0}, new byte[] {1, 1, 0});
  private static final CellColumn S =
      new CellColumn(
          "bc".getBytes(StandardCharsets.US_ASCII),
          0,
          new int[] {0, 1, 1, 2},
          new byte[] {1, 1, 0});

  private static ConditionNode node(Operator operator, String field, int... bytes) {
    byte[] value = new byte[bytes.length];
    for (int i = 0; i < bytes.length; i++) {
      value[i] = (byte) bytes[i];
    }
    return new Comparison(operator, field, Slice.of(value), List.of());
  }

  private static List<Integer> staying(ConditionNode node, CellColumn... columns) {
    byte[] mask = new byte[3];
    BoundCondition.ofStored(node, SCHEMA).test(new ConditionColumns(columns, null), 0, 3, mask);
    List<Integer> staying = new ArrayList<>();
    for (int i = 0; i < 3; i++) {
      if (mask[i] != 0) {
        staying.add(i);
      }
    }
    return staying;
  }

  @Test
  void keepsCellsForWhichTheConditionHolds() {
    assertThat(staying(node(Operator.GE, "a", 5, 0, 0, 0), A)).containsExactly(1);
    assertThat(staying(node(Operator.NE, "a", 5, 0, 0, 0), A)).containsExactly(0);
    assertThat(staying(node(Operator.LT, "a", 2, 0, 0, 0), A)).containsExactly(0);
    assertThat(staying(node(Operator.NE, "s", 'b'), S)).containsExactly(1);
  }

  @Test
  void deletesCellsOfFragmentsThatLackTheField() {
    assertThat(staying(node(Operator.NE, "a", 5, 0, 0, 0), (CellColumn) null)).isEmpty();
  }

  @Test
  void comparesIndexesOfEnumerations() {
    assertThat(
            staying(node(Operator.GT, "colour", 1), CellColumn.fixed(new byte[] {0, 1, 2}, null)))
        .containsExactly(2);
  }

  @Test
  void takesNoBytesForNullWhereCellsHaveAFixedSize() {
    assertThat(staying(node(Operator.NE, "a"), A)).containsExactly(0, 1);
    assertThat(staying(node(Operator.EQ, "a"), A)).containsExactly(2);
    CellColumn codes = CellColumn.fixed(new byte[6], new byte[] {1, 0, 1});
    assertThat(staying(node(Operator.EQ, "code"), codes)).containsExactly(1);
    CellColumn blobs = new CellColumn(new byte[0], 0, new int[4], new byte[] {1, 0, 1});
    assertThat(staying(node(Operator.NE, "blob"), blobs)).containsExactly(0, 2);
  }

  @Test
  void takesNoBytesForTheEmptyStringWhereCellsAreStrings() {
    assertThat(staying(node(Operator.NE, "s"), S)).containsExactly(0);
    assertThat(staying(node(Operator.EQ, "s"), S)).containsExactly(1);
  }

  @Test
  void knowsSets() {
    Slice two = Slice.of(new byte[] {1, 0, 0, 0, 9, 0, 0, 0});
    assertThat(staying(new Comparison(Operator.IN, "a", two, List.of(0L, 4L)), A))
        .containsExactly(0);
    assertThat(staying(new Comparison(Operator.NOT_IN, "a", two, List.of(0L, 4L)), A))
        .containsExactly(1);
    assertThat(staying(new Comparison(Operator.NOT_IN, "a", Slice.EMPTY, List.of()), A))
        .containsExactly(0, 1);
    Slice texts = Slice.of(new byte[] {'b', 'x'});
    assertThat(staying(new Comparison(Operator.IN, "s", texts, List.of(0L, 1L, 2L)), S))
        .containsExactly(0, 1);
  }

  @Test
  void knowsConstantsAndCombinations() {
    assertThat(BoundCondition.ofStored(node(Operator.ALWAYS_TRUE, "gone"), SCHEMA).alwaysTrue())
        .isTrue();
    ConditionNode never = node(Operator.ALWAYS_FALSE, "");
    assertThat(BoundCondition.ofStored(never, SCHEMA).alwaysFalse()).isTrue();
    ConditionNode either =
        new Combined(Combination.OR, List.of(never, node(Operator.GE, "a", 5, 0, 0, 0)));
    assertThat(staying(either, A)).containsExactly(1);
    ConditionNode both =
        new Combined(Combination.AND, List.of(either, node(Operator.NE, "s", 'c')));
    assertThat(staying(both, A, S)).containsExactly(1);
  }

  @Test
  void refusesValuesOfAnotherSizeThanTheCells() {
    refuses(
        CorruptDataException.class,
        () -> BoundCondition.ofStored(node(Operator.LT, "a", 1, 2), SCHEMA));
    assertThatThrownBy(() -> BoundCondition.ofStored(node(Operator.LT, "a"), SCHEMA))
        .isInstanceOf(CorruptDataException.class);
    assertThatThrownBy(() -> BoundCondition.ofStored(node(Operator.EQ, "b"), SCHEMA))
        .isInstanceOf(CorruptDataException.class);
    Slice five = Slice.of(new byte[5]);
    refuses(
        CorruptDataException.class,
        () ->
            BoundCondition.ofStored(
                new Comparison(Operator.IN, "a", five, List.of(0L, 4L)), SCHEMA));
  }

  @Test
  void refusesFieldsThatAreGoneOrCannotBeCompared() {
    refuses(
        CorruptDataException.class,
        () -> BoundCondition.ofStored(node(Operator.NE, "gone", 1), SCHEMA));
    for (String name : List.of("blob", "pair")) {
      refuses(
          CorruptDataException.class,
          () -> BoundCondition.ofStored(node(Operator.GT, name, 1), SCHEMA));
    }
    ConditionNode empty = new Combined(Combination.AND, List.of());
    refuses(CorruptDataException.class, () -> BoundCondition.ofStored(empty, SCHEMA));
  }

  @Test
  void answersEveryHostileConditionOrRefusesIt() {
    System.out.println("azulejo.seed=" + SEED);
    Random random = new Random(SEED);
    String[] names = {"a", "b", "f", "s", "code", "blob", "pair", "colour", "gone"};
    int refused = 0;
    for (int round = 0; round < 5000; round++) {
      ConditionNode node = hostile(random, names, 3);
      try {
        BoundCondition bound = BoundCondition.ofStored(node, SCHEMA);
        CellColumn[] columns = bound.fields().stream().map(this::cells).toArray(CellColumn[]::new);
        byte[] mask = new byte[3];
        bound.test(new ConditionColumns(columns, null), 0, 3, mask);
        assertThat(mask).doesNotContain((byte) -1, (byte) 2);
      } catch (AzulejoException e) {
        assertThat(e).isInstanceOf(CorruptDataException.class);
        refused++;
      }
    }
    assertThat(refused).isBetween(500, 4500);
  }

  private CellColumn cells(OutputField field) {
    byte[] validity = field.nullable() ? new byte[] {1, 0, 1} : null;
    return field.isVar()
        ? new CellColumn(new byte[] {'b', 'c'}, 0, new int[] {0, 1, 1, 2}, validity)
        : CellColumn.fixed(new byte[3 * field.cellSize()], validity);
  }

  private static ConditionNode hostile(Random random, String[] names, int depth) {
    if (depth > 0 && random.nextInt(3) == 0) {
      List<ConditionNode> children = new ArrayList<>();
      for (int i = random.nextInt(4); i > 0; i--) {
        children.add(hostile(random, names, depth - 1));
      }
      return new Combined(Combination.values()[random.nextInt(2)], children);
    }
    byte[] value = new byte[random.nextInt(9)];
    random.nextBytes(value);
    List<Long> offsets = new ArrayList<>();
    long last = 0;
    for (int i = random.nextInt(4); i > 0; i--) {
      last += random.nextInt((int) (value.length - last) + 1);
      offsets.add(last);
    }
    Operator operator = Operator.values()[random.nextInt(Operator.values().length)];
    return new Comparison(
        operator,
        names[random.nextInt(names.length)],
        Slice.of(value),
        operator.isSet() ? offsets : List.of());
  }
}
