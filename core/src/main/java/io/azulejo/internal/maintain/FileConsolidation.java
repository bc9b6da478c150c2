package io.azulejo.internal.maintain;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.compact.CommitMerge;
import io.azulejo.internal.snapshot.compact.FileMerge;
import io.azulejo.internal.snapshot.compact.FooterMerge;
import io.azulejo.internal.snapshot.compact.MetadataMerge;
import io.azulejo.maintenance.ConsolidationPlan;
import io.azulejo.maintenance.ConsolidationReport;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.List;
import java.util.Optional;

/** Consolidates fragment metadata, commits and array or group metadata. */
public final class FileConsolidation {
  private FileConsolidation() {}

  /**
   * Plans a file merge without writing.
   *
   * @param request the request; its mode must not be {@code FRAGMENTS}
   * @throws InvalidRequestException if the request names fragments
   * @throws io.azulejo.error.UnsupportedFormatException if the array must be upgraded first
   */
  public static ConsolidationPlan plan(
      Storage storage,
      Location location,
      ConsolidationRequest request,
      Optional<EncryptionKey> key,
      Tasks tasks) {
    FileMerge merge = merge(storage, location, request, key, tasks);
    List<ConsolidationPlan.Skipped> left =
        merge.skipped().stream()
            .<ConsolidationPlan.Skipped>map(
                one -> new MaintenanceResults.SkippedFile(one.name(), one.reason()))
            .toList();
    return new MaintenanceResults.Plan(
        request.mode(),
        merge.isNeeded()
            ? List.of(
                new MaintenanceResults.PlannedStep(merge.inputs(), merge.bytes(), merge.reason()))
            : List.of(),
        left);
  }

  /**
   * Merges files. The input files remain until they are vacuumed.
   *
   * @param request the request; its mode must not be {@code FRAGMENTS}
   * @throws InvalidRequestException if the request names fragments
   * @throws io.azulejo.error.UnsupportedFormatException if the array must be upgraded first
   * @throws io.azulejo.error.CommitUnknownException if it is unknown whether the merge was
   *     committed
   */
  public static ConsolidationReport consolidate(
      Storage storage,
      Location location,
      ConsolidationRequest request,
      Optional<EncryptionKey> key,
      Tasks tasks) {
    FileMerge merge = merge(storage, location, request, key, tasks);
    if (!merge.isNeeded()) {
      return new MaintenanceResults.Consolidated(request.mode(), List.of());
    }
    FileMerge.Output output = merge.write();
    request.progress().advanced(merge.bytes(), merge.bytes());
    return new MaintenanceResults.Consolidated(
        request.mode(),
        List.of(
            new MaintenanceResults.Merged(
                merge.inputs(), List.of(output.name()), merge.bytes(), output.bytes(), 0, 0)));
  }

  private static FileMerge merge(
      Storage storage,
      Location location,
      ConsolidationRequest request,
      Optional<EncryptionKey> key,
      Tasks tasks) {
    MaintenanceMode mode = request.mode();
    if (request.fragments().isPresent()) {
      throw new InvalidRequestException(
          "mode %s does not take a list of fragments; omit the list, or use the mode fragments"
              .formatted(mode.configuredName()),
          location.toString());
    }
    TimeRange times = request.times();
    return switch (mode) {
      case FRAGMENTS -> throw new IllegalArgumentException("fragments hold cells");
      case FRAGMENT_METADATA -> FooterMerge.of(storage, location, key, tasks);
      case COMMITS -> CommitMerge.of(storage, location, key, VacuumRun.AS_READ, tasks);
      case ARRAY_METADATA -> MetadataMerge.ofArray(storage, location, key, times, tasks);
      case GROUP_METADATA -> MetadataMerge.ofGroup(storage, location, key, times, tasks);
    };
  }
}
