package io.azulejo.view;

import io.azulejo.HistoryEntry;
import io.azulejo.MetadataValue;
import io.azulejo.ObjectType;
import io.azulejo.error.AzulejoException;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Location;
import java.util.List;

/**
 * Provides the texts that the page shares with the commands. Must be safe for use by many threads.
 */
public interface CommandTexts {
  /**
   * An array, a group or a folder below another one.
   *
   * @param type its type; {@link ObjectType#NONE} for a folder and for a missing member
   * @param note a problem with it, or an empty text
   */
  record Child(String name, ObjectType type, Location location, String note) {}

  /**
   * An entry of the history of an array.
   *
   * @param event the event in one word, such as {@code write}
   */
  record Event(String event, String details) {}

  /**
   * Returns the objects directly below a group or a folder.
   *
   * @throws AzulejoException if it cannot be listed
   */
  List<Child> children(Location location);

  /** Returns an entry of the history of an array with this schema. */
  Event event(HistoryEntry entry, ArraySchema schema);

  /** Returns the text of a value of metadata. */
  String metadata(MetadataValue value);

  /** Returns the message of a failure, in one line. */
  String failure(AzulejoException failure);
}
