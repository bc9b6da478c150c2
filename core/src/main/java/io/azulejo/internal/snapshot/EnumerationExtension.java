package io.azulejo.internal.snapshot;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.SchemaEvolution;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Adds values to enumerations while other writers may do the same.
 *
 * <p>Each schema has one successor that adds values, whose name follows from its own, so the
 * exclusive creation of that file decides which writer goes first. The others read what it added
 * and add the rest to that. A value therefore keeps its index, and no value is lost. A writer
 * returns when the latest schema has all of its values; only then may it commit cells that refer to
 * them.
 *
 * <p>The new schema is of the time of the one before, not of now: clocks of writers differ, and
 * cells may be written with earlier times. Whoever reads them as of their time has to find their
 * values, and more values change nothing that was there.
 */
public final class EnumerationExtension {
  /** How often others may go first. Each time one of them has made progress. */
  private static final int MOST_ATTEMPTS = 1000;

  private EnumerationExtension() {}

  /**
   * Adds those values that enumerations lack.
   *
   * @param wanted for each enumeration, by its name, values that it is to have
   * @return the enumerations with all their values, in the order of the list
   * @throws io.azulejo.error.NotFoundException if there is no array, or no such enumeration
   * @throws InvalidRequestException if an enumeration cannot take the values
   */
  public static List<Enumeration> extend(
      Storage storage,
      Location location,
      Optional<EncryptionKey> key,
      List<Enumeration> wanted,
      Tasks tasks) {
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      WritableArray array = WritableArray.open(storage, location, key);
      Map<String, Enumeration> all = new LinkedHashMap<>();
      wanted.forEach(e -> all.put(e.name(), array.enumeration(e.name())));
      Map<String, Enumeration> before = new LinkedHashMap<>(all);
      wanted.forEach(e -> all.compute(e.name(), (name, now) -> now.including(e)));
      SchemaEvolution.Builder extension = SchemaEvolution.builder();
      all.forEach(
          (name, enumeration) -> {
            if (enumeration != before.get(name)) {
              extension.extendEnumeration(enumeration);
            }
          });
      SchemaEvolution missing = extension.build();
      if (missing.isEmpty()) {
        return wanted.stream().map(e -> all.get(e.name())).toList();
      }
      try {
        ArrayEvolution.extend(array, missing, tasks);
      } catch (AlreadyExistsException e) {
        continue; // another writer has added its values first
      }
    }
    throw new InvalidRequestException(
        "others change the schema of the array all the time: try again later", location.toString());
  }
}
