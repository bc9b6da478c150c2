package io.azulejo;

import io.azulejo.internal.snapshot.object.ObjectWalk;
import io.azulejo.storage.Location;

/**
 * An array or group that lies below a location.
 *
 * @param location where it is
 * @param type what it is
 */
public record ObjectEntry(Location location, ObjectType type) {
  static ObjectEntry of(ObjectWalk.Found found) {
    return new ObjectEntry(found.location(), ObjectType.of(found.kind()));
  }
}
