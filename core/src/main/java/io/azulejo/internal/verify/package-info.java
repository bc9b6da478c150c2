/**
 * Finds out what is wrong with arrays and groups, says what it means, and mends what can be mended.
 * Structures and tiles are read by the code that all reads go through. Start at {@link
 * io.azulejo.internal.verify.Verification}.
 */
package io.azulejo.internal.verify;
