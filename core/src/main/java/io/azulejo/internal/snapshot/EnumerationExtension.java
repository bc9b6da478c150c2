package io.azulejo.internal.snapshot;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.CommitUnknownException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.StorageException;
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
 * <p>Each schema has a single successor that adds values. The successor's name is derived from the
 * schema's name, so the exclusive creation of that file decides which writer goes first. The other
 * writers read the new schema and add their remaining values to it. A value therefore keeps its
 * index, and no value is lost. A writer returns when the latest schema contains all of its values.
 * Only then can it commit cells that refer to them.
 *
 * <p>The new schema has the timestamp of the previous schema instead of the current time. Clocks
 * differ, and cells may be written with earlier timestamps. A read at an earlier time must find the
 * values of these cells. Additional values do not change existing cells.
 */
public final class EnumerationExtension {
  /** Maximum number of attempts. Each failed attempt means that another writer made progress. */
  private static final int MOST_ATTEMPTS = 1000;

  private EnumerationExtension() {}

  /**
   * Adds missing values to enumerations.
   *
   * @param wanted the values that each enumeration must have, with the enumeration's name
   * @return the enumerations with all their values, in the order of {@code wanted}
   * @throws io.azulejo.error.NotFoundException if the array or an enumeration does not exist
   * @throws InvalidRequestException if the values cannot be added to an enumeration
   * @throws CommitUnknownException if it is unknown whether the latest schema contains the values
   */
  public static List<Enumeration> extend(
      Storage storage, Location location, Optional<EncryptionKey> key, List<Enumeration> wanted) {
    boolean stored = false;
    for (int attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
      try {
        WritableArray array = WritableArray.open(storage, location, key);
        Map<String, Enumeration> all = with(array, wanted);
        SchemaEvolution missing = missing(array, all);
        if (missing.isEmpty()) {
          return wanted.stream().map(e -> all.get(e.name())).toList();
        }
        NewSchema schema = new NewSchema(array, array.schema().version());
        schema.store(schema.evolved(missing), schema.successor(), () -> {});
        stored = true;
      } catch (AlreadyExistsException e) {
        continue; // another writer added its values first
      } catch (StorageException e) {
        throw stored ? unknown(location, e) : e;
      }
    }
    throw new InvalidRequestException(
        "other writers keep changing the schema of the array; try again later",
        location.toString());
  }

  /** Returns the enumerations with all wanted values, by name. */
  private static Map<String, Enumeration> with(WritableArray array, List<Enumeration> wanted) {
    Map<String, Enumeration> all = new LinkedHashMap<>();
    for (Enumeration values : wanted) {
      String name = values.name();
      Enumeration before = all.containsKey(name) ? all.get(name) : array.enumeration(name);
      all.put(name, before.including(values));
    }
    return all;
  }

  private static SchemaEvolution missing(WritableArray array, Map<String, Enumeration> all) {
    SchemaEvolution.Builder extension = SchemaEvolution.builder();
    for (Enumeration enumeration : all.values()) {
      if (enumeration.size() > array.enumeration(enumeration.name()).size()) {
        extension.extendEnumeration(enumeration);
      }
    }
    return extension.build();
  }

  /**
   * Returns the exception for the case that a schema was stored but could not be compared with the
   * latest schema.
   */
  static CommitUnknownException unknown(Location array, StorageException cause) {
    return new CommitUnknownException(
        "a schema was stored, but it is not known whether the latest schema has all enumeration"
            + " values (%s); repeat the change".formatted(cause.getMessage()),
        array.toString(),
        cause);
  }
}
