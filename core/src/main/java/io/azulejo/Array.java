package io.azulejo;

import io.azulejo.query.BatchReader;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.NDRange;
import io.azulejo.storage.Location;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * An array as it was at the time of opening: an immutable snapshot, to be shared freely between
 * threads. Later writes are not seen.
 */
public final class Array {
  Array() {}

  /** Where it is. */
  public Location location() {
    throw new UnsupportedOperationException();
  }

  /** The times that it was opened at. */
  public TimeRange times() {
    throw new UnsupportedOperationException();
  }

  /** The schema in force at the end of these times. */
  public ArraySchema schema() {
    throw new UnsupportedOperationException();
  }

  /** The format version that the schema is stored in. */
  public int schemaVersion() {
    throw new UnsupportedOperationException();
  }

  /** The fragments that are seen at these times, the oldest first. */
  public List<FragmentInfo> fragments() {
    throw new UnsupportedOperationException();
  }

  /** The box around all cells of all fragments; empty when nothing was written. */
  public Optional<NDRange> nonEmptyDomain() {
    throw new UnsupportedOperationException();
  }

  /** The metadata by key, sorted by the bytes of the keys. */
  public Map<String, MetadataValue> metadata() {
    throw new UnsupportedOperationException();
  }

  /**
   * The enumeration of that name.
   *
   * @throws io.azulejo.error.NotFoundException if the schema has none of that name
   */
  public Enumeration enumeration(String name) {
    throw new UnsupportedOperationException();
  }

  /**
   * Begins to read. What the request asks for is checked here.
   *
   * @throws io.azulejo.error.InvalidRequestException if it does not fit this array: an unknown
   *     field, a range outside the domain, several ranges in global order
   */
  public BatchReader read(ReadRequest request) {
    throw new UnsupportedOperationException();
  }
}
