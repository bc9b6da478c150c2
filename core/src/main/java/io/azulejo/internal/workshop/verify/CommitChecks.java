package io.azulejo.internal.workshop.verify;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.NameListFormat;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.internal.snapshot.CommitConsistency;
import io.azulejo.internal.snapshot.CommitFiles;
import io.azulejo.internal.snapshot.FragmentLoader;
import io.azulejo.internal.snapshot.TruncatedCommitLists;
import io.azulejo.internal.snapshot.VisibleNames;
import io.azulejo.maintenance.Problem.Kind;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Location;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;

/** Checks the commit, ignore and vacuum files, which determine which fragments are visible. */
final class CommitChecks {
  private static final String CANNOT_OPEN = "the array cannot be opened";

  private final InspectedObject array;
  private final Map<Location, List<String>> vacuums = new HashMap<>();

  CommitChecks(InspectedObject array) {
    this.array = array;
  }

  /** Decodes all of these files and hides damaged ones from later checks. */
  void decode(ArrayDirectory directory) {
    for (ArrayDirectory.NamedFile vacuum : directory.vacuums()) {
      replaced(vacuum.location()).ifPresent(names -> vacuums.put(vacuum.location(), names));
    }
    directory.pendingVacuums().forEach(vacuum -> replaced(vacuum.location()));
    directory
        .ignores()
        .forEach(file -> decoded(file, () -> CommitFiles.ignored(array.files(), file)));
    directory
        .consolidatedCommits()
        .forEach(file -> decoded(file, () -> CommitFiles.commits(array.files(), file)));
    directory
        .commits()
        .forEach(name -> array.inventory().mark(commit(name), FileInventory.State.KNOWN));
  }

  private Optional<List<String>> replaced(Location file) {
    return decoded(file, () -> CommitFiles.replaced(array.files(), file));
  }

  private <T> Optional<T> decoded(Location file, Supplier<T> decoding) {
    array.inventory().mark(file, FileInventory.State.KNOWN);
    Optional<T> content =
        array
            .problems()
            .attempt(Severity.ERROR, file, CANNOT_OPEN, ProblemBuilder.RESTORE, decoding);
    if (content.isEmpty()) {
      array.intact().hide(file);
    }
    return content;
  }

  /**
   * Compares commits and vacuum files with the fragment folders.
   *
   * @param committed the fragments that were committed, including replaced ones
   * @param visible the fragments that are visible at the latest time
   */
  void compare(ArrayDirectory directory, Set<String> committed, VisibleNames visible) {
    for (CorruptDataException contradiction :
        CommitConsistency.find(directory, array.intactFiles())) {
      Location file = Location.of(contradiction.location().orElseThrow());
      array
          .problems()
          .add(
              ProblemBuilder.of(
                  Severity.ERROR, contradiction, file, CANNOT_OPEN, ProblemBuilder.RESTORE));
    }
    Set<String> folders = new HashSet<>();
    directory.fragments().forEach(folder -> folders.add(folder.name().text()));
    for (ArrayDirectory.FragmentFolder fragment : visible.fragments()) {
      if (!folders.contains(fragment.name().text())) {
        array.inventory().missing();
        array
            .problems()
            .add(
                ProblemBuilder.error(Kind.MISSING, fragment.location())
                    .in("fragment")
                    .problem(
                        "the fragment is committed, but its folder is missing",
                        CANNOT_OPEN,
                        "restore the folder from a copy, or remove the fragment (azulejo repair"
                            + " --quarantine)"));
      }
    }
    for (String name : directory.commits()) {
      boolean seen = visible.fragments().stream().anyMatch(f -> f.name().text().equals(name));
      if (!folders.contains(name) && !seen) {
        Location file = commit(name);
        array
            .problems()
            .add(
                ProblemBuilder.notice(Kind.STALE, file)
                    .problem(
                        "the file commits fragment %s, which does not exist".formatted(name),
                        "none at present: the fragment was replaced, or its version ignores such a"
                            + " commit",
                        ProblemBuilder.NOTHING));
      }
    }
    checkReplaced(directory, folders, committed);
    checkCopies(directory, folders, committed);
    checkInterrupted(directory, committed);
  }

