/**
 * A single fragment: the positions of its tiles and the reliable statistics of their values. Tables
 * are loaded once, on first use. The package also has the geometry of dense tiles and reads the
 * small files of arrays. It does not decode tiles.
 *
 * <p>Start at {@link io.azulejo.internal.snapshot.fragment.Fragment}, then {@link
 * io.azulejo.internal.snapshot.fragment.TileStatistics}.
 */
package io.azulejo.internal.snapshot.fragment;
