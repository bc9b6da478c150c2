package io.azulejo.maintenance;

import io.azulejo.storage.Location;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * The results of testing a store's promises. Immutable.
 *
 * <p>Azulejo implements this interface and its nested interface; later releases may add methods.
 */
public interface StoreReport {
  /** Returns the folder of the test, which is gone unless {@link Promise#REMOVED} is broken. */
  Location folder();

  /** Returns one finding per promise, in their order. */
  List<Finding> findings();

  /** Returns how far the store's clock is ahead of this machine's; negative if it is behind. */
  Duration clockAhead();

  /** Returns whether all promises were kept. */
  default boolean isSound() {
    return findings().stream().allMatch(Finding::isKept);
  }

  /** The result for one promise. */
  interface Finding {
    /** Returns the promise. */
    Promise promise();

    /** Returns how the store broke the promise; empty if it kept it. */
    Optional<String> broken();

    /** Returns the number of calls to the store; one call may take several requests. */
    int calls();

    /** Returns the median duration of the calls. */
    Duration median();

    /** Returns the duration of the longest call. */
    Duration longest();

    /** Returns whether the promise was kept. */
    default boolean isKept() {
      return broken().isEmpty();
    }
  }

  /** The promises of a store that arrays rely on. */
  enum Promise {
    /** Tested with files of no bytes, few bytes and several MiB. */
    WHOLE("a file contains the bytes that were written", "nothing can be stored here"),
    /** Tested with a file that is started and closed. */
    ABORTED("an uncommitted file leaves nothing behind", "failed writers leave files behind"),
    /** Tested for the file itself and for the contents of the folders above it. */
    LISTED(
        "a new file is listed immediately",
        "readers that open an array may miss acknowledged writes"),
    /** Fields can have such names. */
    NAMES("names are returned unchanged", "fields with such names may not be found"),
    /** Tested for atomic creation and for commits. */
    TAKEN(
        "an existing name is rejected",
        "if two writers choose the same name, the second silently replaces the file of"
            + " the first. Names in arrays contain random numbers; only concurrent creations of"
            + " a group can collide, and their files are equal. If a response is lost, the"
            + " outcome of a creation may be reported wrongly"),
    /** Tested with concurrent exclusive creations of one name. */
    RACE(
        "exactly one of several concurrent creations of a name succeeds",
        "as for an existing name, but only for simultaneous creations"),
    /** Tested with single ranges and with several in one call. */
    RANGES("ranges are read exactly", "reads fail or return wrong cells"),
    /** Tested also with files smaller than the requested range. */
    END("the last bytes are returned with the file's size", "arrays cannot be opened"),
    /** Tested for reading, finding, listing and deleting. */
    MISSING("a missing file is reported as missing", "opening or creating arrays may fail"),
    /** Tested within the store, if it supports that. */
    COPIED("a copy has the same bytes", "cp and mv within the store create damaged copies"),
    /** Tested one by one and with several in one call. */
    DELETED(
        "a deleted file disappears immediately", "removed files may reappear and fail when read"),
    /** Tested with a folder and its contents. */
    REMOVED(
        "a folder is removed with all its contents",
        "rm and mv leave files behind, as this trial may have done"),
    /** Ages are computed with this clock. */
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
