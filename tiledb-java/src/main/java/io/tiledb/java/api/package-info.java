/**
 * A replacement for TileDB-Java that does not need the native library. The classes and methods are
 * the same as in TileDB-Java 0.31, but the engine behind them is Azulejo. Start with {@link
 * io.tiledb.java.api.Context}.
 *
 * <p>Objects need not be closed in any order, and may be closed several times. Failures throw a
 * {@link io.tiledb.java.api.TileDBError}, unless {@link io.tiledb.java.api.Context#setErrorHandler}
 * decides otherwise.
 */
@NullMarked
package io.tiledb.java.api;

import org.jspecify.annotations.NullMarked;
