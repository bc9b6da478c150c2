package io.azulejo;

import io.azulejo.internal.maintain.FileConsolidation;
import io.azulejo.internal.maintain.FragmentConsolidation;
import io.azulejo.internal.maintain.MergePlanner;
import io.azulejo.internal.maintain.VacuumRun;
import io.azulejo.internal.runtime.Cancellation;
import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.internal.workshop.advise.LayoutAdvisor;
import io.azulejo.internal.workshop.diff.ArrayDiff;
import io.azulejo.internal.workshop.repack.Repack;
import io.azulejo.internal.workshop.verify.Repair;
import io.azulejo.internal.workshop.verify.Sealing;
import io.azulejo.internal.workshop.verify.StoreTrial;
import io.azulejo.internal.workshop.verify.Verification;
import io.azulejo.maintenance.Advice;
import io.azulejo.maintenance.AdviceRequest;
import io.azulejo.maintenance.ArrayDifference;
import io.azulejo.maintenance.ConsolidationPlan;
import io.azulejo.maintenance.ConsolidationReport;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.DiffRequest;
import io.azulejo.maintenance.GcReport;
import io.azulejo.maintenance.GcRequest;
import io.azulejo.maintenance.MaintenanceMode;
import io.azulejo.maintenance.RepackReport;
import io.azulejo.maintenance.RepackRequest;
import io.azulejo.maintenance.RepairReport;
import io.azulejo.maintenance.RepairRequest;
import io.azulejo.maintenance.SealReport;
import io.azulejo.maintenance.SealRequest;
import io.azulejo.maintenance.StoreReport;
import io.azulejo.maintenance.VacuumReport;
import io.azulejo.maintenance.VacuumRequest;
import io.azulejo.maintenance.VerifyReport;
import io.azulejo.maintenance.VerifyRequest;
import io.azulejo.query.Column;
import io.azulejo.schema.FilterPipeline;
import io.azulejo.storage.Location;

/**
 * The maintenance operations of the array or group at a location: consolidate, vacuum, verify,
 * seal, repair and collect garbage. Other processes can read and write at the same time. Immutable
 * and safe for use by several threads.
 */
public final class Maintenance {
  private final Engine engine;
  private final Location location;

  Maintenance(Engine engine, Location location) {
    this.engine = engine;
    this.location = location;
  }

  /**
   * Consolidates fragments with default options; see {@link #consolidate(ConsolidationRequest)}.
   */
  public ConsolidationReport consolidate() {
    return consolidate(ConsolidationRequest.DEFAULT);
  }

  /**
   * Merges the fragments or files of many changes into fewer, larger ones. Reads return the same
   * cells as before, even at earlier times. A vacuum of the inputs makes one exception. After it,
   * merged fragments of dense arrays or of format versions before 15 are visible only in time
   * ranges that contain the times of all their inputs.
   *
   * <p>The inputs stay until they are vacuumed, for readers that have opened them. If this method
   * is interrupted, finished merges stay, and the merge in progress has no effect.
   *
   * @throws io.azulejo.error.NotFoundException if the location does not contain what the mode
   *     requires: an array, or a group
   * @throws io.azulejo.error.InvalidRequestException if the fragments that the request names cannot
   *     be merged
   * @throws io.azulejo.error.AlreadyExistsException if another process is merging the same
   *     fragments of an array with duplicates; nothing was done
   * @throws io.azulejo.error.CommitUnknownException if it is unknown whether a merge was committed
   */
  public ConsolidationReport consolidate(ConsolidationRequest request) {
    return Cancellation.translate(
        () -> {
          if (request.mode() != MaintenanceMode.FRAGMENTS) {
            return FileConsolidation.consolidate(
                engine.changing(location), location, request, engine.key(location), engine.tasks());
          }
          return FragmentConsolidation.run(
              engine.writable(location),
              request,
              engine.resources().withProgress(request.progress()));
        });
  }

