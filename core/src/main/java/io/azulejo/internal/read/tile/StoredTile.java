package io.azulejo.internal.read.tile;

import io.azulejo.internal.format.FieldStorage;
import io.azulejo.internal.runtime.Slice;
import io.azulejo.internal.snapshot.fragment.Fragment;

/**
 * A field of a tile as a fragment stores it, fetched and not decoded.
 *
 * @param fragment the fragment
 * @param storage how it keeps the field
 * @param position the number of the tile in the fragment
 * @param fixed the filtered cells of fixed size, or offsets; where the values keep their offsets, a
 *     tile without chunks
 * @param var the filtered values of variable size; null for cells of fixed size
 * @param varSize the bytes of the values of variable size before filtering
 * @param validity the filtered validity; null where cells can't be null
 */
public record StoredTile(
    Fragment fragment,
    FieldStorage storage,
    int position,
    Slice fixed,
    Slice var,
    long varSize,
    Slice validity) {}
