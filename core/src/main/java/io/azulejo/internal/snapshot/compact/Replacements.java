package io.azulejo.internal.snapshot.compact;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Determines reliable replacements. The replacing file or fragment must exist, or must have been
 * replaced itself by a reliable one. Cycles, which faulty or hostile writers may claim, are not
 * reliable.
 */
final class Replacements {
  private final Map<String, Set<String>> replaced;
  private final Predicate<String> isThere;

  /**
   * Creates an instance.
   *
   * @param replaced the names of what each name replaces
   * @param isThere whether the file or fragment with a name is complete and part of the array
   */
  Replacements(Map<String, Set<String>> replaced, Predicate<String> isThere) {
    this.replaced = replaced;
    this.isThere = isThere;
  }

  /**
   * Returns the names of the reliable replacements. A replaced one comes before its replacement.
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
