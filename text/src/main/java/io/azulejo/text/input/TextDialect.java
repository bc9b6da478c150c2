package io.azulejo.text.input;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * How the characters of a file make texts and cells.
 *
 * @param separator what stands between the cells of CSV, a blank for any number of them; empty for
 *     what the first lines show
 * @param charset the encoding; empty for what the first bytes show
 * @param preamble whether lines before the table are passed over: empty ones, comments with {@code
 *     #}, lines of another form; a {@code #} before the first name is then no part of it where it
 *     has no quotes
 * @param header whether the names of the columns stand before the rows; empty for what the first
 *     lines show
 * @param skip how many lines are passed over whatever they are; all that come before the table if
 *     there are some
 * @param melting how each row becomes several; empty where it is one
 */
public record TextDialect(
    Optional<Character> separator,
    Optional<Charset> charset,
    boolean preamble,
    Optional<Boolean> header,
    int skip,
    Optional<Melting> melting) {
  /** The separator of columns of fixed width, which have blanks between them. */
  public static final char FIXED = HeadRecords.FIXED;

  /** The same with another separator. */
  TextDialect with(Optional<Character> other) {
    return new TextDialect(other, charset, preamble, header, skip, melting);
  }

  /** Commas and UTF-8, as {@code read} writes. */
  public static final TextDialect STRICT =
      new TextDialect(
          Optional.of(','),
          Optional.of(StandardCharsets.UTF_8),
          false,
          Optional.of(true),
          0,
          Optional.empty());
}
