package io.azulejo.internal.workshop.verify;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.snapshot.fragment.Fragment;
import io.azulejo.internal.snapshot.fragment.FragmentFields;
import io.azulejo.maintenance.Problem.Kind;
import io.azulejo.storage.Location;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Checks that the files and tables of a fragment match its footer. Does not decode tiles. */
final class FragmentChecks {
  private final InspectedObject array;
  private final Fragment fragment;
  private final boolean visible;
  private final Map<String, FieldStorage> fields;

  FragmentChecks(InspectedObject array, Fragment fragment, boolean visible) {
    this.array = array;
    this.fragment = fragment;
    this.visible = visible;
    this.fields = FragmentFields.of(fragment);
  }

  void run() {
    checkFiles();
    new TableChecks(array, fragment, visible, fields).run();
    if (!fragment.dense()) {
      new TreeChecks(array, fragment, visible).run();
    }
    checkProcessedConditions();
  }

  private Location metadata() {
    return fragment.folder().resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
  }

  /** Checks that all data files exist and have the sizes given in the footer. */
  private void checkFiles() {
    array.inventory().mark(metadata(), FileInventory.State.KNOWN);
    FragmentFields.files(fragment)
        .forEach((file, data) -> checkFile(file, data.size(), data.fields()));
  }

  private void checkFile(String name, long size, String field) {
    Location file = fragment.folder().resolve(name);
    long actual = array.inventory().size(file);
    array.inventory().mark(file, FileInventory.State.KNOWN);
    if (actual == size || (actual < 0 && size == 0)) {
      return;
    }
    String reads =
        ProblemBuilder.reads(visible, "reads of \"%s\" fail in this fragment".formatted(field));
    if (actual < 0) {
      array.inventory().missing();
      array
          .problems()
          .add(
              ProblemBuilder.of(ProblemBuilder.severity(visible), Kind.MISSING, file)
                  .field(field)
                  .problem(
                      "the file is missing; the footer says that it has %s bytes"
                          .formatted(Long.toUnsignedString(size)),
                      reads,
                      ProblemBuilder.RESTORE));
    } else if (Long.compareUnsigned(actual, size) < 0) {
      array
          .problems()
          .add(
              ProblemBuilder.of(ProblemBuilder.severity(visible), Kind.TRUNCATED, file)
                  .field(field)
                  .problem(
                      "the file has %d bytes; the footer says %s"
                          .formatted(actual, Long.toUnsignedString(size)),
                      reads,
                      ProblemBuilder.RESTORE));
    } else {
      array
          .problems()
          .add(
              ProblemBuilder.notice(Kind.SURPLUS, file)
                  .field(field)
                  .problem(
                      "the file has %d bytes; the footer says %d".formatted(actual, size),
                      "none, because the bytes beyond are never read",
                      ProblemBuilder.NOTHING));
    }
  }

  /** Checks that the list of applied delete conditions can be read and does not repeat one. */
  private void checkProcessedConditions() {
    if (!fragment.footer().deleteMetadata()) {
      return;
    }
    array
        .problems()
        .attempt(
            ProblemBuilder.severity(visible),
            metadata(),
            ProblemBuilder.reads(visible, "reads may return deleted cells"),
            ProblemBuilder.RESTORE,
            () -> {
              List<String> conditions = fragment.processedConditions();
              if (Set.copyOf(conditions).size() != conditions.size()) {
                array
                    .problems()
                    .add(
                        ProblemBuilder.warning(Kind.CONTRADICTION, metadata())
                            .in("processed conditions")
                            .problem(
                                "a condition is listed twice: %s".formatted(conditions),
                                "none known",
                                ProblemBuilder.NOTHING));
              }
            });
  }
}
