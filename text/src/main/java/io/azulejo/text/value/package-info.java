/**
 * Formats and parses single values: cells, coordinates, ranges and names. A formatted text
 * identifies exactly one value. Begin with {@link io.azulejo.text.value.ValueText}, the lossless
 * notation of TSV and schemas, and {@link io.azulejo.text.value.TextBuffer}, the UTF-8 buffer for
 * all output. This package must not depend on rows, files or options.
 */
package io.azulejo.text.value;
