/**
 * Arrays and groups as a whole. In: locations of objects and folders. Out: what objects lie there,
 * their copies, their removal, new arrays that appear when they are complete ({@link
 * io.azulejo.internal.snapshot.object.StagedArray}), and the garbage that killed writers left. Open
 * {@link io.azulejo.internal.snapshot.object.ObjectCopy} first, or {@link
 * io.azulejo.internal.snapshot.object.Garbage}.
 */
package io.azulejo.internal.snapshot.object;
