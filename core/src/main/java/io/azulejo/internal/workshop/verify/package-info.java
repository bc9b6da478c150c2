/**
 * Verification and repair of arrays and groups. Reports problems with their consequences. Start at
 * {@link io.azulejo.internal.workshop.verify.Verification}.
 *
 * <p>The checks decode structures and tiles with the same code as ordinary reads.
 */
package io.azulejo.internal.workshop.verify;
