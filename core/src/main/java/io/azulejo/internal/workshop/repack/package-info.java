/**
 * Copies of arrays with another layout. Start at {@link
 * io.azulejo.internal.workshop.repack.Repack}.
 */
package io.azulejo.internal.workshop.repack;
