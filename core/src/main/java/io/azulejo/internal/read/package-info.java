/**
 * Answers a request from a snapshot. In: a {@link io.azulejo.internal.snapshot.Snapshot}, a {@link
 * io.azulejo.query.ReadRequest} and the {@link io.azulejo.internal.read.tile.ReadScope} of the
 * read. Out: a reader of batches, a batch of aggregates, or a description of the plan. The packages
 * below do the parts; this one checks, decides and puts them together. Open {@link
 * io.azulejo.internal.read.ReadPlanner} first.
 */
package io.azulejo.internal.read;
