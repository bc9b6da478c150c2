package io.azulejo;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * What breaks programs, of the differences between two public interfaces as {@link PublicApi}
 * writes them: programs that were built against the released one, and those that implement its
 * types. What is new breaks nothing, but for methods that implementors would have to add. Modifiers
 * count as they are written, so that a change of one may be reported that harms nobody; it can be
 * accepted.
 */
final class ApiChanges {
  private final Map<String, Type> released;
  private final Map<String, Type> present;

  /** A type: its head up to what it extends, what it extends, its enum constants and members. */
  private record Type(
      String head, Set<String> parents, Set<String> constants, Set<String> members) {
    boolean isImplementedByUsers() {
      return head.contains(" abstract ") && !head.contains(" sealed ");
    }
  }

  private ApiChanges(List<String> released, List<String> present) {
    this.released = types(released);
    this.present = types(present);
  }

  /** The changes that break, a line each. Lines that begin with # are comments. */
  static List<String> between(List<String> released, List<String> present) {
    return new ApiChanges(released, present).breaking();
  }

  private List<String> breaking() {
    List<String> changes = new ArrayList<>();
    released.forEach(
        (name, before) -> {
          Type now = present.get(name);
          if (now == null) {
            changes.add("gone: " + name);
          } else {
            compare(name, before, now, changes);
          }
        });
    return changes;
  }

  private static void compare(String name, Type before, Type now, List<String> changes) {
    if (!now.head.equals(before.head) && !now.head.equals(before.head.replace(" final ", " "))) {
      changes.add("changed: " + before.head + " -> " + now.head);
    }
    missing(before.parents, now.parents)
        .forEach(parent -> changes.add("gone: " + name + " is a " + parent));
    missing(before.constants, now.constants)
        .forEach(constant -> changes.add("gone: " + name + ": " + constant));
    missing(before.members, now.members)
        .forEach(member -> changes.add("gone: " + name + ": " + member));
    if (before.isImplementedByUsers()) {
      missing(now.members, before.members).stream()
          .filter(member -> member.contains(" abstract "))
          .forEach(member -> changes.add("to implement: " + name + ": " + member));
    }
  }

  private static Set<String> missing(Set<String> all, Set<String> there) {
    Set<String> missing = new LinkedHashSet<>(all);
    missing.removeAll(there);
    return missing;
  }

  private static Map<String, Type> types(List<String> lines) {
    Map<String, Type> types = new LinkedHashMap<>();
    Type type = null;
    for (String line : lines) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      if (!line.startsWith(" ")) {
        type = type(line);
        types.put(name(type.head), type);
      } else if (line.contains("(") || line.startsWith("  public") || line.startsWith("  prot")) {
        type.members.add(line.strip());
      } else {
        type.constants.addAll(List.of(line.strip().split(", ")));
      }
    }
    return types;
  }

  private static Type type(String line) {
    String[] parts = line.split("( extends | implements |, )(?![^<]*>)");
    return new Type(
        parts[0],
        new LinkedHashSet<>(Arrays.asList(parts).subList(1, parts.length)),
        new LinkedHashSet<>(),
        new LinkedHashSet<>());
  }

  /** The name of a type, of a head such as {@code public final class io.azulejo.Pair<T>}. */
  private static String name(String head) {
    String plain = head.replaceFirst("<.*", "");
    return plain.substring(plain.lastIndexOf(' ') + 1);
  }
}
