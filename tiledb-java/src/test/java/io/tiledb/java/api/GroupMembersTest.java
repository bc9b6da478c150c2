package io.tiledb.java.api;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.math.BigInteger;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The members and metadata of a {@link Group}, and the objects in folders. */
class GroupMembersTest {
  @TempDir Path folder;
  private Context ctx;

  @BeforeEach
  void open() throws TileDBError {
    ctx = new Context();
  }

  @AfterEach
  void close() {
    ctx.close();
  }

  private String path(String name) {
    return folder.resolve(name).toString();
  }

  private void createArray(String name) throws TileDBError {
    Domain domain = new Domain(ctx);
    domain.addDimension(new Dimension<>(ctx, "d", Integer.class, new Pair<>(1, 4), 2));
    ArraySchema schema = new ArraySchema(ctx, ArrayType.TILEDB_DENSE);
    schema.setDomain(domain);
    schema.addAttribute(new Attribute(ctx, "a", Integer.class));
    Array.create(path(name), schema);
  }

  private Group group(String name, QueryType mode) throws TileDBError {
    return new Group(ctx, path(name), mode);
  }

  @Test
  void membersAreStoredOnClosing() throws TileDBError {
    Group.create(ctx, path("group"));
    createArray("group/inside");
    createArray("outside");
    try (Group group = group("group", QueryType.TILEDB_WRITE)) {
      group.addMember("inside", true, "b");
      group.addMember(path("outside"), false, "a");
      assertThat(group.getMemberCount()).isZero();
      assertThat(group.getQueryType()).isEqualTo(QueryType.TILEDB_WRITE);
      assertThat(group.getUri()).isEqualTo(path("group"));
    }
    try (Group group = group("group", QueryType.TILEDB_READ)) {
      assertThat(group.getMemberCount()).isEqualTo(2);
      assertThat(group.getMemberByIndex(BigInteger.ZERO)).isEqualTo("a");
      assertThat(group.getMemberByIndex(BigInteger.ONE)).isEqualTo("b");
      assertThat(group.getMemberURIByIndex(BigInteger.ONE))
          .isEqualTo("file://" + path("group/inside"));
      assertThat(group.getMemberByName("a")).isEqualTo("file://" + path("outside"));
      assertThat(group.getMemberURIByName("a")).isEqualTo("file://" + path("outside"));
      assertThat(group.getIsRelativeURIByName("b")).isTrue();
      assertThat(group.getIsRelativeURIByName("a")).isFalse();
      assertThatExceptionOfType(TileDBError.class)
          .isThrownBy(() -> group.getMemberByName("c"))
          .withMessageContaining("has no member 'c'");
      assertThatExceptionOfType(TileDBError.class)
          .isThrownBy(() -> group.getMemberByIndex(BigInteger.TWO))
          .withMessageContaining("the member 2 of the group");
      assertThatExceptionOfType(TileDBError.class)
          .isThrownBy(() -> group.addMember("x", true, "x"))
          .withMessageContaining("open it in the mode TILEDB_WRITE");
    }
  }

