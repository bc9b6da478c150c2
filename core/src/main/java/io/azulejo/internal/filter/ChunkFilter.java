package io.azulejo.internal.filter;

/**
 * One filter, made ready for one kind of tile part. It sees the parts of a chunk and nothing else,
 * and keeps no state between chunks: any number of threads may use it.
 */
interface ChunkFilter {
  /** The filter's name, for messages. */
  String name();

  /** Puts the filtered parts in the place of the unfiltered ones. */
  void encode(Encoding chunk);

  /** Puts the unfiltered parts in the place of the filtered ones. */
  void decode(Decoding chunk);

  /** The maximum filtered size of data and metadata of a total size. */
  long bound(long size);

  /** Whether the data pass unchanged. */
  default boolean keepsData() {
    return false;
  }

  /** Whether a chunk without bytes can be encoded so that every reader decodes it. */
  default boolean acceptsEmptyChunks() {
    return true;
  }

  /** Whether data without bytes are encoded as a part without bytes. */
  default boolean keepsEmptyParts() {
    return false;
  }

  /**
   * Whether TileDB decodes a part without bytes that a filter before this one has kept; releases up
   * to 2.30 at least fail at some.
   */
  default boolean acceptsKeptEmptyParts() {
    return true;
  }
}
