package io.azulejo.internal.workshop.advise;

import io.azulejo.internal.filter.ScratchPool;
import io.azulejo.internal.filter.TileCodec;
import io.azulejo.internal.filter.TileSpec;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.maintenance.Advice;
import io.azulejo.query.Batch;
import io.azulejo.query.Column;
import io.azulejo.query.FixedColumn;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.ArraySchema;
import io.azulejo.schema.Attribute;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Dimension;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** Trials that encode and decode a sample with candidate filters, and measure size and speed. */
final class FilterTrials {
  /** Other filters are recommended only if the ratio of new to current bytes is below this. */
  private static final double MAX_SIZE_RATIO = 0.95;

  /**
   * Maximum encoded size of a faster pipeline, relative to the smallest result. A pipeline within
   * this limit is preferred if it decodes more than {@link #MIN_SPEEDUP} times as fast.
   */
  private static final double SIZE_TOLERANCE = 1.05;

  private static final double MIN_SPEEDUP = 1.5;

  /** Time limit for decoding all columns and parts with one pipeline (nanoseconds). */
  private static final long MAX_NANOS = 200_000_000;

  private static final int MAX_PASSES = 50;

  /** Offsets or validity with fewer bytes in total are not reported. */
  private static final long MIN_BYTES = 64;

  private final ArraySchema schema;
  private final List<Batch> parts;
  private final ScratchPool.TaskBuffers buffers;

  private FilterTrials(ArraySchema schema, List<Batch> parts, ScratchPool.TaskBuffers buffers) {
    this.schema = schema;
    this.parts = parts;
    this.buffers = buffers;
  }

  /**
   * Tries filters on each field, and on the offsets and validity of all fields together.
   *
   * @param parts the batches of the sample; if empty, the result is empty
   */
  static List<Advice.FieldFilters> of(
      ArraySchema schema, List<Batch> parts, ScratchPool scratchPool) {
    List<Advice.FieldFilters> all = new ArrayList<>();
    if (!parts.isEmpty()) {
      scratchPool.with(buffers -> new FilterTrials(schema, parts, buffers).run(all));
    }
    return all;
  }

  /**
   * Measures the total cost of checksums for the fields that do not have one. Tries the current
   * filters alone, with SHA-256 and with MD5.
   *
   * @param fields the names of these fields; images are not measured, because a sample does not
   *     contain complete images
   * @param parts the batches of the sample; if empty, the result is empty
   */
  static List<Advice.FilterTrial> ofChecksums(
      ArraySchema schema, List<String> fields, List<Batch> parts, ScratchPool scratchPool) {
    List<Advice.FilterTrial> all = new ArrayList<>();
    if (!parts.isEmpty()) {
      scratchPool.with(
          buffers -> {
            FilterTrials trials = new FilterTrials(schema, parts, buffers);
            all.add(trials.behind(fields, FilterPipeline.EMPTY));
            all.add(trials.behind(fields, FilterPipeline.of(Filter.sha256())));
            all.add(trials.behind(fields, FilterPipeline.of(Filter.md5())));
          });
    }
    return all;
  }

  /** The sum of the measurements of several fields. */
  private static final class Cost {
    private long bytes;
    private long decoded;
    private double seconds;

    /** Adds a trial, but not its offset bytes, which are measured for all fields together. */
    void add(Advice.FilterTrial trial, List<Column> columns, long offsets) {
      long length = columns.stream().mapToLong(FilterTrials::bytes).sum();
      bytes += trial.bytes() - offsets;
      decoded += length;
      seconds += length / trial.decodedPerSecond();
    }

    double perSecond() {
      return decoded == 0 ? 0 : decoded / seconds;
    }
  }

  /** Measures the given fields, their offsets and validity with additional filters at the end. */
  private Advice.FilterTrial behind(List<String> fields, FilterPipeline more) {
    Cost cost = new Cost();
    for (int i = 0; i < parts.get(0).columns().size(); i++) {
      int column = i;
      List<Column> columns = parts.stream().map(part -> part.column(column)).toList();
      FilterPipeline current = filters(columns.get(0).name());
      boolean image = current.has(Filter.Type.WEBP);
      if (fields.contains(columns.get(0).name()) && !current.hasChecksum() && !image) {
        boolean strings = isOfStrings(columns.get(0), current);
        long offsets = strings ? 0 : columns.stream().mapToLong(this::offsetBytes).sum();
        cost.add(trial(columns, joined(current, more)), columns, offsets);
      }
    }
    addShared(cost, Datatype.UINT64, offsets(), schema.offsetsFilters(), more);
    addShared(cost, Datatype.UINT8, validity(), schema.validityFilters(), more);
    return new AdviceResults.TriedFilters(more, cost.bytes, cost.perSecond());
  }

