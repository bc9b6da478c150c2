package io.tiledb.java.api;

import io.azulejo.schema.FilterPipeline;
import java.util.ArrayList;
import java.util.List;

/** The filters of a field, in the order in which writes apply them. */
public class FilterList implements AutoCloseable {
  private static final long MAX_CHUNK_SIZE = 0xFFFF_FFFFL;

  private final Context ctx;
  private final List<Filter> filters = new ArrayList<>();
  private long maxChunkSize = FilterPipeline.DEFAULT_MAX_CHUNK_SIZE;

  /** Creates an empty list. */
  public FilterList(Context ctx) throws TileDBError {
    this.ctx = ctx;
  }

  /**
   * Returns a list with the filters of the engine.
   *
   * @throws TileDBError if TileDB-Java has no class for one of them
   */
  static FilterList ofEngine(Context ctx, FilterPipeline pipeline) throws TileDBError {
    FilterList list = new FilterList(ctx);
    for (io.azulejo.schema.Filter filter : pipeline.filters()) {
      list.addFilter(Filter.ofEngine(ctx, filter));
    }
    list.maxChunkSize = Integer.toUnsignedLong(pipeline.maxChunkSize());
    return list;
  }

  /** Returns the present filters for the engine. */
  synchronized FilterPipeline toEngine() {
    return FilterPipeline.of((int) maxChunkSize, filters.stream().map(Filter::toEngine).toList());
  }

  /**
   * Adds a filter at the end.
   *
   * @return this list
   */
  public synchronized FilterList addFilter(Filter filter) throws TileDBError {
    filters.add(filter);
    return this;
  }

  /**
   * Returns a filter. Closing it does not change this list.
   *
   * @throws TileDBError if the index is not valid
   */
  public synchronized Filter getFilter(long idx) throws TileDBError {
    if (idx < 0 || idx >= filters.size()) {
      throw new TileDBError(
          "the filter %d does not exist; the list has %d filters".formatted(idx, filters.size()));
    }
    return filters.get((int) idx);
  }

  /** Returns the number of filters. */
  public synchronized long getNumFilters() throws TileDBError {
    return filters.size();
  }

  /**
   * Sets the size of the parts to which filters are applied one by one.
   *
   * @param chunksize size in bytes, 0 to 4,294,967,295
   * @return this list
   * @throws TileDBError if the size is not valid
   */
  public synchronized FilterList setMaxChunkSize(long chunksize) throws TileDBError {
    if (chunksize < 0 || chunksize > MAX_CHUNK_SIZE) {
      ctx.fail(new TileDBError("a chunk must have 0 to 4294967295 bytes, not " + chunksize));
    } else {
      maxChunkSize = chunksize;
    }
    return this;
  }

  /** Returns the size of the parts to which filters are applied one by one, in bytes. */
  public synchronized long getMaxChunkSize() throws TileDBError {
    return maxChunkSize;
  }

  /** Has no effect, because a list holds no resources. It remains usable. */
  @Override
  public void close() {}
}
