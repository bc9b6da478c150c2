/**
 * Rows between a read and its output: put in order, sampled, or cut out of all, in bounded memory.
 * In: batches. Out: batches. Begin with {@link io.azulejo.cli.rows.RowStage}.
 */
package io.azulejo.cli.rows;