  private void addShared(
      Cost cost, Datatype type, List<byte[]> tiles, FilterPipeline current, FilterPipeline more) {
    List<Column> columns = columns("", type, tiles);
    if (!columns.isEmpty() && !current.hasChecksum()) {
      cost.add(trial(columns, joined(current, more)), columns, 0);
    }
  }

  private static FilterPipeline joined(FilterPipeline first, FilterPipeline second) {
    List<Filter> filters = new ArrayList<>(first.filters());
    filters.addAll(second.filters());
    return FilterPipeline.of(first.maxChunkSize(), filters);
  }

  private void run(List<Advice.FieldFilters> all) {
    for (int i = 0; i < parts.get(0).columns().size(); i++) {
      int column = i;
      List<Column> columns = parts.stream().map(part -> part.column(column)).toList();
      FilterPipeline current = filters(columns.get(0).name());
      // Keep lossy filters and image filters, because the user chose them knowing the data.
      if (current.filters().stream().noneMatch(FilterTrials::isSpecial)) {
        all.add(values(columns, current));
      }
    }
    shared(all, "offsets", Datatype.UINT64, offsets(), schema.offsetsFilters());
    shared(all, "validity", Datatype.UINT8, validity(), schema.validityFilters());
  }

  /** Returns the offsets of each part and field, for fields that store offsets separately. */
  private List<byte[]> offsets() {
    List<byte[]> offsets = new ArrayList<>();
    for (Batch part : parts) {
      for (Column column : part.columns()) {
        if (column instanceof VarColumn var && !isOfStrings(var, filters(var.name()))) {
          offsets.add(offsets(var));
        }
      }
    }
    return offsets;
  }

  private List<byte[]> validity() {
    List<byte[]> validity = new ArrayList<>();
    for (Batch part : parts) {
      for (Column column : part.columns()) {
        column.validityArray().ifPresent(all -> validity.add(Arrays.copyOf(all, column.rows())));
      }
    }
    return validity;
  }

  private static boolean isSpecial(Filter filter) {
    return filter.type() == Filter.Type.SCALE_FLOAT || filter.type() == Filter.Type.WEBP;
  }

  private FilterPipeline filters(String field) {
    Optional<Dimension> dimension = schema.dimension(field);
    if (dimension.isPresent()) {
      FilterPipeline own = dimension.get().filters();
      return own.isEmpty() ? schema.coordsFilters() : own;
    }
    return schema.attribute(field).map(Attribute::filters).orElseThrow();
  }

  private Advice.FieldFilters values(List<Column> columns, FilterPipeline current) {
    List<Advice.FilterTrial> trials = new ArrayList<>();
    trials.add(trial(columns, current));
    for (FilterPipeline candidate :
        FilterCandidates.otherThan(current, FilterCandidates.of(columns.get(0)))) {
      trials.add(trial(columns, candidate));
    }
    long unfiltered = columns.stream().mapToLong(FilterTrials::bytes).sum();
    if (isText(columns.get(0))) {
      unfiltered += columns.stream().mapToLong(column -> 8L * column.rows()).sum();
    }
    return new AdviceResults.TriedField(
        columns.get(0).name(), false, unfiltered, trials, best(trials));
  }

  private static long bytes(Column column) {
    return column instanceof VarColumn var
        ? var.dataSize()
        : column.rows() == 0 ? 0 : column.end(column.rows() - 1);
  }

  private void shared(
      List<Advice.FieldFilters> all,
      String name,
      Datatype type,
      List<byte[]> tiles,
      FilterPipeline current) {
    long unfiltered = tiles.stream().mapToLong(tile -> tile.length).sum();
    if (unfiltered < MIN_BYTES) {
      return;
    }
    List<Column> columns = columns(name, type, tiles);
    List<List<Filter>> candidates =
        type == Datatype.UINT64 ? FilterCandidates.ofOffsets() : FilterCandidates.ofValidity();
    List<Advice.FilterTrial> trials = new ArrayList<>();
    trials.add(trial(columns, current));
    for (FilterPipeline candidate : FilterCandidates.otherThan(current, candidates)) {
      trials.add(trial(columns, candidate));
    }
    all.add(new AdviceResults.TriedField(name, true, unfiltered, trials, best(trials)));
  }

  private static List<Column> columns(String name, Datatype type, List<byte[]> tiles) {
    List<Column> columns = new ArrayList<>();
    for (byte[] tile : tiles) {
      columns.add(new FixedColumn(name, type, 1, tile.length / type.size(), tile, null));
    }
    return columns;
  }

  private static byte[] offsets(VarColumn column) {
    ByteBuffer offsets = ByteBuffer.allocate(8 * column.rows()).order(ByteOrder.LITTLE_ENDIAN);
    for (int row = 0; row < column.rows(); row++) {
      offsets.putLong(column.start(row));
    }
    return offsets.array();
  }

