package io.tiledb.java.api;

/** A transformation of the data of tiles: writes apply it, and reads reverse it. */
public class Filter implements AutoCloseable {
  private final Context ctx;
  private volatile io.azulejo.schema.Filter filter;

  Filter(Context ctx, io.azulejo.schema.Filter filter) {
    this.ctx = ctx;
    this.filter = filter;
  }

  /**
   * Returns a filter for one of the engine.
   *
   * @throws TileDBError if TileDB-Java has no class for it
   */
  static Filter ofEngine(Context ctx, io.azulejo.schema.Filter filter) throws TileDBError {
    return switch (filter.type()) {
      case NONE -> new NoneFilter(ctx, filter);
      case GZIP -> new GzipFilter(ctx, filter);
      case ZSTD -> new ZstdFilter(ctx, filter);
      case LZ4 -> new LZ4Filter(ctx, filter);
      case RLE -> new RleFilter(ctx, filter);
      case BZIP2 -> new Bzip2Filter(ctx, filter);
      case DOUBLE_DELTA -> new DoubleDeltaFilter(ctx, filter);
      case BIT_WIDTH_REDUCTION -> new BitWidthReductionFilter(ctx, filter);
      case BITSHUFFLE -> new BitShuffleFilter(ctx, filter);
      case BYTESHUFFLE -> new ByteShuffleFilter(ctx, filter);
      case POSITIVE_DELTA -> new PositiveDeltaFilter(ctx, filter);
      case CHECKSUM_MD5 -> new CheckSumMD5Filter(ctx, filter);
      case CHECKSUM_SHA256 -> new CheckSumSHA256Filter(ctx, filter);
      case DICTIONARY -> new DictionaryFilter(ctx, filter);
      case SCALE_FLOAT -> new FloatScalingFilter(ctx, filter);
      case XOR -> new XORFilter(ctx, filter);
      case WEBP -> new WebPFilter(ctx, filter);
      case DELTA -> new DeltaFilter(ctx, filter);
      case AES_256_GCM -> throw new TileDBError("the filter AES_256_GCM has no class");
    };
  }

  /** Returns this filter for the engine. */
  io.azulejo.schema.Filter toEngine() {
    return filter;
  }

  /** Replaces the options of this filter. */
  final void replace(io.azulejo.schema.Filter filter) {
    this.filter = filter;
  }

  /** Returns the context. */
  protected Context getCtx() {
    return ctx;
  }

  /** Has no effect, because a filter holds no resources. It remains usable. */
  @Override
  public void close() {}
}
