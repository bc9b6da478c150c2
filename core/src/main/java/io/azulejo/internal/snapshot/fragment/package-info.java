/**
 * A single fragment: the positions of its tiles and the reliable statistics of their values. Tables
 * are loaded once, on first use. The package also contains the geometry of dense tiles and the
 * reader of an array's small files. It does not decode tiles.
 *
 * <p>Start at {@link io.azulejo.internal.snapshot.fragment.Fragment}, then {@link
 * io.azulejo.internal.snapshot.fragment.TileStatistics}.
 */
package io.azulejo.internal.snapshot.fragment;