  /** Returns a codec for tiles with the type of a column. */
  static TileCodec codec(Column column, FilterPipeline filters) {
    int cellSize =
        column.type().size() * (column instanceof FixedColumn fixed ? fixed.valuesPerCell() : 1);
    return TileCodec.of(
        new TileSpec(filters, column.type(), cellSize, isOfStrings(column, filters)),
        Optional.empty());
  }

  /** Encodes the values of a column as one tile. */
  static Slice encode(TileCodec codec, Column column, ScratchPool.TaskBuffers buffers) {
    Slice data = Slice.of(column.array(), 0, (int) bytes(column));
    return column instanceof VarColumn var
        ? codec.encodeVar(data, var.offsetArray(), column.rows(), buffers.scratch())
        : codec.encode(data, buffers.scratch());
  }

  private Advice.FilterTrial trial(List<Column> columns, FilterPipeline filters) {
    boolean strings = isOfStrings(columns.get(0), filters);
    TileCodec codec = codec(columns.get(0), filters);
    long bytes = 0;
    long decoded = 0;
    long nanos = 0;
    for (Column column : columns) {
      int length = (int) bytes(column);
      Slice filtered = encode(codec, column, buffers);
      bytes += filtered.length() + (strings ? 0 : offsetBytes(column));
      nanos += decodeNanos(codec, strings, filtered, new byte[length], column.rows());
      decoded += length;
    }
    return new AdviceResults.TriedFilters(filters, bytes, decoded * 1e9 / Math.max(1, nanos));
  }

  /** Returns the shortest of several decoding times (nanoseconds), which is disturbed least. */
  private long decodeNanos(
      TileCodec codec, boolean strings, Slice filtered, byte[] target, int cells) {
    long maxNanos = MAX_NANOS / parts.size() / parts.get(0).columns().size();
    long minNanos = Long.MAX_VALUE;
    long spent = 0;
    for (int i = 0; i < 2 || (i < MAX_PASSES && spent < maxNanos); i++) {
      long start = System.nanoTime();
      decode(codec, strings, filtered, target, cells);
      long nanos = System.nanoTime() - start;
      minNanos = Math.min(minNanos, nanos);
      spent += nanos;
    }
    return minNanos;
  }

  private void decode(TileCodec codec, boolean strings, Slice filtered, byte[] target, int cells) {
    if (strings) {
      codec.decodeStrings(
          codec.chunks(filtered, target.length), target, 0, cells, buffers.scratch());
    } else {
      codec.decode(filtered, target, 0, target.length, buffers.scratch());
    }
  }

  /** Returns the encoded size of a string column's offsets (bytes), or 0 for other columns. */
  private long offsetBytes(Column column) {
    if (!isText(column)) {
      return 0;
    }
    TileSpec spec = new TileSpec(schema.offsetsFilters(), Datatype.UINT64, Long.BYTES, false);
    return TileCodec.of(spec, Optional.empty())
        .encode(Slice.of(offsets((VarColumn) column)), buffers.scratch())
        .length();
  }

  /** Returns whether a column is accepted by filters that encode strings with their offsets. */
  private static boolean isText(Column column) {
    return column instanceof VarColumn
        && (column.type() == Datatype.STRING_ASCII || column.type() == Datatype.STRING_UTF8);
  }

  /** Returns whether a pipeline encodes the strings of a column together with their offsets. */
  private static boolean isOfStrings(Column column, FilterPipeline filters) {
    return isText(column)
        && filters.filters().stream()
            .anyMatch(f -> f.type() == Filter.Type.RLE || f.type() == Filter.Type.DICTIONARY);
  }

  /**
   * Returns the index of the recommended trial. This is the smallest one, or one that is nearly as
   * small and decodes much faster. Returns 0, the current filters, if no trial saves enough bytes.
   */
  static int best(List<Advice.FilterTrial> trials) {
    int best = 0;
    for (int i = 1; i < trials.size(); i++) {
      double minBytes = trials.get(best).bytes() * (best == 0 ? MAX_SIZE_RATIO : 1);
      best = trials.get(i).bytes() < minBytes ? i : best;
    }
    Advice.FilterTrial smallest = trials.get(best);
    for (int i = 0; best > 0 && i < trials.size(); i++) {
      Advice.FilterTrial trial = trials.get(i);
      boolean small = trial.bytes() <= SIZE_TOLERANCE * smallest.bytes();
      boolean fast = trial.decodedPerSecond() > MIN_SPEEDUP * smallest.decodedPerSecond();
      if (small && fast && trial.decodedPerSecond() > trials.get(best).decodedPerSecond()) {
        best = i;
      }
    }
    return best;
  }
}
