package io.azulejo.internal.workshop.verify;

import io.azulejo.internal.format.ConditionNode;
import io.azulejo.internal.read.ReadChecks;
import io.azulejo.internal.snapshot.StoredDelete;
import io.azulejo.internal.snapshot.VisibleNames;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Location;
import java.util.Optional;

/** Checks that the stored conditions of deletions can be decoded and match the schema. */
final class DeleteConditionChecks {
  private DeleteConditionChecks() {}

  /** Checks the stored conditions of all visible deletions. */
  static void run(InspectedObject array, VisibleNames visible, ArraySchema schema) {
    StructureFiles files = array.files();
    for (StoredDelete delete : visible.deletes()) {
      Location file = delete.file();
      array.inventory().mark(file, FileInventory.State.KNOWN);
      boolean matters =
          visible.fragments().stream()
              .anyMatch(f -> Long.compareUnsigned(f.name().t1(), delete.name().t1()) <= 0);
      Severity severity = matters ? Severity.ERROR : Severity.WARNING;
      String consequence =
          matters
              ? "the array cannot be read"
              : "none yet, because no cells are older; cells that are written at earlier times cannot"
                  + " be read";
      Optional<ConditionNode> node =
          array
              .problems()
              .attempt(
                  severity,
                  file,
                  consequence,
                  ProblemBuilder.RESTORE,
                  () -> delete.condition(files));
      node.ifPresent(
          condition ->
              array
                  .problems()
                  .attempt(
                      severity,
                      file,
                      consequence,
                      "add the attribute again (azulejo evolve), or restore the file from a copy",
                      () -> ReadChecks.deletion(condition, schema)));
    }
  }
}
