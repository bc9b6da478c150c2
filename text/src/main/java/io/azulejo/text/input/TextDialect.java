package io.azulejo.text.input;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * How the characters of a file make texts and cells.
 *
 * @param separator what stands between the cells of CSV, a blank for any number of them; empty for
 *     what the finder finds
 * @param charset the encoding; empty for what the first bytes show
 * @param finder finds what is not said here, and lines that come before the table; empty where the
 *     table begins with the first character
 * @param header whether the names of the columns stand before the rows; empty for what the first
 *     lines show
 * @param skip how many lines are passed over whatever they are; all that come before the table if
 *     there are some
 * @param melting how each row becomes several; empty where it is one
 */
public record TextDialect(
    Optional<Character> separator,
    Optional<Charset> charset,
    Optional<LayoutFinder> finder,
    Optional<Boolean> header,
    int skip,
    Optional<Melting> melting) {
  /** The separator of columns of fixed width, which have blanks between them. */
  public static final char FIXED = 0;

  /** What separates cells where that is any number of blanks. */
  public static final char BLANKS = ' ';

  /** The same with another separator. */
  public TextDialect with(Optional<Character> other) {
    return new TextDialect(other, charset, finder, header, skip, melting);
  }

  /** Commas and UTF-8, as {@code read} writes. */
  public static final TextDialect STRICT =
      new TextDialect(
          Optional.of(','),
          Optional.of(StandardCharsets.UTF_8),
          Optional.empty(),
          Optional.of(true),
          0,
          Optional.empty());
}
