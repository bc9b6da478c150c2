/**
 * Sorts, samples and slices rows between a read and its output, in bounded memory. In: batches.
 * Out: batches. Begin with {@link io.azulejo.cli.rows.RowStage}.
 */
package io.azulejo.cli.rows;
