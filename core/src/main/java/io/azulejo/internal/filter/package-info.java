/**
 * Filters and unfilters the bytes of tiles. Start at {@link io.azulejo.internal.filter.TileCodec}.
 * The package does not depend on files, format versions or arrays.
 */
package io.azulejo.internal.filter;
