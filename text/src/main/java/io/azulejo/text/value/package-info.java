/**
 * Formats and parses single values. In: bytes of cells, coordinates, ranges, names. Out: text that
 * identifies exactly one value, and the parsed value. Begin with {@link
 * io.azulejo.text.value.ValueText} (the lossless notation of TSV and schemas) and {@link
 * io.azulejo.text.value.TextBuffer} (the UTF-8 buffer for all output). This package must not know
 * rows, files or options.
 */
package io.azulejo.text.value;
