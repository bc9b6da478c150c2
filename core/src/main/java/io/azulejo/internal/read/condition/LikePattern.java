package io.azulejo.internal.read.condition;

import io.azulejo.error.InvalidRequestException;
import io.azulejo.internal.runtime.Slice;
import java.io.ByteArrayOutputStream;
import java.util.Arrays;

/**
 * A pattern for strings. {@code %} matches any characters, and {@code _} matches one UTF-8
 * character (or one byte that is not valid UTF-8). A backslash before one of these two or before
 * another backslash makes it literal. Everything else matches itself. Immutable.
 */
final class LikePattern {
  private static final int ANY = -1;
  private static final int ONE = -2;

  /** Unsigned bytes, {@link #ANY} or {@link #ONE}. */
  private final int[] parts;

  private LikePattern(int[] parts) {
    this.parts = parts;
  }

  /**
   * Parses a pattern.
   *
   * @throws InvalidRequestException if a backslash precedes any other character or ends the pattern
   */
  static LikePattern of(Slice text) {
    byte[] bytes = text.toBytes();
    int[] parts = new int[bytes.length];
    int count = 0;
    for (int i = 0; i < bytes.length; i++) {
      int part = bytes[i] & 0xff;
      if (part == '%') {
        part = ANY;
      } else if (part == '_') {
        part = ONE;
      } else if (part == '\\') {
        i++;
        if (i == bytes.length || "%_\\".indexOf(bytes[i]) < 0) {
          throw new InvalidRequestException(
              "like: a backslash must precede %, _ or another backslash, and makes that"
                  + " character literal");
        }
        part = bytes[i];
      }
      boolean again = part == ANY && count > 0 && parts[count - 1] == ANY;
      if (!again) {
        parts[count++] = part;
      }
    }
    return new LikePattern(Arrays.copyOf(parts, count));
  }

  /** Returns the common prefix of all strings that match. */
  byte[] prefix() {
    ByteArrayOutputStream prefix = new ByteArrayOutputStream();
    for (int i = 0; i < parts.length && parts[i] >= 0; i++) {
      prefix.write(parts[i]);
    }
    return prefix.toByteArray();
  }

  /** Returns whether the pattern matches only one string, which is the prefix. */
  boolean isExact() {
    return prefix().length == parts.length;
  }

  /** Returns whether the pattern matches exactly the strings with the prefix. */
  boolean isPrefix() {
    return parts.length > 0
        && parts[parts.length - 1] == ANY
        && prefix().length == parts.length - 1;
  }

  /** Returns whether the string from {@code start} to {@code end} (exclusive) matches. */
  boolean matches(byte[] data, int start, int end) {
    int at = start;
    int part = 0;
    int afterAny = -1;
    int retry = start;
    while (at < end) {
      if (part < parts.length && parts[part] == ANY) {
        afterAny = ++part;
        retry = at;
      } else if (part < parts.length && parts[part] == ONE) {
        at = next(data, at, end);
        part++;
      } else if (part < parts.length && parts[part] == (data[at] & 0xff)) {
        at++;
        part++;
      } else if (afterAny >= 0) {
        retry = next(data, retry, end);
        at = retry;
        part = afterAny;
      } else {
        return false;
      }
    }
    while (part < parts.length && parts[part] == ANY) {
      part++;
    }
    return part == parts.length;
  }

  /** Returns the start of the next character. */
  private static int next(byte[] data, int at, int end) {
    int next = at + 1;
    if ((data[at] & 0xc0) == 0xc0) {
      while (next < end && next < at + 4 && (data[next] & 0xc0) == 0x80) {
        next++;
      }
    }
    return next;
  }
}
