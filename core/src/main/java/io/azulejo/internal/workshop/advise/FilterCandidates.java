package io.azulejo.internal.workshop.advise;

import io.azulejo.query.Column;
import io.azulejo.query.VarColumn;
import io.azulejo.schema.Datatype;
import io.azulejo.schema.Filter;
import io.azulejo.schema.FilterPipeline;
import java.util.ArrayList;
import java.util.List;

/**
 * Filter pipelines to try on a field. All of them are lossless and accept every value of the field
 * type, because a sample does not contain all values.
 */
final class FilterCandidates {
  private static final Filter ZSTD = Filter.zstd(-1);
  private static final Filter LZ4 = Filter.lz4();
  private static final Filter BYTES = Filter.byteShuffle();
  private static final Filter BITS = Filter.bitShuffle();
  private static final Filter DELTA = Filter.delta();
  private static final Filter DOUBLE_DELTA = Filter.doubleDelta();
  private static final Filter WIDTH = Filter.bitWidthReduction();
  private static final Filter RLE = Filter.rle();

  private FilterCandidates() {}

  /** Returns the candidate pipelines for the values of a column. */
  static List<List<Filter>> of(Column column) {
    Datatype type = column.type();
    boolean var = column instanceof VarColumn;
    List<List<Filter>> all = new ArrayList<>(List.of(List.of(ZSTD), List.of(LZ4)));
    if (var && (type == Datatype.STRING_ASCII || type == Datatype.STRING_UTF8)) {
      all.add(List.of(Filter.dictionary(), ZSTD));
      all.add(List.of(RLE, ZSTD));
      all.add(List.of(Filter.zstd(9)));
    } else if (type.size() == 1) {
      all.add(List.of(RLE));
      all.add(List.of(RLE, ZSTD));
      all.add(List.of(BITS, LZ4));
    } else {
      all.add(List.of(BYTES, ZSTD));
      all.add(List.of(BYTES, LZ4));
      all.add(List.of(BITS, ZSTD));
      all.add(List.of(BITS, LZ4));
      all.add(List.of(Filter.xor(), BYTES, ZSTD));
      if (type.isIntegerValued()) {
        all.add(List.of(DELTA, BYTES, ZSTD));
        all.add(List.of(WIDTH, ZSTD));
        // The double deltas of 64-bit numbers can need more than 64 bits.
        if (type.size() < Long.BYTES) {
          all.add(List.of(DOUBLE_DELTA, ZSTD));
        }
      }
    }
    return all;
  }

  /** Returns the candidate pipelines for cell offsets, which never decrease. */
  static List<List<Filter>> ofOffsets() {
    return List.of(
        List.of(ZSTD),
        List.of(LZ4),
        List.of(DOUBLE_DELTA, ZSTD),
        List.of(DELTA, BYTES, ZSTD),
        List.of(Filter.positiveDelta(), WIDTH, ZSTD),
        List.of(BYTES, ZSTD));
  }

  /** Returns the candidate pipelines for validity bytes. */
  static List<List<Filter>> ofValidity() {
    return List.of(List.of(RLE), List.of(RLE, ZSTD), List.of(ZSTD), List.of(BITS, LZ4));
  }

  /**
   * Adds the checksum filters of the current pipeline to each candidate, and returns all resulting
   * pipelines except the current one.
   */
  static List<FilterPipeline> otherThan(FilterPipeline current, List<List<Filter>> candidates) {
    List<Filter> checksums = current.filters().stream().filter(f -> f.type().isChecksum()).toList();
    List<FilterPipeline> all = new ArrayList<>();
    for (List<Filter> filters : candidates) {
      List<Filter> with = new ArrayList<>(filters);
      with.addAll(checksums);
      if (!with.equals(current.filters())) {
        all.add(FilterPipeline.of(with));
      }
    }
    return all;
  }
}
