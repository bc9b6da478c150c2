/** Provides the WebP codec for Azulejo's WEBP filter. */
module io.azulejo.webp {
  requires io.azulejo.core;
  requires java.desktop;
  requires webp.imageio;

  provides io.azulejo.schema.WebpCodec with
      io.azulejo.webp.WebpImages;
}
