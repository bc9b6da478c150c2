package io.azulejo.internal.workshop.verify;

import io.azulejo.error.AzulejoException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.read.ReadChecks;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.internal.snapshot.FragmentLoader;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.snapshot.VisibleNames;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.maintenance.Problem.Kind;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.maintenance.VerifyReport;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.DimensionLabel;
import io.azulejo.storage.Location;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** A verification of one array, which runs all checks on it. */
final class ArrayVerification {
  private final InspectedObject array;

  private final VerificationProgress progress;

  private final boolean deep;
  private List<String> unchecked = List.of();

  ArrayVerification(InspectedObject array, VerificationProgress progress, boolean deep) {
    this.array = array;
    this.progress = progress;
    this.deep = deep;
  }

  /** Runs all checks. Returns the locations of the label arrays, which must be verified next. */
  Set<Location> run() {
    NameChecks.inArray(array);
    // TileDB before 2.0 created this lock file. Later versions ignore it.
    array.inventory().mark(array.location().resolve(ArrayPaths.LOCK_FILE), known());
    ArrayDirectory listed =
        ArrayDirectory.list(array.intact(), array.location(), array.resources().tasks());
    Map<String, StoredSchema> schemas = new SchemaChecks(array).run(listed);
    MetadataChecks.run(array);
    CommitChecks commits = new CommitChecks(array);
    commits.decode(listed);
    ArrayDirectory directory =
        ArrayDirectory.list(array.intact(), array.location(), array.resources().tasks());
    if (schemas.isEmpty()) {
      array
          .problems()
          .add(
              ProblemBuilder.error(Kind.MISSING, array.location().resolve(ArrayPaths.SCHEMA_FOLDER))
                  .in("array schema")
                  .problem(
                      "the array has no readable schema",
                      "the array cannot be opened, and its fragments were not checked",
                      ProblemBuilder.RESTORE));
      directory.fragments().forEach(f -> array.inventory().markBelow(f.location(), known()));
      new LeftoverChecks(array).run();
      return Set.of();
    }
    return inspect(directory, schemas, commits);
  }

  /** Returns the fields without a checksum. Empty if there are none, or before {@link #run}. */
  Optional<VerifyReport.Unchecked> unchecked() {
    return unchecked.isEmpty()
        ? Optional.empty()
        : Optional.of(new VerifyResults.UncheckedFields(array.location(), unchecked));
  }

  private static FileInventory.State known() {
    return FileInventory.State.KNOWN;
  }

  private Set<Location> inspect(
      ArrayDirectory directory, Map<String, StoredSchema> schemas, CommitChecks commits) {
    ArraySchema latest = List.copyOf(schemas.values()).get(schemas.size() - 1).schema();
    if (array.key().isEmpty()) {
      unchecked = latest.fieldsWithoutChecksum();
    }
    boolean sparse = !latest.isDense();
    VisibleNames visible = VisibleNames.unchecked(directory, array.intactFiles(), sparse, false);
    List<ArrayDirectory.FragmentFolder> committed =
        VisibleNames.unchecked(directory, array.intactFiles(), sparse, true).fragments();
    Set<String> names = names(committed);
    Set<String> seen = names(visible.fragments());
    commits.compare(directory, names, visible);
    FragmentLoader loader =
        new FragmentLoader(
            directory, array.intactFiles(), schemas, latest, array.resources().tasks());
    new ConsolidatedFooterChecks(array, seen).run(directory, loader);
    Set<String> there = names(directory.fragments());
    List<ArrayDirectory.FragmentFolder> found =
        committed.stream().filter(f -> there.contains(f.name().text())).toList();
    List<Boolean> loaded =
        array
            .resources()
            .tasks()
            .io(found, folder -> fragment(folder, loader, seen.contains(folder.name().text())));
    if (deep) {
      found.forEach(folder -> progress.planned(array.inventory().bytesBelow(folder.location())));
    }
    for (int i = 0; deep && i < loaded.size(); i++) {
      if (loaded.get(i)) {
        // The tables of all fragments may not fit in memory, so load them fragment by fragment.
        Fragment fragment = loader.load(found.get(i));
        boolean isSeen = seen.contains(fragment.name().text());
        new DeepChecks(new InspectedFragment(array, fragment, latest, isSeen), progress).run();
      }
    }
    DeleteConditionChecks.run(array, visible, latest);
    new LeftoverChecks(array).run();
    Optional<Snapshot> opened = open();
    if (opened.isPresent()) {
      commits.suspect(visible, loader, latest);
    }
    return labels(schemas, latest, opened);
  }

  private static Set<String> names(List<ArrayDirectory.FragmentFolder> folders) {
    return folders.stream().map(folder -> folder.name().text()).collect(Collectors.toSet());
  }

  private boolean fragment(
      ArrayDirectory.FragmentFolder folder, FragmentLoader loader, boolean visible) {
    Location metadata = folder.location().resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
    array.inventory().mark(metadata, known());
    Optional<Fragment> fragment =
        array
            .problems()
            .attempt(
                ProblemBuilder.severity(visible),
                metadata,
                visible
                    ? "the array cannot be opened"
                    : "the array cannot be opened at times before the fragment was replaced",
                "restore the fragment from a copy, or quarantine it (azulejo repair --quarantine)",
                () -> loader.load(folder));
    if (fragment.isEmpty()) {
      array.inventory().markBelow(folder.location(), known());
      return false;
    }
    progress.fragment();
    new FragmentChecks(array, fragment.get(), visible).run();
    return true;
  }

  /** Opens the array like a reader would. This should not find further problems. */
  private Optional<Snapshot> open() {
    try {
      return Optional.of(
          Snapshot.open(
              array.storage(),
              array.location(),
              TimeRange.ALL,
              array.key(),
              array.resources().tasks()));
    } catch (AzulejoException e) {
      array.problems().refuse(e);
      if (!array.problems().hasErrors()) {
        array
            .problems()
            .add(
                ProblemBuilder.ofCheck(
                    Severity.ERROR,
                    e,
                    e.location().map(Location::of).orElse(array.location()),
                    "the array cannot be opened",
                    ProblemBuilder.RESTORE));
      }
      return Optional.empty();
    }
  }

  /** Checks that each label array matches its label. Returns the locations of all label arrays. */
  private Set<Location> labels(
      Map<String, StoredSchema> schemas, ArraySchema latest, Optional<Snapshot> opened) {
    Set<Location> arrays = new LinkedHashSet<>();
    for (StoredSchema stored : schemas.values()) {
      stored.schema().labels().stream()
          .filter(DimensionLabel::relative)
          .forEach(label -> arrays.add(array.location().resolve(label.uri())));
    }
    for (DimensionLabel label : latest.labels()) {
      opened.ifPresent(
          snapshot ->
              array
                  .problems()
                  .attempt(
                      Severity.ERROR,
                      array.location(),
                      "ranges of the label \"%s\" cannot be read".formatted(label.name()),
                      "restore the label's array from a copy",
                      () -> {
                        Snapshot labels =
                            ReadChecks.label(snapshot, label, array.resources().tasks());
                        if (deep) {
                          new LabelOrderCheck(array, label).run(labels);
                        }
                      }));
    }
    return arrays;
  }
}
