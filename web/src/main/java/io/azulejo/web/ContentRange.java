package io.azulejo.web;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A parsed {@code Content-Range} header, which describes the part of a file in a response.
 *
 * @param first the position of the first byte; -1 if the response contains no bytes of the file
 * @param last the position of the last byte, inclusive; -1 if {@code first} is -1
 * @param size the size of the whole file in bytes; -1 if unknown
 */
record ContentRange(long first, long last, long size) {
  private static final Pattern TEXT =
      Pattern.compile("bytes +(?:(\\d{1,18})-(\\d{1,18})|\\*)/(\\d{1,18}|\\*)");

  /** Parses the header. Returns an empty result if it is missing or not valid. */
  static Optional<ContentRange> of(Optional<String> header) {
    Matcher text = TEXT.matcher(header.orElse("").strip());
    if (!text.matches()) {
      return Optional.empty();
    }
    long size = text.group(3).equals("*") ? -1 : Long.parseLong(text.group(3));
    if (text.group(1) == null) {
      return Optional.of(new ContentRange(-1, -1, size));
    }
    long first = Long.parseLong(text.group(1));
    long last = Long.parseLong(text.group(2));
    return last < first || (size >= 0 && last >= size)
        ? Optional.empty()
        : Optional.of(new ContentRange(first, last, size));
  }
}
