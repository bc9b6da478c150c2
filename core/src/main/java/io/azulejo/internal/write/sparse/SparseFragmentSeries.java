package io.azulejo.internal.write.sparse;

import io.azulejo.internal.format.FragmentName;
import io.azulejo.internal.snapshot.Resources;
import io.azulejo.internal.snapshot.WritableArray;
import io.azulejo.internal.write.fragment.EncodedTiles;
import io.azulejo.internal.write.fragment.FragmentLayout;
import io.azulejo.internal.write.fragment.FragmentSeries;
import io.azulejo.internal.write.fragment.TileSource;
import io.azulejo.query.TimeRange;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * The fragments of one sparse write or merge. If a tile would make the current fragment exceed the
 * size limit, it starts a new fragment. Not safe for use by several threads at once.
 */
final class SparseFragmentSeries extends FragmentSeries {
  private final long maxBytes;

  /**
   * Begins the first fragment.
   *
   * @param times timestamps of the cells
   * @param maxBytes limit of a fragment's data files in bytes; a fragment of one tile may exceed it
   * @param older fragments of the same times; the names of the new fragments sort after them
   */
  SparseFragmentSeries(
      WritableArray array,
      FragmentLayout layout,
      TimeRange times,
      long maxBytes,
      Collection<FragmentName> older,
      Resources resources) {
    super(array, layout, times, older, resources);
    this.maxBytes = maxBytes;
  }

  /** Encodes and writes all tiles of a source. */
  void write(TileSource source) {
    int tile = 0;
    while (tile < source.tiles()) {
      EncodedTiles encoded = encode(source, tile, source.tiles());
      tile = encoded.to();
      append(encoded);
    }
  }

  /** Adds tiles to the current fragment, and starts new fragments for tiles that do not fit. */
  private void append(EncodedTiles encoded) {
    int from = encoded.from();
    while (true) {
      int end = endOfFitting(encoded, from);
      if (end > from) {
        current().append(encoded.part(from, end));
      }
      if (end == encoded.to()) {
        return;
      }
      next(Optional.empty());
      from = end;
    }
  }

  /** Returns the end (exclusive) of the tiles that fit into the current fragment. */
  private int endOfFitting(EncodedTiles encoded, int from) {
    int end = from;
    long bytes = current().bytes();
    while (end < encoded.to()) {
      bytes += encoded.bytes(end);
      boolean isFirst = current().tiles() == 0 && end == from;
      if (bytes > maxBytes && !isFirst) {
        break;
      }
      end++;
    }
    return end;
  }

  /**
   * Completes the last fragment. Returns the names of all fragments; empty if no tiles were
   * written.
   */
  List<FragmentName> complete() {
    if (current().tiles() > 0) {
      complete(Optional.empty());
    }
    return names();
  }
}
