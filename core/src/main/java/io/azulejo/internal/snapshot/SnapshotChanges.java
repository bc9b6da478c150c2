package io.azulejo.internal.snapshot;

import io.azulejo.error.NotFoundException;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.format.SnapshotNames;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.fragment.Fragment;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * What is new in a snapshot since an earlier one. A fragment that replaces others is followed to
 * these, by the lists of what it replaces.
 */
public final class SnapshotChanges {
  private final Snapshot now;
  private final SnapshotNames before;
  private final Set<String> known = new HashSet<>();
  private final Map<String, List<String>> replaced;

  /** The earlier fragments that are there now, or in a fragment that replaces them. */
  private final Set<String> kept = new HashSet<>();

  private final Map<String, FragmentName> written = new TreeMap<>();

  /** For each fragment that is there now, in their order, what was written that is in it. */
  private final Map<FragmentName, List<FragmentName>> writes = new LinkedHashMap<>();

  /**
   * Compares.
   *
   * @throws NotFoundException if it cannot be told whether an earlier fragment is in another one,
   *     as the list of what that replaces was vacuumed
   */
  public SnapshotChanges(SnapshotNames before, Snapshot now, Tasks tasks) {
    this.now = now;
    this.before = before;
    before.fragments().forEach(name -> known.add(name.text()));
    this.replaced = now.history().replaced(tasks);
    for (Fragment fragment : now.fragments()) {
      writes.put(fragment.name(), follow(fragment.name()));
    }
    List<FragmentName> gone =
        before.fragments().stream().filter(name -> !kept.contains(name.text())).toList();
    written.values().forEach(name -> requireNew(name, gone));
  }

  /**
   * Of a fragment whose list of what it replaces was vacuumed, nobody knows what it is made of: if
   * an earlier fragment of its times is gone, it may be in there.
   */
  private void requireNew(FragmentName name, List<FragmentName> gone) {
    for (FragmentName earlier : gone) {
      if (Long.compareUnsigned(earlier.t1(), name.t1()) >= 0
          && Long.compareUnsigned(earlier.t2(), name.t2()) <= 0) {
        throw unknown(name);
      }
    }
  }

  private NotFoundException unknown(FragmentName name) {
    return new NotFoundException(
        ("fragment %s may be made of others that were vacuumed since: it cannot be told what of it"
                + " is new; read the array as a whole, keep vacuuming behind those who follow its"
                + " changes, and follow them from arrays opened by their place, as tokens do not"
                + " say what replaces what")
            .formatted(name),
        now.location().toString());
  }

  private List<FragmentName> follow(FragmentName name) {
    List<FragmentName> found = new ArrayList<>();
    List<FragmentName> open = new ArrayList<>(List.of(name));
    Set<String> seen = new HashSet<>();
    while (!open.isEmpty()) {
      FragmentName next = open.remove(open.size() - 1);
      List<String> parts = replaced.get(next.text());
      if (!seen.add(next.text())) {
        continue;
      }
      if (known.contains(next.text())) {
        kept.add(next.text());
        found.add(next);
      } else if (parts != null) {
        parts.forEach(part -> FragmentName.parse(part).ifPresent(open::add));
      } else {
        written.put(next.text(), next);
        found.add(next);
      }
    }
    return found;
  }

  /** The fragments that were written, the oldest first, by the last of their times. */
  public List<FragmentName> written() {
    return sorted(written.values());
  }

  private static List<FragmentName> sorted(Collection<FragmentName> fragments) {
    List<FragmentName> names = new ArrayList<>(fragments);
    names.sort(
        Comparator.comparing(FragmentName::t2, Long::compareUnsigned)
            .thenComparing(FragmentName::t1, Long::compareUnsigned)
            .thenComparing(FragmentName::text));
    return names;
  }

  /**
   * The names of a snapshot that has, besides what was known, some of the written fragments alone:
   * as the fragments that hold them now, or by themselves where these hold others, too.
   */
  public SnapshotNames knownWith(List<FragmentName> some) {
    Set<String> all = new HashSet<>(kept);
    some.forEach(name -> all.add(name.text()));
    Map<String, FragmentName> fragments = new TreeMap<>();
    writes.forEach(
        (fragment, parts) -> {
          List<FragmentName> in = parts.stream().filter(part -> all.contains(part.text())).toList();
          List<FragmentName> names = in.size() == parts.size() ? List.of(fragment) : in;
          names.forEach(name -> fragments.put(name.text(), name));
        });
    return withFragments(sorted(fragments.values()));
  }

  /** Whether earlier fragments are in others among names. */
  public boolean consolidated(SnapshotNames names) {
    Set<String> there = new HashSet<>();
    names.fragments().forEach(name -> there.add(name.text()));
    return !there.containsAll(kept);
  }

  /** The names of a snapshot that has some fragments alone. */
  public SnapshotNames withFragments(List<FragmentName> fragments) {
    SnapshotNames all = now.names();
    return new SnapshotNames(
        all.location(),
        all.times(),
        all.schemas(),
        fragments,
        all.deletes(),
        all.footers(),
        all.metadata(),
        all.conditionalCommits());
  }

  /** The fragments that are there no more, nor in others. */
  public List<String> removed() {
    return before.fragments().stream()
        .map(FragmentName::text)
        .filter(name -> !kept.contains(name))
        .toList();
  }

  /** The deletions that are new, the oldest first. */
  public List<String> deletions() {
    Set<String> old = new HashSet<>();
    before.deletes().forEach(deletion -> old.add(deletion.marker()));
    return now.deletes().stream()
        .filter(delete -> !old.contains(delete.marker()))
        .map(delete -> delete.name().text())
        .toList();
  }

  /** Whether there are schemas that there were not. */
  public boolean schemaChanged() {
    return !before.schemas().containsAll(now.history().schemas().keySet());
  }
}
