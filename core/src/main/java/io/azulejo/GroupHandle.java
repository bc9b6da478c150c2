package io.azulejo;

import io.azulejo.internal.runtime.Cancellation;
import io.azulejo.internal.snapshot.GroupChanges;
import io.azulejo.storage.Location;

/**
 * A handle to the group at a location. Each call works on the group as it is at that moment. {@link
 * #open()} returns a snapshot, a {@link Group}. Immutable and safe for use by many threads.
 *
 * <p>All methods but {@link #create} throw {@link io.azulejo.error.NotFoundException} if there is
 * no group, and {@link io.azulejo.error.InvalidRequestException} if a key is missing, wrong or not
 * needed.
 */
public final class GroupHandle {
  private final Engine engine;
  private final Location location;

  GroupHandle(Engine engine, Location location) {
    this.engine = engine;
    this.location = location;
  }

  /** The folder of the group. */
  public Location location() {
    return location;
  }

  /**
   * Creates the group, without members.
   *
   * @throws io.azulejo.error.AlreadyExistsException if there is an array or a group
   */
  public void create() {
    Cancellation.atDoor(() -> GroupChanges.create(engine.storage(location), location));
  }

  /** Opens the group as it is now; see {@link #open(OpenOptions)}. */
  public Group open() {
    return open(OpenOptions.DEFAULT);
  }

  /** Opens the group as a snapshot, which need not be closed: its members and its metadata. */
  public Group open(OpenOptions options) {
    return Cancellation.atDoor(() -> Group.open(engine, location, options));
  }

  /** Adds and removes members, as of now; see {@link #change(GroupChange, ChangeOptions)}. */
  public void change(GroupChange change) {
    change(change, ChangeOptions.DEFAULT);
  }

  /**
   * Adds and removes members, all at once. Whether a member is an array or a group is looked up
   * where it lies; there may be nothing yet.
   *
   * @throws io.azulejo.error.InvalidRequestException also if the change removes a member that does
   *     not exist or a URI that several members have, or changes a member twice
   */
  public void change(GroupChange change, ChangeOptions options) {
    Cancellation.atDoor(
        () ->
            GroupChanges.change(
                engine.storage(location),
                location,
                engine.key(location),
                change.additions(),
                change.removals(),
                options.at().orElseGet(System::currentTimeMillis),
                engine.tasks(),
                engine::kind));
  }

  /** The metadata of the group, to be read and changed. */
  public MetadataHandle metadata() {
    return new MetadataHandle(engine, location, () -> open().metadata());
  }

  /** All that keeps the group in shape. */
  public Maintenance maintenance() {
    return new Maintenance(engine, location);
  }

  /** The location. */
  @Override
  public String toString() {
    return location.toString();
  }
}
