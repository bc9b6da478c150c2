package io.azulejo.tests;

import io.azulejo.Array;
import io.azulejo.Azulejo;
import io.azulejo.FragmentInfo;
import io.azulejo.Group;
import io.azulejo.OpenOptions;
import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.query.Condition;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Row;
import io.azulejo.query.Subarray;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.NDRange;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import io.azulejo.testkit.Expectation;
import io.azulejo.testkit.StoredFiles;
import io.azulejo.testkit.TestArrays;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** An array or group with all its files and what a read of it gives. */
final class Restorable {
  static final Location PLACE = Location.of("mem://restored/array");
  private static final Location QUARANTINE = Location.of("mem://restored/array.quarantine");

  /** An array with more rows takes too long to read again and again. */
  private static final int MOST_ROWS = 500;

  private final Expectation expectation;
  private final HostileArray files;
  private final Map<String, byte[]> whole = new TreeMap<>();
  private final OpenOptions options;
  private final List<String> fields = new ArrayList<>();
  private final List<String> content;
  private final Map<String, Done> doneOnWhole = new HashMap<>();
  private final Map<FileDamage, Boolean> told = new HashMap<>();
  private Set<Problem> known;
  private Optional<NDRange> box = Optional.empty();
  private Optional<String> fragment = Optional.empty();
  private Optional<Condition> cells = Optional.empty();

  /**
   * What an act makes of the whole array.
   *
   * @param paths the files after it
   * @param content what is read after it
   */
  private record Done(Set<String> paths, List<String> content) {}

  /** What came of damage, an act and the return of the undamaged file. */
  enum Result {
    /** The array reads as before, or as the act leaves the whole array. */
    RESTORED,
    /** The act refused and changed nothing. */
    REFUSED,
    /** The array reads otherwise, and nothing that was stored could tell of the damage. */
    UNTOLD,
    /** The array reads otherwise, or the act refused in another way. */
    WRONG
  }

  /**
   * A result in words.
   *
   * @param what what is wrong
   */
  record Outcome(Result result, String what) {}

  private Restorable(Expectation expectation, HostileArray files) {
    this.expectation = expectation;
    this.files = files;
    for (String path : files.allPaths()) {
      whole.put(files.below(path), files.bytes(path));
    }
    Storage storage = copy();
    try (Azulejo engine = engine(storage)) {
      OpenOptions first = files.openOptions();
      if (expectation.group()) {
        options = first;
      } else {
        Array array = engine.open(PLACE, first.at(TimeRange.ALL));
        long last = array.history().stream().mapToLong(e -> e.times().end()).max().orElse(0);
        options = first.at(TimeRange.until(last));
        Array then = engine.open(PLACE, options);
        then.schema().dimensions().stream().map(Dimension::name).forEach(fields::add);
        then.schema().attributes().stream().map(Attribute::name).forEach(fields::add);
        box = then.nonEmptyDomain();
        fragment = then.fragments().stream().map(FragmentInfo::name).findFirst();
        cells = Optional.of(then.schema()).filter(s -> !s.isDense()).flatMap(AnyCondition::of);
      }
      content = content(engine);
    }
  }

  /** The array or group of an expectation; empty if it is large, or unreadable when whole. */
  static Optional<Restorable> of(Expectation expectation) {
    return HostileArray.of(expectation)
        .flatMap(
            files -> {
              try {
                return Optional.of(new Restorable(expectation, files))
                    .filter(array -> array.content.size() <= MOST_ROWS);
              } catch (AzulejoException e) {
                return Optional.empty();
              }
            });
  }

  String name() {
    return expectation.name();
  }

  boolean isGroup() {
    return expectation.group();
  }

  /** The first fragment of an array that has any. */
  Optional<String> fragment() {
    return fragment;
  }

  /** A condition to delete cells by, if cells can be deleted. */
  Optional<Condition> someCells() {
    return cells;
  }

  Set<String> paths() {
    return whole.keySet();
  }

  byte[] bytes(String path) {
    return whole.get(path);
  }

  private Storage copy() {
    Storage storage = Storage.inMemory();
    whole.forEach((path, bytes) -> storage.createExclusive(PLACE.resolve(path), bytes.clone()));
    return storage;
  }

  private Azulejo engine(Storage storage) {
    return files.keyed(TestArrays.engine(storage), PLACE);
  }

  /** Everything that a read of it gives, at the time of its last change. */
  private List<String> content(Azulejo engine) {
    if (expectation.group()) {
      Group group = engine.group(PLACE).open(options);
      return List.of(group.members().toString(), group.metadata().toString());
    }
    Array array = engine.open(PLACE, options);
    List<String> lines = new ArrayList<>();
    ReadRequest request = ReadRequest.ALL.select(fields);
    if (array.schema().isDense()) {
      request =
          box.map(b -> Subarray.of(array.schema().dimensions(), b))
              .map(request::subarray)
              .orElse(request);
    }
    if (box.isPresent()) {
      try (Stream<Row> rows = array.read(request).rows()) {
        rows.limit(2 * MOST_ROWS).forEach(row -> lines.add(row.toString()));
      }
    }
    lines.sort(null);
    lines.add(array.metadata().toString());
    lines.add(array.schema().toString());
    return lines;
  }

