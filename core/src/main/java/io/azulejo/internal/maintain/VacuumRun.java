package io.azulejo.internal.maintain;

import io.azulejo.internal.read.ReadChecks;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.compact.CommitVacuum;
import io.azulejo.internal.snapshot.compact.ConditionCheck;
import io.azulejo.internal.snapshot.compact.FooterVacuum;
import io.azulejo.internal.snapshot.compact.FragmentVacuum;
import io.azulejo.internal.snapshot.compact.MetadataVacuum;
import io.azulejo.internal.snapshot.compact.Vacuum;
import io.azulejo.maintenance.VacuumReport;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.Optional;

/** Vacuums an array or a group: deletes files that consolidation has replaced. */
public final class VacuumRun {
  /** Checks the condition of a deletion in the same way as reads. */
  static final ConditionCheck AS_READ = ReadChecks::deletion;

  private VacuumRun() {}

  /**
   * Deletes replaced files. If the request is a dry run, only reports which files would be deleted.
   */
  public static VacuumReport vacuum(
      Storage storage,
      Location location,
      VacuumRequest request,
      Optional<EncryptionKey> key,
      Tasks tasks) {
    Vacuum vacuum =
        switch (request.mode()) {
          case FRAGMENTS -> FragmentVacuum.of(storage, location, key, tasks);
          case FRAGMENT_METADATA -> FooterVacuum.of(storage, location, key, tasks);
          case COMMITS -> CommitVacuum.of(storage, location, key, AS_READ, tasks);
          case ARRAY_METADATA -> MetadataVacuum.ofArray(storage, location, key, tasks);
          case GROUP_METADATA -> MetadataVacuum.ofGroup(storage, location, key, tasks);
        };
    if (!request.isDryRun()) {
      vacuum.run(request.progress());
    }
    return new MaintenanceResults.Vacuumed(
        request.mode(),
        request.isDryRun(),
        vacuum.deletions().stream()
            .<VacuumReport.Deletion>map(
                one -> new MaintenanceResults.Deleted(one.location(), one.bytes(), one.reason()))
            .toList(),
        vacuum.kept().stream()
            .<VacuumReport.Kept>map(
                one -> new MaintenanceResults.KeptFile(one.location(), one.reason()))
            .toList());
  }
}