  /**
   * Returns the merges that {@link #consolidate(ConsolidationRequest)} would do now, and the
   * reasons for them. Changes nothing.
   *
   * @throws io.azulejo.error.NotFoundException if the location does not contain what the mode
   *     requires: an array, or a group
   * @throws io.azulejo.error.InvalidRequestException if the fragments that the request names cannot
   *     be merged
   */
  public ConsolidationPlan plan(ConsolidationRequest request) {
    return Cancellation.translate(
        () -> {
          if (request.mode() != MaintenanceMode.FRAGMENTS) {
            return FileConsolidation.plan(
                engine.storage(location), location, request, engine.key(location), engine.tasks());
          }
          return MergePlanner.of(engine.writable(location), request, engine.resources());
        });
  }

  /** Writes the cells of an array to a new array with another layout. */
  static RepackReport repack(Engine engine, Snapshot from, Location to, RepackRequest request) {
    return Repack.repack(
        from,
        engine.creating(to),
        to,
        engine.key(to),
        request,
        request.at().orElseGet(System::currentTimeMillis),
        engine.resources().withProgress(request.progress()));
  }

  /** Tries layouts of an array on a sample of its cells. */
  static Advice advise(Engine engine, Snapshot array, AdviceRequest request) {
    return LayoutAdvisor.of(array, request, engine.resources());
  }

  /** Compares two arrays. */
  static ArrayDifference diff(Engine engine, Snapshot first, Snapshot second, DiffRequest request) {
    return ArrayDiff.of(
        first, second, request, engine.resources().withProgress(request.progress()));
  }

  /** Deletes fragments that a consolidation has replaced; see {@link #vacuum(VacuumRequest)}. */
  public VacuumReport vacuum() {
    return vacuum(VacuumRequest.DEFAULT);
  }

  /**
   * Deletes the inputs of consolidations. These are fragments that were merged into others, or
   * files whose footers, commits or metadata are in consolidated files. Reads return the same cells
   * as before, except in time ranges that contain only some of the inputs of a consolidation (see
   * {@link #consolidate(ConsolidationRequest)}). Arrays that were opened before the vacuum may need
   * the deleted files. Their reads then fail with a {@link io.azulejo.error.NotFoundException}
   * whose message explains this.
   *
   * <p>Inputs are deleted only if the result of their consolidation exists. Several processes can
   * vacuum at the same time. If a call is interrupted, the next call deletes the remaining inputs.
   *
   * @throws io.azulejo.error.NotFoundException if the location does not contain what the mode
   *     requires: an array, or a group
   * @throws io.azulejo.error.StorageException if a file could not be deleted; the remaining files
   *     still exist, and the next call deletes them
   */
  public VacuumReport vacuum(VacuumRequest request) {
    return Cancellation.translate(
        () ->
            VacuumRun.vacuum(
                engine.changing(location),
                location,
                request,
                engine.key(location),
                engine.tasks()));
  }

  /** Verifies with default options; see {@link #verify(VerifyRequest)}. */
  public VerifyReport verify() {
    return verify(VerifyRequest.DEFAULT);
  }

  /** Returns the size of a column's values after filtering, in bytes. */
  static long filteredSize(Engine engine, Column column, FilterPipeline filters) {
    return LayoutAdvisor.filteredSize(column, filters, engine.resources().scratchPool());
  }

  /**
   * Finds all problems of an array or a group, including its label arrays, the members of the
   * group, and everything else in its folder. If the location is another folder, all arrays and
   * groups in it are verified. Changes nothing. Concurrent changes by other processes may be
   * reported as problems. If so, verify again, if possible when no process writes.
   *
   * @return all problems; invalid stored bytes are reported as problems, and do not cause
   *     exceptions
   * @throws io.azulejo.error.NotFoundException if there is neither an array nor a group at or below
   *     the location, or if the request needs a seal that does not exist
   * @throws io.azulejo.error.InvalidRequestException if a key is missing or wrong, or if an array
   *     is not encrypted but a key is given
   * @throws io.azulejo.error.CancelledException if the thread is interrupted
   */
  public VerifyReport verify(VerifyRequest request) {
    return Cancellation.translate(
        () ->
            Verification.run(
                engine::storage,
                location,
                engine.key(location),
                request,
                engine.resources().withProgress(request.progress())));
  }

