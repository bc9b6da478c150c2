package io.azulejo.internal.format;

import io.azulejo.internal.runtime.Slice;

/**
 * One value of each tile: the minima or the maxima of a field, or the coordinates of the first or
 * the last cells. Both parts are empty where the field has no such values.
 *
 * @param fixed values of fixed size one after another; or, where cells are of variable size, for
 *     each tile where its value begins in var, in eight bytes
 * @param var values of variable size one after another
 */
public record TileBounds(Slice fixed, Slice var) {}
