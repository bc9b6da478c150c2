/**
 * Deletes cells, consolidates and vacuums arrays by reading and writing them. Start at {@link
 * io.azulejo.internal.maintain.Deletion}.
 *
 * <p>Files are read and written only through other packages.
 */
package io.azulejo.internal.maintain;
