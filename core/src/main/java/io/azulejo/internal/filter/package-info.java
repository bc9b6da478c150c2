/**
 * Turns a tile's bytes into filtered bytes and back. Knows no file, no version, no array. Start at
 * {@link io.azulejo.internal.filter.TileCodec}.
 */
package io.azulejo.internal.filter;
