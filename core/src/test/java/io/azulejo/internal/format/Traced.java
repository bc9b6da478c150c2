package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import java.util.HexFormat;
import java.util.List;

/** The bytes of a structure whose fields are known by name. */
record Traced(Slice bytes, List<WireTrace.Field> fields) {
  static <T> Traced of(FormatVersion version, Slice bytes, Wire.Transfer<T> layout) {
    WireTrace trace = new WireTrace("traced", version, bytes);
    layout.transfer(trace, null);
    trace.end();
    return new Traced(bytes, trace.fields());
  }

  /** The bytes with those of one field replaced by others, given in hex. */
  Slice with(String path, String hex) {
    WireTrace.Field field =
        fields.stream()
            .filter(f -> f.path().equals(path))
            .findFirst()
            .orElseThrow(() -> new IllegalArgumentException(path + " is none of " + fields));
    HexFormat format = HexFormat.of();
    String all = format.formatHex(bytes.toBytes());
    return Slice.of(
        format.parseHex(
            all.substring(0, 2 * field.offset())
                + hex
                + all.substring(2 * (field.offset() + field.length()))));
  }
}
