package io.azulejo.text.input;

import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.Optional;

/**
 * How the characters of a file make texts and cells.
 *
 * @param separator what stands between the cells of CSV; empty for what the first lines show
 * @param charset the encoding; empty for what the first bytes show
 * @param comments whether lines of CSV before the names are passed over that are empty or begin
 *     with {@code #}, and a {@code #} before the first name is no part of it where it has no quotes
 */
public record TextDialect(
    Optional<Character> separator, Optional<Charset> charset, boolean comments) {
  /** Commas and UTF-8, as {@code read} writes. */
  public static final TextDialect STRICT =
      new TextDialect(Optional.of(','), Optional.of(StandardCharsets.UTF_8), false);
}
