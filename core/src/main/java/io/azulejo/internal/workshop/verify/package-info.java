/**
 * Finds problems of arrays and groups with their consequences, and repairs some of them. Start at
 * {@link io.azulejo.internal.workshop.verify.Verification}.
 *
 * <p>Structures and tiles are read by the same code as in any read.
 */
package io.azulejo.internal.workshop.verify;
