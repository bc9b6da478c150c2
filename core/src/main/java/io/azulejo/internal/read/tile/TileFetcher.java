package io.azulejo.internal.read.tile;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.runtime.ByteRanges;
import io.azulejo.internal.runtime.Pending;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.runtime.Tasks;
import io.azulejo.internal.snapshot.MissingFile;
import io.azulejo.query.ReadStats.Cost;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import io.azulejo.storage.StorageTraits;
import java.util.ArrayList;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Fetches tile parts. All parts of a step are requested together: neighboring parts in one read,
 * and several reads in parallel.
 */
final class TileFetcher {
  /**
   * Minimum limit in bytes for the length of a request. Smaller requests are not divided further.
   */
  private static final int MIN_SHARE = 2 << 20;

  private final CountingStorage storage;
  private final Tasks tasks;
  private final ReadCounters counters;
  private final TileCache.Reader cache;

  /**
   * Creates a fetcher for one read.
   *
   * @param storage counts the operations of the read, and rejects them once the read is over
   * @param cache provides cached parts and may keep fetched ones
   */
  TileFetcher(CountingStorage storage, Tasks tasks, ReadCounters counters, TileCache.Reader cache) {
    this.storage = storage;
    this.tasks = tasks;
    this.counters = counters;
    this.cache = cache;
  }

  /** A contiguous range of a file that contains parts. */
  private record Stretch(Location file, long position, long length, List<TilePart> parts) {}

  /** Fetches the bytes of each part. */
  void fetch(List<TilePart> wanted) {
    tasks.io(storage.traits().waitingRequests(), stretches(wanted), this::fetched);
  }

  /** Starts fetching the bytes of each part. */
  Pending<Boolean> begin(List<TilePart> wanted) {
    return tasks.beginIo(storage.traits().waitingRequests(), stretches(wanted), this::fetched);
  }

  private boolean fetched(Stretch stretch) {
    read(stretch);
    return true;
  }

  /** Returns the file ranges to read for all parts that are not cached. */
  private List<Stretch> stretches(List<TilePart> wanted) {
    cache.asks(wanted.stream().mapToLong(TilePart::wantedLength).sum());
    Map<Location, List<TilePart>> byFile = new LinkedHashMap<>();
    for (TilePart part : wanted) {
      if (part.wantedLength() == 0) {
        part.fetched(Slice.EMPTY);
      } else if (!cache.give(part)) {
        byFile.computeIfAbsent(part.file(), file -> new ArrayList<>()).add(part);
        counters.add(Cost.STORED_BYTES, part.wantedLength());
      }
    }
    List<Stretch> stretches = new ArrayList<>();
    int maxLength = maxLength(byFile.values());
    byFile.forEach((file, parts) -> stretches.addAll(stretches(file, parts, maxLength)));
    return stretches;
  }

  /**
   * Returns the maximum length of a request in bytes. For network stores it is chosen so that many
   * requests share the bytes, but none is small.
   */
  private int maxLength(Collection<List<TilePart>> wanted) {
    StorageTraits traits = storage.traits();
    if (traits.readsFast()) {
      return traits.maxRange();
    }
    long bytes = wanted.stream().flatMap(List::stream).mapToLong(TilePart::wantedLength).sum();
    return (int)
        Math.max(
            Math.min(MIN_SHARE, traits.maxRange()),
            Math.min(traits.maxRange(), bytes / traits.maxRequests()));
  }

  private List<Stretch> stretches(Location file, List<TilePart> parts, int maxLength) {
    long[] positions = parts.stream().mapToLong(TilePart::wantedPosition).toArray();
    long[] lengths = parts.stream().mapToLong(TilePart::wantedLength).toArray();
    List<Stretch> stretches = new ArrayList<>();
    for (ByteRanges.Merged merged :
        ByteRanges.merge(positions, lengths, storage.traits().maxGap(), maxLength)) {
      List<TilePart> within = new ArrayList<>();
      for (int index : merged.members()) {
        within.add(parts.get(index));
      }
      stretches.add(new Stretch(file, merged.position(), merged.length(), within));
    }
    return stretches;
  }

