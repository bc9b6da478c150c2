package io.azulejo.storage.objects;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;
import java.util.Objects;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/** The response to a request for a range of an object. One thread reads and releases it. */
public final class ObjectBody {
  /** Syntax of a range. The last byte is -1 if the object is empty. */
  private static final Pattern RANGE = Pattern.compile("bytes (\\d+)-(-1|\\d+)/(\\d+|\\*)");

  private static final Pattern SIZE = Pattern.compile("bytes \\*/(\\d+)");

  /**
   * Range of a response without bytes, because the requested range begins after the object's end.
   */
  private static final String NOTHING = "bytes */";

  private final String range;
  private final long first;
  private final long end;
  private final long size;
  private final String version;
  private final InputStream bytes;
  private final Runnable abort;

  private ObjectBody(
      String range,
      long first,
      long end,
      long size,
      String version,
      InputStream bytes,
      Runnable abort) {
    this.range = Objects.requireNonNull(range, "range");
    this.first = first;
    this.end = end;
    this.size = size;
    this.version = Objects.requireNonNull(version, "version");
    this.bytes = Objects.requireNonNull(bytes, "bytes");
    this.abort = Objects.requireNonNull(abort, "abort");
  }

  /**
   * Creates the response of a store that does not use HTTP.
   *
   * @param first position in the object of the first byte
   * @param end position in the object after the last byte
   * @param size size of the object in bytes
   * @param version an entity tag that changes with the bytes of the object; empty if unknown
   * @param bytes the bytes from {@code first} to {@code end}
   */
  public static ObjectBody of(long first, long end, long size, String version, InputStream bytes) {
    return new ObjectBody(
        "bytes %d-%d/%d".formatted(first, end - 1, size),
        first,
        end,
        size,
        version,
        bytes,
        () -> {});
  }

  /**
   * Creates a successful HTTP response.
   *
   * @param contentRange the {@code Content-Range} header; null if the response is the whole object
   * @param contentLength size of the response body in bytes; negative if unknown
   * @param version the {@code ETag} header; null if there is none
   * @param bytes the response body
   * @param abort releases the response if its body was not read to the end
   */
  public static ObjectBody answered(
      @Nullable String contentRange,
      long contentLength,
      @Nullable String version,
      InputStream bytes,
      Runnable abort) {
    String tag = version == null ? "" : version;
    if (contentRange == null) {
      return new ObjectBody("", 0, contentLength, contentLength, tag, bytes, abort);
    }
    Matcher range = RANGE.matcher(contentRange);
    if (!range.matches()) {
      return new ObjectBody(contentRange, -1, -1, -1, tag, bytes, abort);
    }
    return new ObjectBody(
        contentRange,
        Long.parseLong(range.group(1)),
        Long.parseLong(range.group(2)) + 1,
        range.group(3).equals("*") ? -1 : Long.parseLong(range.group(3)),
        tag,
        bytes,
        abort);
  }

  /**
   * Creates a response for a range that begins after the end of the object (HTTP status 416).
   *
   * @param contentRange the {@code Content-Range} header, which may contain the object's size; null
   *     if there is none
   */
  public static ObjectBody afterEnd(@Nullable String contentRange) {
    Matcher found = SIZE.matcher(contentRange == null ? "" : contentRange);
    long size = found.matches() ? Long.parseLong(found.group(1)) : -1;
    return new ObjectBody(NOTHING, 0, 0, size, "", InputStream.nullInputStream(), () -> {});
  }

  /**
   * Returns the range of the response in HTTP syntax; empty if the response is the whole object.
   */
  String range() {
    return range;
  }

  /**
   * Returns the position of the first byte; negative if the response does not state a valid range.
   */
  long first() {
    return first;
  }

  /** Returns the position after the last byte. */
  long end() {
    return end;
  }

  /** Returns the size of the object in bytes; negative if unknown. */
  long size() {
    return size;
  }

  /** Returns an entity tag that changes with the bytes of the object; empty if unknown. */
  String version() {
    return version;
  }

  /** Returns the bytes from {@link #first} to {@link #end}. */
  InputStream bytes() {
    return bytes;
  }

  boolean isAfterEnd() {
    return range.equals(NOTHING);
  }

  /** Returns whether the response is the whole object, although a range was requested. */
  boolean isWhole() {
    return range.isEmpty();
  }

  void skip(long count) throws IOException {
    bytes.skipNBytes(count);
  }

  void read(byte[] target, int offset, int length) throws IOException {
    if (bytes.readNBytes(target, offset, length) < length) {
      throw new EOFException("it ended early");
    }
  }

  /**
   * Releases the response.
   *
   * @param read whether its bytes were read to the end, so that the connection can be reused
   */
  void release(boolean read) {
    if (!read) {
      abort.run();
      return;
    }
    try {
      bytes.close();
    } catch (IOException e) {
      // The failure has no effect, because all bytes were received.
    }
  }
}
