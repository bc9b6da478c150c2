package io.azulejo.view;

import io.azulejo.HistoryEntry;
import io.azulejo.MetadataValue;
import io.azulejo.ObjectType;
import io.azulejo.error.AzulejoException;
import io.azulejo.schema.ArraySchema;
import io.azulejo.storage.Location;
import java.util.List;

/**
 * Provides the texts that the page has in common with the commands. Implementations must be safe
 * for use by several threads.
 */
public interface CommandTexts {
  /**
   * An array, a group or a folder directly below another object.
   *
   * @param type the type of the object; {@link ObjectType#NONE} for folders and missing members
   * @param note a problem with the object; may be empty
   */
  record Child(String name, ObjectType type, Location location, String note) {}

  /**
   * An event in the history of an array.
   *
   * @param event the kind of event in one word, such as {@code write}
   * @param details a description of the event
   */
  record Event(String event, String details) {}

  /**
   * Lists the objects directly below a group or a folder.
   *
   * @throws AzulejoException if the location cannot be listed
   */
  List<Child> children(Location location);

  /**
   * Describes an entry of an array's history.
   *
   * @param schema the schema of the array
   */
  Event event(HistoryEntry entry, ArraySchema schema);

  /** Formats a metadata value. */
  String metadata(MetadataValue value);

  /** Returns the message for a failure, in one line. */
  String failure(AzulejoException failure);
}
