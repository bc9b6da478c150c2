package io.azulejo.internal.filter;

/**
 * A filter prepared for one kind of tile part. It processes the parts of a chunk and keeps no state
 * between chunks. Thread-safe.
 */
interface ChunkFilter {
  /** Returns the filter's name for messages. */
  String name();

  /** Replaces the unfiltered parts by filtered ones. */
  void encode(Encoding chunk);

  /** Replaces the filtered parts by unfiltered ones. */
  void decode(Decoding chunk);

  /** Returns the maximum filtered size of data and metadata with a total size. */
  long bound(long size);

  /** Returns whether data passes unchanged. */
  default boolean keepsData() {
    return false;
  }

  /** Returns whether empty chunks can be encoded so that every reader decodes them. */
  default boolean acceptsEmptyChunks() {
    return true;
  }

  /** Returns whether empty data is encoded as an empty part. */
  default boolean keepsEmptyParts() {
    return false;
  }

  /**
   * Returns whether TileDB decodes an empty part kept by the previous filter; releases up to 2.30
   * and perhaps later ones fail for some filters.
   */
  default boolean acceptsKeptEmptyParts() {
    return true;
  }
}
