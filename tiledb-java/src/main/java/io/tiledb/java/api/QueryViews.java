package io.tiledb.java.api;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.LongBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The forms in which a {@link Query} returns its buffers and fragments. */
final class QueryViews {
  private QueryViews() {}

  /**
   * Checks a number of elements or bytes.
   *
   * @throws TileDBError if it is not from 1 to the maximum
   */
  static void requireElements(long count, long most) throws TileDBError {
    if (count < 1 || count > most) {
      throw new TileDBError(
          "the size %d is out of range; the buffer has a size of %d".formatted(count, most));
    }
  }

  /**
   * Returns the array of a buffer.
   *
   * @throws TileDBError if the buffer is a ByteBuffer
   */
  static NativeArray array(QueryBuffer buffer, String field) throws TileDBError {
    NativeArray array = buffer.array();
    if (array == null) {
      throw new TileDBError(
          "the buffer of \"%s\" is a ByteBuffer; use getBufferNIO".formatted(field));
    }
    return array;
  }

  /** Returns the used elements of an array. */
  static Object values(QueryBuffer buffer, String field) throws TileDBError {
    NativeArray array = array(buffer, field);
    return array.toJavaArray((int) (buffer.used() / array.getNativeTypeSize()));
  }

  /** Returns the used offsets. */
  static long[] offsets(QueryBuffer buffer, OffsetFormat format) {
    long[] offsets = new long[(int) (buffer.used() / format.size())];
    for (int i = 0; i < offsets.length; i++) {
      offsets[i] = format.get(buffer.bytes(), i, 1);
    }
    return offsets;
  }

  /** Returns the used validity bytes. */
  static short[] validity(QueryBuffer buffer) {
    short[] validity = new short[(int) buffer.used()];
    for (int i = 0; i < validity.length; i++) {
      validity[i] = (short) (buffer.bytes().get(i) & 0xff);
    }
    return validity;
  }

  /**
   * Returns the ByteBuffers of a field.
   *
   * @throws TileDBError if none is set for the values
   */
  static Pair<ByteBuffer, ByteBuffer> buffers(QueryBuffers buffers, String field)
      throws TileDBError {
    QueryBuffers.Parts parts = buffers.fields().get(field);
    ByteBuffer data = parts == null ? null : callers(parts.data());
    ByteBuffer offsets = parts == null ? null : callers(parts.offsets());
    if (data == null && offsets == null) {
      throw new TileDBError("no ByteBuffer is set for \"" + field + "\"");
    }
    return pair(offsets, data);
  }

  /** Returns a pair whose members may be null. */
  @SuppressWarnings("NullAway") // the class has no annotation for its members
  static <A, B> Pair<A, B> pair(@Nullable A first, @Nullable B second) {
    return new Pair<>(first, second);
  }

  private static @Nullable ByteBuffer callers(@Nullable QueryBuffer buffer) {
    return buffer == null ? null : buffer.callers();
  }

  /** Returns views of the ByteBuffers of a field. */
  static <B> Pair<LongBuffer, B> view(
      Pair<ByteBuffer, ByteBuffer> buffers,
      QueryField field,
      Class<?> element,
      OffsetFormat format,
      Function<ByteBuffer, B> view)
      throws TileDBError {
    if (field.type().javaClass() != element) {
      throw new TileDBError(
          "\"%s\" has the type %s, whose values are not of %s"
              .formatted(field.name(), field.type(), element.getSimpleName()));
    }
    ByteBuffer offsets = buffers.getFirst();
    return pair(offsets == null ? null : longs(offsets, format), view.apply(buffers.getSecond()));
  }

  /** Returns a view of 8-byte offsets, or a copy of 4-byte offsets. */
  private static LongBuffer longs(ByteBuffer offsets, OffsetFormat format) {
    if (format.size() == Long.BYTES) {
      return offsets.asLongBuffer();
    }
    LongBuffer copy = LongBuffer.allocate(offsets.remaining() / format.size());
    for (int at = offsets.position(); copy.hasRemaining(); at += format.size()) {
      copy.put(offsets.getInt(at) & 0xffffffffL);
    }
    return copy.flip();
  }

  /** Returns the characters of a buffer, whose position moves to its limit. */
  static CharBuffer characters(ByteBuffer bytes) {
    return StandardCharsets.ISO_8859_1.decode(bytes);
  }

  /** Returns the remaining bytes of a buffer, and sets its position to 0. */
  static byte[] drain(ByteBuffer buffer) {
    byte[] bytes = new byte[buffer.remaining()];
    buffer.get(bytes).rewind();
    return bytes;
  }

  /**
   * Returns the name of a fragment.
   *
   * @throws TileDBError if the index is out of range
   */
  static String fragment(List<String> fragments, BigInteger index) throws TileDBError {
    if (index.signum() < 0 || index.compareTo(BigInteger.valueOf(fragments.size())) >= 0) {
      throw new TileDBError(
          "the query has written %d fragments, counted from 0; got fragment %s"
              .formatted(fragments.size(), index));
    }
    return fragments.get(index.intValue());
  }

  /** Returns the URI of a fragment. */
  static String fragmentUri(Array array, String fragment) {
    return Stored.uri(array.toEngine().location().resolve("__fragments").resolve(fragment));
  }

  /** Returns the timestamps in the name of a fragment. */
  static Pair<Long, Long> times(String fragment) {
    String[] parts = fragment.split("_");
    return new Pair<>(Long.parseLong(parts[2]), Long.parseLong(parts[3]));
  }

  /** Returns the plan of a query as JSON. */
  static String plan(Array array, Layout layout, Collection<String> fields) throws TileDBError {
    io.azulejo.schema.ArraySchema schema = array.toEngine().schema();
    List<String> dimensions = new ArrayList<>();
    List<String> attributes = new ArrayList<>();
    for (String field : fields) {
      (schema.dimension(field).isPresent() ? dimensions : attributes).add(quoted(field));
    }
    boolean reads = array.getQueryType() == QueryType.TILEDB_READ;
    return """
    {
      "TileDB Query Plan": {
        "Array.Type": "%s",
        "Array.URI": %s,
        "Query.Attributes": [%s],
        "Query.Dimensions": [%s],
        "Query.Layout": "%s",
        "Query.Strategy.Name": "%s",
        "VFS.Backend": "%s"
      }
    }
    """
        .formatted(
            schema.isDense() ? "dense" : "sparse",
            quoted(array.getUri()),
            String.join(", ", attributes),
            String.join(", ", dimensions),
            Stored.text(layout),
            (schema.isDense() ? "Dense" : "Sparse") + (reads ? "Reader" : "Writer"),
            array.toEngine().location().scheme());
  }

  private static String quoted(String text) {
    StringBuilder json = new StringBuilder("\"");
    for (char c : text.toCharArray()) {
      if (c == '"' || c == '\\') {
        json.append('\\').append(c);
      } else if (c < ' ') {
        json.append("\\u%04x".formatted((int) c));
      } else {
        json.append(c);
      }
    }
    return json.append('"').toString();
  }
}
