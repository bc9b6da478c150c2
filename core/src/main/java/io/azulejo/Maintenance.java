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
 * Maintains the array or group at a location: consolidates and vacuums, verifies, seals and
 * repairs. Other processes can read and write at the same time. Immutable and safe for use by many
 * threads.
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
   * Consolidates fragments or files: merges the results of many changes into fewer, larger files.
   * Reads return the same as before, also at earlier times. The exceptions are dense fragments and
   * fragments of format versions before 15: after a merge, they are visible only at times that
   * contain all of theirs.
   *
   * <p>Replaced files stay until they are vacuumed, for readers that have them open. An
   * interruption at any moment leaves the array as if the current merge had not started.
   *
   * @throws io.azulejo.error.NotFoundException if the location is not an array, or not a group, as
   *     the mode requires
   * @throws io.azulejo.error.InvalidRequestException if the named inputs cannot be merged
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
   * Returns what {@link #consolidate(ConsolidationRequest)} would merge now, and why. Changes
   * nothing.
   *
   * @throws io.azulejo.error.NotFoundException if the location is not an array, or not a group, as
   *     the mode requires
   * @throws io.azulejo.error.InvalidRequestException if the named inputs cannot be merged
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

  /** Compares layouts of an array on a sample of its cells. */
  static Advice advise(Engine engine, Snapshot array, AdviceRequest request) {
    return LayoutAdvisor.of(array, request, engine.resources());
  }

  /** Compares two arrays. */
  static ArrayDifference diff(Engine engine, Snapshot first, Snapshot second, DiffRequest request) {
    return ArrayDiff.of(
        first, second, request, engine.resources().withProgress(request.progress()));
  }

  /** Deletes consolidated fragments; see {@link #vacuum(VacuumRequest)}. */
  public VacuumReport vacuum() {
    return vacuum(VacuumRequest.DEFAULT);
  }

  /**
   * Deletes the inputs of consolidations: fragments that were merged into others, or files whose
   * footers, commits or metadata are in consolidated files. Reads return the same as before, except
   * at times that start or end within the times of a consolidation. Arrays opened before may need
   * the deleted files: their reads then fail with a {@link io.azulejo.error.NotFoundException} that
   * says so.
   *
   * <p>Inputs are deleted only if their replacement exists. Several processes can vacuum at the
   * same time. If a call is interrupted, the next call deletes the rest.
   *
   * @throws io.azulejo.error.NotFoundException if the location is not an array, or not a group, as
   *     the mode requires
   * @throws io.azulejo.error.StorageException if a file could not be deleted; the rest still
   *     exists, and the next call deletes it
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

  /** Measures the effect of filters on some cells. */
  static long filteredSize(Engine engine, Column column, FilterPipeline filters) {
    return LayoutAdvisor.filteredSize(column, filters, engine.resources().scratchPool());
  }

  /**
   * Finds all problems of an array or a group, including the arrays of dimension labels, members of
   * the group and everything else in its folder. For another folder, verifies all arrays and groups
   * in it. Changes nothing. Concurrent changes by others may be reported as problems: verify again,
   * or while nobody writes.
   *
   * @return all problems; bytes that contradict the format are reported, not thrown
   * @throws io.azulejo.error.NotFoundException if neither an array nor a group exists at or below
   *     the location
   * @throws io.azulejo.error.InvalidRequestException if a key is missing, wrong or not needed
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
   * Tests whether a store keeps the contract of {@link io.azulejo.storage.Storage}. Creates, lists,
   * reads, copies and deletes some files, some MiB in total, in its own folder at the location, and
   * removes the folder again. The location may be empty. Detects stores that accept existing names
   * although they seem to support rejecting them.
   *
   * @throws io.azulejo.error.StorageException if files cannot be created there
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
   * Seals an array or a group: writes the sizes and SHA-256 digests of all files in its folder to a
   * file beside the folder, which {@code sha256sum -c} also understands. {@link
   * VerifyRequest#sealed} compares files with the seal, and so do reads of arrays opened with
   * {@link OpenOptions#verified}.
   *
   * <p>The seal of an array can be kept up to date by changes ({@link SealRequest#kept}). Such a
   * seal is a folder of such files, and stays a folder when it is replaced.
   *
   * @throws io.azulejo.error.NotFoundException if neither an array nor a group exists, or a
   *     {@linkplain SealRequest#gathered gathering} request finds nothing to gather
   * @throws io.azulejo.error.AlreadyExistsException if a seal exists and must not be replaced
   * @throws io.azulejo.error.InvalidRequestException if the seal of a group is to be kept up to
   *     date
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
   * Repairs an array or a group, or lists the possible repairs: removes unreferenced files,
   * finishes interrupted merges, and rewrites consolidated footers that are broken or stale. Takes
   * broken fragments out of the array on request. Files that a reader may need are never deleted.
   * Repairs are made one by one: after a failure some may be done, and the next call does the rest.
   *
   * @throws io.azulejo.error.NotFoundException if the location is neither an array nor a group
   * @throws io.azulejo.error.InvalidRequestException if a named fragment does not exist
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
   * Finds the remains of killed writers and interrupted removals in an array, or in the arrays and
   * groups in a folder, and removes those that are old enough. Readers do not need them.
   *
   * @return all garbage, removed or not
   * @throws io.azulejo.error.NotFoundException if the location does not exist
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
