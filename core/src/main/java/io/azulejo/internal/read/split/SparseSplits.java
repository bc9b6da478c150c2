package io.azulejo.internal.read.split;

import io.azulejo.internal.order.CellKeys;
import io.azulejo.internal.read.request.ResolvedRequest;
import io.azulejo.internal.read.sparse.SparseTile;
import io.azulejo.internal.read.sparse.TreeBox;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.query.ReadRequest;
import io.azulejo.query.Split;
import io.azulejo.query.SplitOptions;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Layout;
import io.azulejo.schema.Range;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Splits a read of a sparse array into boxes of similar size, based on the bounding boxes of its
 * tiles. Cells with equal coordinates always fall into the same part, whichever fragments contain
 * them. If the parts must follow each other in global order, only cuts that preserve this order are
 * made.
 */
final class SparseSplits {
  /** Number of cut positions to try per dimension. */
  private static final int TRIES = 16;

  /**
   * Maximum recursion depth. Limits the search if tiles overlap so much that cuts do not separate
   * them.
   */
  private static final int DEEPEST = 48;

  private final ArraySchema schema;
  private final ReadRequest request;
  private final List<WeighedTile> tiles;
  private final SplitAxis[] axes;

  /** Lowest axis number of each tile, by dimension and tile. */
  private final long[][] lows;

  /** Highest axis number of each tile, by dimension and tile. */
  private final long[][] highs;

  private final boolean ordered;
  private final List<Split> splits = new ArrayList<>();

  /**
   * A part of a tile.
   *
   * @param tile the index of the tile
   * @param share the estimated fraction of the tile's cells, from 0 to 1
   */
  private record Piece(int tile, double share) {}

  /**
   * A candidate position for a cut. The cut runs between {@code number - 1} and {@code number}.
   *
   * @param score the cost of the cut; lower is better
   */
  private record Cut(int dimension, long number, double score) {}

  SparseSplits(ArraySchema schema, ResolvedRequest resolved, List<WeighedTile> tiles) {
    this.schema = schema;
    this.request = resolved.request();
    this.tiles = tiles;
    this.ordered = resolved.layout() == Layout.GLOBAL_ORDER && schema.cellOrder() != Layout.HILBERT;
    int dimensions = schema.dimensions().size();
    this.axes = new SplitAxis[dimensions];
    this.lows = new long[dimensions][tiles.size()];
    this.highs = new long[dimensions][tiles.size()];
    for (int d = 0; d < dimensions; d++) {
      prepare(d, schema.dimensions().get(d), wanted(resolved, d));
    }
  }

  /**
   * Returns the requested ranges of a dimension, or its domain if there are none. Null for a string
   * dimension without ranges.
   */
  private List<Range> wanted(ResolvedRequest resolved, int d) {
    List<Range> given = resolved.cells().ranges().get(d);
    if (given != null) {
      return given;
    }
    return schema
        .currentDomain()
        .map(box -> box.get(d))
        .or(() -> schema.dimensions().get(d).domain())
        .map(List::of)
        .orElse(null);
  }

  private void prepare(int d, Dimension dimension, List<Range> wanted) {
    if (!dimension.isVar()) {
      axes[d] = new NumberAxis(dimension, wanted);
      for (int i = 0; i < tiles.size(); i++) {
        TreeBox box = TreeBox.of(tiles.get(i).tile());
        lows[d][i] = box.low(d);
        highs[d][i] = box.high(d);
      }
      return;
    }
    List<Slice> strings = new ArrayList<>();
    for (WeighedTile weighed : tiles) {
      strings.add(TreeBox.of(weighed.tile()).lowText(d));
    }
    TextAxis axis = new TextAxis(wanted, strings);
    axes[d] = axis;
    for (int i = 0; i < tiles.size(); i++) {
      TreeBox box = TreeBox.of(tiles.get(i).tile());
      Slice high = box.highText(d);
      lows[d][i] = axis.number(box.lowText(d));
      highs[d][i] = high == null ? axis.last() : axis.number(high);
    }
  }

  /** Returns the parts. Empty if no tile can contain requested cells. */
  List<Split> cut(SplitOptions options) {
    int dimensions = axes.length;
    long[] low = new long[dimensions];
    long[] high = new long[dimensions];
    for (int d = 0; d < dimensions; d++) {
      low[d] = axes[d] instanceof NumberAxis numbers ? numbers.low() : 0;
      high[d] =
          axes[d] instanceof NumberAxis numbers ? numbers.high() : ((TextAxis) axes[d]).last();
    }
    List<Piece> all = new ArrayList<>();
    for (int i = 0; i < tiles.size(); i++) {
      all.add(new Piece(i, tiles.get(i).share()));
    }
    if (!all.isEmpty()) {
      double target = SplitSize.target(bytes(all), options);
      cut(new Box(low, high, new boolean[dimensions]), all, target, options.maximum(), 0);
    }
    return splits;
  }

  private double bytes(List<Piece> pieces) {
    double bytes = 0;
    for (Piece piece : pieces) {
      bytes += piece.share * tiles.get(piece.tile).bytes();
    }
    return bytes;
  }

