package io.azulejo.internal.workshop.verify;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.snapshot.ObjectKind;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.object.ObjectWalk;
import io.azulejo.maintenance.Problem.Kind;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.maintenance.VerifyReport;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.Function;

/**
 * A verification of an array with its label arrays, a group with its members and the other objects
 * in its folder, or all arrays and groups in a folder. A problem does not prevent further checks.
 */
public final class Verification {
  private static final Comparator<Location> BY_NAME = Comparator.comparing(Location::toString);

  /** Folders without which an array or a group cannot be opened. */
  private static final Set<String> REQUIRED =
      Set.of(
          ArrayPaths.SCHEMA_FOLDER,
          ArrayPaths.COMMITS_FOLDER,
          ArrayPaths.FRAGMENTS_FOLDER,
          ArrayPaths.GROUP_FOLDER);

  private final Function<Location, Storage> stores;
  private final Optional<EncryptionKey> key;
  private final VerifyRequest request;
  private final Resources resources;
  private final ProblemCollector problems;
  private final boolean strict;
  private VerificationProgress progress;
  private final Deque<Location> next = new ArrayDeque<>();
  private final Set<Location> known = new HashSet<>();
  private final List<VerifyReport.Unchecked> unchecked = new ArrayList<>();
  private VerifyResults.FileCounts files = VerifyResults.FileCounts.NONE;

  private Verification(
      Function<Location, Storage> stores,
      Optional<EncryptionKey> key,
      VerifyRequest request,
      Resources resources,
      boolean strict) {
    this.problems = new ProblemCollector(strict);
    this.strict = strict;
    this.stores = stores;
    this.key = key;
    this.request = request;
    this.resources = resources;
  }

  /**
   * Verifies the object at a location.
   *
   * @param stores returns the store of a location
   * @throws NotFoundException if nothing exists there
   * @throws io.azulejo.error.InvalidRequestException if a key is missing, wrong or not needed
   */
  public static VerifyReport run(
      Function<Location, Storage> stores,
      Location location,
      Optional<EncryptionKey> key,
      VerifyRequest request,
      Resources resources) {
    return new Verification(stores, key, request, resources, false).run(location);
  }

  /**
   * Verifies like {@link #run}, for callers that change the object based on the result.
   *
   * <p>Throws failures that are not about the stored bytes instead of reporting them. If a group
   * member has another key or needs more memory, reports a problem of kind {@link Kind#NOT_CHECKED}
   * at its location. The other problems of this member are then incomplete.
   *
   * @throws io.azulejo.error.StorageException if a file or folder cannot be read
   * @throws io.azulejo.error.InvalidRequestException if the key of the object at the location is
   *     wrong, or if there is not enough memory to verify it
   */
  static VerifyReport runStrictly(
      Function<Location, Storage> stores,
      Location location,
      Optional<EncryptionKey> key,
      VerifyRequest request,
      Resources resources) {
    return new Verification(stores, key, request, resources, true).run(location);
  }

  private VerifyReport run(Location location) {
    Storage storage = stores.apply(location);
    ObjectKind kind = ObjectKind.at(storage, location);
    boolean folder = kind == ObjectKind.NONE && !looksLikeArray(storage, location);
    if (folder) {
      addObjectsIn(location);
    } else {
      add(location);
    }
    progress = new VerificationProgress(request.progress(), kind == ObjectKind.ARRAY);
    if (request.isSealed()) {
      new Sealing(storage, location, resources).compare(problems, request.progress());
    }
    while (!next.isEmpty()) {
      Location object = next.poll();
      try {
        inspect(object);
      } catch (InvalidRequestException e) {
        if (object.equals(location)) {
          throw e;
        }
        problems.add(
            ProblemBuilder.of(
                Severity.ERROR,
                e,
                object,
                "unknown, because it was not checked and may be intact",
                "verify it separately, with its own key or more memory"));
      } catch (StorageException e) {
        problems.refuse(e);
        Location place = e.location().map(Location::of).orElse(object);
        problems.add(
            ProblemBuilder.of(
                Severity.ERROR, e, place, "not everything was checked", ProblemBuilder.READABLE));
      }
    }
    progress.ended();
    return new VerifyResults.Verified(
        progress.objects(),
        progress.fragments(),
        files,
        progress.tiles(),
        progress.cells(),
        problems.sorted(),
        unchecked);
  }

