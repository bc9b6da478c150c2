package io.azulejo.maintenance;

import io.azulejo.maintenance.Problem.Severity;
import io.azulejo.storage.Location;
import java.util.List;

/**
 * The problems that a verification of an array or a group found. Immutable.
 *
 * <p>Azulejo implements this interface and those in it; later releases may add methods.
 */
public interface VerifyReport {
  /** Returns the number of arrays and groups, including arrays of labels and members of groups. */
  long objects();

  /** Returns the number of fragments of these arrays. */
  long fragments();

  /** Returns the numbers of files. */
  Files files();

  /** Returns the number of decoded tiles, each field counted; 0 if tiles were not to be decoded. */
  long tiles();

  /** Returns the number of cells of the decoded tiles, each counted once. */
  long cells();

  /** Returns the problems, the worst first. */
  List<Problem> problems();

  /**
   * Returns the arrays in which values could change unnoticed. Encrypted arrays are not among them,
   * because their bytes are authenticated.
   */
  List<Unchecked> unchecked();

  /** Returns whether no problem is an error; warnings and notices do not count. */
  default boolean isSound() {
    return count(Severity.ERROR) == 0;
  }

  /** Returns the number of problems of a severity. */
  default long count(Severity severity) {
    return problems().stream().filter(problem -> problem.severity() == severity).count();
  }

  /**
   * An array that is not encrypted and stores fields without a checksum filter. Nothing is wrong
   * with it, but bytes of these fields that change in the store may be read as other values.
   */
  interface Unchecked {
    /** Returns the location of the array. */
    Location array();

    /**
     * Returns the names of the fields; {@code offsets} and {@code validity} for what fields share.
     */
    List<String> fields();
  }

  /** Numbers of files, each file counted once. */
  interface Files {
    /** Returns the number of files that have a meaning. */
    long known();

    /** Returns the number of files that nothing refers to. */
    long orphans();

    /** Returns the number of files that are missing. */
    long missing();

    /** Returns the number of files that do not belong to the format. */
    long unknown();

    /** Returns the bytes of all files that exist. */
    long bytes();
  }
}
