/**
 * Filters and unfilters the bytes of tiles. The entry class is {@link
 * io.azulejo.internal.filter.TileCodec}. The package does not know files, format versions or
 * arrays.
 */
package io.azulejo.internal.filter;
