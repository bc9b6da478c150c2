/**
 * Stages that sort, sample and slice rows between a read and its output, with bounded memory. Begin
 * with {@link io.azulejo.cli.rows.RowStage}, which receives and passes on batches.
 */
package io.azulejo.cli.rows;
