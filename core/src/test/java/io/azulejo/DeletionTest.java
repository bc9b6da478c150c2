package io.azulejo;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.maintenance.DeletionPlan;
import io.azulejo.maintenance.DeletionPlan.Strategy;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.Condition;
import io.azulejo.query.DeleteRequest;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestArrays;
import io.azulejo.testkit.TestSchemas;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;

/** Cells that are deleted by conditions, and cells that are not. */
class DeletionTest {
  private static final Location PLACE = Location.of("mem://a");
  private static final long ODD_NAN = 0x7ff00000000007a2L;
  private static final ArraySchema SCHEMA =
      TestSchemas.of("sparse(x INT32 1..100000/10) f FLOAT64, n INT32 nullable");

  private final Storage storage = Storage.inMemory();
  @AutoClose private final Azulejo azulejo = Azulejo.builder().storage("mem", storage).build();

  private static ByteBuffer buffer(int bytes) {
    return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
  }

  /** Cells from a place on, with these bits; every third is null in n. */
  private static void write(Azulejo engine, long time, int from, long... bits) {
    int rows = bits.length;
    ByteBuffer x = buffer(4 * rows);
    ByteBuffer f = buffer(8 * rows);
    ByteBuffer n = buffer(4 * rows);
    byte[] validity = new byte[rows];
    for (int row = 0; row < rows; row++) {
      x.putInt(from + row);
      f.putLong(bits[row]);
      n.putInt(row);
      validity[row] = (byte) (row % 3 == 0 ? 0 : 1);
    }
    List<Column> columns =
        new ArrayList<>(
            List.of(
                new FixedColumn("x", Datatype.INT32, 1, rows, x.array(), null),
                new FixedColumn("f", Datatype.FLOAT64, 1, rows, f.array(), null),
                new FixedColumn("n", Datatype.INT32, 1, rows, n.array(), validity)));
    TestArrays.append(engine.array(PLACE), time, Batch.of(rows, columns));
  }

  private static long[] bits(double... values) {
    return Arrays.stream(values).mapToLong(Double::doubleToRawLongBits).toArray();
  }

  private static DeleteRequest request(String condition) {
    return DeleteRequest.where(Condition.parse(condition));
  }

  private void delete(String condition, long time) {
    azulejo.array(PLACE).delete(request(condition), ChangeOptions.DEFAULT.at(time));
  }

  private DeletionPlan plan(String condition, long time) {
    return azulejo.array(PLACE).planDelete(request(condition), ChangeOptions.DEFAULT.at(time));
  }

  private List<Long> left(OpenOptions options) {
    try (var rows = azulejo.open(PLACE, options).read().rows()) {
      return rows.map(row -> row.getLong("x")).sorted().toList();
    }
  }

  private List<Long> left() {
    return left(OpenOptions.DEFAULT);
  }

  @Test
  void deletesByAnAttributeThatIsNewerThanTheDeletion() {
    azulejo.create(PLACE, TestSchemas.of("sparse(x INT32 1..100/10) a INT32"));
    azulejo
        .array(PLACE)
        .evolve(SchemaEvolution.builder().addAttribute(Attribute.of("b", Datatype.INT32)).build());
    TestArrays.append(
        azulejo.array(PLACE),
        10,
        Batch.of(Column.ofInts("x", 1, 2), Column.ofInts("a", 1, 1), Column.ofInts("b", 5, 50)));

    delete("b * 2 > 20", 20);

    assertThat(plan("b * 2 > 20", 20).strategy()).isEqualTo(Strategy.COORDINATES);
    assertThat(left()).containsExactly(1L);
  }

  @Test
  void deletesWhatWasWrittenUpToItsTime() {
    azulejo.create(PLACE, SCHEMA, CreateOptions.DEFAULT.at(1));
    write(azulejo, 10, 1, bits(1, 2, 3));
    write(azulejo, 30, 11, bits(1, 2, 3));

    delete("f >= 2", 20);

    assertThat(left()).containsExactly(1L, 11L, 12L, 13L);
    assertThat(left(OpenOptions.DEFAULT.at(TimeRange.until(15)))).containsExactly(1L, 2L, 3L);
    write(azulejo, 5, 21, bits(1, 2));
    assertThat(left()).containsExactly(1L, 11L, 12L, 13L, 21L);
  }