  private void cut(Box box, List<Piece> pieces, double target, int most, int depth) {
    double bytes = bytes(pieces);
    double parts = Math.min(most, SplitSize.parts(bytes, target));
    Optional<Cut> best =
        parts > 1 && pieces.size() > 1 && depth < DEEPEST
            ? place(box, pieces, Math.floor(parts / 2) / parts)
            : Optional.empty();
    if (best.isEmpty()) {
      take(box, pieces);
      return;
    }
    int d = best.get().dimension;
    long at = best.get().number;
    List<Piece> before = new ArrayList<>();
    List<Piece> behind = new ArrayList<>();
    for (Piece piece : pieces) {
      double part = partBefore(box, piece, d, at);
      if (part > 0) {
        before.add(new Piece(piece.tile, piece.share * part));
      }
      if (part < 1) {
        behind.add(new Piece(piece.tile, piece.share * (1 - part)));
      }
    }
    int first = SplitSize.first(most, bytes(before) / bytes);
    cut(box.before(d, at), before, target, first, depth + 1);
    cut(box.from(d, at), behind, target, most - first, depth + 1);
  }

  private void take(Box box, List<Piece> pieces) {
    Optional<ReadRequest> part = box.request(request, schema.dimensions(), axes);
    if (part.isEmpty()) {
      return;
    }
    double cells = 0;
    double stored = 0;
    for (Piece piece : pieces) {
      SparseTile tile = tiles.get(piece.tile).tile();
      cells += piece.share * tile.cells();
      stored += tile.storedBytes();
    }
    splits.add(Split.of(part.get(), Math.round(cells), (long) stored, (long) bytes(pieces)));
  }

  private long low(Box box, Piece piece, int d) {
    return Math.max(box.low()[d], lows[d][piece.tile]);
  }

  private long high(Box box, Piece piece, int d) {
    return Math.min(box.high()[d], highs[d][piece.tile]);
  }

  /** Returns the estimated fraction of a piece that comes before a number, from 0 to 1. */
  private double partBefore(Box box, Piece piece, int d, long number) {
    long low = low(box, piece, d);
    long high = high(box, piece, d);
    if (high < number) {
      return 1;
    }
    if (low >= number) {
      return 0;
    }
    return ((double) number - (double) low) / ((double) high - (double) low + 1);
  }

  /**
   * Returns the best cut that puts about the given share of the bytes before it, or empty if no cut
   * is possible.
   */
  private Optional<Cut> place(Box box, List<Piece> pieces, double share) {
    long[] first = new long[axes.length];
    long[] last = new long[axes.length];
    for (int d = 0; d < axes.length; d++) {
      int dimension = d;
      first[d] = pieces.stream().mapToLong(piece -> low(box, piece, dimension)).min().orElseThrow();
      last[d] = pieces.stream().mapToLong(piece -> high(box, piece, dimension)).max().orElseThrow();
    }
    Cut best = null;
    boolean byGrid = ordered && spansTiles(first, last);
    Layout order = byGrid ? schema.tileOrder() : schema.cellOrder();
    for (int d : CellKeys.slowestFirst(order, axes.length)) {
      boolean spans =
          byGrid
              ? axes[d].gridTile(first[d]) != axes[d].gridTile(last[d])
              : axes[d].hasSeveral(first[d], last[d]);
      if (!spans) {
        continue;
      }
      for (long at : places(box, pieces, d, last[d])) {
        long number = axes[d].cut(byGrid ? axes[d].firstOfTile(first[d], at) : at);
        if (number > first[d] && number <= last[d]) {
          Cut cut = new Cut(d, number, score(box, pieces, d, number, share));
          best = best == null || cut.score < best.score ? cut : best;
        }
      }
      if (ordered) {
        break; // cutting a faster dimension would break the order
      }
    }
    return Optional.ofNullable(best);
  }

  private boolean spansTiles(long[] first, long[] last) {
    for (int d = 0; d < axes.length; d++) {
      if (axes[d].gridTile(first[d]) != axes[d].gridTile(last[d])) {
        return true;
      }
    }
    return false;
  }

  /**
   * Returns candidate positions: a sample of the positions where pieces begin or end, and the last
   * number.
   */
  private long[] places(Box box, List<Piece> pieces, int d, long last) {
    long[] all = new long[2 * pieces.size()];
    int count = 0;
    for (Piece piece : pieces) {
      all[count++] = low(box, piece, d);
      long high = high(box, piece, d);
      if (high < Long.MAX_VALUE) {
        all[count++] = high + 1;
      }
    }
    Arrays.sort(all, 0, count);
    int places = Math.min(TRIES, count);
    long[] some = new long[places + 1];
    some[places] = last;
    for (int i = 0; i < places; i++) {
      some[i] = all[(int) ((2L * i + 1) * count / (2L * places))];
    }
    return some;
  }

  /**
   * Returns the cost of a cut. It adds the deviation from the intended share and the share of bytes
   * in pieces that the cut divides.
   */
  private double score(Box box, List<Piece> pieces, int d, long number, double share) {
    double all = 0;
    double before = 0;
    double torn = 0;
    for (Piece piece : pieces) {
      double bytes = piece.share * tiles.get(piece.tile).bytes();
      double part = partBefore(box, piece, d, number);
      all += bytes;
      before += part * bytes;
      torn += part > 0 && part < 1 ? bytes : 0;
    }
    return all == 0 ? 0 : (Math.abs(before - share * all) + torn) / all;
  }
}