  /** Reads a file range in one call. Bytes between the parts are not kept. */
  private void read(Stretch stretch) {
    try (InputFile in = storage.open(stretch.file())) {
      // In slow stores, the size costs a request. Only an unusually long read is worth it.
      if (storage.traits().readsFast() || stretch.length() > storage.traits().maxRange()) {
        require(in, stretch.position(), stretch.length());
      }
      StretchPieces pieces = new StretchPieces(stretch.parts());
      in.read(pieces.pieces());
      for (int i = 0; i < stretch.parts().size(); i++) {
        TilePart part = stretch.parts().get(i);
        part.fetched(pieces.bytes(i));
        cache.take(part);
      }
    } catch (NotFoundException e) {
      throw missing(stretch.file(), e);
    }
  }

  /**
   * Reads neighboring parts of one file with a single read, in the calling thread.
   *
   * @param parts the parts in ascending order of position
   * @param files the open files of the read
   * @param buffers holds the bytes until the next call
   */
  void readNow(List<TilePart> parts, OpenFiles files, ScratchPool.TaskBuffers buffers) {
    TilePart last = parts.get(parts.size() - 1);
    long position = parts.get(0).wantedPosition();
    long length = last.wantedPosition() + last.wantedLength() - position;
    if (length == 0) {
      parts.forEach(part -> part.fetched(Slice.EMPTY));
      return;
    }
    withFile(
        files,
        last.file(),
        position,
        length,
        in -> {
          byte[] bytes = buffers.fetched((int) length);
          in.read(position, bytes, 0, (int) length);
          for (TilePart part : parts) {
            part.fetched(within(part, position, bytes));
            counters.add(Cost.STORED_BYTES, part.wantedLength());
          }
        });
  }

  /**
   * Reads some bytes of a part in the calling thread.
   *
   * @param from offset of the bytes relative to the part
   * @param bytes receives the bytes, starting at {@code offset}
   */
  void readNow(TilePart part, long from, byte[] bytes, int offset, int length, OpenFiles files) {
    withFile(
        files,
        part.file(),
        part.position(),
        part.length(),
        in -> {
          in.read(part.position() + from, bytes, offset, length);
          counters.add(Cost.STORED_BYTES, length);
        });
  }

  /**
   * Opens a file, checks that it contains a range and runs an action on it. If the file is missing,
   * the exception explains why.
   */
  private void withFile(
      OpenFiles files, Location file, long position, long length, Consumer<InputFile> action) {
    try {
      InputFile in = files.open(file);
      try {
        require(in, position, length);
        action.accept(in);
      } finally {
        files.done(in);
      }
    } catch (NotFoundException e) {
      throw missing(file, e);
    }
  }

  private static Slice within(TilePart part, long position, byte[] bytes) {
    int offset = (int) (part.wantedPosition() - position);
    return Slice.of(bytes, offset, (int) part.wantedLength());
  }

  /**
   * Checks that a file is long enough to contain a tile part.
   *
   * @throws CorruptDataException if it is not
   */
  void requireStored(TilePart part) {
    if (part.length() > 0) {
      try (InputFile in = storage.open(part.file())) {
        require(in, part.position(), part.length());
      } catch (NotFoundException e) {
        throw missing(part.file(), e);
      }
    }
  }

  private static void require(InputFile in, long position, long length) {
    long end = position + length;
    if (end > in.size() || length > Integer.MAX_VALUE - 8) {
      throw CorruptDataException.of(
              "data file",
              null,
              position,
              "tiles extend to byte %d, but the file has %d bytes".formatted(end, in.size()))
          .at(in.location().toString());
    }
  }

  private AzulejoException missing(Location file, NotFoundException e) {
    return MissingFile.explain(
        storage,
        file,
        CorruptDataException.of("fragment", null, -1, "a data file is missing", e)
            .at(file.toString()));
  }
}
