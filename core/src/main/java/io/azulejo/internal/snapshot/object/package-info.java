/**
 * Arrays and groups as whole objects: finding, copying, archiving and removing them. The package
 * also creates arrays that appear only when they are complete ({@link
 * io.azulejo.internal.snapshot.object.StagedArray}) and finds the garbage of killed writers. It
 * copies files and does not interpret cells.
 *
 * <p>Start at {@link io.azulejo.internal.snapshot.object.ObjectCopy} or {@link
 * io.azulejo.internal.snapshot.object.Garbage}.
 */
package io.azulejo.internal.snapshot.object;
