package io.azulejo.maintenance;

import io.azulejo.storage.Location;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * Which promises a store kept when they were tried. Immutable.
 *
 * <p>Azulejo implements this interface and the one in it; later releases may add methods.
 */
public interface StoreReport {
  /**
   * Returns the folder of the trial. It does not exist anymore, unless {@link Promise#REMOVED} is
   * broken.
   */
  Location folder();

  /** Returns a finding for each promise, in their order. */
  List<Finding> findings();

  /** Returns how far the store's clock is ahead of this machine's; negative if it is behind. */
  Duration clockAhead();

  /** Returns whether each promise was kept. */
  default boolean isSound() {
    return findings().stream().allMatch(Finding::isKept);
  }

  /** Whether a promise was kept. */
  interface Finding {
    /** Returns the promise. */
    Promise promise();

    /** Returns how the store broke the promise; empty if it kept it. */
    Optional<String> broken();

    /** Returns the number of calls of the store; one call may take several requests. */
    int calls();

    /** Returns the time that at least half of the calls did not exceed. */
    Duration median();

    /** Returns the time of the longest call. */
    Duration longest();

    /** Returns whether the promise was kept. */
    default boolean isKept() {
      return broken().isEmpty();
    }
  }

  /** What arrays rely on. */
  enum Promise {
    /** Of files of no bytes, of few, and of several MiB. */
    WHOLE("a file has the bytes that were written", "nothing can be stored here"),
    /** A file that was begun and closed. */
    GIVEN_UP("a file that is not committed leaves nothing", "writers that fail leave files behind"),
    /** By itself, and with all in the folders above it. */
    LISTED(
        "what was created is listed at once",
        "whoever opens an array may miss what was acknowledged before"),
    /** Fields have such names. */
    NAMES("names come back as they were given", "fields with such names may not be found again"),
    /** In one act, or by a commit. */
    TAKEN(
        "a name that is taken is refused",
        "of two writers that choose one name, the later one would replace the earlier one's file"
            + " unseen; names of arrays hold random numbers, so that only groups that two create at"
            + " once meet, whose files are the same. Whether a creation was done whose answer was"
            + " lost may be said wrong"),
    /** Each creator asks by itself. */
    RACE(
        "of several who create one name at once, one does",
        "as of a name that is taken, but only for those who create at the same moment"),
    /** One after the other, and several in one call. */
    RANGES("ranges are read exactly", "reads fail, or give wrong cells"),
    /** Also of files with fewer bytes than are asked for. */
    END("the last bytes are read with the file's size", "arrays can't be opened"),
    /** When it is read, looked for, listed and deleted. */
    MISSING("what is not there is said not to be", "arrays may fail to open, or to be created"),
    /** Within the store, where it can do that. */
    COPIED("a copy has the same bytes", "cp and mv within the store make damaged copies"),
    /** One by one, several in one call. */
    DELETED(
        "what was deleted is gone at once",
        "what was removed may be seen again, and fail when it is read"),
    /** With all in it. */
    REMOVED(
        "a folder is removed with all in it", "rm and mv leave files, as this trial may have done"),
    /** By which ages are told. */
    CLOCK(
        "times of files are by the store's clock",
        "gc takes files for older or younger than they are: give it a great age (--older-than)");

    private final String text;
    private final String consequence;

    Promise(String text, String consequence) {
      this.text = text;
      this.consequence = consequence;
    }

    /** What is promised. */
    public String text() {
      return text;
    }

    /** What it means for arrays if it is broken. */
    public String consequence() {
      return consequence;
    }
  }
}
