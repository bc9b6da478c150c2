/**
 * Computes aggregates by group: counts, sums, extremes, means, variances, quantiles, distinct
 * counts, and first and last values. The input is batches of cells, or the statistics of tiles
 * whose cells all count. The output is one batch with a row per group.
 *
 * <p>Start with {@link io.azulejo.internal.read.aggregate.AggregateRun}, then {@link
 * io.azulejo.internal.read.aggregate.FieldAccumulator}, which accumulates one field for all groups.
 */
package io.azulejo.internal.read.aggregate;
