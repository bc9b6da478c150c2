package io.azulejo.internal.verify;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.CommitsFile;
import io.azulejo.internal.format.CommitsFileFormat;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.NameListFormat;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.internal.snapshot.VisibleNames;
import io.azulejo.maintenance.Problem.Kind;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.storage.Location;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** What says which fragments count: files that commit, take back and replace. */
final class CommitChecks {
  private static final String CANNOT_OPEN = "the array cannot be opened";

  private final Inspected array;
  private final Map<Location, List<String>> vacuums = new HashMap<>();

  CommitChecks(Inspected array) {
    this.array = array;
  }

  /** Decodes all lists, and hides those that are broken. */
  void decode(ArrayDirectory directory) {
    for (ArrayDirectory.NamedFile vacuum : directory.vacuums()) {
      lines(vacuum.location()).ifPresent(lines -> vacuums.put(vacuum.location(), lines));
    }
    directory.pendingVacuums().forEach(vacuum -> lines(vacuum.location()));
    directory.ignores().forEach(file -> lines(file).ifPresent(lines -> checkPaths(file, lines)));
    for (Location file : directory.consolidatedCommits()) {
      Optional<CommitsFile> commits =
          decoded(file, () -> array.files().plain(file, CommitsFileFormat::decode));
      commits.ifPresent(found -> checkEntries(file, found));
    }
    directory.commits().forEach(name -> array.census().mark(commit(name), Census.State.KNOWN));
  }

  private Optional<List<String>> lines(Location file) {
    return decoded(file, () -> array.files().plain(file, NameListFormat::decode));
  }

  private <T> Optional<T> decoded(Location file, java.util.function.Supplier<T> decoding) {
    array.census().mark(file, Census.State.KNOWN);
    Optional<T> content =
        array.findings().attempt(Severity.ERROR, file, CANNOT_OPEN, Finding.RESTORE, decoding);
    if (content.isEmpty()) {
      array.sound().hide(file);
    }
    return content;
  }

  private void checkEntries(Location file, CommitsFile commits) {
    for (CommitsFile.Entry entry : commits.entries()) {
      array
          .findings()
          .attempt(
              Severity.ERROR,
              file,
              CANNOT_OPEN,
              Finding.RESTORE,
              () -> {
                Optional<FragmentName> name = FragmentName.parse(entry.file());
                name.ifPresent(FragmentName::version);
                String expected = name.map(n -> expected(n, entry)).orElse(null);
                if (!entry.path().equals(expected)) {
                  array
                      .findings()
                      .add(
                          Finding.warning(Kind.CONTRADICTION, file)
                              .in(CommitsFileFormat.STRUCTURE)
                              .field("entries")
                              .problem(
                                  "\"%s\" is the path of no file that commits, deletes or updates"
                                      .formatted(entry.path()),
                                  "engines may read it in different ways",
                                  Finding.RESTORE));
                }
              });
    }
  }

  /** What takes commits back names them as what commits does. */
  private void checkPaths(Location file, List<String> lines) {
    for (String line : lines) {
      String name = ArrayPaths.lastComponent(line);
      Optional<String> commit =
          array
              .findings()
              .attempt(
                  Severity.ERROR,
                  file,
                  CANNOT_OPEN,
                  Finding.RESTORE,
                  () -> FragmentName.parse(name).flatMap(ArrayPaths::commit))
              .flatMap(found -> found);
      if (!line.equals(commit.orElse(null))) {
        oddLine(file, line);
      }
    }
  }

  private void oddLine(Location file, String line) {
    array
        .findings()
        .add(
            Finding.warning(Kind.CONTRADICTION, file)
                .in(NameListFormat.STRUCTURE)
                .field("names")
                .problem(
                    "\"%s\" is no path as engines write it".formatted(line),
                    "lines may be lost, and cells be read that were replaced",
                    Finding.RESTORE));
  }

  /** Whether a line cannot be one, or can only be two that run into each other. */
  static boolean isOdd(String line, String within) {
    String folder = "/" + within + "/";
    boolean relative = line.startsWith(folder);
    return line.chars().anyMatch(c -> c < ' ' || (c >= 0xdc80 && c <= 0xdcff))
        || line.indexOf(folder) != line.lastIndexOf(folder)
        || (relative && line.indexOf('/', folder.length()) >= 0);
  }

  private static String expected(FragmentName name, CommitsFile.Entry entry) {
    return entry.content().isPresent()
        ? ArrayPaths.marker(entry.file())
        : ArrayPaths.commit(name).orElse(null);
  }

