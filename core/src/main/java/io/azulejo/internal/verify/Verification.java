package io.azulejo.internal.verify;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.maintain.MaintenanceScope;
import io.azulejo.internal.snapshot.ObjectKind;
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
 * Looks at an array or a group, and at the arrays of its labels, at its members and at what else
 * lies in its folder, or at all arrays and groups in another folder, and finds all that is wrong
 * with them. No problem keeps others from being found.
 */
public final class Verification {
  private static final String READABLE = "see to it that it can be read, then verify again";

  private static final Comparator<Location> BY_NAME = Comparator.comparing(Location::toString);

  /** Folders without which an array or a group cannot be opened. */
  private static final Set<String> NEEDED =
      Set.of(
          ArrayPaths.SCHEMA_FOLDER,
          ArrayPaths.COMMITS_FOLDER,
          ArrayPaths.FRAGMENTS_FOLDER,
          ArrayPaths.GROUP_FOLDER);

  private final Function<Location, Storage> stores;
  private final Optional<EncryptionKey> key;
  private final VerifyRequest request;
  private final MaintenanceScope scope;
  private final ProblemCollector findings;
  private final boolean strict;
  private VerificationProgress tally;
  private final Deque<Location> next = new ArrayDeque<>();
  private final Set<Location> known = new HashSet<>();
  private final List<VerifyReport.Unchecked> unchecked = new ArrayList<>();
  private VerifyReport.Files files = new VerifyReport.Files(0, 0, 0, 0, 0);

  private Verification(
      Function<Location, Storage> stores,
      Optional<EncryptionKey> key,
      VerifyRequest request,
      MaintenanceScope scope,
      boolean strict) {
    this.findings = new ProblemCollector(strict);
    this.strict = strict;
    this.stores = stores;
    this.key = key;
    this.request = request;
    this.scope = scope;
  }

  /**
   * Verifies what is at a location.
   *
   * @param stores gives the store of a location
   * @throws NotFoundException if there is nothing
   * @throws io.azulejo.error.InvalidRequestException if a key is missing, wrong or not needed
   */
  public static VerifyReport run(
      Function<Location, Storage> stores,
      Location location,
      Optional<EncryptionKey> key,
      VerifyRequest request,
      MaintenanceScope scope) {
    return new Verification(stores, key, request, scope, false).run(location);
  }

  /**
   * The same, for those who change something by it.
   *
   * @throws io.azulejo.error.StorageException if something cannot be read
   */
  static VerifyReport strictly(
      Function<Location, Storage> stores,
      Location location,
      Optional<EncryptionKey> key,
      VerifyRequest request,
      MaintenanceScope scope) {
    return new Verification(stores, key, request, scope, true).run(location);
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
    tally = new VerificationProgress(request.progress(), kind == ObjectKind.ARRAY);
    if (request.isSealed()) {
      new Sealing(storage, location, scope).compare(findings, request.progress());
    }
    while (!next.isEmpty()) {
      Location object = next.poll();
      try {
        look(object);
      } catch (InvalidRequestException e) {
        if (object.equals(location)) {
          throw e;
        }
        findings.add(
            ProblemBuilder.of(
                Severity.ERROR,
                e,
                object,
                "it cannot be opened with this key, and was not looked at",
                "verify it by itself, with its own key"));
      } catch (StorageException e) {
        findings.refuse(e);
        Location place = e.location().map(Location::of).orElse(object);
        findings.add(
            ProblemBuilder.of(Severity.ERROR, e, place, "not all of it was looked at", READABLE));
      }
    }
    tally.ended();
    return new VerifyReport(
        tally.objects(),
        tally.fragments(),
        files,
        tally.tiles(),
        tally.cells(),
        findings.sorted(),
        unchecked);
  }

