package io.azulejo.internal.workshop.verify;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.snapshot.Commit;
import io.azulejo.internal.snapshot.ObjectKind;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.internal.snapshot.object.Garbage;
import io.azulejo.internal.snapshot.object.GarbageFile;
import io.azulejo.maintenance.GcReport;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.maintenance.RepairReport;
import io.azulejo.maintenance.RepairReport.Action;
import io.azulejo.maintenance.RepairRequest;
import io.azulejo.maintenance.VerifyReport;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;

/**
 * A repair of an array or a group. It corrects damaged names and lists, restores and rebuilds
 * footers, finishes interrupted changes, and removes unreferenced files. It does not remove data
 * that a reader may need. On request, it moves damaged fragments to quarantine and commits complete
 * fragments.
 */
public final class Repair {
  private final RepairTarget target;
  private final Storage storage;
  private final Location location;
  private final RepairRequest request;
  private final List<Action> actions = new ArrayList<>();

  private Repair(RepairTarget target) {
    this.target = target;
    this.storage = target.storage();
    this.location = target.location();
    this.request = target.request();
  }

  /**
   * Repairs an array or a group. If the request is a dry run, only reports the possible repairs.
   *
   * @throws InvalidRequestException if a requested fragment does not exist
   */
  public static RepairReport run(
      Function<Location, Storage> stores,
      Location location,
      Optional<EncryptionKey> key,
      RepairRequest request,
      Resources resources) {
    return new Repair(new RepairTarget(stores, location, key, request, resources)).run();
  }

  private RepairReport run() {
    VerifyReport found = verify(request.isDeep());
    boolean changed = repairCommits();
    changed |= new FooterRestoration(target, actions).run(found);
    if (changed && !request.isDryRun()) {
      found = verify(request.isDeep());
    }
    List<Problem> checked = checked(found);
    finish(checked);
    quarantine(checked);
    recover();
    new FooterRepair(target, actions).rebuild(checked);
    removeGarbage();
    List<Problem> left = request.isDryRun() ? others(found) : verify(request.isDeep()).problems();
    return new VerifyResults.Repaired(
        actions, left.stream().filter(p -> p.severity() != Severity.NOTICE).toList());
  }

  private VerifyReport verify(boolean deep) {
    VerifyRequest wanted = VerifyRequest.DEFAULT.progress(request.progress());
    return Verification.runStrictly(
        target.stores(), location, target.key(), deep ? wanted.deep() : wanted, target.resources());
  }

  /** Returns the problems of checked objects, because unchecked members must not be changed. */
  private static List<Problem> checked(VerifyReport found) {
    List<String> unchecked =
        found.problems().stream()
            .filter(problem -> problem.kind() == Problem.Kind.NOT_CHECKED)
            .map(problem -> problem.location() + "/")
            .toList();
    return found.problems().stream()
        .filter(p -> unchecked.stream().noneMatch((p.location() + "/")::startsWith))
        .toList();
  }

  /** Returns the problems that no action addresses. */
  private List<Problem> others(VerifyReport found) {
    return found.problems().stream()
        .filter(
            problem ->
                actions.stream()
                    .noneMatch(a -> (problem.location() + "/").startsWith(a.location() + "/")))
        .toList();
  }

  /** Repairs damaged commit names and lists. Returns whether it found any. */
  private boolean repairCommits() {
    if (ObjectKind.at(storage, location) != ObjectKind.ARRAY) {
      return false;
    }
    List<CommitRepair.PlannedRepair> mendings =
        CommitRepair.plan(
            new StructureFiles(storage, target.key()), location, target.resources().tasks());
    for (CommitRepair.PlannedRepair mending : mendings) {
      long bytes = bytes(mending.file(), false);
      if (!request.isDryRun()) {
        mending.act().run();
      }
      actions.add(
          new VerifyResults.RepairAction(
              RepairReport.Kind.CORRECT,
              mending.file(),
              bytes,
              !request.isDryRun(),
              mending.what()));
    }
    return !mendings.isEmpty();
  }

  /** Commits complete but uncommitted fragments, if requested. */
  private void recover() {
    if (request.recovered().isEmpty() && !request.isAllRecovered()) {
      return;
    }
    Set<String> unknown = new LinkedHashSet<>(request.recovered());
    for (GarbageFile file :
        Garbage.find(storage, location, target.key(), target.resources().tasks()).files()) {
      String name = file.location().name();
      boolean named = unknown.remove(name);
      if (file.kind() == GcReport.Kind.COMPLETE_FRAGMENT
          && (named || (request.isAllRecovered() && isOld(file.modified())))) {
        recover(file, FragmentName.parse(name).orElseThrow());
      }
    }
    if (!unknown.isEmpty()) {
      throw new InvalidRequestException(
          "cannot recover fragment %s: it is not a complete, uncommitted fragment (azulejo gc --dry-run lists these)"
              .formatted(unknown.iterator().next()),
          location.toString());
    }
  }

  private void recover(GarbageFile file, FragmentName name) {
    Location folder = file.location().parent();
    Location array = folder.name().equals(ArrayPaths.FRAGMENTS_FOLDER) ? folder.parent() : folder;
    WritableArray writable = WritableArray.open(storage, array, target.key());
    if (!request.isDryRun()) {
      Commit.fragments(writable, List.of(name));
    }
    boolean duplicates = writable.schema().schema().allowsDuplicates();
    actions.add(
        new VerifyResults.RepairAction(
            RepairReport.Kind.RECOVER,
            file.location(),
            file.bytes(),
            !request.isDryRun(),
            "%,d cells become visible, as written from %s to %s; %s"
                .formatted(
                    file.cells().orElse(0),
                    Instant.ofEpochMilli(name.t1()),
                    Instant.ofEpochMilli(name.t2()),
                    duplicates
                        ? "cells that were written again since exist twice"
                        : "they hide older cells at the same coordinates, and newer cells hide them")));
  }

