/**
 * The types of the native interface that TileDB-Java shows in its public signatures or that
 * programs use directly: enums with the numbers of the C API, off-heap arrays, pointers and opaque
 * handles. The functions of the C API are not part of this library.
 */
@NullMarked
package io.tiledb.libtiledb;

import org.jspecify.annotations.NullMarked;
