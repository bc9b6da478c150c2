package io.azulejo.internal.workshop.diff;

import io.azulejo.internal.snapshot.Snapshot;
import io.azulejo.maintenance.ArrayDifference;
import io.azulejo.schema.Enumeration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Compares two schemas part by part, including the values of enumerations. */
final class SchemaDiff {
  private SchemaDiff() {}

  /** Returns the schema parts that differ or exist in only one of the arrays. */
  static List<ArrayDifference.SchemaPart> of(Snapshot first, Snapshot second) {
    Map<String, String> a = SchemaParts.of(first.schema().schema());
    Map<String, String> b = SchemaParts.of(second.schema().schema());
    Set<String> parts = new LinkedHashSet<>(a.keySet());
    parts.addAll(b.keySet());
    List<ArrayDifference.SchemaPart> differences = new ArrayList<>();
    for (String part : parts) {
      Optional<String> ofA = Optional.ofNullable(a.get(part));
      Optional<String> ofB = Optional.ofNullable(b.get(part));
      if (!ofA.equals(ofB) && !belongsToMissingField(part, a, b)) {
        differences.add(new DiffResults.DifferentPart(part, ofA, ofB));
      }
    }
    enumerations(first, second, differences);
    return differences;
  }

  /**
   * Returns whether a part belongs to a field that exists in only one array. Such a field is
   * reported as a whole.
   */
  private static boolean belongsToMissingField(
      String part, Map<String, String> a, Map<String, String> b) {
    int end = part.lastIndexOf('"') + 1;
    String field = part.substring(0, end);
    return end > 0 && end < part.length() && a.containsKey(field) != b.containsKey(field);
  }

  private static void enumerations(
      Snapshot first, Snapshot second, List<ArrayDifference.SchemaPart> differences) {
    Set<String> ofA = first.schema().schema().enumerationFiles().keySet();
    Set<String> ofB = second.schema().schema().enumerationFiles().keySet();
    Set<String> names = new LinkedHashSet<>(ofA);
    names.addAll(ofB);
    for (String name : names) {
      Optional<Enumeration> a =
          ofA.contains(name) ? Optional.of(first.enumeration(name)) : Optional.empty();
      Optional<Enumeration> b =
          ofB.contains(name) ? Optional.of(second.enumeration(name)) : Optional.empty();
      if (!a.equals(b)) {
        int at = a.isPresent() && b.isPresent() ? mismatch(a.get(), b.get()) : 0;
        differences.add(
            new DiffResults.DifferentPart(
                "enumeration \"%s\"".formatted(name),
                a.map(e -> SchemaParts.text(e, at)),
                b.map(e -> SchemaParts.text(e, at))));
      }
    }
  }

  /** Returns the index of the first value that differs or exists in only one enumeration. */
  private static int mismatch(Enumeration a, Enumeration b) {
    int at = 0;
    while (at < a.size() && at < b.size() && Arrays.equals(a.value(at), b.value(at))) {
      at++;
    }
    return at;
  }
}
