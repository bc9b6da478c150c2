package io.azulejo.internal.verify;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.filter.EncryptionKey;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.maintain.MaintenanceScope;
import io.azulejo.internal.snapshot.ObjectKind;
import io.azulejo.maintenance.Problem.Kind;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.maintenance.VerifyReport;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * Looks at an array or a group, and at the arrays of its labels or its members, and finds all that
 * is wrong with them. No problem keeps others from being found.
 */
public final class Verification {
  private final Function<Location, Storage> stores;
  private final Optional<EncryptionKey> key;
  private final VerifyRequest request;
  private final MaintenanceScope scope;
  private final Findings findings;
  private Tally tally;
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
    this.findings = new Findings(strict);
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
    if (kind == ObjectKind.NONE && !looksLikeArray(storage, location)) {
      throw new NotFoundException(
          "there is neither an array nor a group at %s".formatted(location), location.toString());
    }
    tally = new Tally(request.progress(), kind == ObjectKind.ARRAY);
    if (request.isSealed()) {
      new Sealing(storage, location, scope).compare(findings, request.progress());
    }
    add(location);
    while (!next.isEmpty()) {
      Location object = next.poll();
      try {
        look(object);
      } catch (InvalidRequestException e) {
        if (object.equals(location)) {
          throw e;
        }
        findings.add(
            Finding.of(
                Severity.ERROR,
                e,
                object,
                "it cannot be opened with this key, and was not looked at",
                "verify it by itself, with its own key"));
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

  /** Folders of an array whose schemas are gone. */
  private static boolean looksLikeArray(Storage storage, Location location) {
    Set<String> folders =
        Set.of(ArrayPaths.FRAGMENTS_FOLDER, ArrayPaths.COMMITS_FOLDER, ArrayPaths.SCHEMA_FOLDER);
    return storage.list(location).stream().anyMatch(entry -> folders.contains(entry.name()));
  }

  private void add(Location location) {
    if (known.add(location)) {
      next.add(location);
    }
  }

  private void look(Location location) {
    Storage storage = stores.apply(location);
    ObjectKind kind = ObjectKind.at(storage, location);
    if (kind == ObjectKind.NONE && !looksLikeArray(storage, location)) {
      findings.add(
          Finding.error(Kind.MISSING, location)
              .problem(
                  "the array of a dimension label is not there",
                  "ranges of the label cannot be read",
                  Finding.RESTORE));
      return;
    }
    tally.object();
    boolean group = kind == ObjectKind.GROUP;
    Census census =
        Census.of(
            storage,
            location,
            scope.tasks(),
            path -> group ? !isOfGroup(path) : isLabel(path) && isArray(storage, location, path));
    Inspected object =
        new Inspected(storage, new SoundFiles(storage), location, key, census, findings, scope);
    if (group) {
      Set<Location> members = new GroupVerification(object, stores).run();
      if (request.withMembers()) {
        members.forEach(this::add);
      }
    } else {
      ArrayVerification array = new ArrayVerification(object, tally, request.isDeep());
      array.run().forEach(this::add);
      array.unchecked().ifPresent(unchecked::add);
    }
    files = sum(files, census.counts());
  }

  private static boolean isOfGroup(String path) {
    return List.of(ArrayPaths.GROUP_FOLDER, ArrayPaths.METADATA_FOLDER).contains(path);
  }

  private static boolean isLabel(String path) {
    return path.startsWith(ArrayPaths.LABELS_FOLDER + "/");
  }

  private static boolean isArray(Storage storage, Location array, String path) {
    return ObjectKind.at(storage, array.resolve(path)) == ObjectKind.ARRAY;
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
