/**
 * Finds problems of arrays and groups with their consequences, and repairs what can be repaired.
 * Structures and tiles are read by the same code as in any read. Start at {@link
 * io.azulejo.internal.workshop.verify.Verification}.
 */
package io.azulejo.internal.workshop.verify;
