/**
 * Writes one fragment. The input is tiles of cells, field by field, from a {@link
 * io.azulejo.internal.write.fragment.TileSource}. The output is the durable files of the fragment,
 * including metadata with tile offsets and statistics. Tiles are encoded by many threads while
 * earlier tiles are being written to files. Start with {@link
 * io.azulejo.internal.write.fragment.FragmentWriter}.
 */
package io.azulejo.internal.write.fragment;