  /**
   * Tests whether the store of this location keeps the contract of {@link
   * io.azulejo.storage.Storage}. The test creates, lists, reads, copies and deletes files of some
   * MiB in total, in a folder of its own at the location, and finally removes that folder. The
   * location may be empty. The test detects stores that seem to support exclusive creation, but
   * accept existing names.
   *
   * @throws io.azulejo.error.StorageException if files cannot be created at the location
   * @throws io.azulejo.error.CancelledException if the thread is interrupted
   */
  public StoreReport verifyStore() {
    return Cancellation.translate(
        () -> StoreTrial.run(engine.storage(location), location, engine.tasks()));
  }

  /** Seals with default options; see {@link #seal(SealRequest)}. */
  public SealReport seal() {
    return seal(SealRequest.DEFAULT);
  }

  /**
   * Seals an array or a group: writes the size and the SHA-256 digest of each file in its folder to
   * a file next to the folder. {@code sha256sum -c} can also read that file. {@link
   * VerifyRequest#sealed} compares all files with the seal. Reads of arrays that are opened with
   * {@link OpenOptions#verified} do so, too.
   *
   * <p>Changes to an array can keep its seal up to date ({@link SealRequest#kept}). Such a seal is
   * a folder that contains several of these files, and it stays a folder when it is replaced.
   *
   * @throws io.azulejo.error.NotFoundException if there is neither an array nor a group at the
   *     location, or if a {@linkplain SealRequest#gathered gathering} request finds no seal that is
   *     kept up to date
   * @throws io.azulejo.error.AlreadyExistsException if a seal exists and the request does not
   *     replace it
   * @throws io.azulejo.error.InvalidRequestException if the request keeps the seal of a group up to
   *     date, which only arrays support
   */
  public SealReport seal(SealRequest request) {
    return Cancellation.translate(
        () ->
            Sealing.seal(
                engine.storage(location),
                location,
                request,
                engine.resources().withProgress(request.progress())));
  }

  /** Repairs with default options; see {@link #repair(RepairRequest)}. */
  public RepairReport repair() {
    return repair(RepairRequest.DEFAULT);
  }

  /**
   * Repairs an array or a group, or lists the possible repairs. A repair removes unreferenced
   * files, finishes interrupted merges, and rebuilds consolidated footers that are broken or stale.
   * On request, it also moves damaged fragments out of the array, and commits complete fragments.
   * Files that a reader may need are never deleted. Repairs are made one by one: after a failure,
   * some may have been made, and the next call makes the others.
   *
   * @throws io.azulejo.error.NotFoundException if the location is neither an array nor a group
   * @throws io.azulejo.error.InvalidRequestException if a fragment that the request names does not
   *     exist
   * @throws io.azulejo.error.CommitUnknownException if it is unknown whether a repair was made
   */
  public RepairReport repair(RepairRequest request) {
    return Cancellation.translate(
        () ->
            Repair.run(
                engine::changing,
                location,
                engine.key(location),
                request,
                engine.resources().withProgress(request.progress())));
  }

  /** Collects garbage with default options; see {@link #gc(GcRequest)}. */
  public GcReport gc() {
    return gc(GcRequest.DEFAULT);
  }

  /**
   * Finds what killed writers and interrupted removals have left behind in an array, or in all
   * arrays and groups in a folder. Removes the garbage that the request selects, by default if it
   * is older than one day. Readers do not need these files.
   *
   * @return all garbage that was found, removed or not
   * @throws io.azulejo.error.NotFoundException if the location does not exist
   * @throws io.azulejo.error.InvalidRequestException if the request names a fragment that is not
   *     garbage
   */
  public GcReport gc(GcRequest request) {
    return Cancellation.translate(
        () ->
            GarbageCollection.collect(
                engine.changing(location),
                location,
                request,
                engine.key(location),
                engine.tasks()));
  }
}