  /** Damages a file, runs an act, and puts the undamaged file back. */
  Outcome restoreAfter(FileDamage damage, MaintenanceAct act) {
    Done onWhole = doneOnWhole.computeIfAbsent(act.name(), name -> doOnWhole(act));
    Storage storage = copy();
    damage(storage, damage);
    try (Azulejo engine = engine(storage)) {
      Map<String, byte[]> before = stored(storage);
      try {
        act.body().on(engine, PLACE);
      } catch (AzulejoException e) {
        return refused(damage, act, e, before, stored(storage), onWhole);
      } catch (RuntimeException | AssertionError e) {
        return new Outcome(Result.WRONG, e + HostileArray.trace(e.getStackTrace()));
      }
      undoQuarantine(storage);
      putBack(storage, damage, onWhole);
      try {
        List<String> now = content(engine);
        return now.equals(content) || now.equals(onWhole.content())
            ? new Outcome(Result.RESTORED, "")
            : changed(
                damage,
                "reads %s, not %s".formatted(difference(now, content), difference(content, now)));
      } catch (RuntimeException e) {
        return changed(damage, "cannot be read: " + e);
      }
    }
  }

  /** The outcome of an act after which the array reads otherwise. */
  private Outcome changed(FileDamage damage, String what) {
    boolean untold = damage.leavesAnotherArray() || !told.computeIfAbsent(damage, this::isTold);
    return new Outcome(untold ? Result.UNTOLD : Result.WRONG, what);
  }

  private static List<String> difference(List<String> a, List<String> b) {
    List<String> rest = new ArrayList<>(a);
    rest.removeAll(b);
    return rest.subList(0, Math.min(3, rest.size()));
  }

  /** Whether a read refuses the damaged array, or a deep verification finds an error or warning. */
  private boolean isTold(FileDamage damage) {
    Storage storage = copy();
    try (Azulejo engine = engine(storage)) {
      if (known == null) {
        known = problems(engine);
      }
      damage(storage, damage);
      content(engine);
      return !known.containsAll(problems(engine));
    } catch (AzulejoException e) {
      return true;
    }
  }

  private static Set<Problem> problems(Azulejo engine) {
    return engine.maintenance(PLACE).verify(VerifyRequest.DEFAULT.deep()).problems().stream()
        .filter(problem -> problem.severity() != Problem.Severity.NOTICE)
        .collect(Collectors.toSet());
  }

  private boolean isBadRequest(MaintenanceAct act, FileDamage damage) {
    return act.name().equals("delete fragments")
        || (expectation.key().isPresent() && damage.kind().startsWith("schema"));
  }

  private Outcome refused(
      FileDamage damage,
      MaintenanceAct act,
      AzulejoException e,
      Map<String, byte[]> before,
      Map<String, byte[]> after,
      Done onWhole) {
    boolean same =
        before.keySet().equals(after.keySet())
            && before.entrySet().stream()
                .allMatch(file -> Arrays.equals(file.getValue(), after.get(file.getKey())));
    boolean asCorrupt =
        e instanceof CorruptDataException
            || e instanceof UnsupportedFormatException
            || onWhole.content().isEmpty()
            || damage.leavesAnotherArray() // such as none at all, without its only schema
            || (e instanceof InvalidRequestException && isBadRequest(act, damage));
    return same && asCorrupt
        ? new Outcome(Result.REFUSED, "")
        : new Outcome(Result.WRONG, (same ? "refuses with " : "refuses after changes with ") + e);
  }

  private Done doOnWhole(MaintenanceAct act) {
    Storage storage = copy();
    try (Azulejo engine = engine(storage)) {
      act.body().on(engine, PLACE);
      return new Done(stored(storage).keySet(), content(engine));
    } catch (AzulejoException e) {
      return new Done(whole.keySet(), List.of()); // such as what old versions do not have
    }
  }

  private static void damage(Storage storage, FileDamage damage) {
    storage.delete(PLACE.resolve(damage.path()));
    damage
        .bytes()
        .ifPresent(bytes -> storage.createExclusive(PLACE.resolve(damage.instead()), bytes));
  }

  /** Puts the file back, unless the act deletes it from the whole array, too, and has done so. */
  private void putBack(Storage storage, FileDamage damage, Done onWhole) {
    Location file = PLACE.resolve(damage.path());
    Location other = PLACE.resolve(damage.instead());
    boolean there = storage.find(file).isPresent() || storage.find(other).isPresent();
    if (!there && !onWhole.paths().contains(damage.path())) {
      return;
    }
    storage.delete(other);
    storage.delete(file);
    storage.createExclusive(file, whole.get(damage.path()));
  }

  /** Brings back fragments in quarantine as its report says. */
  private static void undoQuarantine(Storage storage) {
    for (Location file : StoredFiles.below(storage, QUARANTINE)) {
      String name = file.name();
      String folder = file.parent().name();
      byte[] bytes = StoredFiles.content(storage, file);
      if (name.endsWith(ArrayPaths.VACUUM_SUFFIX)) {
        String fragment = name.substring(0, name.length() - ArrayPaths.VACUUM_SUFFIX.length());
        create(storage, ArrayPaths.vacuum(FragmentName.parse(fragment).orElseThrow()), bytes);
      } else if (folder.startsWith("__")) {
        FragmentName fragment = FragmentName.parse(folder).orElseThrow();
        create(storage, ArrayPaths.fragment(fragment) + "/" + name, bytes);
        ArrayPaths.commit(fragment).ifPresent(commit -> create(storage, commit, new byte[0]));
      }
    }
  }

  private static void create(Storage storage, String path, byte[] bytes) {
    Location file = PLACE.resolve(path);
    if (storage.find(file).isEmpty()) {
      storage.createExclusive(file, bytes);
    }
  }

  private static Map<String, byte[]> stored(Storage storage) {
    Map<String, byte[]> files = new TreeMap<>();
    for (Location file : StoredFiles.below(storage, PLACE)) {
      files.put(
          file.path().substring(PLACE.path().length() + 1), StoredFiles.content(storage, file));
    }
    return files;
  }
}
