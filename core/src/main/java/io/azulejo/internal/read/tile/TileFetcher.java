package io.azulejo.internal.read.tile;

import io.azulejo.error.AzulejoException;
import io.azulejo.error.CorruptDataException;
import io.azulejo.error.NotFoundException;
import io.azulejo.internal.runtime.ByteRanges;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.MissingFile;
import io.azulejo.storage.InputFile;
import io.azulejo.storage.Location;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Fetches tile parts: all that a step wants at once, neighbours in one read, reads in parallel. */
final class TileFetcher {
  private final CountingStorage storage;
  private final ReadScope scope;

  TileFetcher(CountingStorage storage, ReadScope scope) {
    this.storage = storage;
    this.scope = scope;
  }

  /** A stretch of a file that holds parts. */
  private record Stretch(Location file, long position, long length, List<TilePart> parts) {}

  /** Gives each part its bytes. */
  void fetch(List<TilePart> wanted) {
    Map<Location, List<TilePart>> byFile = new LinkedHashMap<>();
    for (TilePart part : wanted) {
      if (part.length() == 0) {
        part.fetched(Slice.EMPTY);
      } else {
        byFile.computeIfAbsent(part.file(), file -> new ArrayList<>()).add(part);
        scope.counters().stored(part.length());
      }
    }
    List<Stretch> stretches = new ArrayList<>();
    byFile.forEach((file, parts) -> stretches.addAll(stretches(file, parts)));
    scope.io(
        stretches,
        stretch -> {
          read(stretch);
          return null;
        });
  }

  private static List<Stretch> stretches(Location file, List<TilePart> parts) {
    long[] positions = parts.stream().mapToLong(TilePart::position).toArray();
    long[] lengths = parts.stream().mapToLong(TilePart::length).toArray();
    List<Stretch> stretches = new ArrayList<>();
    for (ByteRanges.Merged merged : ByteRanges.merge(positions, lengths)) {
      List<TilePart> within = new ArrayList<>();
      for (int index : merged.members()) {
        within.add(parts.get(index));
      }
      stretches.add(new Stretch(file, merged.position(), merged.length(), within));
    }
    return stretches;
  }

  private void read(Stretch stretch) {
    try (InputFile in = storage.open(stretch.file())) {
      require(in, stretch.position(), stretch.length());
      byte[] bytes = new byte[(int) stretch.length()];
      in.read(stretch.position(), bytes, 0, bytes.length);
      for (TilePart part : stretch.parts()) {
        int offset = (int) (part.position() - stretch.position());
        part.fetched(Slice.of(bytes, offset, (int) part.length()));
      }
    } catch (NotFoundException e) {
      throw missing(stretch.file(), e);
    }
  }

  /**
   * Checks that a file reaches as far as a part of a tile in it.
   *
   * @throws CorruptDataException if it does not
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
              "tiles reach to byte %d, but the file has %d".formatted(end, in.size()))
          .at(in.location().toString());
    }
  }

  private AzulejoException missing(Location file, NotFoundException e) {
    return MissingFile.explain(
        storage,
        file,
        CorruptDataException.of(
                "fragment", null, -1, "a data file that it should have is not there", e)
            .at(file.toString()));
  }
}
