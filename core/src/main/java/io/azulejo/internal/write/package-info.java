/**
 * Writes batches of cells to arrays. In: a {@link io.azulejo.internal.snapshot.WritableArray}, a
 * {@link io.azulejo.query.WriteRequest}, batches. Out: the names of fragments that are complete but
 * not part of the array yet; {@link io.azulejo.internal.snapshot.Commit} makes them part of it. The
 * packages below do the parts; this one checks the columns of batches. Open {@link
 * io.azulejo.internal.write.CellWriter} first.
 */
package io.azulejo.internal.write;
