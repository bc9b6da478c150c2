package io.tiledb.java.api;

import io.tiledb.libtiledb.tiledb_filter_webp_format_t;

/**
 * Compresses tiles of two-dimensional dense arrays of {@link Datatype#TILEDB_UINT8} as WebP images.
 * Lossy images need the module {@code azulejo-webp} and its native library.
 */
public class WebPFilter extends Filter {
  private static final float MAX_QUALITY = 100;

  /** Creates a filter for lossy images of the quality 100, without a pixel format. */
  public WebPFilter(Context ctx) throws TileDBError {
    this(ctx, MAX_QUALITY, tiledb_filter_webp_format_t.TILEDB_WEBP_NONE, (short) 0);
  }

  /**
   * Creates a filter.
   *
   * @param quality quality of lossy images, 0 to 100
   * @param inputFormat the components of a pixel
   * @param lossless 1 if decoding restores every byte, else 0
   * @throws TileDBError if an argument is not valid
   */
  public WebPFilter(
      Context ctx, float quality, tiledb_filter_webp_format_t inputFormat, short lossless)
      throws TileDBError {
    this(ctx, create(quality, inputFormat, lossless));
  }

  WebPFilter(Context ctx, io.azulejo.schema.Filter filter) {
    super(ctx, filter);
  }

  private static io.azulejo.schema.Filter create(
      float quality, tiledb_filter_webp_format_t inputFormat, short lossless) throws TileDBError {
    if (!(quality >= 0 && quality <= MAX_QUALITY)) {
      throw new TileDBError("the quality of WebPFilter must be 0 to 100, not " + quality);
    }
    if (lossless != 0 && lossless != 1) {
      throw new TileDBError("the lossless flag of WebPFilter must be 0 or 1, not " + lossless);
    }
    io.azulejo.schema.Filter.PixelFormat format =
        io.azulejo.schema.Filter.PixelFormat.values()[inputFormat.swigValue()];
    return io.azulejo.schema.Filter.webp(quality, format, lossless == 1, 0, 0);
  }

  /** Returns the quality of lossy images, 0 to 100. */
  public float getQuality() throws TileDBError {
    return toEngine().quality();
  }

  /** Returns 1 if decoding restores every byte, else 0. */
  public short getLossless() throws TileDBError {
    return (short) (toEngine().isLossless() ? 1 : 0);
  }

  /** Returns the components of a pixel. */
  public tiledb_filter_webp_format_t getInputFormat() throws TileDBError {
    return tiledb_filter_webp_format_t.swigToEnum(toEngine().pixelFormat().ordinal());
  }
}
