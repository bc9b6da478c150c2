/**
 * Copies arrays to new ones with another layout. Start at {@link
 * io.azulejo.internal.maintain.repack.Repack}.
 */
package io.azulejo.internal.maintain.repack;
