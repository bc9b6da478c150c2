/**
 * Turns cells into fragments that are complete but not yet part of the array; the snapshot room's
 * {@code Commit} makes them part of it. Never changes what is there. Start at {@link
 * io.azulejo.internal.write.FragmentWriter}.
 */
package io.azulejo.internal.write;
