package io.azulejo.web;

import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Which bytes of a file an answer has.
 *
 * @param first the position of the first one; -1 where there are none
 * @param last that of the last one
 * @param size of the file; -1 where it is not said
 */
record ContentRange(long first, long last, long size) {
  private static final Pattern TEXT =
      Pattern.compile("bytes +(?:(\\d{1,18})-(\\d{1,18})|\\*)/(\\d{1,18}|\\*)");

  /** The range that a header says, if it says one that can be. */
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
