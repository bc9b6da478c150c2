/**
 * Computes array statistics from fragment metadata, without reading cells: the number of cells and,
 * for each field, the value range, the number of nulls and the sum. Each value is exact, a bound,
 * or unknown, depending on how reliable the metadata is.
 */
package io.azulejo.internal.read.statistics;