  /**
   * Takes the objects in a folder that is none itself.
   *
   * @throws NotFoundException if there are none, or something is to be changed
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
      findings.add(
          ProblemBuilder.of(Severity.ERROR, e, place, "not all of it was looked at", READABLE));
    }
    if (next.isEmpty() && unlisted.isEmpty()) {
      throw new NotFoundException(
          "there is neither an array nor a group at %s".formatted(folder), folder.toString());
    }
  }

  /** Folders of an array whose schemas are gone. */
  private static boolean looksLikeArray(Storage storage, Location location) {
    Set<String> folders =
        Set.of(ArrayPaths.FRAGMENTS_FOLDER, ArrayPaths.COMMITS_FOLDER, ArrayPaths.SCHEMA_FOLDER);
    return storage.names(location).stream().anyMatch(folders::contains);
  }

  private void add(Location location) {
    Location real;
    try {
      real = stores.apply(location).resolveLinks(location);
    } catch (AzulejoException e) {
      real =
          location; // that it is not there, or why it cannot be read, is found when it is looked at
    }
    if (known.add(real)) {
      next.add(location);
    }
  }

  private void look(Location location) {
    Storage storage = stores.apply(location);
    ObjectKind kind = ObjectKind.at(storage, location);
    if (kind == ObjectKind.NONE && !looksLikeArray(storage, location)) {
      findings.add(
          ProblemBuilder.error(Kind.MISSING, location)
              .problem(
                  "the array of a dimension label is not there",
                  "ranges of the label cannot be read",
                  ProblemBuilder.RESTORE));
      return;
    }
    tally.object();
    boolean group = kind == ObjectKind.GROUP;
    Map<Location, AzulejoException> unreadable = new ConcurrentSkipListMap<>(BY_NAME);
    FileInventory census =
        FileInventory.of(
            storage,
            location,
            scope.tasks(),
            path -> group ? !isOfGroup(path) : isLabel(path) && isArray(storage, location, path),
            unreadable::put);
    IntactStorage sound = new IntactStorage(storage);
    InspectedObject object =
        new InspectedObject(storage, sound, location, key, census, findings, scope);
    boolean opens = true;
    for (Map.Entry<Location, AzulejoException> each : unreadable.entrySet()) {
      opens &= take(each.getKey(), each.getValue(), location, sound);
    }
    if (!opens) {
      files = sum(files, census.counts());
      return;
    }
    if (group) {
      boolean withMembers = !request.isWithoutMembers();
      Set<Location> objects = new GroupVerification(object, stores).run(withMembers && !strict);
      if (withMembers) {
        objects.forEach(this::add);
      }
    } else {
      ArrayVerification array = new ArrayVerification(object, tally, request.isDeep());
      array.run().forEach(this::add);
      array.unchecked().ifPresent(unchecked::add);
    }
    files = sum(files, census.counts());
  }

  /**
   * Tells what cannot be looked at. What nobody can do without ends the checks of an object, the
   * rest is put aside.
   *
   * @return whether the object can be looked at without it
   */
  private boolean take(Location place, AzulejoException e, Location object, IntactStorage sound) {
    findings.refuse(e);
    String path = place.equals(object) ? "" : place.path().substring(object.path().length() + 1);
    if (path.isEmpty() || NEEDED.contains(path)) {
      findings.add(
          ProblemBuilder.of(
              Severity.ERROR, e, place, "%s cannot be opened".formatted(object), READABLE));
      return false;
    }
    boolean own = path.startsWith("__");
    findings.add(
        ProblemBuilder.of(
            own ? Severity.ERROR : Severity.NOTICE,
            e,
            place,
            own ? "what is in it cannot be read, nor what needs it" : "none: no engine looks at it",
            own ? READABLE : "move it elsewhere, or delete it"));
    if (path.indexOf('/') < 0) {
      sound.hide(place);
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
      return false; // why it cannot be listed is found where that is tried
    }
  }

  private static VerifyReport.Files sum(VerifyReport.Files a, VerifyReport.Files b) {
    return new VerifyReport.Files(
        a.known() + b.known(),
        a.orphans() + b.orphans(),
        a.missing() + b.missing(),
        a.unknown() + b.unknown(),
        a.bytes() + b.bytes());
  }
}
