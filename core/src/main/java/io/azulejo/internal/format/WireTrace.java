package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** A reader that also records the path, offset, length and value of each field. */
public final class WireTrace extends WireReader {
  /**
   * A field that was read.
   *
   * @param path the names of the enclosing structures and the name of the field, joined by dots
   * @param offset the start of the field relative to the start of the structure, in bytes
   * @param length the length of the field, in bytes
   * @param value a {@link Number}, a {@link Slice}, a {@code long[]} or a {@link Code}
   */
  public record Field(String path, int offset, int length, Object value) {}

  /** A number that has a meaning, such as an enum constant or a boolean. */
  public record Code(Object number, Object meaning) {}

  private final List<Field> fields = new ArrayList<>();

  /** Creates a tracing reader; the parameters are the same as for {@link WireReader}. */
  WireTrace(String structure, FormatVersion version, Slice bytes) {
    super(structure, version, bytes);
  }

  /** Returns an unmodifiable view of the fields that were read so far, in file order. */
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
