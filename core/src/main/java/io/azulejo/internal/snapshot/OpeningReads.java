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
 * What opening an array is going to need is asked for at once, where requests wait for a network:
 * while the schemas come, so do the lists that say what counts, and the ends of fragments' metadata
 * files if no list can take any of these back. What is not there, or not as it should be, is left
 * to who asks for it.
 */
final class OpeningReads {
  /** None: whoever needs something reads it. */
  static final OpeningReads NONE = new OpeningReads();

  /**
   * The fragments whose metadata is read before it is known whether they count: with {@link
   * #REMOTE_TAIL} for each 16 MiB, which a step may take however small the memory budget.
   */
  private static final int MAX_FRAGMENTS = 256;

  /** The bytes at the end of a metadata file that one request over a network brings. */
  private static final int REMOTE_TAIL = 64 << 10;

  private final Map<String, Tail> tails = new ConcurrentHashMap<>();
  private Pending<Boolean> pending;

  private OpeningReads() {}

  /**
   * The end of a file.
   *
   * @param fileSize the bytes of the file
   * @param bytes its last ones, all where it is small
   */
  record Tail(long fileSize, byte[] bytes) {}

  /** The bytes at the end of a metadata file that are read with its footer. */
  static int tailBytes(StorageTraits traits) {
    return traits.readsFast() ? FragmentFooterFormat.USUAL_TAIL : REMOTE_TAIL;
  }

  /**
   * Begins to read; nothing where reads are fast.
   *
   * @param times at which fragments are going to be seen
   * @param opened the names of the fragments that are known already
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
                return false; // whoever asks for it will be told
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

  /** Waits until all is read, or has failed. */
  void await() {
    if (pending != null) {
      pending.await();
      pending = null;
    }
  }

  /** The end of a fragment's metadata file, once; null if it was not read. */
  Tail take(FragmentName name) {
    return tails.remove(name.text());
  }
}
