package io.azulejo;

import static io.azulejo.testkit.Golden.refuses;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.filter.Scratch;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.format.GenericTile;
import io.azulejo.internal.format.GroupDetails;
import io.azulejo.internal.format.GroupFormat;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.TestSchemas;
import java.util.List;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Groups that are created and changed. */
class GroupChangeTest {
  private static final Location GROUP = Location.of("mem://g");
  private static final ArraySchema SCHEMA = TestSchemas.of("sparse(x INT32 1..8/4) a INT32");

  private final Storage storage = Storage.inMemory();
  @AutoClose private final Azulejo azulejo = Azulejo.builder().storage("mem", storage).build();

  @BeforeEach
  void create() {
    azulejo.group(GROUP).create();
  }

  private void change(long time, UnaryOperator<GroupChange.Builder> of) {
    azulejo
        .group(GROUP)
        .change(of.apply(GroupChange.builder()).build(), ChangeOptions.DEFAULT.at(time));
  }

  private static Group.Member member(String name, ObjectType type, String uri, boolean relative) {
    return new Group.StoredMember(Optional.ofNullable(name), type, uri, relative);
  }

  @Test
  void aNewGroupHasNoMembers() {
    assertThat(azulejo.catalog().type(GROUP)).isEqualTo(ObjectType.GROUP);
    assertThat(azulejo.group(GROUP).open().members()).isEmpty();
    refuses(AlreadyExistsException.class, () -> azulejo.group(GROUP).create());
  }

  @Test
  void aDissolvedGroupLeavesEverythingElseInItsFolder() {
    azulejo.create(GROUP.resolve("one"), SCHEMA);
    azulejo.group(GROUP.resolve("two")).create();
    storage.createExclusive(GROUP.resolve("note.txt"), new byte[3]);
    change(1, of -> of.addRelative("one").addRelative("two"));
    change(2, of -> of.remove("two"));
    azulejo.group(GROUP).metadata().set("key", "value");

    azulejo.group(GROUP).dissolve();

    assertThat(azulejo.catalog().type(GROUP)).isEqualTo(ObjectType.NONE);
    assertThat(storage.names(GROUP)).containsExactly("note.txt", "one", "two");
    assertThat(azulejo.catalog().type(GROUP.resolve("two"))).isEqualTo(ObjectType.GROUP);
    azulejo.open(GROUP.resolve("one"));
    azulejo.group(GROUP).create();
    assertThat(azulejo.group(GROUP).open().members()).isEmpty();
    assertThat(azulejo.group(GROUP).open().metadata()).isEmpty();
  }

  @Test
  void aDissolvedGroupHasNoSeal() {
    Location sealed = Location.of("mem://bucket/sealed");
    azulejo.group(sealed).create();
    azulejo.group(sealed).maintenance().seal();
    assertThat(storage.names(sealed.parent())).hasSize(2);

    azulejo.group(sealed).dissolve();

    assertThat(storage.names(sealed.parent())).isEmpty();
  }

  @Test
  void onlyGroupsCanBeDissolved() {
    azulejo.group(GROUP).dissolve();
    assertThat(storage.names(GROUP)).isEmpty();
    azulejo.create(GROUP, SCHEMA);
    assertThatThrownBy(() -> azulejo.group(GROUP).dissolve())
        .isInstanceOf(NotFoundException.class)
        .hasMessage("no group found at mem://g");
    assertThat(azulejo.catalog().type(GROUP)).isEqualTo(ObjectType.ARRAY);
  }

  @Test
  void findsOutWhatItsMembersAre() {
    azulejo.create(GROUP.resolve("one"), SCHEMA);
    azulejo.group(GROUP.resolve("sub")).create();

    change(
        5,
        c ->
            c.addRelative("one", "first")
                .addRelative("sub")
                .addAbsolute(GROUP.resolve("one"), "again")
                .addAbsolute(Location.of("mem://nowhere")));

    assertThat(azulejo.group(GROUP).open().members())
        .containsExactly(
            member("again", ObjectType.ARRAY, "mem://g/one", false),
            member(null, ObjectType.NONE, "mem://nowhere", false),
            member("first", ObjectType.ARRAY, "one", true),
            member(null, ObjectType.GROUP, "sub", true));
  }

