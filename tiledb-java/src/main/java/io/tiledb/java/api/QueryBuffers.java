package io.tiledb.java.api;

import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The buffers of a query, by field. Not thread-safe. */
final class QueryBuffers {
  /** The buffers of one field. */
  static final class Parts {
    private @Nullable QueryBuffer data;
    private @Nullable QueryBuffer offsets;
    private @Nullable QueryBuffer validity;

    @Nullable QueryBuffer data() {
      return data;
    }

    @Nullable QueryBuffer offsets() {
      return offsets;
    }

    @Nullable QueryBuffer validity() {
      return validity;
    }

    private void close() {
      for (QueryBuffer part : new QueryBuffer[] {data, offsets, validity}) {
        if (part != null) {
          part.close(null);
          part.clearCallers();
        }
      }
    }
  }

  private final Map<String, Parts> fields = new LinkedHashMap<>();

  /** Returns the buffers by field, in the order in which they were set. */
  Map<String, Parts> fields() {
    return fields;
  }

  private Parts parts(String field) {
    return fields.computeIfAbsent(field, name -> new Parts());
  }

  void setData(String field, QueryBuffer buffer) {
    Parts parts = parts(field);
    replace(parts.data, buffer);
    parts.data = buffer;
  }

  void setOffsets(String field, QueryBuffer buffer) {
    Parts parts = parts(field);
    replace(parts.offsets, buffer);
    parts.offsets = buffer;
  }

  void setValidity(String field, QueryBuffer buffer) {
    Parts parts = parts(field);
    replace(parts.validity, buffer);
    parts.validity = buffer;
  }

  private static void replace(@Nullable QueryBuffer previous, QueryBuffer next) {
    if (previous != null) {
      previous.close(next);
    }
  }

  /**
   * Returns the buffer for the values of a field.
   *
   * @throws TileDBError if none is set
   */
  QueryBuffer data(String field) throws TileDBError {
    Parts parts = fields.get(field);
    return required(parts == null ? null : parts.data, "data", field);
  }

  /**
   * Returns the buffer for the offsets of a field.
   *
   * @throws TileDBError if none is set
   */
  QueryBuffer offsets(String field) throws TileDBError {
    Parts parts = fields.get(field);
    return required(parts == null ? null : parts.offsets, "offsets", field);
  }

  /**
   * Returns the buffer for the validity of a field.
   *
   * @throws TileDBError if none is set
   */
  QueryBuffer validity(String field) throws TileDBError {
    Parts parts = fields.get(field);
    return required(parts == null ? null : parts.validity, "validity", field);
  }

  private static QueryBuffer required(@Nullable QueryBuffer buffer, String part, String field)
      throws TileDBError {
    if (buffer == null) {
      throw new TileDBError("no %s buffer is set for \"%s\"".formatted(part, field));
    }
    return buffer;
  }

  /**
   * Checks that a field has all the buffers that its cells need.
   *
   * @throws TileDBError if one is missing
   */
  void requireComplete(QueryField field) throws TileDBError {
    data(field.name());
    if (field.isVar()) {
      offsets(field.name());
    }
    if (field.nullable()) {
      validity(field.name());
    }
  }

  /**
   * Returns the used sizes of the fields whose values are in a {@link NativeArray}: of the offsets
   * (0 if there are none) and of the values.
   *
   * @param elements whether to return numbers of elements instead of bytes
   */
  HashMap<String, Pair<Long, Long>> sizes(boolean elements) {
    HashMap<String, Pair<Long, Long>> sizes = new LinkedHashMap<>();
    fields.forEach(
        (name, parts) -> {
          if (parts.data != null && parts.data.array() != null) {
            sizes.put(name, new Pair<>(size(parts.offsets, elements), size(parts.data, elements)));
          }
        });
    return sizes;
  }

  private static long size(@Nullable QueryBuffer buffer, boolean elements) {
    if (buffer == null || buffer.array() == null) {
      return 0;
    }
    return elements ? buffer.used() / buffer.array().getNativeTypeSize() : buffer.used();
  }

  /** Sets the used sizes of all values and offsets. */
  void useAll(long size) {
    for (Parts parts : fields.values()) {
      if (parts.data != null) {
        parts.data.use(Math.min(size, parts.data.capacity()));
      }
      if (parts.offsets != null) {
        parts.offsets.use(Math.min(size, parts.offsets.capacity()));
      }
    }
  }

  /** Closes all arrays, clears all ByteBuffers, and forgets them. */
  void clear() {
    fields.values().forEach(Parts::close);
    fields.clear();
  }
}
