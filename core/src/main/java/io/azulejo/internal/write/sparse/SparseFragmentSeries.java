package io.azulejo.internal.write.sparse;

import io.azulejo.internal.format.FieldStorage;
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
 * The fragments of one write to a sparse array, or one merge, one after the other: a new one begins
 * where the files of the last one would become too large. For one thread at a time.
 */
final class SparseFragmentSeries implements AutoCloseable {
  private final FragmentSeries series;
  private final long maxBytes;

  /**
   * Begins the first fragment.
   *
   * @param times what the cells are of
   * @param maxBytes the bytes of the files of a fragment, unless it has one tile
   * @param older fragments of the same times that the new ones have to come after
   */
  SparseFragmentSeries(
      WritableArray array,
      FragmentLayout layout,
      TimeRange times,
      long maxBytes,
      Collection<FragmentName> older,
      Resources resources) {
    this.series = new FragmentSeries(array, layout, times, older, resources);
    this.maxBytes = maxBytes;
  }

  /** Adds all tiles of a source, after those before. */
  void write(TileSource source) {
    int tile = 0;
    while (tile < source.tiles()) {
      EncodedTiles encoded = series.encode(source, tile, source.tiles());
      tile = encoded.to();
      append(encoded);
    }
  }

  /** Adds tiles to the current fragment, and those that it has no room for to the next ones. */
  private void append(EncodedTiles encoded) {
    int from = encoded.from();
    while (true) {
      int end = endOfFitting(encoded, from);
      if (end > from) {
        series.current().append(encoded.part(from, end));
      }
      if (end == encoded.to()) {
        return;
      }
      series.next(Optional.empty());
      from = end;
    }
  }

  /** The tile after those that the current fragment has room for. */
  private int endOfFitting(EncodedTiles encoded, int from) {
    int end = from;
    long bytes = series.current().bytes();
    while (end < encoded.to()) {
      bytes += encoded.bytes(end);
      boolean isFirst = series.current().tiles() == 0 && end == from;
      if (bytes > maxBytes && !isFirst) {
        break;
      }
      end++;
    }
    return end;
  }

  /** How the fragments keep a field, given by its position in {@link FragmentLayout#fields}. */
  FieldStorage storage(int field) {
    return series.storage(field);
  }

  /** The number of tiles so far. */
  long tiles() {
    return series.tiles();
  }

  /** The bytes of all files so far, without metadata. */
  long bytes() {
    return series.bytes();
  }

  /** Completes the last fragment; returns the names of all, none where there were no tiles. */
  List<FragmentName> complete() {
    if (series.current().tiles() > 0) {
      series.complete(Optional.empty());
    }
    return series.names();
  }

  /** Deletes all fragments, complete or not. */
  @Override
  public void close() {
    series.close();
  }
}
