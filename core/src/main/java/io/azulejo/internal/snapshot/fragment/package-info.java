/**
 * One fragment. In: its footer, its folder, the schema that it was written with. Out: where its
 * tiles lie, and what can be believed of their values; tables are loaded when they are first asked
 * for, once. It also holds the geometry of dense tiles, and reads the small files of arrays. Open
 * {@link io.azulejo.internal.snapshot.fragment.Fragment} first, then {@link
 * io.azulejo.internal.snapshot.fragment.TileStatistics}.
 */
package io.azulejo.internal.snapshot.fragment;
