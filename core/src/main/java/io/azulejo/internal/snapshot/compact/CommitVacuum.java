package io.azulejo.internal.snapshot.compact;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.CommitsFile;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.ArrayDirectory;
import io.azulejo.internal.snapshot.CommitConsistency;
import io.azulejo.internal.snapshot.CommitFiles;
import io.azulejo.internal.snapshot.CommitGathering;
import io.azulejo.internal.snapshot.ConditionalCommits;
import io.azulejo.internal.snapshot.ListingRetry;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.query.Progress;
import io.azulejo.schema.EncryptionKey;
import io.azulejo.storage.Location;
import io.azulejo.storage.Storage;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/**
 * Deletes redundant commit files: files whose commits another file also contains, files that a
 * single complete file replaces, and lists of ignored commits that no longer have an effect. A file
 * can make only files with lesser labels redundant (see {@link CommitMerge#gather}).
 */
public final class CommitVacuum {
  /**
   * Minimum time to keep files of commits with an id, so that a repeated commit is recognized (see
   * {@code remembered}).
   */
  private static final long REMEMBERED_MILLIS = Duration.ofDays(1).toMillis();

  /** Number of files of commits with an id that are kept regardless of their age. */
  private static final int REMEMBERED = 100;

  private final WritableArray array;
  private final ConditionCheck fit;
  private final Storage storage;
  private final Tasks tasks;
  private final ArrayDirectory directory;
  private final ConditionalCommits conditional;
  private final CommitFiles files;
  private final Map<String, CommitsFile.Entry> held;
  private final CheckedConditions conditions;
  private final Set<Location> single = new LinkedHashSet<>();
  private final Set<Location> consolidated = new LinkedHashSet<>();
  private final Set<Location> ignores = new LinkedHashSet<>();
  private final List<Location> gathered = new ArrayList<>();

  /** The complete file, if it must be written again so that it has the highest label. */
  private Optional<Location> rewritten = Optional.empty();

  private final List<Vacuum.Deletion> deletions = new ArrayList<>();

  private CommitVacuum(WritableArray array, ConditionCheck fit, Tasks tasks) {
    this.array = array;
    this.fit = fit;
    this.storage = array.storage();
    this.tasks = tasks;
    this.directory = ArrayDirectory.list(storage, array.location(), tasks);
    this.conditional = ConditionalCommits.of(directory.consolidatedCommits());
    StructureFiles structures = array.files().ahead(directory.lists(), tasks);
    this.files = CommitConsistency.checked(directory, structures);
    this.held = files.held();
    this.conditions = new CheckedConditions(array, directory, structures, fit, tasks);
  }

  /**
   * Plans the deletion of redundant commit files.
   *
   * @param fit checks delete conditions against a schema
   * @throws io.azulejo.error.CorruptDataException if a redundant file, or a file that replaces it,
   *     is damaged
   */
  public static Vacuum of(
      Storage storage,
      Location location,
      Optional<EncryptionKey> key,
      ConditionCheck fit,
      Tasks tasks) {
    WritableArray array = WritableArray.open(storage, location, key);
    return ListingRetry.attempt(location, () -> new CommitVacuum(array, fit, tasks).plan());
  }

  private Vacuum plan() {
    conditions.addAll(files.consolidated());
    addSingle();
    conditions.readAll(
        single.stream().filter(file -> held.get(file.name()).content().isPresent()).toList());
    addConsolidated();
    for (Location file : directory.consolidatedCommits()) {
      if (conditional.isGathered(file)) {
        gathered.add(file);
        planDeletion(file, "the conditional commits up to this one were consolidated");
      }
    }
    addIgnores();
    return new Vacuum(deletions, List.of(), this::delete);
  }

  private void addSingle() {
    List<Location> places = new ArrayList<>();
    directory.commits().stream()
        .map(FragmentName::parse)
        .flatMap(Optional::stream)
        .map(ArrayPaths::commit)
        .flatMap(Optional::stream)
        .sorted()
        .forEach(path -> places.add(array.location().resolve(path)));
    directory.deletes().forEach(file -> places.add(file.location()));
    for (Location place : places) {
      if (held.containsKey(place.name())) {
        single.add(place);
        planDeletion(place, "a file of consolidated commits holds it");
      }
    }
  }

