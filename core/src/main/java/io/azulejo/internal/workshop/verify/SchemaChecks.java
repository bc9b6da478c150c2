package io.azulejo.internal.workshop.verify;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.ArraySchemaFormat;
import io.azulejo.internal.format.EnumerationFormat;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.StoredEnumeration;
import io.azulejo.internal.format.StoredSchema;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.maintenance.Problem;
import io.azulejo.maintenance.Problem.Kind;
import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.schema.Attribute;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/** Checks the schemas of an array and their enumerations. */
final class SchemaChecks {
  private static final String CANNOT_OPEN = "the array cannot be opened";

  private final InspectedObject array;

  SchemaChecks(InspectedObject array) {
    this.array = array;
  }

  /**
   * Decodes all schemas, and hides damaged schemas from later checks.
   *
   * @return the intact schemas by file name, oldest first
   * @throws InvalidRequestException if the key is missing or wrong
   */
  Map<String, StoredSchema> run(ArrayDirectory directory) {
    List<String> names = new ArrayList<>(directory.schemas().stream().sorted().toList());
    if (directory.hasOldSchema()) {
      names.add(0, ArrayPaths.SCHEMA_FILE);
    }
    Map<String, StoredSchema> intact = new LinkedHashMap<>();
    Map<Location, AzulejoException> broken = new LinkedHashMap<>();
    for (String name : names) {
      Location file = file(name);
      array.inventory().mark(file, FileInventory.State.KNOWN);
      try {
        intact.put(
            name,
            array.files().generic(ArraySchemaFormat.STRUCTURE, file, ArraySchemaFormat::decode));
      } catch (StorageException e) {
        array.problems().refuse(e);
        broken.put(file, e);
      } catch (AzulejoException e) {
        broken.put(file, e);
      }
    }
    if (intact.isEmpty()
        && !broken.isEmpty()
        && broken.values().stream().allMatch(InvalidRequestException.class::isInstance)) {
      throw broken.values().iterator().next();
    }
    broken.forEach(
        (file, e) -> {
          array.intact().hide(file);
          // The key is correct, because it decrypted other schemas.
          AzulejoException damage =
              e instanceof InvalidRequestException
                  ? CorruptDataException.of(
                      ArraySchemaFormat.STRUCTURE, null, -1, String.valueOf(e.getMessage()), e)
                  : e;
          array.problems().add(problem(file, damage));
        });
    checkCopies(intact.keySet());
    checkEnumerations(intact);
    return intact;
  }

  /** Reports copies of a schema under other names, because readers use the newest schema name. */
  private void checkCopies(Set<String> names) {
    Map<Long, List<String>> bySize = new TreeMap<>();
    for (String name : names) {
      bySize
          .computeIfAbsent(array.inventory().size(file(name)), size -> new ArrayList<>())
          .add(name);
    }
    bySize.values().removeIf(same -> same.size() < 2);
    for (List<String> same : bySize.values()) {
      Map<Slice, String> first = new HashMap<>();
      for (String name : same) {
        Slice bytes = array.files().plain(file(name), content -> content);
        String other = first.putIfAbsent(bytes, name);
        if (other != null) {
          array
              .problems()
              .add(
                  ProblemBuilder.warning(Kind.STALE, file(name))
                      .in(ArraySchemaFormat.STRUCTURE)
                      .problem(
                          "the file has the same bytes as %s".formatted(other),
                          "while it is the newest schema, reads use it instead of the schema before"
                              + " it",
                          "nothing if the array was changed back to that schema; otherwise it is a"
                              + " copy under another name: delete it"));
        }
      }
    }
  }

  private static Problem problem(Location file, AzulejoException e) {
    boolean foreign =
        !file.name().equals(ArrayPaths.SCHEMA_FILE) && FragmentName.parse(file.name()).isEmpty();
    return foreign
        ? ProblemBuilder.error(Kind.UNKNOWN, file)
            .problem(
                "the file is not a schema, but engines read every file in this folder as a schema",
                CANNOT_OPEN,
                "move it elsewhere, or delete it")
        : ProblemBuilder.ofCheck(Severity.ERROR, e, file, CANNOT_OPEN, ProblemBuilder.RESTORE);
  }

  private Location file(String name) {
    return name.equals(ArrayPaths.SCHEMA_FILE)
        ? array.location().resolve(name)
        : array.location().resolve(ArrayPaths.SCHEMA_FOLDER).resolve(name);
  }

  /** Checks each enumeration file once, together with all attributes that use it. */
  private void checkEnumerations(Map<String, StoredSchema> schemas) {
    Map<String, List<Attribute>> users = new TreeMap<>();
    for (StoredSchema schema : schemas.values()) {
      schema
          .schema()
          .enumerationFiles()
          .forEach(
              (name, file) -> {
                List<Attribute> attributes =
                    schema.schema().attributes().stream()
                        .filter(a -> a.enumeration().filter(name::equals).isPresent())
                        .toList();
                users.computeIfAbsent(file, f -> new ArrayList<>()).addAll(attributes);
              });
    }
    array
        .resources()
        .tasks()
        .io(
            List.copyOf(users.entrySet()),
            entry -> {
              checkEnumeration(entry.getKey(), entry.getValue());
              return null;
            });
  }

  private void checkEnumeration(String name, List<Attribute> users) {
    Location file =
        array
            .location()
            .resolve(ArrayPaths.SCHEMA_FOLDER)
            .resolve(ArrayPaths.ENUMERATIONS_FOLDER)
            .resolve(name);
    List<String> fields = users.stream().map(Attribute::name).distinct().toList();
    String consequence =
        fields.isEmpty()
            ? "the enumeration cannot be read"
            : "only the indexes of %s can be read, not the values; conditions on them fail"
                .formatted(fields);
    if (array.inventory().size(file) < 0) {
      array.inventory().missing();
      array
          .problems()
          .add(
              ProblemBuilder.error(Kind.MISSING, file)
                  .in("enumeration")
                  .problem(
                      "a schema names the file, but it is missing",
                      consequence,
                      ProblemBuilder.RESTORE));
      return;
    }
    array.inventory().mark(file, FileInventory.State.KNOWN);
    array
        .problems()
        .<StoredEnumeration>attempt(
            Severity.ERROR,
            file,
            consequence,
            ProblemBuilder.RESTORE,
            () ->
                array.files().generic(EnumerationFormat.STRUCTURE, file, EnumerationFormat::decode))
        .ifPresent(stored -> checkUse(stored, file, users));
  }

  private void checkUse(StoredEnumeration stored, Location file, List<Attribute> users) {
    String name = stored.enumeration().name();
    ProblemBuilder builder =
        ProblemBuilder.error(Kind.CONTRADICTION, file).in(EnumerationFormat.STRUCTURE);
    String consequence =
        "other engines cannot load the enumeration, or confuse it with another one";
    if (!stored.path().equals(file.name())) {
      array
          .problems()
          .add(
              builder
                  .field("path")
                  .problem(
                      "the path in the file is \"%s\"".formatted(stored.path()),
                      consequence,
                      ProblemBuilder.RESTORE));
    }
    for (Attribute attribute : users) {
      if (attribute.enumeration().filter(name::equals).isEmpty()) {
        array
            .problems()
            .add(
                builder
                    .field("name")
                    .problem(
                        "the name in the file is \"%s\", but attribute \"%s\" expects an enumeration \"%s\" there"
                            .formatted(name, attribute.name(), attribute.enumeration().orElse("")),
                        consequence,
                        ProblemBuilder.RESTORE));
        return;
      }
    }
  }
}