  /**
   * Adds the arrays and groups in a folder that is neither itself.
   *
   * @throws NotFoundException if the folder does not contain any, or if this verification is strict
   */
  private void addObjectsIn(Location folder) {
    List<AzulejoException> unlisted = new ArrayList<>();
    if (!strict) {
      new ObjectWalk(stores, unlisted::add)
          .outermost(folder)
          .map(ObjectWalk.Found::location)
          .forEach(this::add);
    }
    for (AzulejoException e : unlisted) {
      Location place = e.location().map(Location::of).orElse(folder);
      problems.add(
          ProblemBuilder.of(
              Severity.ERROR, e, place, "not everything was checked", ProblemBuilder.READABLE));
    }
    if (next.isEmpty() && unlisted.isEmpty()) {
      throw NotFoundException.ofObject(
          "no array or group found at %s".formatted(folder), folder.toString());
    }
  }

  /** Returns whether a folder has subfolders like an array, whose schemas may be lost. */
  private static boolean looksLikeArray(Storage storage, Location location) {
    Set<String> folders =
        Set.of(ArrayPaths.FRAGMENTS_FOLDER, ArrayPaths.COMMITS_FOLDER, ArrayPaths.SCHEMA_FOLDER);
    return storage.names(location).stream().anyMatch(folders::contains);
  }

  private void add(Location location) {
    Location canonical;
    try {
      canonical = stores.apply(location).resolveLinks(location);
    } catch (AzulejoException e) {
      canonical = location; // verifying the object reports the failure
    }
    if (known.add(canonical)) {
      next.add(location);
    }
  }

  private void inspect(Location location) {
    Storage storage = stores.apply(location);
    ObjectKind kind = ObjectKind.at(storage, location);
    if (kind == ObjectKind.NONE && !looksLikeArray(storage, location)) {
      problems.add(
          ProblemBuilder.error(Kind.MISSING, location)
              .problem(
                  "the array of a dimension label is missing",
                  "ranges of the label cannot be read",
                  ProblemBuilder.RESTORE));
      return;
    }
    progress.object();
    boolean group = kind == ObjectKind.GROUP;
    Map<Location, AzulejoException> unreadable = new ConcurrentSkipListMap<>(BY_NAME);
    FileInventory inventory =
        FileInventory.of(
            storage,
            location,
            resources.tasks(),
            path -> group ? !isOfGroup(path) : isLabel(path) && isArray(storage, location, path),
            unreadable::put);
    IntactStorage intact = new IntactStorage(storage);
    InspectedObject object =
        new InspectedObject(storage, intact, location, key, inventory, problems, resources);
    boolean opens = true;
    for (Map.Entry<Location, AzulejoException> each : unreadable.entrySet()) {
      opens &= take(each.getKey(), each.getValue(), location, intact);
    }
    if (!opens) {
      files = files.plus(inventory.counts());
      return;
    }
    if (group) {
      boolean withMembers = !request.isWithoutMembers();
      Set<Location> objects = new GroupVerification(object, stores).run(withMembers && !strict);
      if (withMembers) {
        objects.forEach(this::add);
      }
    } else {
      ArrayVerification array = new ArrayVerification(object, progress, request.isDeep());
      array.run().forEach(this::add);
      array.unchecked().ifPresent(unchecked::add);
    }
    files = files.plus(inventory.counts());
  }

  /**
   * Reports a folder that cannot be listed, and hides it from later checks.
   *
   * @return whether the object can be verified without this folder
   */
  private boolean take(Location place, AzulejoException e, Location object, IntactStorage intact) {
    problems.refuse(e);
    String path = place.equals(object) ? "" : place.path().substring(object.path().length() + 1);
    if (path.isEmpty() || REQUIRED.contains(path)) {
      problems.add(
          ProblemBuilder.of(
              Severity.ERROR,
              e,
              place,
              "%s cannot be opened".formatted(object),
              ProblemBuilder.READABLE));
      return false;
    }
    boolean own = path.startsWith("__");
    problems.add(
        ProblemBuilder.of(
            own ? Severity.ERROR : Severity.NOTICE,
            e,
            place,
            own
                ? "its files cannot be read, nor anything that needs them"
                : "none: no engine reads it",
            own ? ProblemBuilder.READABLE : "move it elsewhere, or delete it"));
    if (path.indexOf('/') < 0) {
      intact.hide(place);
    }
    return true;
  }

  private static boolean isOfGroup(String path) {
    return List.of(ArrayPaths.GROUP_FOLDER, ArrayPaths.METADATA_FOLDER).contains(path);
  }

  private static boolean isLabel(String path) {
    return path.startsWith(ArrayPaths.LABELS_FOLDER + "/");
  }

  private static boolean isArray(Storage storage, Location array, String path) {
    try {
      return ObjectKind.at(storage, array.resolve(path)) == ObjectKind.ARRAY;
    } catch (StorageException e) {
      return false; // listing the folder reports the failure
    }
  }
}
