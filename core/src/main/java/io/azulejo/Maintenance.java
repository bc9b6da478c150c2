package io.azulejo;

import io.azulejo.internal.filter.EncryptionKey;
import io.azulejo.internal.maintain.FragmentPlanning;
import io.azulejo.internal.maintain.MaintenanceScope;
import io.azulejo.internal.maintain.diff.ArrayDiff;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.maintenance.ArrayDifference;
import io.azulejo.maintenance.ConsolidationPlan;
import io.azulejo.maintenance.ConsolidationRequest;
import io.azulejo.maintenance.DiffRequest;
import io.azulejo.query.Progress;
import io.azulejo.storage.Location;

/**
 * Keeps arrays and groups in shape: merges what many writes have left, removes what is not needed
 * any more. Those who read and write at the same time are not disturbed. As safe for use by many
 * threads as the engine that gives it out.
 */
public final class Maintenance {
  private final Engine engine;

  Maintenance(Engine engine) {
    this.engine = engine;
  }

  /** What a consolidation would do now, and why. */
  public ConsolidationPlan plan(
      Location location, ConsolidationRequest request, ChangeOptions key) {
    return FragmentPlanning.of(writable(location, key), request, scope(Progress.NONE));
  }

  /**
   * Compares two arrays as they were opened: their schemas, their metadata, their cells. All cells
   * are read, in a memory that does not depend on how many they are.
   *
   * @throws io.azulejo.error.InvalidRequestException if cells that have the same coordinates, which
   *     are compared all at once, are too many for a quarter of the memory budget
   */
  public ArrayDifference diff(Array first, Array second, DiffRequest request) {
    return ArrayDiff.of(first.snapshot(), second.snapshot(), request, scope(request.progress()));
  }

  private WritableArray writable(Location location, ChangeOptions key) {
    return WritableArray.open(
        engine.storages().of(location), location, key.key().map(EncryptionKey::of));
  }

  private MaintenanceScope scope(Progress progress) {
    return new MaintenanceScope(engine.tasks(), engine.workers(), engine.budget(), progress);
  }
}
