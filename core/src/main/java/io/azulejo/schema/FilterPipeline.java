package io.azulejo.schema;

import io.azulejo.error.InvalidRequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The filters of a field, in write order. Immutable. */
public final class FilterPipeline {
  /** The maximum chunk size that the reference engine stores, in bytes. */
  public static final int DEFAULT_MAX_CHUNK_SIZE = 65536;

  /** No filter. */
  public static final FilterPipeline EMPTY = of();

  private final int maxChunkSize;
  private final List<Filter> filters;

  private FilterPipeline(int maxChunkSize, List<Filter> filters) {
    this.maxChunkSize = maxChunkSize;
    this.filters = List.copyOf(filters);
  }

  /** Returns a pipeline of these filters, in write order, with the default chunk size. */
  public static FilterPipeline of(Filter... filters) {
    return of(List.of(filters));
  }

  /** Returns a pipeline of these filters, in write order, with the default chunk size. */
  public static FilterPipeline of(List<Filter> filters) {
    return of(DEFAULT_MAX_CHUNK_SIZE, filters);
  }

  /**
   * Returns a pipeline of these filters, in write order.
   *
   * @param maxChunkSize see {@link #maxChunkSize}
   */
  public static FilterPipeline of(int maxChunkSize, List<Filter> filters) {
    return new FilterPipeline(maxChunkSize, filters);
  }

  /**
   * Returns the maximum chunk size as stored. 0 makes each tile a single chunk; all other values
   * are ignored.
   */
  public int maxChunkSize() {
    return maxChunkSize;
  }

  /** Returns the filters in write order. */
  public List<Filter> filters() {
    return filters;
  }

  /** Returns whether one of the filters has this type. */
  public boolean has(Filter.Type type) {
    return filters.stream().anyMatch(filter -> filter.type() == type);
  }

  /** Returns whether one of the filters is a checksum. */
  public boolean hasChecksum() {
    return filters.stream().anyMatch(f -> f.type().isChecksum());
  }

  /**
   * Returns these filters with a checksum added at the end, so that it is verified before anything
   * is decoded. Returns this pipeline if it already has a checksum, wherever it stands.
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
   * Returns the filter after checking that it is a checksum.
   *
   * @throws InvalidRequestException if it is not
   */
  static Filter requireChecksum(Filter filter) {
    Rule.require(
        filter.type().isChecksum(),
        "filter %s is not a checksum; use Filter.sha256() or Filter.md5()",
        filter);
    return filter;
  }

  /** Returns the text to append to the description of a field with these filters. */
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

  /** Returns the filters by name, such as {@code BYTESHUFFLE, ZSTD 5}. */
  @Override
  public String toString() {
    return isEmpty()
        ? "no filters"
        : filters.stream().map(Filter::toString).collect(Collectors.joining(", "));
  }
}
