/**
 * Single values as text, both ways. In: bytes of cells, coordinates, ranges, names. Out: text that
 * stands for exactly one value, and the value again. Begin with {@link
 * io.azulejo.text.value.ValueText} (the exact notation of TSV and schemas) and {@link
 * io.azulejo.text.value.TextBuffer} (where all text is put together, as UTF-8). Nothing here knows
 * rows, files or options.
 */
package io.azulejo.text.value;
