package io.azulejo.internal.snapshot;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.StorageException;
import io.azulejo.internal.format.ArrayPaths;
import io.azulejo.internal.format.FragmentFooterFormat;
import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.runtime.Pending;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.fragment.StructureFiles;
import io.azulejo.query.TimeRange;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.StorageTraits;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/**
 * Prefetches the files that are needed to open an array in a remote store. While the schemas are
 * loaded, this class loads the lists that determine the visible fragments. It also loads the ends
 * of the fragments' metadata files, unless a list could make a fragment invisible. Missing or
 * damaged files are ignored, because the later read reports them.
 *
 * <p>It is separate from the queue that prefetches tiles, because opening needs a single round of
 * requests of limited size.
 */
final class OpeningReads {
  /** An instance without prefetched files. */
  static final OpeningReads NONE = new OpeningReads();

  /**
   * Maximum number of fragments whose metadata is prefetched before it is known whether they are
   * visible. With {@link #REMOTE_TAIL} bytes each, they take 16 MiB, which any memory budget
   * allows.
   */
  private static final int MAX_FRAGMENTS = 256;

  /** Number of bytes to read from the end of a remote metadata file in one request. */
  private static final int REMOTE_TAIL = 64 << 10;

  private final Map<String, Tail> tails = new ConcurrentHashMap<>();
  private Pending<Boolean> pending;

  private OpeningReads() {}

  /**
   * The end of a metadata file.
   *
   * @param fileSize the size of the file in bytes
   * @param bytes the last bytes of the file, or all bytes of a small file
   */
  record Tail(long fileSize, byte[] bytes) {}

  /**
   * Returns the number of bytes to read from the end of a metadata file in order to get the footer.
   */
  static int tailBytes(StorageTraits traits) {
    return traits.readsFast() ? FragmentFooterFormat.USUAL_TAIL : REMOTE_TAIL;
  }

  /**
   * Starts prefetching. Does nothing if reads are fast.
   *
   * @param times the time range in which fragments will be visible
   * @param opened the names of fragments that are already loaded
   */
  static OpeningReads begin(
      ArrayDirectory directory,
      StructureFiles files,
      TimeRange times,
      Set<String> opened,
      Tasks tasks) {
    StorageTraits traits = files.storage().traits();
    if (traits.readsFast()) {
      return NONE;
    }
    OpeningReads reads = new OpeningReads();
    List<Runnable> all = new ArrayList<>();
    directory.lists().forEach(list -> all.add(() -> files.plain(list, bytes -> bytes)));
    if (directory.lists().isEmpty() && directory.consolidatedFooters().isEmpty()) {
      directory.fragments().stream()
          .filter(fragment -> counts(fragment.name(), directory, times))
          .filter(fragment -> !opened.contains(fragment.name().text()))
          .limit(MAX_FRAGMENTS)
          .forEach(fragment -> all.add(() -> reads.read(fragment, files)));
    }
    reads.pending =
        tasks.beginIo(
            traits.waitingRequests(),
            all,
            read -> {
              try {
                read.run();
              } catch (StorageException e) {
                throw e;
              } catch (AzulejoException e) {
                return false; // the later read reports the error
              }
              return true;
            });
    return reads;
  }

  private static boolean counts(FragmentName name, ArrayDirectory directory, TimeRange times) {
    return name.version().hasFooter()
        && directory.commits().contains(name.text())
        && times.overlaps(name.t1(), name.t2());
  }

  private void read(ArrayDirectory.FragmentFolder fragment, StructureFiles files) {
    Location file = fragment.location().resolve(ArrayPaths.FRAGMENT_METADATA_FILE);
    try (InputFile in = files.storage().open(file)) {
      byte[] tail = new byte[REMOTE_TAIL];
      long size = in.readEnd(tail);
      tails.put(
          fragment.name().text(),
          new Tail(size, size < tail.length ? Arrays.copyOf(tail, (int) size) : tail));
    }
  }

  /** Waits until all files are read or have failed. */
  void await() {
    if (pending != null) {
      pending.await();
      pending = null;
    }
  }

  /**
   * Removes and returns the end of a fragment's metadata file. Returns null if it was not
   * prefetched.
   */
  Tail take(FragmentName name) {
    return tails.remove(name.text());
  }
}