  @Test
  void deletesAllCellsByAFieldOfLaterWithoutNamingIt() {
    azulejo.create(PLACE, SCHEMA, CreateOptions.DEFAULT.at(1));
    write(azulejo, 10, 1, bits(1, 2));
    azulejo
        .array(PLACE)
        .evolve(
            SchemaEvolution.builder().addAttribute(Attribute.of("late", Datatype.INT32)).build(),
            ChangeOptions.DEFAULT.at(40));

    delete("late is not null", 20);

    assertThat(left()).isEmpty();
    assertThat(left(OpenOptions.DEFAULT.at(TimeRange.until(30)))).isEmpty();
  }

  @Test
  void keepsNanOfEveryKind() {
    azulejo.create(PLACE, SCHEMA, CreateOptions.DEFAULT.at(1));
    long[] bits = {
      ODD_NAN, 0x7ff8000000000000L, 0xfff8000000000000L, 0xffffffffffffffffL, 0, 0x4008000000000000L
    };
    write(azulejo, 10, 1, bits);

    delete("f < 2", 20);
    assertThat(left()).containsExactly(1L, 2L, 3L, 4L, 6L);

    azulejo
        .array(PLACE)
        .delete(
            DeleteRequest.where(Condition.parse("f < 2")).alsoNaN("f"),
            ChangeOptions.DEFAULT.at(21));
    assertThat(left()).containsExactly(6L);
  }

  @Test
  void keepsNanOfMoreKindsThanCanBeListed() {
    azulejo.create(PLACE, SCHEMA, CreateOptions.DEFAULT.at(1));
    long[] bits = new long[2000];
    for (int i = 0; i < bits.length; i++) {
      bits[i] = ODD_NAN + i;
    }
    write(azulejo, 10, 1, bits);

    write(azulejo, 11, 3001, bits(1, 2, 3));

    DeletionPlan plan = plan("f > 2", 20);
    assertThat(plan.strategy()).isEqualTo(Strategy.COORDINATES);
    assertThat(plan.reasons())
        .containsExactly(
            "\"f\" has more than 1000 kinds of NaN, too many for a stored deletion to list");
    delete("f > 2", 20);
    delete("f = 2", 21);
    assertThat(left()).hasSize(2001).contains(3001L).doesNotContain(3002L, 3003L);
  }

  @Test
  void keepsNullsUnlessTheyAreNamed() {
    azulejo.create(PLACE, SCHEMA, CreateOptions.DEFAULT.at(1));
    write(azulejo, 10, 1, bits(0, 0, 0, 0, 0));

    delete("n = 1", 20);
    assertThat(left()).containsExactly(1L, 3L, 4L, 5L);
    delete("n is null and x > 1", 21);
    assertThat(left()).containsExactly(1L, 3L, 5L);
    delete("n = 2 or n is null", 22);
    assertThat(left()).containsExactly(5L);
    assertThat(left(OpenOptions.DEFAULT.at(TimeRange.until(19)))).hasSize(5);
    assertThat(left(OpenOptions.DEFAULT.at(TimeRange.until(20)))).hasSize(4);
  }

  @Test
  void theFastWayDeletesNullsWhereThatIsAccepted() {
    azulejo.create(PLACE, SCHEMA, CreateOptions.DEFAULT.at(1));
    write(azulejo, 10, 1, bits(0, 0, 0, 0, 0));
    DeleteRequest request = DeleteRequest.where(Condition.parse("n = 1")).alsoNulls("n");
    ChangeOptions at = ChangeOptions.DEFAULT.at(20);

    DeletionPlan plan = azulejo.array(PLACE).planDelete(request, at);
    assertThat(plan.strategy()).isEqualTo(Strategy.CONDITION);
    assertThat(plan.reasons()).isEmpty();
    azulejo.array(PLACE).delete(request, at);

    assertThat(left()).containsExactly(3L, 5L);
  }

