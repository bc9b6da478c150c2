package io.azulejo.internal.read.split;

import io.azulejo.internal.read.request.ResolvedRequest;
import io.azulejo.internal.read.sparse.SparseTile;
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
 * Cuts a read of a sparse array into boxes of about as many bytes, by the boxes of its tiles: cells
 * at the same coordinates are in one part, in whichever fragments they are. Where the parts have to
 * follow each other in global order, only such cuts are made as keep to it.
 */
final class SparseSplits {
  /** How many places for a cut are tried in each dimension. */
  private static final int TRIES = 16;

  /** Where tiles overlap so much that cuts do not take them apart, at some point it is enough. */
  private static final int DEEPEST = 48;

  private final ArraySchema schema;
  private final ReadRequest request;
  private final List<WeighedTile> tiles;
  private final SplitAxis[] axes;

  /** By dimension the first and the last number of each tile. */
  private final long[][] lows;

  private final long[][] highs;
  private final boolean ordered;
  private final List<Split> splits = new ArrayList<>();

  /** Some of the cells of a tile. */
  private record Piece(int tile, double share) {}

  /**
   * A place for a cut.
   *
   * @param score the less the better
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

  /** The ranges of a dimension; null for everything that one of strings has. */
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
        SparseTile tile = tiles.get(i).tile();
        lows[d][i] = tile.owner().lowKey(tile.number(), d);
        highs[d][i] = tile.owner().highKey(tile.number(), d);
      }
      return;
    }
    List<Slice> strings = new ArrayList<>();
    for (WeighedTile weighed : tiles) {
      strings.add(weighed.tile().owner().lowText(weighed.tile().number(), d));
    }
    TextAxis axis = new TextAxis(wanted, strings);
    axes[d] = axis;
    for (int i = 0; i < tiles.size(); i++) {
      SparseTile tile = tiles.get(i).tile();
      Slice high = tile.owner().highText(tile.number(), d);
      lows[d][i] = axis.number(tile.owner().lowText(tile.number(), d));
      highs[d][i] = high == null ? axis.last() : axis.number(high);
    }
  }

  /** The parts; none where no tile may have cells of the answer. */
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

  /** About which part of a piece comes before a number, 0 to 1. */
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

  /** The best place for a cut, such that a share of the bytes comes before it; empty for none. */
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
    for (int d : DenseSplits.slowestFirst(order, axes.length)) {
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
        break; // a faster dimension would not keep to the order
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

  /** Where tiles begin and end, some of them where there are many; and the last number. */
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

  /** How far a cut is from where it should be, and how much of the tiles lies on both sides. */
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
