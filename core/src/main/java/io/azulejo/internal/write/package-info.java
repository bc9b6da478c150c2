/**
 * Writes batches of cells to arrays. The input is a {@link
 * io.azulejo.internal.snapshot.WritableArray}, a {@link io.azulejo.query.WriteRequest} and batches.
 * The output is the names of complete fragments that are not part of the array yet; {@link
 * io.azulejo.internal.snapshot.Commit} adds them to it.
 *
 * <p>This package checks the columns of batches; its subpackages write the cells. Start with {@link
 * io.azulejo.internal.write.CellWriter}.
 */
package io.azulejo.internal.write;
