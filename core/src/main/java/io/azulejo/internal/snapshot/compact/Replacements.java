package io.azulejo.internal.snapshot.compact;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Determines which recorded replacements are reliable. The replacing file or fragment must exist,
 * or must itself have been replaced by a reliable one. Cycles are not reliable. Faulty or hostile
 * writers may record them.
 */
final class Replacements {
  private final Map<String, Set<String>> replaced;
  private final Predicate<String> isThere;

  /**
   * Creates an instance.
   *
   * @param replaced the names of the files or fragments that each file or fragment replaces
   * @param isThere returns whether a file or fragment is complete and part of the array
   */
  Replacements(Map<String, Set<String>> replaced, Predicate<String> isThere) {
    this.replaced = replaced;
    this.isThere = isThere;
  }

  /**
   * Returns the names of the files or fragments whose replacements are reliable. If one of them was
   * itself replaced, it comes before the one that replaced it.
   */
  List<String> reliable() {
    Set<String> acyclic = new HashSet<>();
    for (String name : replaced.keySet()) {
      if (!reaches(name, name, new HashSet<>())) {
        acyclic.add(name);
      }
    }
    Set<String> reliable = new HashSet<>();
    for (String name : acyclic) {
      if (isThere.test(name) && !isReplacedByExisting(name)) {
        addWithReplaced(name, acyclic, reliable);
      }
    }
    Set<String> ordered = new LinkedHashSet<>();
    reliable.stream().sorted().forEach(name -> addInnerFirst(name, reliable, ordered));
    return new ArrayList<>(ordered);
  }

  private boolean isReplacedByExisting(String name) {
    return replaced.entrySet().stream()
        .anyMatch(entry -> entry.getValue().contains(name) && isThere.test(entry.getKey()));
  }

  private void addWithReplaced(String name, Set<String> acyclic, Set<String> reliable) {
    if (acyclic.contains(name) && reliable.add(name)) {
      replaced.get(name).forEach(inner -> addWithReplaced(inner, acyclic, reliable));
    }
  }

  private void addInnerFirst(String name, Set<String> reliable, Set<String> ordered) {
    if (!reliable.contains(name) || ordered.contains(name)) {
      return;
    }
    replaced.get(name).stream().sorted().forEach(inner -> addInnerFirst(inner, reliable, ordered));
    ordered.add(name);
  }

  private boolean reaches(String from, String to, Set<String> seen) {
    for (String inner : replaced.getOrDefault(from, Set.of())) {
      if (inner.equals(to) || (seen.add(inner) && reaches(inner, to, seen))) {
        return true;
      }
    }
    return false;
  }
}
