package io.azulejo.internal.snapshot;

import io.azulejo.error.NotFoundException;
import io.azulejo.internal.format.ArrayMetadataFormat;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.List;
import java.util.Optional;

/** Changes the metadata of an array or a group. */
public final class MetadataUpdate {
  private MetadataUpdate() {}

  /**
   * Sets and deletes metadata keys of an array or a group atomically. Does nothing without entries.
   *
   * @param entries the changes, with each key once
   * @param time the timestamp of the changes in milliseconds since 1970
   * @throws NotFoundException if the location is neither an array nor a group
   */
  public static void write(
      Storage storage,
      Location object,
      Optional<EncryptionKey> key,
      List<ArrayMetadataFormat.Entry> entries,
      long time,
      Tasks tasks) {
    FormatVersion version =
        switch (ObjectKind.at(storage, object)) {
          case ARRAY -> WritableArray.open(storage, object, key).writeVersion();
          case GROUP -> {
            GroupSnapshot.open(storage, object, TimeRange.ALL, key, tasks);
            yield FormatVersion.DEFAULT;
          }
          case NONE ->
              throw NotFoundException.ofObject(
                  "no array or group found at %s; create one first".formatted(object),
                  object.toString());
        };
    if (entries.isEmpty()) {
      return;
    }
    Location file = MetadataFolder.place(object, time);
    MetadataFolder.publish(storage, file, version, key, entries);
  }
}
