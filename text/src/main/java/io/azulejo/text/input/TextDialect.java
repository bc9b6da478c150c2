package io.azulejo.text.input;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * The encoding, the cell separator and the layout of a text file.
 *
 * @param separator separator of CSV cells, or one of the constants; empty to detect it
 * @param charset encoding of the text; empty to detect it from the first bytes
 * @param finder detects the properties that are not given, and the lines before the table; empty if
 *     the table starts at the first character
 * @param header whether the table has a header row; empty to detect it
 * @param skip number of lines to skip before the table; 0 to detect them
 * @param melting how wide rows are converted to long rows; empty to keep the rows
 */
public record TextDialect(
    Optional<Character> separator,
    Optional<Charset> charset,
    Optional<LayoutFinder> finder,
    Optional<Boolean> header,
    int skip,
    Optional<Melting> melting) {
  /** Separator of fixed-width columns that are separated by blanks. */
  public static final char FIXED = 0;

  /** Separator of cells that are separated by any number of blanks. */
  public static final char BLANKS = ' ';

  /** Returns a copy with the given separator. */
  public TextDialect with(Optional<Character> other) {
    return new TextDialect(other, charset, finder, header, skip, melting);
  }

  /** The dialect that {@code read} writes: commas, UTF-8 and a header row. */
  public static final TextDialect STRICT =
      new TextDialect(
          Optional.of(','),
          Optional.of(StandardCharsets.UTF_8),
          Optional.empty(),
          Optional.of(true),
          0,
          Optional.empty());
}
