package io.azulejo.internal.verify;

import io.azulejo.internal.format.ArrayMetadataFormat;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.NameListFormat;
import io.azulejo.maintenance.Problem.Kind;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.storage.Location;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The metadata of an array or a group, file by file. */
final class MetadataChecks {
  private static final String CANNOT_READ =
      "the metadata cannot be read; other engines cannot open it at all";

  private MetadataChecks() {}

  /** Decodes all files of metadata. */
  static void run(Inspected object) {
    Location folder = object.location().resolve(ArrayPaths.METADATA_FOLDER);
    List<String> names = object.census().names(ArrayPaths.METADATA_FOLDER, false);
    Set<String> there = new HashSet<>(names);
    for (String name : names) {
      Location file = folder.resolve(name);
      FragmentName parsed =
          object.sound().isHidden(file) ? null : FragmentName.parse(name).orElse(null);
      if (parsed == null) {
        continue;
      }
      if (name.equals(parsed.text())) {
        object.census().mark(file, Census.State.KNOWN);
        object
            .findings()
            .attempt(
                Severity.ERROR,
                file,
                CANNOT_READ,
                Finding.RESTORE,
                () ->
                    object
                        .files()
                        .generic(ArrayMetadataFormat.STRUCTURE, file, ArrayMetadataFormat::decode));
      } else if (name.endsWith(ArrayPaths.VACUUM_SUFFIX)) {
        object.census().mark(file, Census.State.KNOWN);
        object
            .findings()
            .attempt(
                Severity.ERROR,
                file,
                CANNOT_READ,
                Finding.RESTORE,
                () -> checkVacuum(object, file, there));
      }
    }
  }

  private static void checkVacuum(Inspected object, Location file, Set<String> there) {
    List<String> lines = object.files().plain(file, NameListFormat::decode);
    for (String line : lines) {
      if (CommitChecks.isOdd(line, ArrayPaths.METADATA_FOLDER)) {
        object
            .findings()
            .add(
                Finding.warning(Kind.CONTRADICTION, file)
                    .in(NameListFormat.STRUCTURE)
                    .field("names")
                    .problem(
                        "\"%s\" is no path as engines write it".formatted(line),
                        "lines may be lost, and metadata be read that was replaced",
                        Finding.RESTORE));
      }
    }
    List<String> left =
        lines.stream().map(ArrayPaths::lastComponent).filter(there::contains).toList();
    if (left.isEmpty()) {
      object
          .findings()
          .add(
              Finding.notice(Kind.STALE, file)
                  .in(NameListFormat.STRUCTURE)
                  .problem(
                      "nothing of what it lists is there any more",
                      "none",
                      "vacuum the metadata, which removes it"));
    } else if (left.size() < lines.size()) {
      object
          .findings()
          .add(
              Finding.notice(Kind.INTERRUPTED, file)
                  .in(NameListFormat.STRUCTURE)
                  .problem(
                      "%d of the %d files that it lists are not there any more"
                          .formatted(lines.size() - left.size(), lines.size()),
                      "none: a vacuum of the metadata was interrupted",
                      "vacuum the metadata"));
    }
  }
}