  @Test
  void absoluteMembersInFilesAreNamedByUri() {
    Location place = Location.of("/data/some array");

    change(5, c -> c.addAbsolute(place));

    Group.Member member = azulejo.group(GROUP).open().members().get(0);
    assertThat(member.uri()).isEqualTo("file:///data/some array");
    assertThat(azulejo.group(GROUP).open().locate(member)).isEqualTo(place);
  }

  @Test
  void removesByNameAndByUri() {
    change(5, c -> c.addRelative("x", "a").addRelative("y", "b").addRelative("z"));

    change(6, c -> c.remove("a"));
    change(7, c -> c.remove("y").remove("z"));

    assertThat(azulejo.group(GROUP).open().members()).isEmpty();
    assertThat(azulejo.group(GROUP).open(OpenOptions.DEFAULT.at(TimeRange.until(6))).members())
        .extracting(Group.Member::uri)
        .containsExactly("y", "z");
  }

  @Test
  void addingAKeyAgainReplacesIt() {
    change(5, c -> c.addRelative("x", "a"));
    change(6, c -> c.addRelative("y", "a"));

    assertThat(azulejo.group(GROUP).open().members())
        .containsExactly(member("a", ObjectType.NONE, "y", true));
  }

  @Test
  void refusesWhatIsUnclear() {
    change(5, c -> c.addRelative("x", "a").addRelative("x", "b"));

    refuses(InvalidRequestException.class, () -> change(6, c -> c.remove("x")));
    refuses(() -> change(6, c -> c.remove("q")));
    refuses(() -> change(6, c -> c.addRelative("y", "c").addRelative("z", "c")));
    refuses(() -> change(6, c -> c.remove("a").addRelative("z", "a")));
    refuses(() -> change(6, c -> c.remove("a").remove("a")));
    assertThatThrownBy(
            () ->
                azulejo
                    .group(Location.of("mem://other"))
                    .change(GroupChange.builder().addRelative("x").build(), ChangeOptions.DEFAULT))
        .isInstanceOf(NotFoundException.class);
    assertThat(storage.list(GROUP.resolve("__group"))).hasSize(1);
  }

  private GroupDetails stored(String file) {
    try (Scratch scratch = new Scratch();
        var in = storage.open(GROUP.resolve("__group").resolve(file))) {
      byte[] bytes = new byte[(int) in.size()];
      in.read(0, bytes, 0, bytes.length);
      return GroupFormat.decode(
          GenericTile.read("group", Slice.of(bytes), 0, Optional.empty(), scratch).content());
    }
  }

  private List<String> files() {
    return storage.list(GROUP.resolve("__group")).stream().map(Storage.Entry::name).toList();
  }

  @Test
  void eachFileSaysAllMembersAndWhatWasRemoved() {
    change(5, c -> c.addRelative("x", "a").addRelative("y", "b"));
    change(6, c -> c.remove("a").addRelative("z"));

    assertThat(files()).hasSize(2).allMatch(name -> name.matches("__\\d_\\d_[0-9a-f]{32}_2"));
    GroupDetails details = stored(files().get(1));
    assertThat(details.version()).isEqualTo(2);
    assertThat(details.members())
        .extracting(m -> m.key() + (m.deleted() ? " removed" : ""))
        .containsExactly("a removed", "b", "z");
  }

  @Test
  void groupsOfTheFirstVersionStayInIt() {
    GroupDetails old =
        new GroupDetails(
            1,
            List.of(
                new GroupDetails.Member(
                    1, GroupDetails.Kind.ARRAY, true, "x", Optional.of("a"), false)));
    try (Scratch scratch = new Scratch()) {
      storage.createExclusive(
          GROUP.resolve("__group/__5_5_0123456789abcdef0123456789abcdef"),
          GenericTile.write(
                  "group", FormatVersion.NEWEST, GroupFormat.encode(old), Optional.empty(), scratch)
              .toBytes());
    }

    change(6, c -> c.addRelative("y", "b"));
    change(7, c -> c.remove("a"));

    assertThat(azulejo.group(GROUP).open().members())
        .containsExactly(member("b", ObjectType.NONE, "y", true));
    assertThat(files().get(2)).endsWith("_1");
    assertThat(stored(files().get(1)).members()).extracting(m -> m.version()).containsOnly(1);
  }
}
