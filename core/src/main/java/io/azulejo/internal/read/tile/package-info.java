/**
 * Fetches and decodes the tiles of fields. The input is the locations of tiles in files, as
 * described by {@link io.azulejo.internal.format.FieldStorage} and the fragment metadata. The
 * output is decoded bytes and the columns of batches that they are copied into. The package also
 * holds the resources of a read: files, threads, memory and counters. Open {@link
 * io.azulejo.internal.read.tile.ReadScope} first, then {@link
 * io.azulejo.internal.read.tile.FieldReader}.
 */
package io.azulejo.internal.read.tile;
