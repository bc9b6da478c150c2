package io.azulejo.internal.write.fragment;

import io.azulejo.internal.format.FragmentStatistics;
import io.azulejo.internal.format.TileBounds;
import io.azulejo.internal.runtime.LittleEndian;
import io.azulejo.internal.runtime.Slice;

/** The per-tile tables of one field for the metadata of a fragment. */
final class FieldTables {

  private final FieldEncoder field;
  private final GrowableTable offsets = new GrowableTable();
  private final GrowableTable varOffsets = new GrowableTable();
  private final GrowableTable varSizes = new GrowableTable();
  private final GrowableTable validityOffsets = new GrowableTable();
  private final GrowableTable sums = new GrowableTable();
  private final GrowableTable nullCounts = new GrowableTable();
  private final Bounds mins;
  private final Bounds maxes;
  private final Bounds firsts;
  private final Bounds lasts;
  private long fileSize;
  private long varFileSize;
  private long validityFileSize;
  private long sum;
  private boolean sumStopped;
  private FieldSummary all = new FieldSummary(null, null, 0, 0);

  FieldTables(FieldEncoder field) {
    this.field = field;
    boolean var = field.summarizer().hasVarBounds();
    this.mins = new Bounds(var);
    this.maxes = new Bounds(var);
    this.firsts = new Bounds(var);
    this.lasts = new Bounds(var);
  }

  /** Adds the next tile. */
  void add(EncodedField tile) {
    FieldSummarizer summarizer = field.summarizer();
    offsets.add(fileSize);
    fileSize += tile.fixed().length();
    varOffsets.add(varFileSize);
    if (tile.var() != null) {
      varFileSize += tile.var().length();
      varSizes.add(tile.varSize());
    } else {
      varSizes.add(0);
    }
    validityOffsets.add(validityFileSize);
    validityFileSize += tile.validity() == null ? 0 : tile.validity().length();
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

  FieldEncoder field() {
    return field;
  }

  /** Returns the start of each tile in the file of fixed-size cells or offsets. */
  long[] offsets() {
    return offsets.numbers();
  }

  /**
   * Returns the start of each tile in the file of variable-size values; zeros if the field has a
   * fixed size.
   */
  long[] varOffsets() {
    return varOffsets.numbers();
  }

  /**
   * Returns the size of each tile's variable-size values before filtering, in bytes; zeros if the
   * field has a fixed size.
   */
  long[] varSizes() {
    return varSizes.numbers();
  }

  /** Returns the start of each tile in the validity file; zeros if the field is not nullable. */
  long[] validityOffsets() {
    return validityOffsets.numbers();
  }

  /** Returns the sum of each tile; empty if the field has no sums. */
  long[] sums() {
    return sums.numbers();
  }

  /** Returns the null count of each tile; empty if the field is not nullable. */
  long[] nullCounts() {
    return nullCounts.numbers();
  }

  /** Returns the minimum of each tile. */
  TileBounds mins() {
    return mins.bounds();
  }

  /** Returns the maximum of each tile. */
  TileBounds maxes() {
    return maxes.bounds();
  }

  /** Returns the coordinate of each tile's first cell. Only some format versions store it. */
  TileBounds firsts() {
    return firsts.bounds();
  }

  /** Returns the coordinate of each tile's last cell. Only some format versions store it. */
  TileBounds lasts() {
    return lasts.bounds();
  }

  long fileSize() {
    return fileSize;
  }

  long varFileSize() {
    return varFileSize;
  }

  long validityFileSize() {
    return validityFileSize;
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

  /** A table with one value per tile. */
  private static final class Bounds {
    private final boolean var;
    private final GrowableTable values = new GrowableTable();
    private final GrowableTable starts = new GrowableTable();

    Bounds(boolean var) {
      this.var = var;
    }

    void add(Slice value) {
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
