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
   * @param path its name, after those of the structures around it, joined by dots
   * @param offset where it begins, in bytes from the start of the structure
   * @param length its bytes
   * @param value a {@link Number}, a {@link Slice}, a {@code long[]} or a {@link Code}
   */
  public record Field(String path, int offset, int length, Object value) {}

  /**
   * A number that stands for something.
   *
   * @param number the number
   * @param meaning what it stands for
   */
  public record Code(Object number, Object meaning) {}

  private final List<Field> fields = new ArrayList<>();

  /** Reads a structure of that name (for messages) and version from the start of the bytes. */
  WireTrace(String structure, FormatVersion version, Slice bytes) {
    super(structure, version, bytes);
  }

  /** The fields so far, in the order of their bytes. */
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
