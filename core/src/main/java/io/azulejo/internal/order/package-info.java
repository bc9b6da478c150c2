/**
 * The order of cells: coordinates as keys, tiles, the Hilbert curve, sorting. Knows no fragment and
 * no request; reads and writes put the same numbers in the same order here. Start at {@link
 * io.azulejo.internal.order.CellKeys}.
 */
package io.azulejo.internal.order;
