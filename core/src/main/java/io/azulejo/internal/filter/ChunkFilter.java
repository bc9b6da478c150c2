package io.azulejo.internal.filter;

/**
 * A filter that is configured for one kind of tile part. It processes the metadata and data parts
 * of a chunk and keeps no state between chunks. Implementations are thread-safe.
 */
interface ChunkFilter {
  /** Returns the name of the filter, for error messages. */
  String name();

  /**
   * Replaces the unfiltered parts of a chunk with filtered parts.
   *
   * @throws io.azulejo.error.InvalidRequestException if the filter cannot store the data
   */
  void encode(Encoding chunk);

  /**
   * Replaces the filtered parts of a chunk with unfiltered parts.
   *
   * @throws io.azulejo.error.CorruptDataException if the parts are not valid output of the filter
   */
  void decode(Decoding chunk);

  /**
   * Returns the maximum filtered size of a chunk, data and metadata together.
   *
   * @param size the total size of data and metadata before this filter, in bytes
   */
  long bound(long size);

  /** Returns whether the filter leaves the data unchanged. */
  default boolean keepsData() {
    return false;
  }

  /** Returns whether every reader can decode an empty chunk that this filter has encoded. */
  default boolean acceptsEmptyChunks() {
    return true;
  }

  /** Returns whether the filter encodes empty data as an empty part. */
  default boolean keepsEmptyParts() {
    return false;
  }

  /**
   * Returns whether TileDB can decode an empty part that the previous filter has kept. TileDB
   * releases up to 2.30, and perhaps later ones, fail to decode it with some filters.
   */
  default boolean acceptsKeptEmptyParts() {
    return true;
  }
}
