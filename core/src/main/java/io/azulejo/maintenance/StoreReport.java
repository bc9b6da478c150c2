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
    WHOLE("a file has the bytes that were written", "nothing can be stored here"),
    /** Tested with a file that is begun and closed. */
    GIVEN_UP("a file that is not committed leaves nothing", "writers that fail leave files behind"),
    /** Tested for the file itself and for the contents of the folders above it. */
    LISTED(
        "what was created is listed at once",
        "whoever opens an array may miss what was acknowledged before"),
    /** Fields can have such names. */
    NAMES("names come back as they were given", "fields with such names may not be found again"),
    /** Tested for atomic creation and for commits. */
    TAKEN(
        "a name that is taken is refused",
        "of two writers that choose one name, the later one would replace the earlier one's file"
            + " unseen; names of arrays hold random numbers, so that only groups that two create at"
            + " once meet, whose files are the same. Whether a creation was done whose answer was"
            + " lost may be said wrong"),
    /** Tested with concurrent exclusive creations of one name. */
    RACE(
        "of several who create one name at once, one does",
        "as of a name that is taken, but only for those who create at the same moment"),
    /** Tested with single ranges and with several in one call. */
    RANGES("ranges are read exactly", "reads fail, or give wrong cells"),
    /** Tested also with files smaller than the requested range. */
    END("the last bytes are read with the file's size", "arrays can't be opened"),
    /** Tested for reading, finding, listing and deleting. */
    MISSING("what is not there is said not to be", "arrays may fail to open, or to be created"),
    /** Tested within the store, if it supports that. */
    COPIED("a copy has the same bytes", "cp and mv within the store make damaged copies"),
    /** Tested one by one and with several in one call. */
    DELETED(
        "what was deleted is gone at once",
        "what was removed may be seen again, and fail when it is read"),
    /** Tested with a folder and its contents. */
    REMOVED(
        "a folder is removed with all in it", "rm and mv leave files, as this trial may have done"),
    /** Ages are computed with this clock. */
    CLOCK(
        "times of files are by the store's clock",
        "gc takes files for older or younger than they are: give it a great age (--older-than)");

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
