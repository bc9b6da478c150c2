package io.azulejo.internal.read.tile;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.fragment.Fragment;

/**
 * One field of a tile in stored form: fetched but not decoded.
 *
 * @param fragment the fragment that contains the tile
 * @param storage how the fragment stores the field
 * @param position the index of the tile in the fragment
 * @param fixed the filtered fixed-size cells or offsets; a tile without chunks if the offsets are
 *     stored with the values
 * @param var the filtered variable-size values; null for fixed-size cells
 * @param varSize the unfiltered size of the variable-size values in bytes
 * @param validity the filtered validity bytes; null if the field is not nullable
 */
public record StoredTile(
    Fragment fragment,
    FieldStorage storage,
    int position,
    Slice fixed,
    Slice var,
    long varSize,
    Slice validity) {}
