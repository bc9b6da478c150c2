/**
 * Sums, counts, minima, maxima and means, by group. In: batches of cells, or the statistics of
 * tiles of which all cells count. Out: one batch, a row for each group. Open {@link
 * io.azulejo.internal.read.aggregate.AggregateRun} first, then {@link
 * io.azulejo.internal.read.aggregate.FieldAccumulator}, an accumulator of one field for all groups.
 */
package io.azulejo.internal.read.aggregate;
