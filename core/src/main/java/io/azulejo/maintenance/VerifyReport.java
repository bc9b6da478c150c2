package io.azulejo.maintenance;

import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.storage.Location;
import java.util.List;

/**
 * The problems that a verification of an array or a group found. Immutable.
 *
 * <p>Azulejo implements this interface and its nested interfaces; later releases may add methods.
 */
public interface VerifyReport {
  /** Returns the number of arrays and groups, including label arrays and members of groups. */
  long objects();

  /** Returns the number of fragments in these arrays. */
  long fragments();

  /** Returns the numbers of files by state. */
  Files files();

  /** Returns the number of decoded tiles, counting each field; 0 if tiles were not decoded. */
  long tiles();

  /** Returns the number of cells in the decoded tiles, counting each cell once. */
  long cells();

  /** Returns the problems, the worst first. */
  List<Problem> problems();

  /**
   * Returns the arrays whose values could change undetected. Encrypted arrays are excluded, because
   * their bytes are authenticated.
   */
  List<Unchecked> unchecked();

  /** Returns whether no problem is an error; warnings and notices do not count. */
  default boolean isSound() {
    return count(Severity.ERROR) == 0;
  }

  /** Returns the number of problems with a severity. */
  default long count(Severity severity) {
    return problems().stream().filter(problem -> problem.severity() == severity).count();
  }

  /**
   * An unencrypted array that stores fields without a checksum filter. It is intact, but changed
   * bytes of these fields may be read as wrong values.
   */
  interface Unchecked {
    /** Returns the location of the array. */
    Location array();

    /** Returns the field names, with {@code offsets} and {@code validity} for shared data. */
    List<String> fields();
  }

  /** Numbers of files by state, counting each file once. */
  interface Files {
    /** Returns the number of files in use. */
    long known();

    /** Returns the number of unreferenced files. */
    long orphans();

    /** Returns the number of missing files. */
    long missing();

    /** Returns the number of files that do not belong to the format. */
    long unknown();

    /** Returns the size of all existing files in bytes. */
    long bytes();
  }
}
