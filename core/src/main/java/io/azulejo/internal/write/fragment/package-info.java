/**
 * Writes one fragment. In: tiles of cells, field by field, from a {@link
 * io.azulejo.internal.write.fragment.TileSource}. Out: the files of the fragment, durable, with the
 * metadata with the places of tiles and the bounds of their values. Tiles are encoded by many
 * threads while those before are on their way to files. Open {@link
 * io.azulejo.internal.write.fragment.FragmentWriter} first.
 */
package io.azulejo.internal.write.fragment;
