package io.azulejo.internal.workshop.verify;

import io.azulejo.error.AzulejoException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.GroupDetails;
import io.azulejo.internal.format.GroupFormat;
import io.azulejo.internal.seal.Seals;
import io.azulejo.internal.snapshot.GroupSnapshot;
import io.azulejo.internal.snapshot.ObjectKind;
import io.azulejo.internal.snapshot.object.ObjectWalk;
import io.azulejo.maintenance.Problem.Kind;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/** A verification of one group, which also checks that all members exist. */
final class GroupVerification {
  private static final String OTHERS_REFUSE = "other engines refuse to open the group";

  private final InspectedObject group;
  private final Function<Location, Storage> stores;

  GroupVerification(InspectedObject group, Function<Location, Storage> stores) {
    this.group = group;
    this.stores = stores;
  }

  /**
   * Runs all checks.
   *
   * @param withOthers whether to look for other arrays and groups in the folder
   * @return the existing members and the other objects that were found; callers may verify these
   *     too
   */
  Set<Location> run(boolean withOthers) {
    NameChecks.inGroup(group);
    decodeDetails();
    MetadataChecks.run(group);
    Location mark = group.location().resolve(ArrayPaths.GROUP_FILE);
    group.inventory().mark(mark, FileInventory.State.KNOWN);
    for (Location file : group.inventory().unaccounted()) {
      leftover(file);
    }
    Optional<GroupSnapshot> snapshot =
        group
            .problems()
            .attempt(
                Severity.ERROR,
                group.location(),
                "the group cannot be opened",
                ProblemBuilder.RESTORE,
                () ->
                    GroupSnapshot.open(
                        group.intact(),
                        group.location(),
                        TimeRange.ALL,
                        group.key(),
                        group.resources().tasks()));
    Set<Location> objects = new LinkedHashSet<>();
    snapshot.ifPresent(opened -> opened.members().forEach(m -> member(m).ifPresent(objects::add)));
    if (withOthers && snapshot.isPresent()) {
      for (ObjectWalk.Found found : others(Set.copyOf(objects))) {
        objects.add(found.location());
      }
    }
    return objects;
  }

  /** Reports and returns arrays and groups in the folder that are not members. This is allowed. */
  private List<ObjectWalk.Found> others(Set<Location> members) {
    // Folders that cannot be listed are reported with the files of the group.
    ObjectWalk walk = new ObjectWalk(stores, e -> {});
    List<ObjectWalk.Found> found = walk.nonMembers(group.location(), members);
    for (ObjectWalk.Found each : found) {
      group
          .problems()
          .add(
              ProblemBuilder.notice(Kind.MEMBER, each.location())
                  .problem(
                      "%s is in the folder of the group, but is not a member of the group"
                          .formatted(each.kind() == ObjectKind.ARRAY ? "an array" : "a group"),
                      "the group does not list it",
                      "add it as a member (azulejo group add)"));
    }
    return found;
  }

  private void decodeDetails() {
    Location folder = group.location().resolve(ArrayPaths.GROUP_FOLDER);
    for (String name : group.inventory().names(ArrayPaths.GROUP_FOLDER, false)) {
      Location file = folder.resolve(name);
      boolean whole =
          group
              .problems()
              .attempt(
                  Severity.ERROR,
                  file,
                  "the group cannot be opened",
                  ProblemBuilder.RESTORE,
                  () -> {
                    if (FragmentName.parse(name).filter(n -> n.text().equals(name)).isPresent()) {
                      group.inventory().mark(file, FileInventory.State.KNOWN);
                      group.files().generic(GroupFormat.STRUCTURE, file, GroupFormat::decode);
                    }
                  });
      if (!whole) {
        group.inventory().mark(file, FileInventory.State.KNOWN);
        group.intact().hide(file);
      }
    }
  }

  private void leftover(Location file) {
    if (Seals.isSingle(file.name())) {
      group.inventory().mark(file, FileInventory.State.KNOWN);
      return;
    }
    boolean temporary = file.name().endsWith(".tmp");
    boolean fatal = !file.parent().equals(group.location());
    group
        .inventory()
        .mark(file, temporary ? FileInventory.State.ORPHAN : FileInventory.State.UNKNOWN);
    group
        .problems()
        .add(
            ProblemBuilder.of(
                    fatal ? Severity.WARNING : Severity.NOTICE,
                    temporary ? Kind.ORPHAN : Kind.UNKNOWN,
                    file)
                .problem(
                    temporary ? "the file is unfinished" : "the file does not belong to a group",
                    fatal
                        ? OTHERS_REFUSE
                        : "harmless, takes %d bytes".formatted(group.inventory().size(file)),
                    temporary
                        ? "remove it once it is old enough (azulejo gc)"
                        : "move it elsewhere or delete it, unless it is needed there"));
  }

  private Optional<Location> member(GroupDetails.Member member) {
    Location place;
    ObjectKind found;
    try {
      place =
          member.relative() ? group.location().resolve(member.uri()) : Location.of(member.uri());
      found = ObjectKind.at(stores.apply(place), place);
    } catch (AzulejoException e) {
      add(member, "the member cannot be checked: " + e.getMessage());
      return Optional.empty();
    }
    if (found == ObjectKind.NONE) {
      add(member, "no array or group found at " + place);
      return Optional.empty();
    }
    if (member.kind() != GroupDetails.Kind.INVALID && !member.kind().name().equals(found.name())) {
      add(
          member,
          "the group lists it as %s, but %s is at %s"
              .formatted(
                  member.kind() == GroupDetails.Kind.ARRAY ? "an array" : "a group",
                  found == ObjectKind.ARRAY ? "an array" : "a group",
                  place));
    }
    return Optional.of(place);
  }

  private void add(GroupDetails.Member member, String what) {
    group
        .problems()
        .add(
            ProblemBuilder.warning(Kind.MEMBER, group.location())
                .in(GroupFormat.STRUCTURE)
                .field("member \"%s\"".formatted(member.key()))
                .problem(
                    what,
                    "the member cannot be opened through the group",
                    "restore it, or remove the member (azulejo group remove) and add it again"));
  }
}
