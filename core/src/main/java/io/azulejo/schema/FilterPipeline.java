package io.azulejo.schema;

import io.azulejo.error.InvalidRequestException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The filters of a field, in the order in which they are run when writing. Immutable. */
public final class FilterPipeline {
  /** What the reference engine stores as the chunk size. */
  public static final int DEFAULT_MAX_CHUNK_SIZE = 65536;

  /** No filter. */
  public static final FilterPipeline EMPTY = of();

  private final int maxChunkSize;
  private final List<Filter> filters;

  private FilterPipeline(int maxChunkSize, List<Filter> filters) {
    this.maxChunkSize = maxChunkSize;
    this.filters = List.copyOf(filters);
  }

  /** Returns these filters, in the order of writing, with the default chunk size. */
  public static FilterPipeline of(Filter... filters) {
    return of(List.of(filters));
  }

  /** Returns these filters, in the order of writing, with the default chunk size. */
  public static FilterPipeline of(List<Filter> filters) {
    return of(DEFAULT_MAX_CHUNK_SIZE, filters);
  }

  /**
   * Returns these filters, in the order of writing.
   *
   * @param maxChunkSize see {@link #maxChunkSize}
   */
  public static FilterPipeline of(int maxChunkSize, List<Filter> filters) {
    return new FilterPipeline(maxChunkSize, filters);
  }

  /**
   * Returns the number that is stored with the list; 0 means that a tile is one chunk, any other
   * value does not have a meaning.
   */
  public int maxChunkSize() {
    return maxChunkSize;
  }

  /** Returns the filters in the order of writing. */
  public List<Filter> filters() {
    return filters;
  }

  /** Returns whether one of the filters is of a type. */
  public boolean has(Filter.Type type) {
    return filters.stream().anyMatch(filter -> filter.type() == type);
  }

  /** Whether one of the filters is a checksum. */
  public boolean hasChecksum() {
    return filters.stream().anyMatch(f -> f.type().isChecksum());
  }

  /**
   * These filters with a checksum as the last one, so that it is compared before anything is
   * decoded; unchanged where there is one already, wherever it stands.
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

  /** Whether there is no filter. */
  public boolean isEmpty() {
    return filters.isEmpty();
  }

  /**
   * Returns a filter that is a checksum.
   *
   * @throws InvalidRequestException if it is another filter
   */
  static Filter requireChecksum(Filter filter) {
    Rule.require(
        filter.type().isChecksum(),
        "filter %s is not a checksum; use Filter.sha256() or Filter.md5()",
        filter);
    return filter;
  }

  /** What follows the description of a field that has these filters. */
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

  /** The filters by name, such as {@code BYTESHUFFLE, ZSTD 5}. */
  @Override
  public String toString() {
    return isEmpty()
        ? "no filters"
        : filters.stream().map(Filter::toString).collect(Collectors.joining(", "));
  }
}
