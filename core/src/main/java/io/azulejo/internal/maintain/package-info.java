/**
 * Deletes cells, consolidates and vacuums arrays, and commits staged fragments, by reading and
 * writing arrays. Start at {@link io.azulejo.internal.maintain.Deletion}.
 *
 * <p>Files are read and written only through other packages.
 */
package io.azulejo.internal.maintain;