  private void addConsolidated() {
    Optional<Location> complete = files.holding(held.keySet());
    Set<String> ignoredNames = files.ignoredNames();
    Set<Location> remembered = remembered();
    for (Map.Entry<Location, List<CommitsFile.Entry>> file : files.consolidated().entrySet()) {
      if (remembered.contains(file.getKey()) || determinesNextNumber(file.getKey(), complete)) {
        continue;
      }
      boolean counts =
          file.getValue().stream().anyMatch(entry -> CommitFiles.counts(entry, ignoredNames));
      if (!counts || complete.filter(one -> !one.equals(file.getKey())).isPresent()) {
        consolidated.add(file.getKey());
        String reason =
            counts
                ? "%s holds all commits".formatted(complete.orElseThrow().name())
                : "all of its commits are ignored";
        planDeletion(file.getKey(), reason);
      }
    }
    boolean others = consolidated.stream().anyMatch(this::hasEffect);
    if (complete.isPresent() && others && !complete.equals(files.last())) {
      rewritten = complete;
      consolidated.add(complete.get());
      planDeletion(complete.get(), "it is rewritten as the newest file");
    }
  }

  /** Returns whether only this file determines the number of the next conditional commit. */
  private boolean determinesNextNumber(Location file, Optional<Location> complete) {
    boolean again =
        complete.filter(one -> !one.equals(file) && conditional.isGathering(one)).isPresent();
    return conditional.determinesNextNumber(file) && !(again && conditional.isGathering(file));
  }

  /**
   * Returns the files of commits with an id that must be kept even if another file contains their
   * commits. Without these files, a repeated commit would be applied again. A writer repeats a
   * commit soon, or continues where it stopped. Files younger than a day and the newest {@link
   * #REMEMBERED} files are therefore kept.
   */
  private Set<Location> remembered() {
    List<Location> all =
        files.consolidated().keySet().stream()
            .filter(CommitFiles::isOfCommit)
            .filter(file -> !conditional.determinesNextNumber(file))
            .toList();
    if (all.size() <= REMEMBERED) {
      return Set.copyOf(all);
    }
    List<OptionalLong> times = tasks.io(storage.traits().waitingRequests(), all, storage::modified);
    Map<Location, Long> modified = new HashMap<>();
    for (int i = 0; i < all.size(); i++) {
      modified.put(all.get(i), times.get(i).orElse(Long.MAX_VALUE));
    }
    long young = storage.now() - REMEMBERED_MILLIS;
    List<Location> newest = new ArrayList<>(all);
    newest.sort(Comparator.comparing(modified::get, Comparator.reverseOrder()));
    Set<Location> kept = new HashSet<>(newest.subList(0, REMEMBERED));
    newest.stream().filter(file -> modified.get(file) > young).forEach(kept::add);
    return kept;
  }

  private boolean hasEffect(Location file) {
    Set<String> ignoredNames = files.ignoredNames();
    return files.consolidated().get(file).stream()
        .anyMatch(entry -> CommitFiles.counts(entry, ignoredNames));
  }

  private void addIgnores() {
    Set<String> left = entries(files, consolidated);
    files
        .ignored()
        .forEach(
            (file, lines) -> {
              if (lines.stream().map(ArrayPaths::lastComponent).noneMatch(left::contains)) {
                ignores.add(file);
                planDeletion(file, "none of the commits that it ignores is left");
              }
            });
  }

  /** Returns the commits in all consolidated files, except in the given files. */
  private static Set<String> entries(CommitFiles files, Collection<Location> without) {
    Set<String> left = new HashSet<>();
    files
        .consolidated()
        .forEach(
            (file, entries) -> {
              if (!without.contains(file)) {
                entries.forEach(entry -> left.add(entry.file()));
              }
            });
    return left;
  }

  private void planDeletion(Location file, String reason) {
    long size = storage.find(file).map(Storage.Entry::size).orElse(0L);
    deletions.add(new Vacuum.Deletion(file, size, reason));
  }

  private void delete(Progress progress) {
    rewritten.ifPresent(file -> CommitMerge.gather(array, fit, tasks));
    storage.delete(List.copyOf(single));
    storage.delete(List.copyOf(consolidated));
    storage.delete(gathered);
    if (!ignores.isEmpty() && !CommitGathering.isUnderway(array)) {
      // A concurrent consolidation may have added commits that one of these files ignores.
      Set<String> now = entries(CommitFiles.now(array, tasks), Set.of());
      storage.delete(
          ignores.stream()
              .filter(
                  file ->
                      files.ignored().get(file).stream()
                          .map(ArrayPaths::lastComponent)
                          .noneMatch(now::contains))
              .toList());
    }
    progress.advanced(Vacuum.bytes(deletions), Vacuum.bytes(deletions));
  }
}
