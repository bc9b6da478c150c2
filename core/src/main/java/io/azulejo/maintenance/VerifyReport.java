package io.azulejo.maintenance;

import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.storage.Location;
import java.util.List;

/**
 * What was found by verifying an array or a group.
 *
 * @param objects the arrays and groups that were looked at, with those of labels and members
 * @param fragments the fragments of these arrays
 * @param files their files
 * @param tiles the tiles that were decoded, of each field; 0 where none were to be
 * @param cells the cells of these tiles, each counted once
 * @param problems what is wrong, the worst first
 * @param unchecked the arrays in which values could change unseen; encrypted ones are none of them,
 *     as their bytes are authenticated
 */
public record VerifyReport(
    long objects,
    long fragments,
    Files files,
    long tiles,
    long cells,
    List<Problem> problems,
    List<Unchecked> unchecked) {
  /** Makes an immutable record: takes copies of its lists. */
  public VerifyReport {
    problems = List.copyOf(problems);
    unchecked = List.copyOf(unchecked);
  }

  /**
   * An array that is not encrypted and stores fields without a checksum filter. Nothing is wrong
   * with it, but bytes of these fields that change in the store may be read as other values.
   *
   * @param array where it is
   * @param fields the names of the fields; {@code offsets} and {@code validity} of what they share
   */
  public record Unchecked(Location array, List<String> fields) {
    /** Makes an immutable record: takes copies of its list. */
    public Unchecked {
      fields = List.copyOf(fields);
    }
  }

  /**
   * Files, each counted once.
   *
   * @param known those that have a meaning
   * @param orphans those that nothing refers to
   * @param missing those that should be there and are not
   * @param unknown those that are none of the format
   * @param bytes the bytes of all that are there
   */
  public record Files(long known, long orphans, long missing, long unknown, long bytes) {}

  /** Whether there are no errors; there may be warnings and notices. */
  public boolean isSound() {
    return count(Severity.ERROR) == 0;
  }

  /** The number of problems of a severity. */
  public long count(Severity severity) {
    return problems.stream().filter(problem -> problem.severity() == severity).count();
  }
}
