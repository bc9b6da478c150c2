package io.azulejo;

import io.azulejo.internal.runtime.Cancellation;
import io.azulejo.internal.seal.Seals;
import io.azulejo.internal.snapshot.GroupChanges;
import io.azulejo.internal.snapshot.ObjectKind;
import io.azulejo.internal.snapshot.object.ObjectRemoval;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;

/**
 * A handle to the group at a location. Each call works on the state of the group at the time of the
 * call. To work on a snapshot, call {@link #open()}, which returns a {@link Group}. Immutable and
 * safe for use by several threads.
 *
 * <p>All methods except {@link #create} throw {@link io.azulejo.error.NotFoundException} if the
 * group does not exist. They throw {@link io.azulejo.error.InvalidRequestException} if a key is
 * missing or wrong, or if the group is not encrypted but a key is given.
 */
public final class GroupHandle {
  private final Engine engine;
  private final Location location;

  GroupHandle(Engine engine, Location location) {
    this.engine = engine;
    this.location = location;
  }

  /** Returns the location of the group's folder. */
  public Location location() {
    return location;
  }

  /**
   * Creates a group without members.
   *
   * @throws io.azulejo.error.AlreadyExistsException if the location contains an array or a group
   */
  public void create() {
    Cancellation.translate(() -> GroupChanges.create(engine.storage(location), location));
  }

  /** Opens the current state of the group; see {@link #open(OpenOptions)}. */
  public Group open() {
    return open(OpenOptions.DEFAULT);
  }

  /** Opens a snapshot of the group's members and metadata, which need not be closed. */
  public Group open(OpenOptions options) {
    return Cancellation.translate(() -> Group.open(engine, location, options));
  }

  /**
   * Adds and removes members with the current time; see {@link #change(GroupChange,
   * ChangeOptions)}.
   */
  public void change(GroupChange change) {
    change(change, ChangeOptions.DEFAULT);
  }

  /**
   * Adds and removes members in one step. The type of a new member (array or group) is determined
   * by the object at its location; the location may still be empty.
   *
   * @throws io.azulejo.error.InvalidRequestException also if the change removes a member that does
   *     not exist, removes a URI that several members have, or changes a member twice
   */
  public void change(GroupChange change, ChangeOptions options) {
    Cancellation.translate(
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

  /**
   * Removes the group and its seal, but none of its members: arrays, groups and other files in its
   * folder remain. The folder is deleted if nothing else is in it. {@link Catalog#remove(Location)}
   * removes the whole folder.
   *
   * @throws io.azulejo.error.CommitUnknownException if the group was removed but may reappear, or
   *     if its empty folder remains
   * @throws io.azulejo.error.StorageException if a file cannot be deleted. The group still exists,
   *     perhaps without its metadata or members; dissolve it again
   */
  public void dissolve() {
    Cancellation.translate(
        () -> {
          Storage storage = engine.storage(location);
          if (engine.kind(location) == ObjectKind.GROUP) {
            Seals.remove(storage, location);
          }
          ObjectRemoval.dissolve(storage, location);
        });
  }

  /** Returns a handle to read and change the metadata of the group. */
  public MetadataHandle metadata() {
    return new MetadataHandle(engine, location, () -> open().metadata());
  }

  /** Returns the maintenance operations of the group. */
  public Maintenance maintenance() {
    return new Maintenance(engine, location);
  }

  /** Returns the location. */
  @Override
  public String toString() {
    return location.toString();
  }
}
