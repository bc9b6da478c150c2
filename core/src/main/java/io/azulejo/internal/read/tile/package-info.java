/**
 * Fetches and decodes the tiles of fields. In: places of tiles in files, as {@link
 * io.azulejo.internal.format.FieldStorage} and the tables of fragments describe them. Out: decoded
 * bytes, and the columns of batches that they are copied into. It also holds what one read works
 * with: files, threads, memory, counters. Open {@link io.azulejo.internal.read.tile.ReadScope}
 * first, then {@link io.azulejo.internal.read.tile.FieldReader}.
 */
package io.azulejo.internal.read.tile;
