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
 * Maintains the array or group at a location: merges what many writes have left, deletes what is
 * not needed any more, verifies, seals and repairs. Other processes can read and write at the same
 * time. Immutable and safe for use by many threads.
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
   * Consolidates: what many changes have left is gathered in fewer, larger files. Whoever reads
   * gets the same as before, at any time too; only dense fragments, and those of format versions
   * before 15, are seen at times alone that contain all of theirs. What was replaced stays where it
   * is, for those who have it open, until it is vacuumed. Can be interrupted at any moment: it is
   * then as if the merge at hand had not begun.
   *
   * @throws io.azulejo.error.NotFoundException if there is no array, or no group, as the mode asks
   * @throws io.azulejo.error.InvalidRequestException if what is named cannot be merged
   * @throws io.azulejo.error.AlreadyExistsException if somebody else is merging the same fragments
   *     of an array with duplicates; nothing was done
   * @throws io.azulejo.error.CommitUnknownException if it is not known whether a merge was
   *     committed
   */
  public ConsolidationReport consolidate(ConsolidationRequest request) {
    return Cancellation.atDoor(
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
   * What {@link #consolidate(ConsolidationRequest)} would merge now, and why. Nothing is changed.
   *
   * @throws io.azulejo.error.NotFoundException if there is no array, or no group, as the mode asks
   * @throws io.azulejo.error.InvalidRequestException if what is named cannot be merged
   */
  public ConsolidationPlan plan(ConsolidationRequest request) {
    return Cancellation.atDoor(
        () -> {
          if (request.mode() != MaintenanceMode.FRAGMENTS) {
            return FileConsolidation.plan(
                engine.storage(location), location, request, engine.key(location), engine.tasks());
          }
          return MergePlanner.of(engine.writable(location), request, engine.resources());
        });
  }

  /** Writes what an array holds to a new array with another layout. */
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

  /** Deletes fragments that were consolidated; see {@link #vacuum(VacuumRequest)}. */
  public VacuumReport vacuum() {
    return vacuum(VacuumRequest.DEFAULT);
  }

  /**
   * Deletes what was consolidated: the fragments that are part of others now, or files of footers,
   * commits or metadata that others hold. Reads give the same as before, but for times that end, or
   * begin, within what was consolidated. Reads of an array that was opened before, and that need
   * what is deleted, end with a {@link io.azulejo.error.NotFoundException} that says so. Nothing is
   * deleted unless what replaced it is there. Can be interrupted, and be called by several at once;
   * the next call deletes what is left.
   *
   * @throws io.azulejo.error.NotFoundException if there is no array, or no group, as the mode asks
   * @throws io.azulejo.error.StorageException if something could not be deleted; the rest is still
   *     there, and the next call deletes it
   */
  public VacuumReport vacuum(VacuumRequest request) {
    return Cancellation.atDoor(
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

  /** Measures filters on some cells. */
  static long filteredSize(Engine engine, Column column, FilterPipeline filters) {
    return LayoutAdvisor.filteredSize(column, filters, engine.resources().scratchPool());
  }

  /**
   * Finds all that is wrong with an array or a group, with the arrays of dimension labels, with
   * members of the group and with what else lies in its folder; or with all arrays and groups in
   * another folder. Nothing is changed. Changes that others make meanwhile may be reported as
   * problems: verify again, or while nobody writes.
   *
   * @return all that was found; bytes that contradict the format are no exception here
   * @throws io.azulejo.error.NotFoundException if there is neither an array nor a group at or below
   *     the location
   * @throws io.azulejo.error.InvalidRequestException if a key is missing, wrong or not needed
   * @throws io.azulejo.error.CancelledException if the thread is interrupted
   */
  public VerifyReport verify(VerifyRequest request) {
    return Cancellation.atDoor(
        () ->
            Verification.run(
                engine::storage,
                location,
                engine.key(location),
                request,
                engine.resources().withProgress(request.progress())));
  }

  /**
   * Tries what a store promises ({@link io.azulejo.storage.Storage}): creates, lists, reads, copies
   * and deletes some files of some MiB in all in a folder of its own at the location, which it
   * removes again; there need be nothing at the location. Finds a store that does not refuse names
   * that are taken, as some do that seem to know how.
   *
   * @throws io.azulejo.error.StorageException if nothing can be created there
   * @throws io.azulejo.error.CancelledException if the thread is interrupted
   */
  public StoreReport verifyStore() {
    return Cancellation.atDoor(
        () -> StoreTrial.run(engine.storage(location), location, engine.tasks()));
  }

  /** Seals with default options; see {@link #seal(SealRequest)}. */
  public SealReport seal() {
    return seal(SealRequest.DEFAULT);
  }

  /**
   * Seals an array or a group: writes down the sizes and the digests (SHA-256) of all files in its
   * folder, in a file beside it that {@code sha256sum -c} understands, too. {@link
   * VerifyRequest#sealed} compares with it, and so do reads of what was opened with {@link
   * OpenOptions#verified}.
   *
   * <p>The seal of an array can be one that changes keep up to date ({@link SealRequest#kept}); it
   * is a folder of such files then, and stays one when it is replaced.
   *
   * @throws io.azulejo.error.NotFoundException if there is neither an array nor a group, or nothing
   *     to gather
   * @throws io.azulejo.error.AlreadyExistsException if there is a seal that is not to be replaced
   * @throws io.azulejo.error.InvalidRequestException if the seal of a group is to be kept up to
   *     date
   */
  public SealReport seal(SealRequest request) {
    return Cancellation.atDoor(
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
   * Mends what can be mended in an array or a group, or lists it: removes what nothing refers to,
   * finishes interrupted merges, makes gathered footers anew that are broken or stale, takes broken
   * fragments out if that is asked for. Nothing that a reader may need is deleted. This goes step
   * by step: after a failure some of it may be done, and what is left can be done again.
   *
   * @throws io.azulejo.error.NotFoundException if there is neither an array nor a group
   * @throws io.azulejo.error.InvalidRequestException if there is no fragment of a name
   * @throws io.azulejo.error.CommitUnknownException if it is not known whether a repair was made
   */
  public RepairReport repair(RepairRequest request) {
    return Cancellation.atDoor(
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
   * Finds what killed writers and interrupted removals have left in an array, or in the arrays and
   * groups in a folder, and removes what is old enough. No reader needs any of it.
   *
   * @return all that was found, removed or not
   * @throws io.azulejo.error.NotFoundException if nothing is at the location
   */
  public GcReport gc(GcRequest request) {
    return Cancellation.atDoor(
        () ->
            GarbageCollection.collect(
                engine.changing(location),
                location,
                request,
                engine.key(location),
                engine.tasks()));
  }
}
