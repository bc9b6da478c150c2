package io.azulejo.schema;

/** Filters as texts. */
final class FilterTexts {
  private FilterTexts() {}

  /** A filter. */
  static String of(Filter filter) {
    if (filter instanceof Filter.Gzip gzip) {
      return "GZIP " + gzip.level();
    } else if (filter instanceof Filter.Zstd zstd) {
      return "ZSTD " + zstd.level();
    } else if (filter instanceof Filter.Bzip2 bzip2) {
      return "BZIP2 " + bzip2.level();
    } else if (filter instanceof Filter.Lz4) {
      return "LZ4";
    } else if (filter instanceof Filter.Rle) {
      return "RLE";
    } else if (filter instanceof Filter.Dictionary) {
      return "DICTIONARY_ENCODING";
    } else if (filter instanceof Filter.DoubleDelta delta) {
      return "DOUBLE_DELTA" + as(delta.reinterpret());
    } else if (filter instanceof Filter.Delta delta) {
      return "DELTA" + as(delta.reinterpret());
    } else if (filter instanceof Filter.BitWidthReduction reduction) {
      return "BIT_WIDTH_REDUCTION window " + Integer.toUnsignedString(reduction.maxWindow());
    } else if (filter instanceof Filter.PositiveDelta delta) {
      return "POSITIVE_DELTA window " + Integer.toUnsignedString(delta.maxWindow());
    } else if (filter instanceof Filter.ScaleFloat scale) {
      return "SCALE_FLOAT scale %s offset %s width %s"
          .formatted(scale.scale(), scale.offset(), Long.toUnsignedString(scale.byteWidth()));
    } else if (filter instanceof Filter.Webp webp) {
      return "WEBP %s %s"
          .formatted(webp.format(), webp.lossless() ? "lossless" : "quality " + webp.quality());
    } else if (filter instanceof Filter.ByteShuffle) {
      return "BYTESHUFFLE";
    } else if (filter instanceof Filter.BitShuffle) {
      return "BITSHUFFLE";
    } else if (filter instanceof Filter.ChecksumMd5) {
      return "CHECKSUM_MD5";
    } else if (filter instanceof Filter.ChecksumSha256) {
      return "CHECKSUM_SHA256";
    } else if (filter instanceof Filter.Aes256Gcm) {
      return "AES_256_GCM";
    } else if (filter instanceof Filter.Xor) {
      return "XOR";
    } else if (filter instanceof Filter.None) {
      return "NONE";
    }
    throw new IllegalArgumentException("no text for " + filter.getClass());
  }

  private static String as(Datatype type) {
    return type == Datatype.ANY ? "" : " as " + type;
  }
}
