/**
 * Defines the order of cells: coordinates as keys, tiles, the Hilbert curve, and sorting. Reads and
 * writes share this code, so they order cells identically. Start at {@link
 * io.azulejo.internal.order.CellKeys}. The package does not depend on fragments or requests.
 */
package io.azulejo.internal.order;