  /** Turns pending vacuum files of committed fragments into vacuum files. */
  private void finish(List<Problem> found) {
    for (Problem problem : found) {
      Location pending = problem.location();
      if (problem.kind() == Problem.Kind.INTERRUPTED
          && pending.name().endsWith(ArrayPaths.PENDING_VACUUM_SUFFIX)) {
        boolean done = false;
        long bytes = bytes(pending, false);
        if (!request.isDryRun() && isOld(storage.modified(pending))) {
          done = finish(pending);
        }
        actions.add(
            new VerifyResults.RepairAction(
                RepairReport.Kind.FINISH,
                pending,
                bytes,
                done,
                done || request.isDryRun()
                    ? "a vacuum file lists what the merged fragment replaces"
                    : "too recent, or another process finished it"));
      }
    }
  }

  private boolean finish(Location pending) {
    String name = pending.name();
    Location vacuum =
        pending
            .parent()
            .resolve(
                name.substring(0, name.length() - ArrayPaths.PENDING_VACUUM_SUFFIX.length())
                    + ArrayPaths.VACUUM_SUFFIX);
    try {
      storage.createExclusive(vacuum, WholeFile.read(storage, pending));
    } catch (AlreadyExistsException e) {
      return false;
    }
    storage.delete(pending);
    return true;
  }

  private void quarantine(List<Problem> found) {
    Set<String> names = new LinkedHashSet<>(request.quarantined());
    if (request.isBrokenQuarantined()) {
      found.stream()
          .filter(p -> p.severity() == Severity.ERROR && p.isDamage())
          .forEach(p -> fragment(p.location()).ifPresent(names::add));
    }
    if (names.isEmpty()) {
      return;
    }
    if (ObjectKind.at(storage, location) != ObjectKind.ARRAY) {
      throw new InvalidRequestException(
          "a group has no fragments to quarantine; name one of its arrays", location.toString());
    }
    List<FragmentName> fragments = new ArrayList<>();
    for (String name : names) {
      fragments.add(
          FragmentName.parse(name)
              .filter(parsed -> parsed.text().equals(name))
              .orElseThrow(
                  () ->
                      new InvalidRequestException(
                          "\"%s\" is not the name of a fragment (azulejo fragments lists them)"
                              .formatted(name),
                          location.toString())));
    }
    Location place = Quarantine.place(location);
    for (FragmentName name : fragments) {
      Location folder = location.resolve(ArrayPaths.fragment(name));
      actions.add(
          new VerifyResults.RepairAction(
              RepairReport.Kind.QUARANTINE,
              folder,
              bytes(folder, true),
              !request.isDryRun(),
              "to %s; %s".formatted(place, Quarantine.undo(location, place, name))));
    }
    if (!request.isDryRun()) {
      WritableArray array = WritableArray.open(storage, location, target.key());
      new Quarantine(array, place, target.resources().tasks()).moveOut(fragments);
    }
  }

  /** Returns the name of the fragment that contains a file; empty if the file is elsewhere. */
  private Optional<String> fragment(Location place) {
    String prefix = location + "/";
    if (!place.toString().startsWith(prefix)) {
      return Optional.empty();
    }
    String path = place.toString().substring(prefix.length());
    String inner =
        path.startsWith(ArrayPaths.FRAGMENTS_FOLDER + "/")
            ? path.substring(ArrayPaths.FRAGMENTS_FOLDER.length() + 1)
            : path;
    String name = inner.contains("/") ? inner.substring(0, inner.indexOf('/')) : inner;
    try {
      return name.indexOf('.') >= 0
          ? Optional.empty()
          : FragmentName.parse(name).map(FragmentName::text);
    } catch (AzulejoException e) {
      return Optional.empty();
    }
  }

  private void removeGarbage() {
    List<GarbageFile> garbage;
    try {
      garbage = Garbage.find(storage, location, target.key(), target.resources().tasks()).files();
    } catch (CorruptDataException | UnsupportedFormatException e) {
      // Because of damage, it is not known which files are unreferenced. The damage is reported.
      return;
    }
    garbage =
        garbage.stream()
            .filter(file -> !file.kind().mayBeOnlyCopy())
            .filter(file -> isOld(file.modified()))
            .toList();
    Set<GarbageFile> deleted =
        request.isDryRun()
            ? Set.of()
            : Garbage.delete(storage, garbage, target.key(), target.resources().tasks());
    for (GarbageFile file : garbage) {
      boolean done = deleted.contains(file);
      actions.add(
          new VerifyResults.RepairAction(
              RepairReport.Kind.REMOVE,
              file.location(),
              file.bytes(),
              done,
              done || request.isDryRun() ? "nothing refers to it" : "it is in use meanwhile"));
    }
  }

  private boolean isOld(OptionalLong modified) {
    long now = storage.now();
    return request.olderThan().isZero()
        || modified.stream().anyMatch(time -> now - time > request.olderThan().toMillis());
  }

  private long bytes(Location place, boolean folder) {
    return folder
        ? FileInventory.of(storage, place, target.resources().tasks(), path -> false).bytes()
        : storage.find(place).map(Storage.Entry::size).orElse(0L);
  }
}
