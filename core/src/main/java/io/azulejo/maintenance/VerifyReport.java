package io.azulejo.maintenance;

import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.storage.Location;
import java.util.List;

/**
 * The result of verifying an array or a group: the problems found, and the amount of data checked.
 * Immutable.
 *
 * <p>Azulejo implements this interface and its nested interfaces; later releases may add methods.
 */
public interface VerifyReport {
  /**
   * Returns the number of arrays and groups that were verified, including label arrays and group
   * members.
   */
  long objects();

  /** Returns the number of fragments in the verified arrays. */
  long fragments();

  /** Returns the number of files in each state. */
  Files files();

  /**
   * Returns the number of decoded tiles, counting the tiles of each field. 0 if the verification
   * did not decode tiles.
   */
  long tiles();

  /**
   * Returns the number of cells in the decoded tiles. A cell counts once, whatever the number of
   * its fields.
   */
  long cells();

  /** Returns the problems, most severe first. */
  List<Problem> problems();

  /**
   * Returns the arrays that store fields without a checksum, so that changed bytes could go
   * unnoticed. Encrypted arrays are not included, because encryption authenticates all bytes.
   */
  List<Unchecked> unchecked();

  /** Returns whether the verification found no errors. Warnings and notices do not count. */
  default boolean isSound() {
    return count(Severity.ERROR) == 0;
  }

  /** Returns the number of problems of a severity. */
  default long count(Severity severity) {
    return problems().stream().filter(problem -> problem.severity() == severity).count();
  }

  /**
   * An unencrypted array that stores fields without a checksum filter. This is not a problem in
   * itself, but changed bytes in these fields may be read as wrong values.
   */
  interface Unchecked {
    /** Returns the location of the array. */
    Location array();

    /**
     * Returns the names of these fields. {@code offsets} and {@code validity} stand for the data
     * with filters common to all fields.
     */
    List<String> fields();
  }

  /** The number of files in each state. Each file counts once. */
  interface Files {
    /** Returns the number of files that are in use. */
    long known();

    /** Returns the number of unreferenced files. */
    long orphans();

    /** Returns the number of missing files. */
    long missing();

    /** Returns the number of files that do not belong to the format. */
    long unknown();

    /** Returns the total size of all existing files, in bytes. */
    long bytes();
  }
}