  @Test
  void keepsCellsOfFragmentsWithoutTheField() {
    azulejo.create(PLACE, SCHEMA, CreateOptions.DEFAULT.at(10));
    write(azulejo, 20, 1, bits(1, 2));
    azulejo
        .array(PLACE)
        .evolve(
            SchemaEvolution.builder().addAttribute(Attribute.of("late", Datatype.INT8)).build(),
            ChangeOptions.DEFAULT.at(30));

    assertThat(plan("late = 1", 40).reasons().get(0))
        .matches(
            "fragment __20_20_\\w+ lacks the field \"late\", and a stored .* all of its cells");
    assertThat(plan("late = 1", 25).reasons().get(0))
        .startsWith("at 25 the array had no field \"late\"");
    assertThat(azulejo.array(PLACE).delete(request("late = 1"), ChangeOptions.DEFAULT.at(40)))
        .isEmpty();
    assertThat(azulejo.array(PLACE).delete(request("late = 1"), ChangeOptions.DEFAULT.at(25)))
        .isEmpty();
    delete("late = 1 or x = 2", 40);
    assertThat(left()).containsExactly(1L);
    azulejo
        .array(PLACE)
        .delete(request("late = 1").alsoMissing("late"), ChangeOptions.DEFAULT.at(40));
    assertThat(left()).isEmpty();
  }

  @Test
  void deletesByConditionsThatCannotBeStored() {
    azulejo.create(PLACE, SCHEMA, CreateOptions.DEFAULT.at(1));
    write(azulejo, 10, 1, bits(1, 2, 3));
    write(azulejo, 15, 4, bits(1, 2, 3));

    delete("f + x > 8", 20);
    assertThat(left()).containsExactly(1L, 2L, 3L, 4L, 5L);
    delete("__timestamps < 15 and f != 2", 21);
    assertThat(left()).containsExactly(2L, 4L, 5L);
    refuses(InvalidRequestException.class, () -> delete("f + z > 8", 22));
  }

  @Test
  void deletesFromEncryptedArrays() {
    byte[] key = new byte[32];
    Arrays.fill(key, (byte) 4);
    EncryptionKey secret = EncryptionKey.of(key);
    Azulejo keyed = azulejo.withKey(PLACE, secret);
    keyed.create(PLACE, SCHEMA, CreateOptions.DEFAULT.at(1));
    write(keyed, 10, 1, bits(1, 2, 3));

    keyed
        .array(PLACE)
        .delete(DeleteRequest.where(Condition.parse("x = 2")), ChangeOptions.DEFAULT.at(20));

    assertThat(left(OpenOptions.DEFAULT.key(secret))).containsExactly(1L, 3L);
    refuses(() -> delete("x = 1", 20));
  }

  @Test
  void writesNothingIfNoCellCanMatch() {
    azulejo.create(PLACE, SCHEMA);

    assertThat(azulejo.array(PLACE).delete(Condition.parse("x > 99999999999"))).isEmpty();
    assertThat(storage.list(PLACE.resolve("__commits"))).isEmpty();
    assertThat(azulejo.array(PLACE).delete(Condition.parse("x > 5")).orElseThrow())
        .matches("__\\d+_\\d+_[0-9a-f]{32}_22");
    assertThat(storage.list(PLACE.resolve("__commits"))).hasSize(1);
  }

  @Test
  void refusesDenseAndMissingArrays() {
    azulejo.create(PLACE, TestSchemas.of("dense(x INT32 1..8/4) a INT32"));

    refuses(InvalidRequestException.class, () -> delete("a = 1", 5));
    assertThatThrownBy(
            () -> azulejo.array(Location.of("mem://none")).delete(Condition.parse("a = 1")))
        .isInstanceOf(NotFoundException.class);
  }
}