  /**
   * Compares commits, and what replaces them, with the folders that are there.
   *
   * @param committed the fragments that were committed, with those that were replaced since
   * @param visible those that are seen now
   */
  void compare(ArrayDirectory directory, Set<String> committed, VisibleNames visible) {
    Set<String> folders = new HashSet<>();
    directory.fragments().forEach(folder -> folders.add(folder.name().text()));
    for (ArrayDirectory.FragmentFolder fragment : visible.fragments()) {
      if (!folders.contains(fragment.name().text())) {
        array.census().missing();
        array
            .findings()
            .add(
                Finding.error(Kind.MISSING, fragment.location())
                    .in("fragment")
                    .problem(
                        "it is committed, but its folder is not there",
                        CANNOT_OPEN,
                        "restore the folder from a copy, or delete the fragment (azulejo repair"
                            + " --quarantine)"));
      }
    }
    for (String name : directory.commits()) {
      boolean seen = visible.fragments().stream().anyMatch(f -> f.name().text().equals(name));
      if (!folders.contains(name) && !seen) {
        Location file = commit(name);
        array
            .findings()
            .add(
                Finding.notice(Kind.STALE, file)
                    .problem(
                        "it commits the fragment %s, which is not there".formatted(name),
                        "none as of now, as the fragment was replaced, or is of a version in which"
                            + " such a commit stands for nothing",
                        Finding.NOTHING));
      }
    }
    checkReplaced(directory, folders, committed);
    checkInterrupted(directory, committed);
  }

  private Location commit(String name) {
    return array
        .location()
        .resolve(FragmentName.parse(name).flatMap(ArrayPaths::commit).orElse(name));
  }

  private void checkReplaced(ArrayDirectory directory, Set<String> folders, Set<String> committed) {
    for (ArrayDirectory.NamedFile vacuum : directory.vacuums()) {
      List<String> lines = vacuums.getOrDefault(vacuum.location(), List.of());
      Set<String> there = new TreeSet<>();
      Set<String> gone = new TreeSet<>();
      for (String line : lines) {
        if (isOdd(line, ArrayPaths.FRAGMENTS_FOLDER)) {
          oddLine(vacuum.location(), line);
        }
        String name = ArrayPaths.lastComponent(line);
        Optional<String> path =
            array
                .findings()
                .attempt(
                    Severity.ERROR,
                    vacuum.location(),
                    CANNOT_OPEN,
                    Finding.RESTORE,
                    () -> ArrayPaths.vacuumed(line))
                .flatMap(found -> found);
        boolean folder = folders.contains(name) || committed.contains(name);
        (folder && path.isPresent() && isPathOf(name, path.get()) ? there : gone).add(name);
      }
      if (!there.isEmpty() && !gone.isEmpty()) {
        array
            .findings()
            .add(
                Finding.warning(Kind.INTERRUPTED, vacuum.location())
                    .in(NameListFormat.STRUCTURE)
                    .problem(
                        "it lists %s, which are there, and %s, which are not"
                            .formatted(there, gone),
                        "none if a vacuum was interrupted; else cells of other fragments may be"
                            + " read twice",
                        "vacuum the array"));
      }
      if (lines.isEmpty()) {
        array
            .findings()
            .add(
                Finding.warning(Kind.STALE, vacuum.location())
                    .in(NameListFormat.STRUCTURE)
                    .problem(
                        "it lists nothing",
                        "none, unless lines of it were lost: then cells may be read twice",
                        "repair removes it"));
      }
    }
  }

  private boolean isPathOf(String name, String path) {
    return FragmentName.parse(name).map(ArrayPaths::fragment).filter(path::equals).isPresent();
  }

  /** Merges of arrays with duplicates that ended between their commit and their vacuum file. */
  private void checkInterrupted(ArrayDirectory directory, Set<String> committed) {
    for (ArrayDirectory.NamedFile pending : directory.pendingVacuums()) {
      String name = pending.name().text();
      boolean replaced = directory.vacuums().stream().anyMatch(v -> v.name().text().equals(name));
      if (!committed.contains(name) || replaced) {
        continue; // nobody needs it: it is garbage
      }
      Location place = pending.location();
      array.census().mark(place, Census.State.KNOWN);
      array
          .findings()
          .add(
              Finding.warning(Kind.INTERRUPTED, place)
                  .problem(
                      "the fragment %s was merged from others, but the file that replaces them was"
                              .formatted(name)
                          + " not written",
                      "other engines read the cells of these fragments twice",
                      "azulejo repair --apply writes the file"));
    }
  }
}
