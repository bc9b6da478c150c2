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
 * The conditional commits of an array, which are numbered. A writer commits by creating the file
 * with the next number, which only one writer can do. A consolidated commit file contains all
 * conditional commits up to a number, so their own files can be deleted. A late writer may then
 * create one of these files again. Readers therefore ignore all files of conditional commits up to
 * that number.
 *
 * @param gathered the number of the last conditional commit in consolidated commit files; 0 if
 *     there is none
 * @param files the files with greater numbers, by number
 */
public record ConditionalCommits(long gathered, Map<Long, Location> files) {

  /**
   * Finds the conditional commits of an array.
   *
   * @param commits all consolidated commit files, including the files of conditional commits
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

  /**
   * Returns the number of the last commit before the first gap. A listing may contain a commit
   * without all commits before it, so commits after a gap do not count.
   */
  public long last() {
    return last(file -> true);
  }

  /**
   * Returns the number of the last visible commit for which all earlier commits are visible too.
   *
   * @param entries the entries of the files
   * @param seen returns whether the timestamps of an entry are visible
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

  /**
   * Returns whether the file of a conditional commit is invalid because the commit was
   * consolidated.
   */
  public boolean isGathered(Location file) {
    OptionalLong number = number(file);
    return number.isPresent() && number.getAsLong() <= gathered;
  }

  /** Returns whether the number of the next commit depends on this file. */
  public boolean determinesNextNumber(Location file) {
    return number(file).isPresent() && !isGathered(file) || isGathering(file);
  }

  /** Returns whether a file consolidates all commits up to {@link #gathered}. */
  public boolean isGathering(Location file) {
    return gathered > 0 && CommitNumbers.gathered(name(file)) == gathered;
  }

  /** Returns the valid files: all except the own files of consolidated conditional commits. */
  static List<Location> validFiles(Collection<Location> commits) {
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
