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
 * The changes between two snapshots of an array. The vacuum file of a consolidated fragment shows
 * which fragments the consolidated fragment replaces.
 */
public final class SnapshotChanges {
  private final Snapshot now;
  private final SnapshotNames before;
  private final Set<String> known = new HashSet<>();
  private final Map<String, List<String>> replaced;

  /** The earlier fragments that still exist or are part of a consolidated fragment. */
  private final Set<String> kept = new HashSet<>();

  private final Map<String, FragmentName> written = new TreeMap<>();

  /**
   * The written fragments that each current fragment contains, by current fragment, oldest first.
   */
  private final Map<FragmentName, List<FragmentName>> writes = new LinkedHashMap<>();

  /**
   * Compares two snapshots.
   *
   * @param before the names of the earlier snapshot
   * @param now the later snapshot
   * @throws NotFoundException if the vacuum file of a consolidated fragment no longer exists, so
   *     that it is unknown whether the consolidated fragment contains earlier fragments
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
   * Checks that a current fragment without a vacuum file cannot contain an earlier fragment. It
   * could contain any missing fragment whose timestamps lie within its own timestamps.
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
        ("fragment %s may be merged from fragments that were vacuumed meanwhile, so its new cells"
                + " are not known; read the whole array. To avoid this, vacuum only what all"
                + " followers of changes have read, and open arrays by location: tokens do not record"
                + " which fragments were replaced")
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

  /**
   * Returns the fragments that were written after the earlier snapshot, ordered by their end
   * timestamps.
   */
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
   * Returns the names of a snapshot that contains the earlier fragments and only some of the
   * written ones. A consolidated fragment is used if all of its parts are included. Otherwise the
   * included parts themselves are used.
   *
   * @param some the written fragments to include
   */
  public SnapshotNames namesIncluding(List<FragmentName> some) {
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

  /** Returns whether, in a snapshot, earlier fragments are part of consolidated fragments. */
  public boolean consolidated(SnapshotNames names) {
    Set<String> there = new HashSet<>();
    names.fragments().forEach(name -> there.add(name.text()));
    return !there.containsAll(kept);
  }

  /** Returns the names of the later snapshot with only the given fragments. */
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

  /**
   * Returns the names of the earlier fragments whose cells were deleted: they neither exist nor are
   * part of a consolidated fragment.
   */
  public List<String> removed() {
    return before.fragments().stream()
        .map(FragmentName::text)
        .filter(name -> !kept.contains(name))
        .toList();
  }

  /** Returns the names of the new deletions, oldest first. */
  public List<String> deletions() {
    Set<String> old = new HashSet<>();
    before.deletes().forEach(deletion -> old.add(deletion.marker()));
    return now.deletes().stream()
        .filter(delete -> !old.contains(delete.marker()))
        .map(delete -> delete.name().text())
        .toList();
  }

  /** Returns whether there are new schemas. */
  public boolean schemaChanged() {
    return !before.schemas().containsAll(now.history().schemas().keySet());
  }
}
