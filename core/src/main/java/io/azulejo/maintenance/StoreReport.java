package io.azulejo.maintenance;

import io.azulejo.storage.Location;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The result of testing whether a store keeps the promises that arrays rely on. Immutable.
 *
 * <p>Azulejo implements this interface and its nested interface; later releases may add methods.
 */
public interface StoreReport {
  /**
   * Returns the folder in which the test ran. The test has removed it, unless the store broke the
   * promise {@link Promise#REMOVED}.
   */
  Location folder();

  /** Returns one finding for each promise, in the order of {@link Promise}. */
  List<Finding> findings();

  /**
   * Returns how far the store's clock is ahead of this machine's clock. Negative if it is behind.
   */
  Duration clockAhead();

  /** Returns whether the store kept all promises. */
  default boolean isSound() {
    return findings().stream().allMatch(Finding::isKept);
  }

  /** The test result for one promise. */
  interface Finding {
    /** Returns the promise that was tested. */
    Promise promise();

    /** Returns a description of how the store broke the promise; empty if the store kept it. */
    Optional<String> broken();

    /**
     * Returns the number of calls to the storage interface. One call may send several requests to
     * the store.
     */
    int calls();

    /** Returns the median duration of these calls. */
    Duration median();

    /** Returns the duration of the longest call. */
    Duration longest();

    /** Returns whether the store kept the promise. */
    default boolean isKept() {
      return broken().isEmpty();
    }
  }

  /** The promises of a store that arrays rely on. The comments say how each promise is tested. */
  enum Promise {
    /** Tested with an empty file, a small file and a file of several MiB. */
    WHOLE("a file contains the bytes that were written", "nothing can be stored here"),
    /** Tested by starting a file and closing it without a commit. */
    ABORTED("an uncommitted file leaves nothing behind", "failed writers leave files behind"),
    /** Tested with the file itself and with listings of the folders above it. */
    LISTED(
        "a new file is listed immediately",
        "readers that open an array may miss acknowledged writes"),
    /** Tested with names that fields of an array can have. */
    NAMES("names are returned unchanged", "fields with such names may not be found"),
    /** Tested with exclusive creation and with commits of new files. */
    TAKEN(
        "an existing name is rejected",
        "if two writers choose the same name, the second silently replaces the file of"
            + " the first. Names in arrays contain random numbers; only concurrent creations of"
            + " a group can collide, and their files are equal. If a response is lost, the"
            + " outcome of a creation may be reported wrongly"),
    /** Tested by creating the same name exclusively from several threads. */
    RACE(
        "exactly one of several concurrent creations of a name succeeds",
        "as for an existing name, but only for simultaneous creations"),
    /** Tested with single ranges and with several ranges in one call. */
    RANGES("ranges are read exactly", "reads fail or return wrong cells"),
    /**
     * Tested by reading the last bytes of files, including files smaller than the requested range.
     */
    END("the last bytes are returned with the file's size", "arrays cannot be opened"),
    /** Tested by reading, finding, listing and deleting a missing file. */
    MISSING("a missing file is reported as missing", "opening or creating arrays may fail"),
    /** Tested with a copy within the store, if the store supports copying. */
    COPIED("a copy has the same bytes", "cp and mv within the store create damaged copies"),
    /** Tested by deleting files one by one, and several in one call. */
    DELETED(
        "a deleted file disappears immediately", "removed files may reappear and fail when read"),
    /** Tested with a folder that has contents. */
    REMOVED(
        "a folder is removed with all its contents",
        "rm and mv leave files behind, as this trial may have done"),
    /**
     * Tested by comparing file times with the store's clock, which is used to compute the age of
     * files.
     */
    CLOCK(
        "file times follow the store's clock",
        "gc misjudges the age of files; use a long age (--older-than)");

    private final String text;
    private final String consequence;

    Promise(String text, String consequence) {
      this.text = text;
      this.consequence = consequence;
    }

    /** Returns the promise as text. */
    public String text() {
      return text;
    }

    /** Returns the consequence for arrays if the promise is broken. */
    public String consequence() {
      return consequence;
    }
  }
}
