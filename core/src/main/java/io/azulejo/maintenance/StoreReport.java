package io.azulejo.maintenance;

import io.azulejo.storage.Location;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What became of a store's promises when they were tried.
 *
 * @param folder where they were tried; it is gone again, unless {@link Promise#REMOVED} is broken
 * @param findings one for each promise, in their order
 * @param clockAhead by how much the store's clock is ahead of this machine's; negative where it is
 *     behind
 */
public record StoreReport(Location folder, List<Finding> findings, Duration clockAhead) {
  /** Makes an immutable record: takes a copy of its list. */
  public StoreReport {
    findings = List.copyOf(findings);
  }

  /** Whether each promise was kept. */
  public boolean isSound() {
    return findings.stream().allMatch(Finding::isKept);
  }

  /**
   * What was found of a promise.
   *
   * @param broken what the store did instead; empty where the promise was kept
   * @param calls how often the store was asked
   * @param median how long half of the calls took at the most; what a call does may take several
   *     requests
   * @param longest how long the longest one took
   */
  public record Finding(
      Promise promise, Optional<String> broken, int calls, Duration median, Duration longest) {
    /** Whether it was kept. */
    public boolean isKept() {
      return broken.isEmpty();
    }
  }

  /** What arrays rely on. */
  public enum Promise {
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
