/**
 * Plans and answers read requests. The input is a {@link io.azulejo.internal.snapshot.Snapshot}, a
 * {@link io.azulejo.query.ReadRequest}, and the {@link io.azulejo.internal.read.tile.ReadScope} of
 * the read. The output is a reader of batches, a batch of aggregates, or a description of the plan.
 *
 * <p>This package checks the request and chooses the plan; its subpackages do the work. Start with
 * {@link io.azulejo.internal.read.ReadPlanner}.
 */
package io.azulejo.internal.read;