  /** Reports commit lists that have probably lost lines, although the array can be opened. */
  void suspect(VisibleNames visible, FragmentLoader loader, ArraySchema opened) {
    for (CorruptDataException lost :
        TruncatedCommitLists.suspected(visible.fragments(), visible.candidates(), loader, opened)) {
      Location file = Location.of(lost.location().orElseThrow());
      array
          .problems()
          .add(
              ProblemBuilder.of(
                  Severity.ERROR,
                  lost,
                  file,
                  "if lines were lost, reads miss cells",
                  "restore the file from a copy, or commit the fragment (azulejo repair --recover); if an"
                      + " interrupted merge left the fragment, remove it (azulejo gc --fragment)"));
    }
  }

  private Location commit(String name) {
    return array
        .location()
        .resolve(FragmentName.parse(name).flatMap(ArrayPaths::commit).orElse(name));
  }

  private void checkReplaced(ArrayDirectory directory, Set<String> folders, Set<String> committed) {
    for (ArrayDirectory.NamedFile vacuum : directory.vacuums()) {
      Set<String> there = new TreeSet<>();
      Set<String> gone = new TreeSet<>();
      for (String name : vacuums.getOrDefault(vacuum.location(), List.of())) {
        (folders.contains(name) || committed.contains(name) ? there : gone).add(name);
      }
      if (!there.isEmpty() && !gone.isEmpty()) {
        array
            .problems()
            .add(
                ProblemBuilder.warning(Kind.INTERRUPTED, vacuum.location())
                    .in(NameListFormat.STRUCTURE)
                    .problem(
                        "the file lists %s, which exist, and %s, which do not"
                            .formatted(there, gone),
                        "none if a vacuum was interrupted; otherwise cells of other fragments may"
                            + " be read twice",
                        "vacuum the array"));
      }
    }
  }

  /** Reports vacuum files without a fragment that repeat the content of another vacuum file. */
  private void checkCopies(ArrayDirectory directory, Set<String> folders, Set<String> committed) {
    for (ArrayDirectory.NamedFile stray : directory.vacuums()) {
      String name = stray.name().text();
      List<String> names = vacuums.get(stray.location());
      if (names == null || folders.contains(name) || committed.contains(name)) {
        continue;
      }
      directory.vacuums().stream()
          .filter(other -> !other.equals(stray) && names.equals(vacuums.get(other.location())))
          .findFirst()
          .ifPresent(
              other ->
                  array
                      .problems()
                      .add(
                          ProblemBuilder.warning(Kind.STALE, stray.location())
                              .in(NameListFormat.STRUCTURE)
                              .problem(
                                  "no fragment has the name of this file, and its lines equal those in %s"
                                      .formatted(other.location().name()),
                                  "none while both files exist; if one is lost, the other may be taken"
                                      + " for it",
                                  "delete the file whose fragment is missing, or vacuum the array")));
    }
  }

  /**
   * Reports interrupted merges of an array with duplicates: the merged fragment is committed, but
   * its vacuum file is still pending.
   */
  private void checkInterrupted(ArrayDirectory directory, Set<String> committed) {
    for (ArrayDirectory.NamedFile pending : directory.pendingVacuums()) {
      String name = pending.name().text();
      boolean replaced = directory.vacuums().stream().anyMatch(v -> v.name().text().equals(name));
      if (!committed.contains(name) || replaced) {
        continue; // the fragment is not visible or already replaces its inputs
      }
      Location place = pending.location();
      array.inventory().mark(place, FileInventory.State.KNOWN);
      array
          .problems()
          .add(
              ProblemBuilder.warning(Kind.INTERRUPTED, place)
                  .problem(
                      "fragment %s was merged from others, but the file that replaces them is missing"
                          .formatted(name),
                      "other engines read the cells of these fragments twice",
                      "write the file (azulejo repair --apply)"));
    }
  }
}
