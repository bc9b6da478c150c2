package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import java.util.List;

/**
 * A page of {@code docs/format} and encodings of the structure that it tells of.
 *
 * @param name the name of its file, without the suffix
 * @param samples enough encodings to have every field in every version that has it
 */
record FormatPage(String name, List<Sample> samples) {
  /**
   * An encoding.
   *
   * @param version the version in the sense of the page: a format version, or one of the
   *     structure's own
   * @param fields its fields
   */
  record Sample(int version, List<WireTrace.Field> fields) {
    /**
     * An encoding of a value.
     *
     * @param own the version in the sense of the page
     * @param version the version of the wire
     */
    static <T> Sample of(int own, FormatVersion version, Wire.Transfer<T> layout, T value) {
      Slice bytes = WireWriter.encode("sample", version, layout, value);
      return new Sample(own, Traced.of(version, bytes, layout).fields());
    }
  }

  @Override
  public String toString() {
    return name;
  }
}
