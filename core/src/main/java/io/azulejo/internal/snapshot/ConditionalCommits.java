package io.azulejo.internal.snapshot;

import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.CommitNumbers;
import io.azulejo.internal.format.CommitsFile;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.storage.Location;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.function.Predicate;

/**
 * The conditional commits of an array: each creates the file of the next number, which only one
 * writer can. Files that gather commits hold all up to a number, and the files of these can be
 * deleted. A writer that is late may then create one of them again. So files up to that number
 * never count.
 *
 * @param gathered up to which number they are gathered; 0 if none are
 * @param files the files of greater numbers, by these
 */
public record ConditionalCommits(long gathered, Map<Long, Location> files) {

  /**
   * Finds them.
   *
   * @param commits the files that hold commits
   */
  public static ConditionalCommits of(Collection<Location> commits) {
    long gathered = 0;
    Map<Long, Location> files = new HashMap<>();
    for (Location file : commits) {
      FragmentName name = FragmentName.parse(file.name()).orElseThrow();
      gathered = Math.max(gathered, CommitNumbers.gathered(name));
      CommitNumbers.conditional(name).ifPresent(number -> files.put(number, file));
    }
    long floor = gathered;
    files.keySet().removeIf(number -> number <= floor);
    return new ConditionalCommits(gathered, Map.copyOf(files));
  }

  /** Returns the number of the last commit. Listings may lack earlier ones: it counts to a gap. */
  public long last() {
    return last(file -> true);
  }

  /**
   * Returns the number of the last commit that is seen, and with it all before.
   *
   * @param entries what the files hold
   * @param seen whether the time of a commit is one of those that are seen
   */
  long lastSeen(Map<Location, List<CommitsFile.Entry>> entries, Predicate<FragmentName> seen) {
    return last(
        file ->
            entries.getOrDefault(file, List.of()).stream()
                .allMatch(e -> FragmentName.parse(e.file()).filter(seen).isPresent()));
  }

  private long last(Predicate<Location> counts) {
    long last = gathered;
    while (files.containsKey(last + 1) && counts.test(files.get(last + 1))) {
      last++;
    }
    return last;
  }

  /** Whether the commits of a file are gathered, so that it does not count. */
  public boolean isGathered(Location file) {
    OptionalLong number = number(file);
    return number.isPresent() && number.getAsLong() <= gathered;
  }

  /** Whether the number of the next commit follows from this file, among others. */
  public boolean isNumbering(Location file) {
    return number(file).isPresent() && !isGathered(file) || isGathering(file);
  }

  /** Whether a file gathers all commits up to the greatest number that any file gathers. */
  public boolean isGathering(Location file) {
    return gathered > 0 && CommitNumbers.gathered(name(file)) == gathered;
  }

  /** Returns those files that count. */
  static List<Location> counting(Collection<Location> commits) {
    ConditionalCommits conditional = of(commits);
    return commits.stream().filter(file -> !conditional.isGathered(file)).toList();
  }

  private static OptionalLong number(Location file) {
    return CommitNumbers.conditional(name(file));
  }

  private static FragmentName name(Location file) {
    return FragmentName.parse(ArrayPaths.stem(file.name())).orElseThrow();
  }
}
