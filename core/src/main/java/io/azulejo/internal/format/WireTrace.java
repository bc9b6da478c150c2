package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Reads a structure and records every field: path, offset and value. */
public final class WireTrace extends WireReader {
  /**
   * A field that was read.
   *
   * @param path its name after the names of the structures around it, joined by dots
   * @param offset its start, in bytes from the start of the structure
   * @param length its number of bytes
   * @param value a {@link Number}, a {@link Slice}, a {@code long[]} or a {@link Code}
   */
  public record Field(String path, int offset, int length, Object value) {}

  /** A number with a meaning. */
  public record Code(Object number, Object meaning) {}

  private final List<Field> fields = new ArrayList<>();

  /** Creates a tracing reader; the parameters are the same as for {@link WireReader}. */
  WireTrace(String structure, FormatVersion version, Slice bytes) {
    super(structure, version, bytes);
  }

  /** Returns the fields so far, in the order of their bytes. */
  List<Field> fields() {
    return Collections.unmodifiableList(fields);
  }

  @Override
  void note(String field, int start, Object value) {
    fields.add(new Field(pathOf(field), start, position() - start, value));
  }

  @Override
  void means(Object meaning) {
    Field last = fields.remove(fields.size() - 1);
    fields.add(
        new Field(last.path(), last.offset(), last.length(), new Code(last.value(), meaning)));
  }
}
