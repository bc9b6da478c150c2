package io.azulejo.internal.workshop.verify;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.ConsolidatedFooterFormat;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.internal.snapshot.FragmentLoader;
import io.azulejo.maintenance.Problem.Kind;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.storage.Location;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Checks that consolidated fragment footers match the footers in the fragments' own files. */
final class ConsolidatedFooterChecks {
  private static final String REBUILD =
      "remove it (azulejo repair --apply); readers do not need it";

  private final InspectedObject array;
  private final Set<String> visible;

  ConsolidatedFooterChecks(InspectedObject array, Set<String> visible) {
    this.array = array;
    this.visible = visible;
  }

  /** Decodes and compares all consolidated metadata files. Hides damaged ones from other checks. */
  void run(ArrayDirectory directory, FragmentLoader loader) {
    Map<String, ArrayDirectory.FragmentFolder> folders = new HashMap<>();
    directory.fragments().forEach(folder -> folders.put(folder.name().text(), folder));
    Optional<Location> used =
        directory.consolidatedFooters().stream()
            .max(Comparator.comparingLong(file -> file.name().t2()))
            .map(ArrayDirectory.NamedFile::location);
    for (ArrayDirectory.NamedFile file : directory.consolidatedFooters()) {
      array.inventory().mark(file.location(), FileInventory.State.KNOWN);
      boolean inUse = used.filter(file.location()::equals).isPresent();
      Optional<Map<String, Slice>> footers =
          array
              .problems()
              .attempt(
                  inUse ? Severity.ERROR : Severity.NOTICE,
                  file.location(),
                  inUse
                      ? "the array cannot be opened"
                      : "none, because a newer file exists; other engines cannot open the array if"
                          + " this one becomes the newest",
                  REBUILD,
                  () ->
                      array
                          .files()
                          .generic(
                              ConsolidatedFooterFormat.STRUCTURE,
                              file.location(),
                              content ->
                                  ConsolidatedFooterFormat.decode(content, file.name().version())
                                      .byName()));
      if (footers.isEmpty()) {
        array.intact().hide(file.location());
      } else {
        compare(file.location(), footers.get(), folders, loader, inUse);
      }
    }
  }

  private void compare(
      Location file,
      Map<String, Slice> footers,
      Map<String, ArrayDirectory.FragmentFolder> folders,
      FragmentLoader loader,
      boolean inUse) {
    List<String> gone = footers.keySet().stream().filter(n -> !folders.containsKey(n)).toList();
    if (!gone.isEmpty()) {
      array
          .problems()
          .add(
              ProblemBuilder.notice(Kind.STALE, file)
                  .in(ConsolidatedFooterFormat.STRUCTURE)
                  .problem(
                      "%d of its %d fragments no longer exist, such as %s"
                          .formatted(gone.size(), footers.size(), gone.get(0)),
                      "none except for its size",
                      "consolidate the fragment metadata and vacuum it"));
    }
    FooterComparison comparison = new FooterComparison(array, loader);
    footers.forEach(
        (name, footer) -> {
          if (folders.containsKey(name)) {
            compare(comparison, folders.get(name), file, footer, inUse);
          }
        });
  }

  private void compare(
      FooterComparison comparison,
      ArrayDirectory.FragmentFolder folder,
      Location file,
      Slice footer,
      boolean inUse) {
    String name = folder.name().text();
    Optional<FooterComparison.Verdict> verdict =
        array
            .problems()
            .attempt(
                severity(name, inUse),
                folder.location().resolve(ArrayPaths.FRAGMENT_METADATA_FILE),
                "its footer was not compared with the consolidated one",
                ProblemBuilder.RESTORE,
                () -> comparison.compare(folder, file, footer));
    // FragmentChecks reports a wrong footer in the fragment's own file.
    if (verdict.isPresent()) {
      switch (verdict.get()) {
        case OWN -> differs(file, name, inUse, REBUILD);
        case EITHER ->
            differs(file, name, inUse, "restore the wrong one of the two files from a copy");
        default -> {}
      }
    }
  }

  private Severity severity(String fragment, boolean inUse) {
    return inUse && visible.contains(fragment) ? Severity.ERROR : Severity.NOTICE;
  }

  private void differs(Location file, String name, boolean inUse, String remedy) {
    array
        .problems()
        .add(
            ProblemBuilder.of(severity(name, inUse), Kind.CONTRADICTION, file)
                .in(ConsolidatedFooterFormat.STRUCTURE)
                .field("footers")
                .problem(
                    "the footer of %s differs from the footer in its own file".formatted(name),
                    inUse
                        ? "reads of the fragment return wrong cells, or fail"
                        : "none, because a newer file exists",
                    remedy));
  }
}
