package io.azulejo.internal.snapshot;

import io.azulejo.error.AlreadyExistsException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.ConditionNode;
import io.azulejo.internal.format.FormatVersion;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.query.TimeRange;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Enumeration;
import io.azulejo.schema.SchemaEvolution;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Changes the schema of an array. The latest schema is the schema whose file name sorts last. The
 * name of a new schema must therefore sort after all others.
 */
public final class ArrayEvolution {
  /** Assumed maximum difference between the clocks of writers, in milliseconds. */
  private static final long CLOCK_MILLIS = 1000;

  private final WritableArray array;
  private final NewSchema schema;
  private final Tasks tasks;

  private ArrayEvolution(WritableArray array, FormatVersion version, Tasks tasks) {
    this.array = array;
    this.schema = new NewSchema(array, version);
    this.tasks = tasks;
  }

  /**
   * Changes the schema. Stores it in the default format version, or in the array's version if that
   * is newer. Does nothing if the evolution is empty.
   *
   * @param time the timestamp of the schema in milliseconds since 1970; default: now, or the
   *     timestamp of the previous schema if the change only extends enumerations
   * @return whether the schema was changed
   * @throws InvalidRequestException if the schema does not allow this change, if a schema with this
   *     timestamp would not become the latest one, or if another writer changed the schema in the
   *     meantime
   */
  public static boolean evolve(
      WritableArray array, SchemaEvolution evolution, OptionalLong time, Tasks tasks) {
    if (evolution.isEmpty()) {
      return false;
    }
    FormatVersion version = FormatVersion.max(FormatVersion.DEFAULT, array.schema().version());
    new ArrayEvolution(array, version, tasks).evolve(evolution, time);
    return true;
  }

  /**
   * Stores the schema in a newer format version. Does nothing if the schema already has that
   * version.
   *
   * @param wanted the version; default: the default version, or the array's version if that is
   *     newer
   * @param time the timestamp of the schema in milliseconds since 1970; default: now
   * @return whether a schema was stored
   * @throws InvalidRequestException if the array has a newer version, or if the version allows only
   *     one schema per array
   * @throws io.azulejo.error.UnsupportedFormatException if the version cannot store the schema
   */
  public static boolean upgrade(
      WritableArray array, Optional<FormatVersion> wanted, OptionalLong time, Tasks tasks) {
    FormatVersion current = array.schema().version();
    FormatVersion version =
        wanted.orElseGet(() -> FormatVersion.max(FormatVersion.DEFAULT, current));
    if (version.equals(current)) {
      return false;
    }
    if (version.compareTo(current) < 0) {
      throw new InvalidRequestException(
          "the array has format version %s and cannot be downgraded to %s; repack it to a new array of that version"
              .formatted(current, version),
          array.location().toString());
    }
    if (!version.namesSchemas()) {
      throw new InvalidRequestException(
          "in format version %s an array has one schema, which cannot be replaced; upgrade to version 10 or later, or repack to a new array"
              .formatted(version),
          array.location().toString());
    }
    new ArrayEvolution(array, version, tasks).evolve(SchemaEvolution.NONE, time);
    return true;
  }

  private void evolve(SchemaEvolution evolution, OptionalLong time) {
    ArraySchema evolved = schema.evolved(evolution);
    requireUnusedByDeletions(new HashSet<>(evolution.droppedAttributes()));
    if (time.isEmpty() && evolution.onlyExtendsEnumerations()) {
      try {
        schema.store(evolved, schema.successor(), this::requireLatest);
      } catch (AlreadyExistsException e) {
        throw changedMeanwhile();
      }
      return;
    }
    schema.store(evolved, name(time), this::requireLatest);
    try {
      keepExtensions();
    } catch (StorageException e) {
      throw EnumerationExtension.unknown(array.location(), e);
    }
  }

  /**
   * Adds the values that other writers added to the previous schema while it was replaced. The
   * cells of these writers may contain the values.
   */
  private void keepExtensions() {
    if (array.schema().schema().enumerationFiles().isEmpty()) {
      return;
    }
    WritableArray last = array;
    Optional<WritableArray> next = last.successor();
    while (next.isPresent()) {
      last = next.get();
      next = last.successor();
    }
    if (last != array) {
      List<Enumeration> values = new ArrayList<>();
      Set<String> kept =
          WritableArray.open(array.storage(), array.location(), array.key())
              .schema()
              .schema()
              .enumerationFiles()
              .keySet();
      for (String name : last.schema().schema().enumerationFiles().keySet()) {
        if (kept.contains(name)) {
          values.add(last.enumeration(name));
        }
      }
      EnumerationExtension.extend(array.storage(), array.location(), array.key(), values);
    }
  }

  private String name(OptionalLong time) {
    String latest = array.schemaName();
    long wanted = time.orElseGet(System::currentTimeMillis);
    if (latest.equals(ArrayPaths.SCHEMA_FILE)) {
      return FragmentName.unversioned(wanted, wanted); // the root's schema sorts first
    }
    long last = FragmentName.parse(latest).map(FragmentName::t2).orElse(0L);
    boolean justBefore = time.isEmpty() && wanted <= last && last - wanted < CLOCK_MILLIS;
    if (justBefore) {
      wanted = last;
    }
    String name = FragmentName.unversioned(wanted, wanted);
    if (justBefore && name.compareTo(latest) < 0) {
      wanted++; // the latest name has the same millisecond and sorts after this one
      name = FragmentName.unversioned(wanted, wanted);
    }
    if (name.compareTo(latest) > 0 && wanted >= last) {
      return name;
    }
    throw new InvalidRequestException(
        wanted > last
            ? ("a schema at time %d would not become the latest: schemas are ordered by the text of"
                    + " their names, where %d comes after it; choose a time with as many digits")
                .formatted(wanted, last)
            : "the latest schema has time %d, so a schema at %d would not replace it; choose a later time"
                .formatted(last, wanted),
        array.location().toString());
  }

  /**
   * Checks that no deletion uses a dropped attribute, because the deletion would make the array
   * unreadable.
   */
  private void requireUnusedByDeletions(Set<String> dropped) {
    if (dropped.isEmpty()) {
      return;
    }
    Snapshot snapshot =
        Snapshot.open(array.storage(), array.location(), TimeRange.ALL, array.key(), tasks);
    for (StoredDelete delete : snapshot.deletes()) {
      Set<String> used = new HashSet<>();
      snapshot.condition(
          delete,
          node -> {
            addFields(node, used);
            return used;
          });
      used.retainAll(dropped);
      if (!used.isEmpty()) {
        throw new InvalidRequestException(
            ("cannot drop attribute \"%s\": the delete condition %s uses it, and the array would"
                    + " become unreadable; keep it, or write the cells to a new array")
                .formatted(used.iterator().next(), delete.name()),
            array.location().toString());
      }
    }
  }

  private static void addFields(ConditionNode node, Set<String> fields) {
    if (node instanceof ConditionNode.Comparison comparison) {
      fields.add(comparison.field());
    } else {
      List<ConditionNode> children = ((ConditionNode.Combined) node).children();
      children.forEach(child -> addFields(child, fields));
    }
  }

  /** Checks that no other writer has changed the schema. This change would undo the other one. */
  private void requireLatest() {
    WritableArray now = WritableArray.open(array.storage(), array.location(), array.key());
    if (!now.schemaName().equals(array.schemaName())) {
      throw changedMeanwhile();
    }
  }

  private InvalidRequestException changedMeanwhile() {
    return new InvalidRequestException(
        "the schema was changed by another process meanwhile; check it and try again",
        array.location().toString());
  }
}
