package io.azulejo.internal.write.fragment;

import io.azulejo.internal.format.FragmentStatistics;
import io.azulejo.internal.format.TileBounds;
import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.internal.runtime.Slice;

/** The per-tile tables of one field for the metadata of a fragment. */
final class FieldTables {
  final FieldEncoder field;

  /** The file of fixed-size cells or offsets. */
  final FileTable fixed = new FileTable();

  /** The file of variable-size values. */
  final FileTable var = new FileTable();

  /** The validity file. */
  final FileTable validity = new FileTable();

  /** The size of each tile's variable-size values before filtering, in bytes; otherwise zeros. */
  final GrowableTable varSizes = new GrowableTable();

  /** The sum of each tile; empty if the field has no sums. */
  final GrowableTable sums = new GrowableTable();

  /** The null count of each tile; empty if the field is not nullable. */
  final GrowableTable nullCounts = new GrowableTable();

  final ValueTable mins;
  final ValueTable maxes;

  /** The coordinate of each tile's first cell. Only some format versions store it. */
  final ValueTable firsts;

  /** The coordinate of each tile's last cell. Only some format versions store it. */
  final ValueTable lasts;

  private long sum;
  private boolean sumStopped;
  private FieldSummary all = new FieldSummary(null, null, 0, 0);

  FieldTables(FieldEncoder field) {
    this.field = field;
    boolean ofVar = field.summarizer().hasVarBounds();
    this.mins = new ValueTable(ofVar);
    this.maxes = new ValueTable(ofVar);
    this.firsts = new ValueTable(ofVar);
    this.lasts = new ValueTable(ofVar);
  }

  /** Adds the next tile. */
  void add(EncodedField tile) {
    FieldSummarizer summarizer = field.summarizer();
    fixed.add(tile.fixed());
    var.add(tile.var());
    varSizes.add(tile.var() == null ? 0 : tile.varSize());
    validity.add(tile.validity());
    FieldSummary summary = tile.summary();
    if (summarizer.hasBounds() || field.isDimension()) {
      mins.add(summary.min() == null ? summarizer.noMin(tile.padded()) : summary.min());
      maxes.add(summary.max() == null ? summarizer.noMax(tile.padded()) : summary.max());
    }
    if (field.isDimension() && tile.first() != null && tile.last() != null) {
      firsts.add(tile.first());
      lasts.add(tile.last());
    }
    if (summarizer.hasSums()) {
      sums.add(summary.sum());
    }
    if (field.storage().nullable()) {
      nullCounts.add(summary.nullCount());
    }
    all = summarizer.merge(all, summary);
    if (!sumStopped) {
      sumStopped = summarizer.stops(sum, summary.sum());
      sum = summarizer.add(sum, summary.sum());
    }
  }

  /** Returns the statistics of the field in the whole fragment. */
  FragmentStatistics.Field statistics() {
    FieldSummarizer summarizer = field.summarizer();
    boolean bounds = summarizer.hasBounds();
    return new FragmentStatistics.Field(
        bounds ? all.min() == null ? summarizer.noMinOfAll() : all.min() : Slice.EMPTY,
        bounds ? all.max() == null ? summarizer.noMaxOfAll() : all.max() : Slice.EMPTY,
        summarizer.isText() ? 0 : sum,
        all.nullCount());
  }

  /** The tiles in one file. */
  static final class FileTable {
    /** The start of each tile in the file; zeros if the field does not have the file. */
    final GrowableTable offsets = new GrowableTable();

    private long size;

    private void add(Slice tile) {
      offsets.add(size);
      size += tile == null ? 0 : tile.length();
    }

    /** Returns the size of the file in bytes. */
    long size() {
      return size;
    }
  }

  /** A table with one value per tile. */
  static final class ValueTable {
    private final boolean var;
    private final GrowableTable values = new GrowableTable();
    private final GrowableTable starts = new GrowableTable();

    private ValueTable(boolean var) {
      this.var = var;
    }

    private void add(Slice value) {
      starts.add(values.size());
      values.add(value);
    }

    TileBounds bounds() {
      if (!var) {
        return new TileBounds(values.bytes(), Slice.EMPTY);
      }
      long[] numbers = starts.numbers();
      byte[] bytes = new byte[numbers.length * Long.BYTES];
      for (int i = 0; i < numbers.length; i++) {
        LittleEndian.putLong(bytes, i * Long.BYTES, numbers[i]);
      }
      return new TileBounds(Slice.of(bytes), values.bytes());
    }
  }
}
