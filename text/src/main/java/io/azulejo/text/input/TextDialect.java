package io.azulejo.text.input;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * How the characters of a file form texts and cells.
 *
 * @param separator the separator of CSV cells, a blank for any number of blanks; empty to detect it
 * @param charset the encoding; empty to detect it from the first bytes
 * @param finder detects unspecified properties and lines before the table; empty if the table
 *     starts at the first character
 * @param header whether a header row precedes the rows; empty to detect it
 * @param skip the number of lines to skip unconditionally; if positive, all lines before the table
 * @param melting the conversion of wide rows; empty for none
 */
public record TextDialect(
    Optional<Character> separator,
    Optional<Charset> charset,
    Optional<LayoutFinder> finder,
    Optional<Boolean> header,
    int skip,
    Optional<Melting> melting) {
  /** The separator that stands for fixed-width columns with blanks between them. */
  public static final char FIXED = 0;

  /** The separator that stands for any number of blanks. */
  public static final char BLANKS = ' ';

  /** Returns a copy with another separator. */
  public TextDialect with(Optional<Character> other) {
    return new TextDialect(other, charset, finder, header, skip, melting);
  }

  /** Commas and UTF-8, as {@code read} writes them. */
  public static final TextDialect STRICT =
      new TextDialect(
          Optional.of(','),
          Optional.of(StandardCharsets.UTF_8),
          Optional.empty(),
          Optional.of(true),
          0,
          Optional.empty());
}
