package io.azulejo.internal.filter;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.error.UnsupportedFormatException;
import io.azulejo.schema.Filter;
import io.azulejo.schema.WebpCodec;
import java.io.IOException;
import java.util.Arrays;
import java.util.Optional;
import java.util.ServiceLoader;

/**
 * Stores a tile as a WebP image. This requires an implementation of {@link WebpCodec} on the class
 * path. Filter metadata: {@link PartLengths} with one part, the image.
 */
final class WebpFilter implements ChunkFilter {
  private static final String ABSENT =
      "WEBP needs the module azulejo-webp; add it and its dependencies to the class path";

  private final Filter options;
  private final int depth;

  WebpFilter(Filter options) {
    this.options = options;
    this.depth = depth(options.pixelFormat());
  }

  /** Returns the size of a pixel in bytes, or 0 if the pixel format is {@code NONE}. */
  static int depth(Filter.PixelFormat format) {
    return switch (format) {
      case NONE -> 0;
      case RGB, BGR -> 3;
      case RGBA, BGRA -> 4;
    };
  }

  /** Loads the codec lazily, when the first image is processed. */
  private static final class Codec {
    static final Optional<WebpCodec> FOUND =
        ServiceLoader.load(WebpCodec.class, WebpCodec.class.getClassLoader()).findFirst();
  }

  @Override
  public String name() {
    return "WEBP";
  }

  @Override
  public long bound(long size) {
    return 2 * size + 4096;
  }

  @Override
  public void encode(Encoding chunk) {
    WebpCodec codec = Codec.FOUND.orElseThrow(() -> new InvalidRequestException(ABSENT));
    if (chunk.dataLength() != size()) {
      throw new InvalidRequestException(
          ("WEBP encodes tiles of %d rows of %d bytes, but gets %d bytes; make it the only"
                  + " filter that changes the data")
              .formatted(options.yExtent(), options.xExtent(), chunk.dataLength()));
    }
    byte[] image =
        codec.encode(
            chunk.data(),
            chunk.dataStart(),
            options.pixelFormat(),
            options.xExtent() / depth,
            options.yExtent(),
            options.isLossless(),
            options.quality());
    byte[] out = chunk.output(image.length);
    System.arraycopy(image, 0, out, 0, image.length);
    chunk.prepend(PartLengths.of(image.length));
    chunk.outputDone(image.length);
  }

  @Override
  public void decode(Decoding chunk) {
    WebpCodec codec = Codec.FOUND.orElseThrow(() -> new UnsupportedFormatException(ABSENT));
    int[] parts = PartLengths.take(chunk);
    if (parts.length != 1) {
      throw chunk.corrupt("parts", "%d instead of 1".formatted(parts.length));
    }
    byte[] out = chunk.output("image", size());
    int start = chunk.dataStart();
    byte[] image = Arrays.copyOfRange(chunk.data(), start, start + chunk.dataLength());
    try {
      codec.decode(
          image,
          options.pixelFormat(),
          options.xExtent() / depth,
          options.yExtent(),
          out,
          chunk.outputStart());
    } catch (IOException e) {
      throw chunk.corrupt("image", e.getMessage(), e);
    }
    chunk.outputDone();
  }

  private long size() {
    return (long) options.yExtent() * options.xExtent();
  }
}
