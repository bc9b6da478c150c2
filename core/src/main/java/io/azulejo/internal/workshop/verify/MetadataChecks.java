package io.azulejo.internal.workshop.verify;

import io.azulejo.error.CorruptDataException;
import io.azulejo.internal.format.ArrayMetadataFormat;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.NameListFormat;
import io.azulejo.internal.snapshot.CommitFiles;
import io.azulejo.internal.snapshot.MetadataFolder;
import io.azulejo.maintenance.Problem.Kind;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.storage.Location;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Checks the metadata files of an array or a group. */
final class MetadataChecks {
  private static final String CANNOT_READ =
      "the metadata cannot be read; other engines cannot open it at all";

  private MetadataChecks() {}

  /** Decodes all metadata files, and compares their vacuum files with the existing files. */
  static void run(InspectedObject object) {
    Location folder = object.location().resolve(ArrayPaths.METADATA_FOLDER);
    List<String> names = object.inventory().names(ArrayPaths.METADATA_FOLDER, false);
    Set<String> there = new HashSet<>(names);
    boolean whole = true;
    for (String name : names) {
      Location file = folder.resolve(name);
      FragmentName parsed =
          object.intact().isHidden(file) ? null : FragmentName.parse(name).orElse(null);
      if (parsed == null) {
        continue;
      }
      if (name.equals(parsed.text())) {
        object.inventory().mark(file, FileInventory.State.KNOWN);
        object
            .problems()
            .attempt(
                Severity.ERROR,
                file,
                CANNOT_READ,
                ProblemBuilder.RESTORE,
                () ->
                    object
                        .files()
                        .generic(ArrayMetadataFormat.STRUCTURE, file, ArrayMetadataFormat::decode));
      } else if (name.endsWith(ArrayPaths.VACUUM_SUFFIX)) {
        object.inventory().mark(file, FileInventory.State.KNOWN);
        whole &=
            object
                .problems()
                .attempt(
                    Severity.ERROR,
                    file,
                    CANNOT_READ,
                    ProblemBuilder.RESTORE,
                    () -> checkVacuum(object, file, there));
      }
    }
    if (whole) {
      checkReplacements(object, folder, names);
    }
  }

  private static void checkReplacements(
      InspectedObject object, Location folder, List<String> names) {
    List<String> intact =
        names.stream().filter(name -> !object.intact().isHidden(folder.resolve(name))).toList();
    try {
      MetadataFolder.check(object.files(), folder, intact);
    } catch (CorruptDataException e) {
      Location file = e.location().map(Location::of).orElse(folder);
      object
          .problems()
          .add(ProblemBuilder.of(Severity.ERROR, e, file, CANNOT_READ, ProblemBuilder.RESTORE));
    }
  }

  private static void checkVacuum(InspectedObject object, Location file, Set<String> there) {
    List<String> lines = CommitFiles.replaced(object.files(), file);
    List<String> left = lines.stream().filter(there::contains).toList();
    if (left.isEmpty()) {
      object
          .problems()
          .add(
              ProblemBuilder.notice(Kind.STALE, file)
                  .in(NameListFormat.STRUCTURE)
                  .problem(
                      "nothing that the file lists exists any more",
                      "none",
                      "vacuum the metadata, which deletes the file"));
    } else if (left.size() < lines.size()) {
      object
          .problems()
          .add(
              ProblemBuilder.notice(Kind.INTERRUPTED, file)
                  .in(NameListFormat.STRUCTURE)
                  .problem(
                      "%d of the %d files that it lists no longer exist"
                          .formatted(lines.size() - left.size(), lines.size()),
                      "none: a vacuum of the metadata was interrupted",
                      "vacuum the metadata"));
    }
  }
}
