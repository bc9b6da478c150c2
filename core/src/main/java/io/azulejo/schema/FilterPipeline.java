package io.azulejo.schema;

import io.azulejo.error.InvalidRequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The filters of a field, in the order in which a write applies them. Immutable. */
public final class FilterPipeline {
  /** The maximum chunk size that the reference engine stores by default, in bytes. */
  public static final int DEFAULT_MAX_CHUNK_SIZE = 65536;

  /** A pipeline without filters. */
  public static final FilterPipeline EMPTY = of();

  private final int maxChunkSize;
  private final List<Filter> filters;

  private FilterPipeline(int maxChunkSize, List<Filter> filters) {
    this.maxChunkSize = maxChunkSize;
    this.filters = List.copyOf(filters);
  }

  /**
   * Returns a pipeline with the default chunk size.
   *
   * @param filters the filters, in write order
   */
  public static FilterPipeline of(Filter... filters) {
    return of(List.of(filters));
  }

  /**
   * Returns a pipeline with the default chunk size.
   *
   * @param filters the filters, in write order
   */
  public static FilterPipeline of(List<Filter> filters) {
    return of(DEFAULT_MAX_CHUNK_SIZE, filters);
  }

  /**
   * Returns a pipeline with an explicit chunk size.
   *
   * @param maxChunkSize see {@link #maxChunkSize}
   * @param filters the filters, in write order
   */
  public static FilterPipeline of(int maxChunkSize, List<Filter> filters) {
    return new FilterPipeline(maxChunkSize, filters);
  }

  /**
   * Returns the maximum chunk size as stored in the schema. If it is 0, each tile is a single
   * chunk. All other values are ignored.
   */
  public int maxChunkSize() {
    return maxChunkSize;
  }

  /** Returns the filters in write order. */
  public List<Filter> filters() {
    return filters;
  }

  /** Returns whether the pipeline contains a filter of this type. */
  public boolean has(Filter.Type type) {
    return filters.stream().anyMatch(filter -> filter.type() == type);
  }

  /** Returns whether the pipeline contains a checksum. */
  public boolean hasChecksum() {
    return filters.stream().anyMatch(f -> f.type().isChecksum());
  }

  /**
   * Returns this pipeline with a checksum appended, so that reads verify the bytes before they
   * decode them. Returns this pipeline unchanged if it already contains a checksum at any position.
   *
   * @throws InvalidRequestException if the filter is not a checksum
   */
  public FilterPipeline withChecksum(Filter checksum) {
    if (hasChecksum()) {
      return this;
    }
    List<Filter> longer = new ArrayList<>(filters);
    longer.add(requireChecksum(checksum));
    return new FilterPipeline(maxChunkSize, longer);
  }

  /** Returns whether the pipeline has no filters. */
  public boolean isEmpty() {
    return filters.isEmpty();
  }

  /**
   * Returns the given filter if it is a checksum.
   *
   * @throws InvalidRequestException if it is not a checksum
   */
  static Filter requireChecksum(Filter filter) {
    Rule.require(
        filter.type().isChecksum(),
        "filter %s is not a checksum; use Filter.sha256() or Filter.md5()",
        filter);
    return filter;
  }

  /** Returns the text to append to the summary of a field that has these filters. */
  String suffix() {
    return isEmpty() ? "" : ", " + this;
  }

  @Override
  public boolean equals(@Nullable Object other) {
    return other instanceof FilterPipeline that
        && maxChunkSize == that.maxChunkSize
        && filters.equals(that.filters);
  }

  @Override
  public int hashCode() {
    return 31 * maxChunkSize + filters.hashCode();
  }

  /** Returns the names of the filters in write order, such as {@code BYTESHUFFLE, ZSTD 5}. */
  @Override
  public String toString() {
    return isEmpty()
        ? "no filters"
        : filters.stream().map(Filter::toString).collect(Collectors.joining(", "));
  }
}
