package io.azulejo.tests;

import static io.azulejo.tests.SweptArray.ARRAY;

import io.azulejo.Azulejo;
import io.azulejo.ChangeOptions;
import io.azulejo.Group;
import io.azulejo.GroupChange;
import io.azulejo.MetadataChange;
import io.azulejo.MetadataValue;
import io.azulejo.error.AlreadyExistsException;
import io.azulejo.query.Condition;
import io.azulejo.query.DeleteRequest;
import io.azulejo.query.WriteRequest;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.testkit.Scenario;
import java.util.List;
import org.junit.jupiter.api.Test;

/**
 * Whatever goes wrong at whatever moment of a change that writes no cells, the array or group reads
 * as before or as after it, and the next change works.
 */
class ChangeCrashTest {
  private static final Location GROUP = Location.of("mem://arrays/group");

  private static final Scenario.Act NEXT_WRITE =
      SparseWriteCrashTest.sparse(30, WriteRequest.DEFAULT, 2, 7);

  private static Scenario changing(String name, Scenario.Act change, Scenario.Act next) {
    return SweptArray.writing(
        name,
        SparseWriteCrashTest.SPARSE,
        SparseWriteCrashTest.sparse(10, WriteRequest.DEFAULT, 500, 3),
        change,
        next);
  }

  private static Scenario.Act putting(Location place, long time, String key) {
    MetadataChange change =
        MetadataChange.builder()
            .put(key, MetadataValue.ofLongs(time))
            .put("last", MetadataValue.ofString(key))
            .remove("first")
            .build();
    return engine -> engine.array(place).metadata().change(change, ChangeOptions.DEFAULT.at(time));
  }

  private static Object readGroup(Azulejo engine) {
    Group group = engine.group(GROUP).open();
    return List.of(group.members(), group.metadata());
  }

  private static void createGroupIfMissing(Azulejo engine) {
    try {
      engine.group(GROUP).create();
    } catch (AlreadyExistsException e) {
      // It came with the change.
    }
  }

  private static Scenario.Act changingGroup(long time, GroupChange change) {
    return engine -> engine.group(GROUP).change(change, ChangeOptions.DEFAULT.at(time));
  }

  @Test
  void cellsAreDeletedOrNot() throws Exception {
    DeleteRequest first = DeleteRequest.where(Condition.parse("a >= 1005"));
    DeleteRequest next = DeleteRequest.where(Condition.parse("a >= 1010"));

    SweptArray.sweep(
        changing(
            "delete",
            engine -> engine.array(ARRAY).delete(first, ChangeOptions.DEFAULT.at(20)),
            engine -> engine.array(ARRAY).delete(next, ChangeOptions.DEFAULT.at(30))));
  }

  /** A deletion by a nullable field, which finds the cells. */
  private static Scenario.Act deleting(long from, long time) {
    DeleteRequest some =
        DeleteRequest.where(Condition.parse("a >= %d and s != 'no such'".formatted(from)));
    return engine -> engine.array(ARRAY).delete(some, ChangeOptions.DEFAULT.at(time));
  }

  @Test
  void cellsAreDeletedByCoordinatesOrNot() throws Exception {
    SweptArray.sweep(changing("coordinates", deleting(1005, 20), deleting(1002, 30)));
  }

  @Test
  void cellsAreMarkedAsDeletedInARewrittenFragmentOrNot() throws Exception {
    SweptArray.sweep(
        SweptArray.writing(
                "rewrite",
                SparseWriteCrashTest.SPARSE.toBuilder().allowsDuplicates(true).build(),
                SparseWriteCrashTest.sparse(10, WriteRequest.DEFAULT, 500, 3),
                deleting(1005, 20),
                NEXT_WRITE)
            // Where the pending one is there, the final vacuum file may be missing.
            .ignoringFiles("[.]vac$"));
  }

  @Test
  void aSchemaEvolvesOrNot() throws Exception {
    SchemaEvolution evolution =
        SchemaEvolution.builder()
            .addEnumeration(Enumeration.ofStrings("colors", false, List.of("red", "green")))
            .addAttribute(Attribute.builder("color", Datatype.UINT8).enumeration("colors").build())
            .build();

    SweptArray.sweep(
        changing(
            "evolution",
            engine -> engine.array(ARRAY).evolve(evolution, ChangeOptions.DEFAULT.at(20)),
            engine ->
                engine
                    .array(ARRAY)
                    .evolve(
                        SchemaEvolution.builder()
                            .addAttribute(Attribute.of("b", Datatype.INT8))
                            .build(),
                        ChangeOptions.DEFAULT.at(30))));
  }

  @Test
  void metadataOfArraysAreChangedTogetherOrNot() throws Exception {
    SweptArray.sweep(
        changing("metadata", putting(ARRAY, 20, "second"), NEXT_WRITE)
            .preparedBy(putting(ARRAY, 15, "first")));
  }

  @Test
  void aGroupIsCreatedOrNot() throws Exception {
    SweptArray.sweep(
        Scenario.of("group", ChangeCrashTest::readGroup)
            .changedBy(engine -> engine.group(GROUP).create())
            .then(ChangeCrashTest::createGroupIfMissing));
  }

  @Test
  void membersOfAGroupAreChangedTogetherOrNot() throws Exception {
    Scenario scenario =
        Scenario.of("members", ChangeCrashTest::readGroup)
            .preparedBy(SweptArray.create(SparseWriteCrashTest.SPARSE))
            .preparedBy(engine -> engine.group(GROUP.resolve("inner")).create())
            .preparedBy(engine -> engine.group(GROUP).create())
            .preparedBy(
                changingGroup(10, GroupChange.builder().addRelative("inner", "in").build()));
    SweptArray.sweep(
        scenario
            .changedBy(
                changingGroup(
                    20, GroupChange.builder().addAbsolute(ARRAY, "array").remove("in").build()))
            .then(changingGroup(30, GroupChange.builder().addRelative("inner", "inside").build())));
  }

  @Test
  void metadataOfGroupsAreChangedTogetherOrNot() throws Exception {
    SweptArray.sweep(
        Scenario.of("metadata of a group", ChangeCrashTest::readGroup)
            .preparedBy(engine -> engine.group(GROUP).create())
            .preparedBy(putting(GROUP, 10, "first"))
            .changedBy(putting(GROUP, 20, "second"))
            .then(putting(GROUP, 30, "third")));
  }
}