  @Test
  void membersAreRemovedByNameOrPlace() throws TileDBError {
    Group.create(ctx, path("group"));
    createArray("group/one");
    createArray("two");
    createArray("three");
    Group group = group("group", QueryType.TILEDB_WRITE);
    group.addMember("one", true, null);
    group.addMember(path("two"), false, "second");
    group.addMember(path("three"), false, "third");
    group.addMember(path("three"), false, "again");
    group.reopen(ctx, QueryType.TILEDB_WRITE);
    assertThat(group.getMemberCount()).isEqualTo(4);
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> group.removeMember(path("three")))
        .withMessageContaining("has 2 members")
        .withMessageContaining("remove a member by its name");
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> group.removeMember("nothing"))
        .withMessageContaining("has 0 members 'nothing'");
    group.removeMember("one");
    group.removeMember("file://" + path("two"));
    group.removeMember("again");
    group.reopen(ctx, QueryType.TILEDB_READ);
    assertThat(group.getMemberCount()).isEqualTo(1);
    assertThat(group.getMemberByIndex(BigInteger.ZERO)).isEqualTo("third");
    group.close();
    group.close();
    assertThat(group.isOpen()).isFalse();
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(group::getMemberCount)
        .withMessageContaining("is closed");
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> group.reopen(ctx, QueryType.TILEDB_READ));
  }

  @Test
  void metadataIsStoredChangedAndMerged() throws Exception {
    Group.create(ctx, path("group"));
    Group group = group("group", QueryType.TILEDB_WRITE);
    group.putMetadata("n", new NativeArray(ctx, new int[] {1, 2}, Integer.class));
    group.putMetadata("t", new NativeArray(ctx, "grün", Datatype.TILEDB_STRING_UTF8));
    assertThat(group.hasMetadataKey("n")).isTrue();
    group.reopen(ctx, QueryType.TILEDB_WRITE);
    group.putMetadata("n", new NativeArray(ctx, new long[] {3}, Long.class));
    group.reopen(ctx, QueryType.TILEDB_READ);
    assertThat(group.getMetadataNum()).isEqualTo(2);
    assertThat(group.getMetadata("n", null).toJavaArray()).isEqualTo(new long[] {3});
    assertThat(group.getMetadataFromIndex(BigInteger.ONE).getFirst()).isEqualTo("t");
    assertThat(group.getMetadataFromIndex(BigInteger.ONE).getSecond().getSize()).isEqualTo(5);
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> group.getMetadata("x", Datatype.TILEDB_INT32))
        .withMessageContaining("has no metadata 'x'");
    assertThatExceptionOfType(TileDBError.class).isThrownBy(() -> group.deleteMetadata("n"));
    group.close();
    group.consolidateMetadata(ctx.getConfig());
    group.vacuumMetadata(ctx.getConfig());
    try (var files = Files.list(folder.resolve("group/__meta"))) {
      assertThat(files).hasSize(1);
    }
    try (Group again = group("group", QueryType.TILEDB_WRITE)) {
      again.deleteMetadata("n");
      assertThat(again.hasMetadataKey("n")).isFalse();
    }
    try (Group again = group("group", QueryType.TILEDB_READ)) {
      assertThat(again.getMetadataNum()).isEqualTo(1);
      assertThatExceptionOfType(TileDBError.class)
          .isThrownBy(() -> again.vacuumMetadata(null))
          .withMessageContaining("configuration is null");
    }
  }

  @Test
  void timesOfTheConfigurationAreUsed() throws TileDBError {
    Group.create(ctx, path("group"));
    Group group = group("group", QueryType.TILEDB_WRITE);
    group.setConfig(new Config(Map.of("sm.group.timestamp_end", "10")));
    group.putMetadata("early", new NativeArray(ctx, new int[] {1}, Integer.class));
    group.reopen(ctx, QueryType.TILEDB_WRITE);
    group.setConfig(new Config(Map.of("sm.group.timestamp_end", "20")));
    group.putMetadata("late", new NativeArray(ctx, new int[] {1}, Integer.class));
    group.reopen(ctx, QueryType.TILEDB_READ);
    assertThat(group.hasMetadataKey("late")).isTrue();
    group.setConfig(new Config(Map.of("sm.group.timestamp_end", "15")));
    assertThat(group.getConfig().get("sm.group.timestamp_end")).isEqualTo("15");
    group.reopen(ctx, QueryType.TILEDB_READ);
    assertThat(group.hasMetadataKey("early")).isTrue();
    assertThat(group.hasMetadataKey("late")).isFalse();
  }

  @Test
  void keysOfTheConfigurationAreUsed() throws TileDBError {
    Map<String, String> key =
        Map.of(
            "sm.encryption_type", "AES_256_GCM",
            "sm.encryption_key", "0123456789abcdeF0123456789abcdeF");
    try (Context keyed = new Context(key)) {
      Group.create(keyed, path("group"));
      Group group = new Group(keyed, path("group"), QueryType.TILEDB_WRITE);
      group.putMetadata("n", new NativeArray(keyed, new int[] {5}, Integer.class));
      group.reopen(keyed, QueryType.TILEDB_READ);
      assertThat(group.getMetadata("n", null).getItem(0)).isEqualTo(5);
      group.close();
      group.consolidateMetadata(keyed.getConfig());
    }
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> group("group", QueryType.TILEDB_READ))
        .withMessageContaining("key");
  }

  @Test
  void deletingKeepsMembersUnlessItIsRecursive() throws Exception {
    Group.create(ctx, path("flat"));
    createArray("flat/array");
    try (Group group = group("flat", QueryType.TILEDB_WRITE)) {
      group.addMember("array", true, "array");
    }
    group("flat", QueryType.TILEDB_MODIFY_EXCLUSIVE).delete((short) 0);
    assertThat(new TileDBObject(ctx, path("flat")).getType())
        .isEqualTo(TileDBObjectType.TILEDB_INVALID);
    assertThat(new TileDBObject(ctx, path("flat/array")).getType())
        .isEqualTo(TileDBObjectType.TILEDB_ARRAY);

    Group.create(ctx, path("deep"));
    Group.create(ctx, path("nested"));
    createArray("nested/array");
    createArray("other");
    try (Group group = group("nested", QueryType.TILEDB_WRITE)) {
      group.addMember("array", true, "array");
      group.addMember(path("other"), false, "other");
    }
    try (Group group = group("deep", QueryType.TILEDB_WRITE)) {
      group.addMember(path("nested"), false, "nested");
      group.addMember(path("other"), false, "other");
    }
    Group doomed = group("deep", QueryType.TILEDB_MODIFY_EXCLUSIVE);
    doomed.delete((short) 1);
    doomed.close();
    assertThat(folder.resolve("deep")).doesNotExist();
    assertThat(folder.resolve("nested")).doesNotExist();
    assertThat(folder.resolve("other")).doesNotExist();
  }

  @Test
  void objectsAreListedMovedAndRemoved() throws TileDBError {
    Group.create(ctx, path("g"));
    Group.create(ctx, path("g/b"));
    createArray("g/a");
    createArray("g/b/c");
    TileDBObjectIterator objects = new TileDBObjectIterator(ctx, path("g"));
    assertThat(names(objects)).containsExactly("g/a", "g/b");
    objects.setRecursive();
    assertThat(names(objects)).containsExactly("g/a", "g/b", "g/b/c");
    objects.setRecursive(WalkOrder.TILEDB_POSTORDER);
    assertThat(objects.getWalkOrder()).isEqualTo(WalkOrder.TILEDB_POSTORDER);
    assertThat(names(objects)).containsExactly("g/a", "g/b/c", "g/b");
    objects.setGroup(false);
    assertThat(names(objects)).containsExactly("g/a", "g/b/c");
    objects.setIteratorPolicy(true, false, true);
    assertThat(names(objects)).containsExactly("g/b");
    objects.setNonRecursive();
    assertThat(names(objects)).containsExactly("g/b");
    assertThat(
            names(
                new TileDBObjectIterator(
                    ctx, true, true, false, true, WalkOrder.TILEDB_PREORDER, path("g/b"))))
        .containsExactly("g/b/c");

    TileDBObject.move(ctx, path("g"), path("h"));
    TileDBObject.remove(ctx, path("h/b"));
    assertThat(new TileDBObject(ctx, path("h"))).hasToString("Obj<GROUP \"%s\">", path("h"));
    assertThat(new TileDBObject(ctx, path("h/a")).getType())
        .isEqualTo(TileDBObjectType.TILEDB_ARRAY);
    assertThat(new TileDBObject(ctx, path("h/b")).getType())
        .isEqualTo(TileDBObjectType.TILEDB_INVALID);
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> TileDBObject.remove(ctx, path("h/b")));
    assertThatExceptionOfType(TileDBError.class)
        .isThrownBy(() -> TileDBObject.move(ctx, path("nothing"), path("i")));
  }

  private List<String> names(TileDBObjectIterator objects) throws TileDBError {
    String prefix = "file://" + folder + "/";
    return objects.getAllObjects().stream()
        .map(object -> object.getUri().replace(prefix, ""))
        .toList();
  }
}
