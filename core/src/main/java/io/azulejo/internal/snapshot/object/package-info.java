/**
 * Arrays and groups as whole objects: finding, copying, archiving and removing them, creating
 * arrays that appear when they are complete ({@link
 * io.azulejo.internal.snapshot.object.StagedArray}), and finding the garbage of killed writers. The
 * package copies files and does not interpret cells.
 *
 * <p>Start at {@link io.azulejo.internal.snapshot.object.ObjectCopy} or {@link
 * io.azulejo.internal.snapshot.object.Garbage}.
 */
package io.azulejo.internal.snapshot.object;
