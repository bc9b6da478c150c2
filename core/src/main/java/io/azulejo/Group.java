package io.azulejo;

import io.azulejo.query.TimeRange;
import io.azulejo.storage.Location;
import java.util.List;
import java.util.Map;

/** A group as it was at the time of opening: an immutable snapshot. */
public final class Group {
  Group() {}

  /** Where it is. */
  public Location location() {
    throw new UnsupportedOperationException();
  }

  /** The times that it was opened at; their start counts for the metadata alone. */
  public TimeRange times() {
    throw new UnsupportedOperationException();
  }

  /** The members, sorted by URI, then name. */
  public List<GroupMember> members() {
    throw new UnsupportedOperationException();
  }

  /** Where a member is. */
  public Location locate(GroupMember member) {
    throw new UnsupportedOperationException();
  }

  /** The metadata by key, sorted by the bytes of the keys. */
  public Map<String, MetadataValue> metadata() {
    throw new UnsupportedOperationException();
  }
}
