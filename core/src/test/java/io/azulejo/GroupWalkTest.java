package io.azulejo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.Group.Descendant;
import io.azulejo.Group.Order;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestSchemas;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** All members of a group, of the groups in it, and so on. */
class GroupWalkTest {
  private static final Location TOP = Location.of("mem://top");
  private static final ArraySchema SCHEMA = TestSchemas.of("sparse(x INT32 1..8/4) a INT32");

  private final Storage storage = Storage.inMemory();
  @AutoClose private final Azulejo azulejo = Azulejo.builder().storage("mem", storage).build();

  @BeforeEach
  void create() {
    group("");
    group("a");
    group("a/deep");
    azulejo.create(TOP.resolve("a/deep/array"), SCHEMA);
    azulejo.create(TOP.resolve("z"), SCHEMA);
    add("a/deep", "array", "named");
    add("a", "deep", "deep");
    add("", "a", "a");
    add("", "z", "z");
  }

  private static Location place(String path) {
    return path.isEmpty() ? TOP : TOP.resolve(path);
  }

  private void group(String path) {
    azulejo.group(place(path)).create();
  }

  private void add(String group, String uri, String name) {
    azulejo.group(place(group)).change(GroupChange.builder().addRelative(uri, name).build());
  }

  private void addAbsolute(String group, Location member, String name) {
    azulejo.group(place(group)).change(GroupChange.builder().addAbsolute(member, name).build());
  }

  private Group open() {
    return azulejo.group(TOP).open();
  }

  private static List<String> paths(Stream<Descendant> walk) {
    return walk.map(found -> found.path() + " " + found.type() + " " + found.state()).toList();
  }

  @Test
  void findsGroupsBeforeTheirMembers() {
    assertThat(paths(open().walk(Order.GROUPS_FIRST)))
        .containsExactly(
            "a GROUP PRESENT",
            "a/deep GROUP PRESENT",
            "a/deep/named ARRAY PRESENT",
            "z ARRAY PRESENT");
    assertThat(open().walk(Order.GROUPS_FIRST).map(Descendant::location))
        .contains(TOP.resolve("a/deep/array"));
  }

  @Test
  void findsMembersBeforeTheirGroups() {
    assertThat(paths(open().walk(Order.MEMBERS_FIRST)))
        .containsExactly(
            "a/deep/named ARRAY PRESENT",
            "a/deep GROUP PRESENT",
            "a GROUP PRESENT",
            "z ARRAY PRESENT");
  }

  @Test
  void saysWhichMembersAreMissingOrCannotBeReached() {
    azulejo.group(Location.of("mem://other")).create();
    addAbsolute("a", Location.of("mem://other"), "other");
    try (Azulejo more = Azulejo.builder().storage("mem", storage).storage("far", storage).build()) {
      more.group(TOP).change(GroupChange.builder().addAbsolute("far://somewhere", "far").build());
    }
    azulejo.catalog().remove(Location.of("mem://other"));
    azulejo.catalog().remove(TOP.resolve("z"));

    assertThat(open().walk(Order.MEMBERS_FIRST))
        .extracting(found -> found.path() + " " + found.state())
        .containsExactlyInAnyOrder(
            "a/deep/named PRESENT",
            "a/deep PRESENT",
            "a/other MISSING",
            "a PRESENT",
            "far UNREACHABLE",
            "z MISSING");
  }

  @Test
  void endsAtGroupsThatContainThemselves() {
    addAbsolute("a/deep", TOP, "top");
    addAbsolute("a/deep", TOP.resolve("a"), "up");

    for (Order order : Order.values()) {
      assertThat(paths(open().walk(order)))
          .hasSize(6)
          .contains("a/deep/top GROUP CYCLE", "a/deep/up GROUP CYCLE");
    }
  }

  @Test
  void findsAGroupInEachGroupThatHasIt() {
    addAbsolute("", TOP.resolve("a/deep"), "again");

    assertThat(paths(open().walk(Order.GROUPS_FIRST)))
        .contains("a/deep/named ARRAY PRESENT", "again/named ARRAY PRESENT");
  }

  @Test
  void reportsGroupsThatCannotBeOpened() {
    Location folder = TOP.resolve("a/deep/__group");
    storage.list(folder).stream()
        .map(entry -> folder.resolve(entry.name()))
        .forEach(
            file -> {
              storage.delete(file);
              storage.createExclusive(file, new byte[50]);
            });
    List<AzulejoException> failures = new ArrayList<>();

    assertThat(paths(open().walk(Order.MEMBERS_FIRST, failures::add)))
        .containsExactly("a/deep GROUP PRESENT", "a GROUP PRESENT", "z ARRAY PRESENT");
    assertThat(failures).singleElement().isInstanceOf(CorruptDataException.class);
    assertThatThrownBy(() -> open().walk(Order.MEMBERS_FIRST).toList())
        .isInstanceOf(CorruptDataException.class);
  }

  @Test
  void seesGroupsAtTheTimesOfTheFirstOne() {
    Group before = open();
    long end = before.times().end();
    azulejo
        .group(TOP.resolve("a"))
        .change(GroupChange.builder().remove("deep").build(), ChangeOptions.DEFAULT.at(end + 1));

    assertThat(before.walk(Order.GROUPS_FIRST)).hasSize(4);
    assertThat(
            azulejo
                .group(TOP)
                .open(OpenOptions.DEFAULT.at(TimeRange.until(end + 1)))
                .walk(Order.GROUPS_FIRST))
        .hasSize(2);
  }
}
